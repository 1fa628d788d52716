import { type Analysis, createAnalysis } from '../analysis/analysis.ts';
import type { Fact } from '../analysis/questions/fact.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { type AskedAction, answerTo } from './comparison/change-of-action.ts';
import { type EndpointChange, isUndecided, type Side, type Sides } from './comparison/comparison.ts';
import { endpointOn } from './same-endpoint.ts';

/** What is taken for granted, and what one question may cost. */
interface PermissionOptions {
  readonly facts: readonly Fact[];
  readonly mostEffort?: number | undefined;
}

/** The names of actions that a side is proven to permit to nobody, as far as they were asked about. */
export type NeverPermitted = Readonly<Record<keyof Sides, ReadonlySet<string>>>;

/** Finds out about one action after the other. */
export function findNeverPermitted({ before, after }: Sides, options: PermissionOptions) {
  const found = { before: new Set<string>(), after: new Set<string>() };
  const isNever = { before: neverPermitted(before, options), after: neverPermitted(after, options) };
  function* ask(asked: AskedAction): Generator<undefined, void, undefined> {
    for (const name of ['before', 'after'] as const)
      if (asked[name]?.action && (yield* isNever[name](asked.uid))) found[name].add(asked.uid.id);
  }
  const never: NeverPermitted = found;
  return { never, ask };
}

function neverPermitted({ schema: { json }, policySet }: Side, { facts, mostEffort }: PermissionOptions) {
  let analysis: Analysis | undefined;
  return function* (uid: EntityUid): Generator<undefined, boolean, undefined> {
    analysis ??= createAnalysis(json, withEffort({ facts }, mostEffort));
    const policies = policiesFor(policySet.policies, uid, actionGroups(json));
    const { found, reasons } = yield* answerTo({ kind: 'never-allowed', policies }, uid, { analysis });
    return found === undefined && reasons.length === 0;
  };
}

/**
 * A change of an endpoint without what its first question alone opens or closes: on a side that never permits what its calls have to ask
 * besides, all of them are denied, whatever the first answer is.
 */
export function withoutRefused(change: EndpointChange, sides: Sides, never: NeverPermitted): EndpointChange {
  const isRefused = (name: keyof Sides) => {
    const second = endpointOn(sides[name], change)?.second;
    return second !== undefined && !second.optional && never[name].has(second.action);
  };
  const [was, is] = [isRefused('before'), isRefused('after')];
  if (was && is) return withoutAnswers(change);
  if (is)
    return {
      ...withoutKind('opened', change),
      ...(isUndecided(change) ? { undecidedOnlyCloses: true } : {}),
    };
  return was ? withoutKind('closed', change) : change;
}

function withoutKind(gone: 'opened' | 'closed', change: EndpointChange): EndpointChange {
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
