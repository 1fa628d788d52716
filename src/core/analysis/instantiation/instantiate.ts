import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { atMost, number } from '../terms/number.ts';
import type { Term, TermTable } from '../terms/term.ts';
import { setDepth } from '../terms/type.ts';
import { congruence } from './congruence.ts';
import { hierarchyAxioms } from './hierarchy.ts';
import { meterOf } from './meter.ts';
import { type Formulas, replaceSets } from './replace-sets.ts';
import { subterms } from './subterms.ts';

/**
 * Formulas without sets, whose functions are applied to finitely many arguments, with all that has to hold between these applications.
 * Where the formulas and axioms hold of some values, there are a request and entities of which they hold, and the other way round.
 */
export function instantiate(
  table: TermTable,
  schema: AnalysisSchema,
  formulas: Formulas,
  { exactNumbers, mostAxioms }: InstantiationOptions,
): Formulas {
  const spend = meterOf(mostAxioms);
  const flat = replaceSets(table, formulas, spend);
  const hierarchy = hierarchyAxioms(table, schema, [...flat.questions, ...flat.axioms], spend);
  const ranges = exactNumbers ? rangeAxioms(table, subterms([...flat.questions, ...flat.axioms])) : [];
  const axioms = [...flat.axioms, ...hierarchy, ...ranges];
  // Applications to sets, and to records that hold some, were seen to when sets were replaced.
  const applications = subterms([...flat.questions, ...axioms]).filter(
    (term) => term.operator === 'apply' && !term.args.some((arg) => setDepth(arg.type) > 0),
  );
  return {
    questions: flat.questions,
    axioms: [...axioms, ...congruence(table, applications, spend)].filter((axiom) => axiom !== table.yes),
  };
}

export interface InstantiationOptions {
  /** Whether numbers in requests and entities are within 2^53 - 1. */
  readonly exactNumbers: boolean;
  /** How many rules may be written out. */
  readonly mostAxioms: number;
}

/** The largest whole number that is one in JavaScript. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** The numbers in requests and entities are those of JavaScript. */
function rangeAxioms(table: TermTable, terms: readonly Term[]): readonly Term[] {
  return terms
    .filter(({ operator, type }) => operator === 'apply' && type.kind === 'long')
    .flatMap((term) => [
      atMost(table, number(table, -LARGEST), term),
      atMost(table, term, number(table, LARGEST)),
    ]);
}
