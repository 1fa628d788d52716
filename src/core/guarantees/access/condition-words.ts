import type { AnalysedPolicy } from '../../analysis/questions/claim.ts';
import { madePolicy } from '../../analysis/questions/made-policy.ts';
import { memoizeByIdentity } from '../../caching/memoize.ts';
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

/** Those of some policies that apply to a request that is asked about. */
export type PossibleOnes = (policies: readonly AnalysedPolicy[]) => readonly AnalysedPolicy[];

/** What a policy asks of a request: of its scope what is more than a type or the group of the column, and each of its clauses. */
export function conditionsOf(
  policy: Policy,
  group: EntityUid | undefined,
  possibleOnes: PossibleOnes,
): readonly PartCondition[] {
  const implied = group && `principal in ${printUid(group)}`;
  const { scope, clauses } = askedOf(policy);
  return [
    ...scope.filter(({ words }) => words !== implied),
    ...clauses.map((clause) => ({ words: clauseWords(clause, possibleOnes), policy: clause.policy })),
  ];
}

/** What is asked about a policy: made once, since each cell of a matrix asks about all of it. */
const askedOf = memoizeByIdentity(({ json, text }: Policy) => ({
  scope: [
    ...entityConditions('principal', json.principal),
    ...entityConditions('resource', json.resource),
  ].map((words): PartCondition => ({ words, policy: applyingWhere(words) })),
  clauses: (policyParts(text)?.clauses ?? []).map(askedClause),
}));

interface AskedClause {
  readonly kind: PolicyPart['kind'];
  /** What it says, where it is not one of several alternatives that hold. */
  readonly words: string;
  /** A policy that applies where the clause holds. */
  readonly policy: AnalysedPolicy;
  /** Of `a || b`, a policy for each; their texts are their ids. */
  readonly alternatives: readonly AnalysedPolicy[];
}

function askedClause(clause: PolicyPart): AskedClause {
  const [body] = clause.parts;
  return {
    kind: clause.kind,
    words: inOneLine(body?.text ?? clause.text),
    policy: madePolicy(clause.text, `permit (principal, action, resource) ${clause.text};`),
    alternatives: body?.kind === 'or' ? body.parts.map(({ text }) => applyingWhere(text)) : [],
  };
}

function applyingWhere(words: string): AnalysedPolicy {
  return madePolicy(words, `permit (principal, action, resource) when { ${words} };`);
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

function clauseWords(clause: AskedClause, possibleOnes: PossibleOnes): string {
  const words = alternativeWords(clause.alternatives, possibleOnes) ?? clause.words;
  return clause.kind === 'unless' ? negated(words) : words;
}

/** Of alternatives, those that can hold for the requests that are asked about. */
function alternativeWords(
  alternatives: readonly AnalysedPolicy[],
  possibleOnes: PossibleOnes,
): string | undefined {
  const possible = possibleOnes(alternatives);
  const told = (possible.length > 0 ? possible : alternatives).map(({ id }) => inOneLine(id));
  if (told.length === 0) return undefined;
  return told.map((one) => (told.length > 1 && CHOICE.test(one) ? `(${one})` : one)).join(' || ');
}

/** What its `else` says would go on behind it. */
const CHOICE = /^if\b/;

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
export function enclosed(words: string): string {
  return /\|\||^if\b/.test(words) && denied(words) === undefined ? `(${words})` : words;
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
