import type { Location } from '../diagnostics/diagnostic.ts';
import type { DecisionKind } from '../engine/engine.ts';
import { locatePolicy, type Policy, type PolicySet } from '../policies/policy.ts';
import type { DecisionResult } from '../replay/replay.ts';
import { editedClause } from './edited-clause.ts';

/** Why a decision changed: the policy that did it, and where. */
export interface Cause {
  /** One sentence: `editors-change-drafts now permits it`. */
  readonly text: string;
  /**
   * The clause or part of the scope that is written differently, in one line; of a long clause only the condition that was edited. Missing when
   * the policy is the same, new or gone.
   */
  readonly clause?: string;
  readonly file?: string;
  readonly location?: Location;
}

/**
 * The policies that made a decision another one, each with its clause that was edited. When none of them was edited, the entities, the
 * principal or the fixture were, and the policy is named that decides now. Where none decides any more, it says why.
 */
export function causesOf(change: Turned, before: PolicySet, after: PolicySet): Cause[] {
  if (change.undecided !== undefined) return [{ text: change.undecided }];
  const old = new Map(before.policies.map((policy) => [policy.id, policy]));
  const present = new Map(after.policies.map((policy) => [policy.id, policy]));
  const ids = involved(change);
  const edited = ids.filter(({ id }) => old.get(id)?.text !== present.get(id)?.text);
  const told = edited.length > 0 ? edited : ids;
  return told.map(({ id, does }) => causeOf(id, does, old.get(id), present.get(id)));
}

/** What was decided before, and what is decided now. */
export interface Turned {
  readonly before: Pick<DecisionResult, 'actual'>;
  readonly after: Pick<DecisionResult, 'actual'>;
  /** Why no policy decides now, where none does. */
  readonly undecided?: string;
}

interface Involved {
  readonly id: string;
  /** What it does now: `now permits it`. */
  readonly does: string;
}

/** Policies that decided before or decide now, but not both: what they do now that they did not do, or no longer do. */
function involved({ before, after }: Turned): Involved[] {
  const was = idsOf(before.actual);
  const is = idsOf(after.actual);
  const since = [...is].filter((id) => !was.has(id)).map((id) => ({ id, does: STARTS[after.actual.kind] }));
  const gone = [...was].filter((id) => !is.has(id)).map((id) => ({ id, does: STOPS[before.actual.kind] }));
  // A permit that a forbid overrules now still permits: only what turned the decision counts.
  const turned =
    after.actual.kind === 'forbidden'
      ? since
      : before.actual.kind === 'forbidden'
        ? gone
        : [...since, ...gone];
  return turned.length > 0 ? turned : [...is].map((id) => ({ id, does: DECIDES[after.actual.kind] }));
}

function idsOf({ determining, errors }: Turned['after']['actual']): Set<string> {
  const failing = errors.flatMap(({ policy }) => (policy ? [policy.id] : []));
  return new Set(failing.length > 0 ? failing : determining.map(({ id }) => id));
}

const STARTS: Readonly<Record<DecisionKind, string>> = {
  allowed: 'now permits it',
  forbidden: 'now forbids it',
  'not-permitted': 'now has a say',
  errored: 'can no longer be evaluated',
  'not-found': 'now has a say',
};

const STOPS: Readonly<Record<DecisionKind, string>> = {
  allowed: 'no longer permits it',
  forbidden: 'no longer forbids it',
  'not-permitted': 'no longer has a say',
  errored: 'can be evaluated again',
  'not-found': 'no longer has a say',
};

const DECIDES: Readonly<Record<DecisionKind, string>> = {
  allowed: 'permits it',
  forbidden: 'forbids it',
  'not-permitted': 'has a say',
  errored: 'cannot be evaluated',
  'not-found': 'has a say',
};

function causeOf(id: string, does: string, old: Policy | undefined, now: Policy | undefined): Cause {
  if (!now) return { text: `${id} ${does}: it is gone`, ...(old ? { file: old.file.file } : {}) };
  const place = { file: now.file.file, location: locatePolicy(now) };
  if (!old) return { text: `${id} ${does}: it is new`, ...place };
  if (old.text === now.text) return { text: `${id} ${does}`, ...place };
  return { text: `${id} ${does}`, ...place, ...editedClause(old, now) };
}
