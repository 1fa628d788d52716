import { traitsOf } from '../policies/part-traits.ts';
import type { PolicyPart, PolicyParts } from '../policies/policy-parts.ts';

/** What a part may come to. */
export type TruthValue = 'true' | 'false';

/** A policy as text that applies just where a part is reached and comes out so. */
export type ReachedTexts = ReadonlyMap<PolicyPart, Readonly<Record<TruthValue, string>>>;

/**
 * For each part of the scope and each single condition, when Cedar reaches it and what it comes to. Cedar goes from left to right, and no
 * further than what settles the matter; so the part is reached where all before it in its clauses and in an `and` is true, and all
 * before it in an `or` is false. This is written down in the same order, so that what is valid in the policy is valid here. Where something
 * before it cannot be evaluated, neither the part is reached, nor does the policy apply.
 */
export function reachedTexts(parts: PolicyParts): ReachedTexts {
  const [principal, action, resource] = parts.scope;
  const found = new Map<PolicyPart, Readonly<Record<TruthValue, string>>>();
  if (!principal || !action || !resource) return found;
  const heads: [PolicyPart, string][] = [
    [principal, 'principal, action, resource'],
    [action, `${principal.text}\n, action, resource`],
    [resource, `${principal.text}\n, ${action.text}\n, resource`],
  ];
  for (const [part, head] of heads) found.set(part, outcomesOf(part, head, []));
  const scope = `${principal.text}\n, ${action.text}\n, ${resource.text}\n`;
  const visit = (part: PolicyPart, before: readonly string[]): void => {
    if (traitsOf(part).role === 'condition') found.set(part, outcomesOf(part, scope, before));
    for (const [index, inner] of part.parts.entries())
      visit(inner, [...before, ...part.parts.slice(0, index).map((one) => unsettled(part, one))]);
  };
  for (const [index, clause] of parts.clauses.entries())
    visit(
      clause,
      parts.clauses.slice(0, index).map((one) => one.text),
    );
  return found;
}

function outcomesOf(
  part: PolicyPart,
  scope: string,
  before: readonly string[],
): Readonly<Record<TruthValue, string>> {
  const policy = (last: string) => `permit (${scope}) ${[...before, last].join('\n')};`;
  return { true: policy(clause('when', part)), false: policy(clause('unless', part)) };
}

/** That a part in an operator does not settle it. */
function unsettled(operator: PolicyPart, part: PolicyPart): string {
  return clause(traitsOf(operator).settledBy === true ? 'unless' : 'when', part);
}

/** The line ends keep a comment at the end of a part from swallowing what follows. */
function clause(kind: 'when' | 'unless', { text }: PolicyPart): string {
  return `${kind} {\n${text}\n}`;
}
