import type { Reason } from '../../analysis/questions/attempt.ts';
import type { Method } from '../../endpoints/method.ts';
import type { Decision } from '../../engine/engine.ts';
import type { Schema } from '../../model/read-schema.ts';
import type { PolicySet } from '../../policies/policy.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import type { PrincipalClaims } from '../../requests/principal.ts';
import type { QuestionsBesides } from '../../requests/server/asked-besides.ts';
import type { Cause } from '../../watching/cause.ts';
import type { Changes } from '../../watching/decision-changes.ts';
import type { Example } from '../examples/example.ts';
import type { ServerBehavior } from '../server-behavior.ts';

/** Schema and policies at one point: a revision, a folder, the working tree. */
export interface Side extends ServerBehavior {
  /** `HEAD`, `main (1a2b3c4)`, `the working tree`. */
  readonly name: string;
  readonly schema: Schema;
  readonly policySet: PolicySet;
  /** Which claims of a token say who calls. */
  readonly claims?: PrincipalClaims;
}

/** The two states that endpoints are compared in. */
export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** What a change does to the calls of an endpoint, over all requests. */
export const CHANGE_KINDS = ['opened', 'closed', 'both', 'not-decided', 'unchanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The endpoints of an action on either side; one without method and path for an action that has none. */
export interface AskedEndpoint {
  readonly endpoint?: ModelEndpoint;
  readonly presence: EndpointChange['presence'];
}

/** An endpoint, or an action that none asks about, on the two sides. Calls that show a change are about the first question. */
export interface EndpointChange extends QuestionsBesides {
  /** Missing for actions without endpoints. */
  readonly endpoint?: { readonly method: Method; readonly path: string };
  readonly action: string;
  /** Of the action, where it is another one than that of the endpoints. */
  readonly namespace?: string;
  /** `new` and `removed` endpoints are on one side only. */
  readonly presence: 'both' | 'new' | 'removed';
  /** Of an endpoint that the other side has as well: the action that its calls ask about there. */
  readonly otherAction?: string;
  readonly kind: ChangeKind;
  /** Whether it may open or close more than its kind says: something about it is not decided, as the reasons say. */
  readonly isPartlyUndecided?: true;
  /** What is not decided about it may close calls, and opens none. */
  readonly undecidedOnlyCloses?: true;
  /** A call that is allowed now and was not. */
  readonly opened?: Turn;
  /** A call that was allowed and is not now. */
  readonly closed?: Turn;
  /** Why something is not decided; and what opens or closes without a call that shows it. */
  readonly reasons: readonly Reason[];
}

/** What becomes of the actions that calls ask about besides, by name. */
export type ActionChanges = ReadonlyMap<string, Pick<EndpointChange, 'kind' | 'isPartlyUndecided'>>;

/** One request that the two sides decide differently. */
export interface Turn {
  readonly example: Example;
  /** As the engine decides it; `undefined` on a side that does not have the endpoint. */
  readonly before: Decision | undefined;
  readonly after: Decision | undefined;
  /** The policies, and their clauses, that made the difference. */
  readonly causes: readonly Cause[];
}

/** A key of `authz.yaml` that says otherwise than before. */
export interface SettingChange {
  /** `server.maxUrlLength` */
  readonly key: string;
  /** As JSON; missing where it is not said. */
  readonly before?: string;
  readonly after?: string;
  /** What it does to calls of any endpoint; `unchanged` where it does nothing to them, or where that is said of each endpoint. */
  readonly kind: ChangeKind;
  /** What it does to them. */
  readonly message?: string;
}

/** Two states of a project, compared for all requests. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  /** Sorted by path and method; actions without endpoints last. No action that a request may be about is left out. */
  readonly endpoints: readonly EndpointChange[];
  /** What all answers take for granted, as sentences. */
  readonly assumptions: readonly string[];
  /** What `authz.yaml` says otherwise, sorted by key; missing where only policies were compared. */
  readonly settings?: readonly SettingChange[];
  /** The fixtures of both sides whose decision turned; missing where they were not replayed. */
  readonly fixtures?: Changes;
  /** Fixtures and invariants that were there before, as sentences; missing where only policies were compared. */
  readonly noLongerChecked?: readonly string[];
}

/** Whether endpoints, or settings for all of them, have changed in one of these ways. */
export function hasChanges({ endpoints, settings = [] }: Comparison, kinds: readonly ChangeKind[]): boolean {
  const isIn = (change: EndpointChange) => change.kind !== 'not-decided' && kinds.includes(change.kind);
  const isDoubtful = (change: EndpointChange) =>
    isUndecided(change) && (change.undecidedOnlyCloses !== true || kinds.includes('closed'));
  const isDoubtIn = kinds.includes('not-decided');
  return (
    endpoints.some((one) => isIn(one) || (isDoubtIn && isDoubtful(one))) ||
    settings.some(({ kind }) => kinds.includes(kind))
  );
}

/** How many endpoints each kind of change has. */
export function countChanges({ endpoints }: Comparison): Readonly<Record<ChangeKind, number>> {
  const counts: Record<ChangeKind, number> = {
    opened: 0,
    closed: 0,
    both: 0,
    'not-decided': 0,
    unchanged: 0,
  };
  for (const { kind } of endpoints) counts[kind] += 1;
  return counts;
}

/** A change of which something more is not decided: where something was found, that may not be all. */
export function withUndecided(
  { undecidedOnlyCloses, ...change }: EndpointChange,
  reasons: readonly Reason[],
  { onlyCloses = false } = {},
): EndpointChange {
  const isAll = change.kind === 'unchanged' || change.kind === 'not-decided';
  const isHarmless = onlyCloses && (!isUndecided(change) || undecidedOnlyCloses === true);
  return {
    ...change,
    ...(isAll ? { kind: 'not-decided' } : { isPartlyUndecided: true }),
    ...(isHarmless ? { undecidedOnlyCloses: true } : {}),
    reasons: [...change.reasons, ...reasons],
  };
}

/** Whether something about it is not decided. */
export function isUndecided({ kind, isPartlyUndecided }: EndpointChange): boolean {
  return kind === 'not-decided' || isPartlyUndecided === true;
}

/** A change that opens or closes more, which no call shows. What was not decided about it is not decided still. */
export function withFound(
  change: EndpointChange,
  { opens, closes }: { readonly opens: boolean; readonly closes: boolean },
  reasons: readonly Reason[],
): EndpointChange {
  const kind = kindWith(change.kind, opens, closes);
  return {
    ...change,
    kind,
    ...(change.kind === 'not-decided' && kind !== 'not-decided' ? { isPartlyUndecided: true } : {}),
    reasons: [...change.reasons, ...reasons],
  };
}

function kindWith(kind: ChangeKind, opens: boolean, closes: boolean): ChangeKind {
  const isOpened = opens || kind === 'opened' || kind === 'both';
  const isClosed = closes || kind === 'closed' || kind === 'both';
  if (isOpened && isClosed) return 'both';
  if (isOpened) return 'opened';
  return isClosed ? 'closed' : kind;
}
