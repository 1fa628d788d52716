import { allowedBy, type Decision, deniedBy, type Engine, type PolicyReference } from '../engine/engine.ts';
import type { DecisionResult } from '../replay/replay.ts';

/** What became of the policies since a fixture was replayed last. */
export interface PolicyEdits {
  /** Of all policies as they are now. */
  readonly whole: Engine;
  /** Of those alone that are new or written differently. */
  readonly edited: Engine;
  /** The ids of policies that are new, gone, or written differently. */
  readonly ids: ReadonlySet<string>;
}

/**
 * An engine for the fixture that these results are of. It asks about the edited policies alone and puts their answer together with what
 * is known of the others: that takes a part of the time, and far more requests have the same answer. Where the earlier decision does not
 * tell enough of the others, or anything could not be evaluated, it asks about all.
 */
export function decideAfterEdits(before: readonly DecisionResult[], edits: PolicyEdits): Engine {
  const { whole, edited, ids } = edits;
  return {
    ...whole,
    decide: (request, entities) => {
      const earlier = before.find((result) => result.request === request)?.actual;
      const others = earlier && withoutPolicies(earlier, ids);
      const together = others && combined(others, edited.decide(request, entities), whole);
      return together ?? whole.decide(request, entities);
    },
  };
}

/** What is known of some policies; permits do not show while a policy forbids. */
interface Satisfied {
  readonly forbids: readonly string[];
  readonly permits: readonly string[] | undefined;
}

function withoutPolicies(decision: Decision, ids: ReadonlySet<string>): Satisfied | undefined {
  const all = satisfiedBy(decision);
  const others = (some: readonly string[]) => some.filter((id) => !ids.has(id));
  return all && { forbids: others(all.forbids), permits: all.permits && others(all.permits) };
}

function satisfiedBy({ kind, errors, determining }: Decision): Satisfied | undefined {
  if (errors.length > 0) return undefined;
  const named = determining.map(({ id }) => id);
  switch (kind) {
    case 'forbidden':
      return { forbids: named, permits: undefined };
    case 'allowed':
    case 'not-permitted':
      return { forbids: [], permits: named };
    default:
      return undefined;
  }
}

function combined(others: Satisfied, answer: Decision, { referTo }: Engine): Decision | undefined {
  const edited = satisfiedBy(answer);
  if (!edited) return undefined;
  const refer = (ids: readonly string[]): PolicyReference[] => [...ids].sort().map(referTo);
  const forbids = [...others.forbids, ...edited.forbids];
  if (forbids.length > 0) return deniedBy(refer(forbids));
  if (!others.permits || !edited.permits) return undefined;
  const permits = [...others.permits, ...edited.permits];
  return permits.length > 0 ? allowedBy(refer(permits)) : deniedBy([]);
}
