import { instantiate } from '../instantiation/instantiate.ts';
import { MOST_EFFORT, type ModelFinder, modelFinder } from '../models/model-finder.ts';
import type { Term } from '../terms/term.ts';
import type { TranslatedEnvironment } from './translated-environment.ts';

/** A finder, and what each formula became that it was prepared for. */
export interface PreparedFinder {
  readonly finder: ModelFinder;
  readonly formulaOf: (formula: Term) => Term;
}

/** What writing out a rule takes, as long as so many clauses take to look at. */
const EFFORT_OF_AXIOM = 100;
/** So many take some tenths of a second. */
const FEWEST_AXIOMS = 20_000;

/** A finder for these formulas, where the facts hold. */
export function prepareFinder(
  { scope, options }: TranslatedEnvironment,
  formulas: readonly Term[],
  facts: readonly Term[],
): PreparedFinder {
  const { mostEffort = MOST_EFFORT } = options;
  const questions = [...new Set(formulas)];
  const instantiated = instantiate(
    scope.table,
    scope.schema,
    { questions, axioms: facts },
    Math.max(FEWEST_AXIOMS, Math.floor(mostEffort / EFFORT_OF_AXIOM)),
  );
  // The principal and the resource are there, also where no question is about them.
  const finder = modelFinder(instantiated, {
    schema: scope.schema,
    mostEffort,
    others: [scope.principal, scope.resource],
  });
  const places = new Map(questions.map((question, index) => [question, instantiated.questions[index]]));
  return { finder, formulaOf: (formula) => places.get(formula) ?? formula };
}
