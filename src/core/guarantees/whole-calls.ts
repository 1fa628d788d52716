import { type Analysis, createAnalysis } from '../analysis/analysis.ts';
import type { Attempt } from '../analysis/questions/attempt.ts';
import { ANYTHING } from '../analysis/questions/made-policy.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import type { ClaimOfTwo, PoliciesOfTwo } from '../analysis/questions/two-questions.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { checksBesides } from '../requests/server/asked-besides.ts';
import type { InSteps } from '../values/last-of.ts';
import type { TurnedByLimit } from './batch-limit.ts';
import { environmentsOfAction } from './comparison/change-of-action.ts';
import {
  type ActionChanges,
  type EndpointChange,
  isUndecided,
  type Side,
  type Sides,
} from './comparison/comparison.ts';
import type { ProofBounds } from './proof-project.ts';
import { endpointOn } from './same-endpoint.ts';

/** What is proven of the calls of an endpoint as a whole, where each has to ask another question of the same caller. */
export interface WholeCalls {
  /** On which sides no caller is ever permitted both. */
  readonly never: Readonly<Record<keyof Sides, boolean>>;
  /**
   * Whether no call is permitted both now that was not, and the reverse; missing where the two sides cannot be asked together, or there are
   * more than two questions.
   */
  readonly turns?: Readonly<Record<'opensNothing' | 'closesNothing', Attempt<boolean>>>;
}

/** What is taken for granted, and what one question may cost. */
interface WholeOptions extends ProofBounds {
  /** Only then a call of one side is one of the other. */
  readonly areSchemasSame: boolean;
}

/** What turns the calls of an endpoint besides its own answer. */
interface TurnedBesides {
  readonly changes: ActionChanges;
  readonly limit: TurnedByLimit | undefined;
}

/** Finds out about one endpoint after the other; `undefined` where its calls need not ask another question, or nothing turns them. */
export function findWholeCalls({ before, after }: Sides, { areSchemasSame, ...options }: WholeOptions) {
  const askers = { before: askerOf(before, options), after: askerOf(after, options) };
  return function* (
    change: EndpointChange,
    uid: EntityUid,
    { changes, limit }: TurnedBesides,
  ): InSteps<WholeCalls | undefined> {
    const [old, now] = [requiredBesides(before, change), requiredBesides(after, change)];
    const besides = [...old, ...now];
    const isTurned =
      limit !== undefined || besides.some((action) => changes.get(action)?.kind !== 'unchanged');
    if (besides.length === 0 || (change.kind === 'unchanged' && !isTurned)) return undefined;
    const never = {
      before: yield* isSomeNever(askers.before, uid, old),
      after: yield* isSomeNever(askers.after, uid, now),
    };
    // Of three questions, two say nothing of the whole.
    const [only, ...others] = now;
    if (!areSchemasSame || only === undefined || others.length > 0 || old.join() !== only) return { never };
    const other = { ...uid, id: only };
    const [was, is] = [askers.before.policies(uid, other), askers.after.policies(uid, other)];
    const turns = {
      opensNothing: yield* isProven(askers.after, uid, other, { permitted: is, unless: was }),
      closesNothing: yield* isProven(askers.after, uid, other, { permitted: was, unless: is }),
    };
    return { never, turns };
  };
}

/**
 * A change of an endpoint without what its first question alone opens or closes: on a side that never permits what its calls have to ask
 * together, all of them are denied, whatever the first answer is.
 */
export function withoutRefused(change: EndpointChange, { never }: WholeCalls): EndpointChange {
  if (never.before && never.after) return withoutAnswers(change);
  if (never.after)
    return {
      ...withoutKind('opened', change),
      ...(isUndecided(change) ? { undecidedOnlyCloses: true } : {}),
    };
  return never.before ? withoutKind('closed', change) : change;
}

/** A change that is proven to open nothing, or to close nothing. */
export function withoutKind(gone: 'opened' | 'closed', change: EndpointChange): EndpointChange {
  const { [gone]: _, isPartlyUndecided, ...others } = change;
  if (change.kind === 'both')
    return {
      ...others,
      kind: gone === 'opened' ? 'closed' : 'opened',
      ...(isPartlyUndecided ? { isPartlyUndecided } : {}),
    };
  if (change.kind !== gone) return change;
  return isPartlyUndecided ? { ...others, kind: 'not-decided' } : withoutAnswers(change);
}

function withoutAnswers({
  opened,
  closed,
  isPartlyUndecided,
  undecidedOnlyCloses,
  ...others
}: EndpointChange): EndpointChange {
  return { ...others, kind: 'unchanged', reasons: [] };
}

/** The actions that each call of an endpoint has to ask about besides. */
function requiredBesides(side: Side, change: EndpointChange): readonly string[] {
  const endpoint = endpointOn(side, change);
  if (!endpoint) return [];
  const checks = checksBesides(endpoint, { model: side.schema.model, find: side.find });
  return checks.filter(({ optional }) => !optional).map(({ action }) => action);
}

interface Asker {
  readonly analysis: () => Analysis;
  readonly policies: (uid: EntityUid, other: EntityUid) => PoliciesOfTwo;
}

function askerOf(
  { schema: { json }, policySet }: Side,
  { facts, mostEffort }: Omit<WholeOptions, 'areSchemasSame'>,
): Asker {
  let made: Analysis | undefined;
  const groups = actionGroups(json);
  const policies = (uid: EntityUid) => policiesFor(policySet.policies, uid, groups);
  return {
    analysis: () => {
      made ??= createAnalysis(json, withEffort({ facts }, mostEffort));
      return made;
    },
    policies: (uid, other) => ({ first: policies(uid), second: policies(other) }),
  };
}

function* isSomeNever(asker: Asker, uid: EntityUid, besides: readonly string[]): InSteps<boolean> {
  for (const action of besides) if (yield* isNever(asker, uid, action)) return true;
  return false;
}

/** Where the first question is one that cannot be decided, the second may be one that nobody is permitted. */
function* isNever(asker: Asker, uid: EntityUid, second: string): InSteps<boolean> {
  const other = { ...uid, id: second };
  const permitted = asker.policies(uid, other);
  const together = yield* isProven(asker, uid, other, { permitted });
  if ('value' in together) return together.value;
  const alone = yield* isProven(asker, uid, other, { permitted: { ...permitted, first: [ANYTHING] } });
  return 'value' in alone && alone.value;
}

/** Over all kinds of requests for the first question. */
function* isProven(
  { analysis }: Asker,
  uid: EntityUid,
  other: EntityUid,
  claim: ClaimOfTwo,
): InSteps<Attempt<boolean>> {
  let answer: Attempt<boolean> = { value: true };
  for (const environment of environmentsOfAction(uid, analysis())) {
    const one = analysis().isProvenOfTwo(environment, other, claim);
    yield;
    if ('value' in one && !one.value) return one;
    if ('reason' in one) answer = one;
  }
  return answer;
}
