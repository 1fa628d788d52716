import type { Decision, PolicyReference } from '../engine/engine.ts';
import type { PartEvaluator, PartTruths } from '../engine/part-evaluation.ts';
import type { Policy, PolicySet } from '../policies/policy.ts';
import type { PolicyPart } from '../policies/policy-parts.ts';
import { distanceOf, isAboutAction } from './distance.ts';
import type { Expression } from './expression.ts';

/** What policies are chosen with. */
export interface ChoiceTools {
  readonly policySet: PolicySet;
  /** `undefined` when the engine cannot take the parts. */
  readonly evaluator: PartEvaluator | undefined;
  readonly read: (part: PolicyPart) => Expression | undefined;
}

/** The nearest few besides those that decided. */
const MOST_NEAREST = 5;

/** The policies of an explanation. */
export interface Choice {
  readonly chosen: readonly Policy[];
  /** How many about the action are left out, being further away. */
  readonly omitted: number;
  /** The first of those that did not decide, and whether its scope has the action. */
  readonly nearest: Nearest | undefined;
}

export interface Nearest {
  readonly policy: Policy;
  readonly isAbout: boolean;
}

interface RankedPolicy {
  readonly policy: Policy;
  readonly distance: number;
}

/** The policies that decided or could not be evaluated, then the nearest of those that could have turned the decision. */
export function choosePolicies(decision: Decision, truthOf: PartTruths, tools: ChoiceTools): Choice {
  const erring = decision.errors.flatMap(({ policy }) => policy ?? []);
  const decisive = policiesWith([...erring, ...decision.determining], tools);
  const { ranked, isAbout } = candidatesFor(decision, decisive, truthOf, tools);
  const nearest = ranked.slice(0, MOST_NEAREST);
  return {
    chosen: [...decisive, ...nearest.map(({ policy }) => policy)],
    omitted: isAbout ? ranked.length - nearest.length : 0,
    nearest: nearest[0] && { policy: nearest[0].policy, isAbout },
  };
}

/** Policies that could turn a decision, nearest first, and whether their scopes have the action. */
interface Candidates {
  readonly ranked: readonly RankedPolicy[];
  readonly isAbout: boolean;
}

function candidatesFor(
  decision: Decision,
  decisive: readonly Policy[],
  truthOf: PartTruths,
  tools: ChoiceTools,
): Candidates {
  const others = (effect: 'permit' | 'forbid') =>
    policiesOf(effect, tools).filter((policy) => !decisive.includes(policy));
  const about = (effect: 'permit' | 'forbid') =>
    byDistance(aboutAction(others(effect), truthOf, tools), truthOf, tools);
  const permitting = (): Candidates => {
    const ranked = about('permit');
    if (ranked.length > 0) return { ranked, isAbout: true };
    return { ranked: byDistance(others('permit'), truthOf, tools), isAbout: false };
  };
  switch (decision.kind) {
    case 'allowed':
      return { ranked: about('forbid'), isAbout: true };
    case 'not-permitted':
      return permitting();
    case 'forbidden':
    case 'errored':
    case 'not-found': {
      // Where something else is in the way, it is enough to know what permits.
      const satisfied = about('permit').filter(({ distance }) => distance === 0);
      const isPermitted = satisfied.length > 0 || decisive.some(isPermitAmong(decision.determining));
      return isPermitted ? { ranked: satisfied, isAbout: true } : permitting();
    }
  }
}

function isPermitAmong(determining: readonly PolicyReference[]): (policy: Policy) => boolean {
  const ids = new Set(determining.map(({ id }) => id));
  return ({ id, json }) => ids.has(id) && json.effect === 'permit';
}

/** The policies of an effect whose scope has the action, nearest first. */
export function nearestPolicies(
  effect: 'permit' | 'forbid',
  truthOf: PartTruths,
  tools: ChoiceTools,
): readonly Policy[] {
  const about = aboutAction(policiesOf(effect, tools), truthOf, tools);
  return byDistance(about, truthOf, tools).map(({ policy }) => policy);
}

function policiesWith(references: readonly PolicyReference[], { policySet }: ChoiceTools): Policy[] {
  const ids = [...new Set(references.map(({ id }) => id))];
  return ids.flatMap((id) => policySet.policies.find((policy) => policy.id === id) ?? []);
}

function policiesOf(effect: 'permit' | 'forbid', { policySet }: ChoiceTools): Policy[] {
  return policySet.policies.filter(({ json }) => json.effect === effect);
}

function aboutAction(
  policies: readonly Policy[],
  truthOf: PartTruths,
  { evaluator, read }: ChoiceTools,
): Policy[] {
  return policies.filter(({ id }) => {
    const parts = evaluator?.partsOf(id);
    return parts && isAboutAction(parts, { truthOf: (part) => truthOf(id, part), read });
  });
}

/** Equally near ones stay in the order of their files. */
function byDistance(
  policies: readonly Policy[],
  truthOf: PartTruths,
  { evaluator, read }: ChoiceTools,
): RankedPolicy[] {
  const measured = policies.flatMap((policy) => {
    const parts = evaluator?.partsOf(policy.id);
    const measure = { truthOf: (part: PolicyPart) => truthOf(policy.id, part), read };
    return parts ? [{ policy, distance: distanceOf(parts, measure) }] : [];
  });
  return measured.sort((a, b) => a.distance - b.distance);
}
