import { groupBy } from '../../values/group.ts';
import { equal } from '../terms/comparison.ts';
import { and, implies } from '../terms/logic.ts';
import { argument, symbolOf, type Term, type TermTable } from '../terms/term.ts';
import type { Meter } from './meter.ts';

/** Equal arguments give equal results: what has to hold between the applications of each function. */
export function congruence(table: TermTable, applications: readonly Term[], spend: Meter): readonly Term[] {
  const byFunction = groupBy(
    applications.filter((term) => term.args.length > 0),
    (term) => `${term.type.key} ${JSON.stringify(symbolOf(term))}`,
  );
  return [...byFunction.values()].flatMap((group) => pairs(table, group, spend));
}

function pairs(table: TermTable, group: readonly Term[], spend: Meter): Term[] {
  const axioms: Term[] = [];
  for (const [index, a] of group.entries())
    for (const b of group.slice(index + 1)) {
      if (clearlyDiffer(a, b)) continue;
      spend(1);
      const axiom = implies(table, sameArguments(table, a, b), equal(table, a, b));
      if (axiom !== table.yes) axioms.push(axiom);
    }
  return axioms;
}

function sameArguments(table: TermTable, a: Term, b: Term): Term {
  return and(table, ...a.args.map((arg, index) => equal(table, arg, argument(b, index))));
}

/** Two literals are the same term or different values: nearly all pairs need no more than this look. */
function clearlyDiffer(a: Term, b: Term): boolean {
  return a.args.some((arg, index) => {
    const other = b.args[index];
    return arg !== other && arg.operator === 'literal' && other?.operator === 'literal';
  });
}
