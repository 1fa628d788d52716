import { distinct } from '../../values/distinct.ts';
import { groupBy } from '../../values/group.ts';
import { argument, type LikePattern, patternOf, type Term, textOf } from '../terms/term.ts';

/** Texts that are compared with each other, directly or by way of others. */
export interface TextGroup {
  /** The literals that some of them are compared with. */
  readonly literals: readonly string[];
  /** The patterns that some of them are held against. */
  readonly patterns: readonly LikePattern[];
  /** How many different unknown texts there may be. */
  readonly unknowns: number;
}

/** The group of each text that is not a literal. */
export function groupTexts(terms: readonly Term[]): ReadonlyMap<Term, TextGroup> {
  const texts = terms.filter((term) => term.type.kind === 'string' && term.operator !== 'literal');
  const union = new Union();
  const literals: [Term, string][] = [];
  const relate = (a: Term, b: Term) => {
    if (b.operator === 'literal') literals.push([a, textOf(b)]);
    else if (a.operator === 'literal') literals.push([b, textOf(a)]);
    else union.join(a, b);
  };
  for (const term of terms) {
    const [first, second, third] = term.args;
    if (term.operator === 'equal' && first?.type.kind === 'string' && second) relate(first, second);
    if (term.operator === 'if' && term.type.kind === 'string' && second && third) {
      relate(term, second);
      relate(term, third);
    }
  }
  const patterns = terms
    .filter((term) => term.operator === 'like')
    .map((term) => [argument(term, 0), patternOf(term)] as const);
  return groupsOf(texts, union, literals, patterns);
}

function groupsOf(
  texts: readonly Term[],
  union: Union,
  literals: readonly (readonly [Term, string])[],
  patterns: readonly (readonly [Term, LikePattern])[],
): ReadonlyMap<Term, TextGroup> {
  const members = groupBy(texts, (text) => union.find(text));
  const literalsOf = groupBy(literals, ([text]) => union.find(text));
  const patternsOf = groupBy(patterns, ([text]) => union.find(text));
  const groups = new Map<Term, TextGroup>();
  for (const [root, group] of members) {
    const made: TextGroup = {
      literals: [...new Set((literalsOf.get(root) ?? []).map(([, text]) => text))].sort(),
      patterns: distinct((patternsOf.get(root) ?? []).map(([, pattern]) => pattern)),
      unknowns: group.filter((text) => text.operator === 'apply').length,
    };
    for (const text of group) groups.set(text, made);
  }
  return groups;
}

/** Which terms belong together. */
class Union {
  readonly #above = new Map<Term, Term>();

  find(term: Term): Term {
    let root = term;
    for (let above = this.#above.get(root); above; above = this.#above.get(root)) root = above;
    if (root !== term) this.#above.set(term, root);
    return root;
  }

  join(a: Term, b: Term): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first !== second) this.#above.set(first, second);
  }
}
