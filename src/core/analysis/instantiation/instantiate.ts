import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import type { TermTable } from '../terms/term.ts';
import { setDepth } from '../terms/type.ts';
import { congruence } from './congruence.ts';
import { hierarchyAxioms } from './hierarchy.ts';
import { meterOf } from './meter.ts';
import { type Formulas, replaceSets } from './replace-sets.ts';
import { subterms } from './subterms.ts';

/**
 * Formulas without sets, whose functions are applied to finitely many arguments, with all that has to hold between these applications.
 * Where the formulas and axioms hold of some values, there are a request and entities of which they hold, and the other way round.
 * No more rules than `mostAxioms` are written out.
 */
export function instantiate(
  table: TermTable,
  schema: AnalysisSchema,
  formulas: Formulas,
  mostAxioms: number,
): Formulas {
  const spend = meterOf(mostAxioms);
  const flat = replaceSets(table, formulas, spend);
  const hierarchy = hierarchyAxioms(table, schema, [...flat.questions, ...flat.axioms], spend);
  const axioms = [...flat.axioms, ...hierarchy];
  // Applications to sets, and to records that hold some, were seen to when sets were replaced.
  const applications = subterms([...flat.questions, ...axioms]).filter(
    (term) => term.operator === 'apply' && !term.args.some((arg) => setDepth(arg.type) > 0),
  );
  return {
    questions: flat.questions,
    axioms: [...axioms, ...congruence(table, applications, spend)].filter((axiom) => axiom !== table.yes),
  };
}
