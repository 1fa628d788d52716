import { reachable } from '../../values/reachable.ts';
import type { Term } from '../terms/term.ts';

/** The terms and all that they are made of, each once, arguments first. */
export function subterms(roots: Iterable<Term>): readonly Term[] {
  return [...reachable(roots, ({ args }) => args)].sort((a, b) => a.id - b.id);
}
