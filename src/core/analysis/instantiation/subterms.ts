import type { Term } from '../terms/term.ts';

/** The terms and all that they are made of, each once, arguments first. */
export function subterms(roots: Iterable<Term>): readonly Term[] {
  const seen = new Set<Term>();
  const waiting = [...roots];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...next.args);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}
