import type { AnalysedPolicy } from '../../analysis/questions/claim.ts';
import { madePolicy } from '../../analysis/questions/made-policy.ts';
import { type EntityUid, plainUid } from '../../cedar/entity.ts';
import { printUid } from '../../cedar/print-value.ts';
import { cedarTokens, inOneLine } from '../../cedar/tokens.ts';
import type { Policy } from '../../policies/policy.ts';
import { type PolicyPart, policyParts } from '../../policies/policy-parts.ts';

/** A part of a policy that may hold or not. */
export interface PartCondition {
  /** In words of the policy: `resource.status == "draft"`. */
  readonly words: string;
  /** A policy that applies where the part holds. */
  readonly policy: AnalysedPolicy;
}

/** Whether a policy applies to some request that is asked about. */
export type IsPossible = (policy: AnalysedPolicy) => boolean;

/** What a policy asks of a request: of its scope what is more than a type or the group of the column, and each of its clauses. */
export function conditionsOf(
  policy: Policy,
  group: EntityUid | undefined,
  isPossible: IsPossible,
): readonly PartCondition[] {
  return [...scopeConditions(policy, group), ...clauseConditions(policy, isPossible)];
}

function scopeConditions({ json }: Policy, group: EntityUid | undefined): PartCondition[] {
  const written = [
    ...entityConditions('principal', json.principal),
    ...entityConditions('resource', json.resource),
  ];
  const implied = group && `principal in ${printUid(group)}`;
  return written.filter((words) => words !== implied).map((words) => condition(words, `when { ${words} }`));
}

function entityConditions(
  variable: 'principal' | 'resource',
  constraint: Policy['json']['principal'] | Policy['json']['resource'],
): string[] {
  switch (constraint.op) {
    case 'All':
      return [];
    case '==':
      return 'entity' in constraint ? [`${variable} == ${printUid(plainUid(constraint.entity))}`] : [];
    case 'in':
      return 'entity' in constraint ? [`${variable} in ${printUid(plainUid(constraint.entity))}`] : [];
    case 'is':
      return constraint.in && 'entity' in constraint.in
        ? [`${variable} in ${printUid(plainUid(constraint.in.entity))}`]
        : [];
  }
}

function clauseConditions({ text }: Policy, isPossible: IsPossible): PartCondition[] {
  const clauses = policyParts(text)?.clauses ?? [];
  return clauses.map((clause) => {
    const [body] = clause.parts;
    const words = body ? partWords(body, isPossible) : inOneLine(clause.text);
    return condition(clause.kind === 'unless' ? negated(words) : words, clause.text);
  });
}

/** Of alternatives, those that can hold for the requests that are asked about. */
function partWords(part: PolicyPart, isPossible: IsPossible): string {
  if (part.kind !== 'or') return inOneLine(part.text);
  const possible = part.parts.filter((one) => isPossible(conditionPolicy(one.text)));
  const told = (possible.length > 0 ? possible : part.parts).map((one) => inOneLine(one.text));
  return told.map((one) => (told.length > 1 && CHOICE.test(one) ? `(${one})` : one)).join(' || ');
}

/** What its `else` says would go on behind it. */
const CHOICE = /^if\b/;

function conditionPolicy(text: string): AnalysedPolicy {
  return madePolicy(text, `permit (principal, action, resource) when { ${text} };`);
}

/** The words for the opposite. */
function negated(words: string): string {
  return denied(words) ?? `not (${words})`;
}

/** The words for not all of some: where each is denied itself, that any of what is denied holds. */
export function notAll(words: readonly string[]): string {
  const [only] = words;
  if (only !== undefined && words.length === 1) return negated(only);
  const inner = words.map(denied);
  if (words.length > 0 && inner.every((one) => one !== undefined)) return inner.map(enclosed).join(' || ');
  return `not (${words.map(enclosed).join(' and ')})`;
}

/** What is denied by `not (...)`, if that is all that the words say. */
function denied(words: string): string | undefined {
  return words.startsWith('not (') && closesAtEnd(words) ? words.slice(5, -1) : undefined;
}

/** Alternatives in parentheses, so that what is around them does not part them. */
function enclosed(words: string): string {
  return /\|\||\bif\b/.test(words) && denied(words) === undefined ? `(${words})` : words;
}

/** Whether the first parenthesis is closed by the last character; those in strings do not count. */
function closesAtEnd(words: string): boolean {
  let depth = 0;
  for (const { 0: token, index } of words.matchAll(PARENTHESES)) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (depth === 0 && token === ')') return index === words.length - 1;
  }
  return false;
}

const PARENTHESES = cedarTokens('[()]');

/** The words that everybody uses, where there are any. */
export function shortWords(words: string): string {
  return SHORT.get(words) ?? words;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['resource in context.tenants', 'own tenant'],
  ['resource.owner == principal', 'own'],
  ['principal == resource.owner', 'own'],
]);

function condition(words: string, clause: string): PartCondition {
  const policy = madePolicy(words, `permit (principal, action, resource) ${clause};`);
  return { words, policy };
}
