import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import type { RequestEnvironment } from '../schema/analysis-schema.ts';
import { and, not } from '../terms/logic.ts';
import type { Term } from '../terms/term.ts';
import { scopeOf } from '../translation/scope.ts';
import { type Attempt, attempt, BUDGET, Undecided } from './attempt.ts';
import type { AnalysedPolicy } from './claim.ts';
import { factHolds } from './fact.ts';
import { meaningsIn } from './meanings.ts';
import { prepareFinder } from './prepare-finder.ts';
import { type ProofSubject, translateEnvironment } from './translated-environment.ts';

/** The policies that have a say about the first question of a call, and about the second. */
export interface PoliciesOfTwo {
  readonly first: readonly AnalysedPolicy[];
  readonly second: readonly AnalysedPolicy[];
}

/** That no call is permitted both questions, but for those that are by other policies as well. */
export interface ClaimOfTwo {
  readonly permitted: PoliciesOfTwo;
  readonly unless?: PoliciesOfTwo;
}

/**
 * Whether a claim about calls that ask two questions is proven: of one caller, with one state of the entities, about two things and with a
 * context for each. The first question is that of the environment, the second any about the other action that this caller can ask.
 */
export function isProvenOfTwo(
  subject: ProofSubject,
  other: EntityUid,
  { permitted, unless }: ClaimOfTwo,
): Attempt<boolean> {
  const environment = translateEnvironment(subject);
  const { scope, meanings, facts } = environment;
  if ('reason' in facts) return facts;
  const { table, schema, presence } = scope;
  return attempt(() =>
    secondEnvironments(subject, other).every((second) => {
      const secondScope = scopeOf(table, schema, second, { presence, asked: 'second' });
      const secondMeanings = meaningsIn(secondScope);
      const isPermitted = (policies: PoliciesOfTwo): Term =>
        and(table, meanings.allowed(policies.first), secondMeanings.allowed(policies.second));
      const known = (subject.options.facts ?? []).map((fact) => factHolds(secondScope, fact, secondMeanings));
      const isSpared = unless ? isPermitted(unless) : table.no;
      const violation = and(table, isPermitted(permitted), not(table, isSpared));
      if (violation === table.no) return true;
      const { finder, formulaOf } = prepareFinder(environment, [violation], [...facts.value, ...known]);
      const isPossible = finder.isPossible(formulaOf(violation));
      if (isPossible === undefined) throw new Undecided(BUDGET);
      return !isPossible;
    }),
  );
}

function secondEnvironments(
  { schema, environment: { principalType } }: ProofSubject,
  action: EntityUid,
): readonly RequestEnvironment[] {
  const known = schema.actions.get(entityKey(action));
  if (!known?.principalTypes.includes(principalType)) return [];
  return known.resourceTypes.map((resourceType) => ({ principalType, action, resourceType }));
}
