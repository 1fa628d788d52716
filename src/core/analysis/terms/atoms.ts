import type { Term } from './term.ts';

/** The truth values that formulas are put together from: comparisons, memberships and the like. Those with the smallest ids first. */
export function atomsOf(formulas: Iterable<Term>): readonly Term[] {
  const [seen, atoms] = [new Set<Term>(), new Set<Term>()];
  const waiting = [...formulas];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (isConnective(next)) waiting.push(...next.args);
    else atoms.add(next);
  }
  return [...atoms].sort((a, b) => a.id - b.id);
}

function isConnective({ operator }: Term): boolean {
  return ['true', 'false', 'not', 'and', 'or'].includes(operator);
}
