import { didYouMean, type NearestOf } from '../../diagnostics/did-you-mean.ts';
import { nearestEndpointKey, nearestName } from '../../diagnostics/nearest-operation.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Model } from '../../model/model.ts';

/**
 * What an application settles for its server, and what changes the answer to a call: the key `server` of `authz.yaml`. Replay, `explain`
 * and every server obey it by the same functions.
 */
export interface ServerRules {
  /** Endpoints that are not authorized at all. Matched exactly, like those of the schema. */
  readonly skippedEndpoints: readonly SkippedEndpoint[];
  /** By batch endpoint, as in `DELETE /messages`. */
  readonly batch: Readonly<Record<string, BatchChoice>>;
  /** The most items of one call. */
  readonly maxBatchItems: number;
  /** The longest path with query, in characters. */
  readonly maxUrlLength: number;
  /** By action: what else must be permitted when its call moves something. */
  readonly moves: Readonly<Record<string, DeclaredMove>>;
  /** The status for paths and methods that the schema does not have; 403 answers as if the call were denied, which is 401 without an identity. */
  readonly unknownEndpoint: HidingStatus;
  /** The status for resources that do not exist; 403 hides which ones do. */
  readonly missingResource: HidingStatus;
  /** Whether `OPTIONS` is answered with 204 and the methods of the path. Either way no handler runs. */
  readonly optionsRequests: OptionsChoice;
  /** Whether letter case counts in every router: `/Users` and `/users` are two paths. */
  readonly caseSensitiveRouting: boolean;
  /** Whether a slash at the end counts in every router: `/users/` and `/users` are two paths. */
  readonly strictRouting: boolean;
}

/** An endpoint about which nothing is decided. */
export interface SkippedEndpoint {
  /** In lower case: `get`. */
  readonly httpVerb: string;
  /** `/health`, or with parameters `/docs/{page}`. */
  readonly path: string;
}

export const BATCH_CHOICES = ['reject', 'proceed'] as const;
/** What a batch endpoint does when an item is not permitted: `reject` refuses the whole call, `proceed` leaves the item out. */
export type BatchChoice = (typeof BATCH_CHOICES)[number];

export const HIDING_STATUSES = [404, 403] as const;
export type HidingStatus = (typeof HIDING_STATUSES)[number];

export const OPTIONS_CHOICES = ['deny', 'answer'] as const;
export type OptionsChoice = (typeof OPTIONS_CHOICES)[number];

/** A move whose places are read out of the call: it is one when the call names a destination. */
export interface DeclaredMove {
  readonly origin?: DeclaredCheck;
  readonly destination: DeclaredCheck;
}

/** An action that must be permitted as well, and where the call names its resource. */
export interface DeclaredCheck {
  /** The name of an action. */
  readonly action: string;
  /** Where the call carries the identifier of its resource. */
  readonly resource: ResourceFrom;
}

/** What holds where nobody says otherwise: routers as those of Express are, which heed the least. */
export const DEFAULT_SERVER_RULES: ServerRules = {
  skippedEndpoints: [],
  batch: {},
  maxBatchItems: 100,
  maxUrlLength: 8_192,
  moves: {},
  unknownEndpoint: 404,
  missingResource: 404,
  optionsRequests: 'deny',
  caseSensitiveRouting: false,
  strictRouting: false,
};

/** What becomes of items that are not permitted. What two endpoints ask for is never left out in part. */
export function batchChoiceOf(
  { batch }: Pick<ServerRules, 'batch'>,
  endpoint: string | undefined,
  isOfOne: boolean,
): BatchChoice {
  const chosen =
    endpoint !== undefined && isOfOne && Object.hasOwn(batch, endpoint) ? batch[endpoint] : undefined;
  return chosen ?? 'reject';
}

/** The refusal of a call that names more items than a call may. */
export function tooMany(count: number, most: number): { readonly type: 'unusable'; readonly reason: string } {
  return { type: 'unusable', reason: `The call names ${count} items, and ${most} are the most.` };
}

/** A name in the rules that the schema does not have. */
export interface RuleProblem {
  /** From the rules. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly help: string;
}

/** Names of endpoints and actions that are not those of the schema. */
export function ruleProblems(
  { batch, moves }: Pick<ServerRules, 'batch' | 'moves'>,
  model: Model,
): RuleProblem[] {
  const batches = model.actions.flatMap(({ endpoints }) =>
    endpoints.filter(({ pattern }) => PATTERN_TRAITS[pattern].hasItems).map(endpointKey),
  );
  const actions = model.actions.map(({ name }) => name);
  const checks = Object.entries(moves).flatMap(([name, move]) =>
    (['origin', 'destination'] as const).flatMap((part) => {
      const action = move[part]?.action;
      return action === undefined ? [] : [{ path: ['moves', name, part, 'action'], action }];
    }),
  );
  return [
    ...unknownNames(BATCHES, Object.keys(batch), batches),
    ...unknownNames(MOVES, Object.keys(moves), actions),
    ...checks.flatMap(({ path, action }) =>
      unknownNames(MOVES, [action], actions).map((one) => ({ ...one, path })),
    ),
  ];
}

/** A rule whose keys are names of the schema: what they name, and how a mistyped one is recognized. */
interface NamingRule {
  readonly rule: 'batch' | 'moves';
  readonly what: string;
  readonly nearestOf: NearestOf;
}

const BATCHES: NamingRule = { rule: 'batch', what: 'a batch endpoint', nearestOf: nearestBatch };
const MOVES: NamingRule = { rule: 'moves', what: 'an action of the schema', nearestOf: nearestName };

function unknownNames(
  { rule, what, nearestOf }: NamingRule,
  given: readonly string[],
  known: readonly string[],
): RuleProblem[] {
  return given
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [rule, name],
      message: `\`${rule}\` has \`${name}\`, which is not ${what}${didYouMean(name, known, nearestOf)}`,
      help: `known are ${known.join(', ') || 'none'}`,
    }));
}

/** As overrides name it, without the base path; or else with a slip of the pen. */
function nearestBatch(written: string, known: readonly string[]): string | undefined {
  const [method, path] = written.split(' ', 2);
  const below = known.filter(
    (key) => path?.startsWith('/') && key.startsWith(`${method} /`) && key.endsWith(path),
  );
  return below.length === 1 ? below[0] : nearestEndpointKey(written, known);
}
