import { elementType, equal, member } from '../terms/comparison.ts';
import { and, iff, implies, not, or } from '../terms/logic.ts';
import { argument, type Operator, symbolOf, type Term, type TermTable } from '../terms/term.ts';
import { BOOL, setDepth } from '../terms/type.ts';
import { witness } from '../translation/leaves.ts';
import { congruence } from './congruence.ts';
import type { Meter } from './meter.ts';
import { subterms } from './subterms.ts';

/** Formulas in the order given, and what else has to hold for them to mean what they meant. */
export interface Formulas {
  readonly questions: readonly Term[];
  readonly axioms: readonly Term[];
}

/** What is asked about whole sets. */
const ABOUT_SETS = ['subset', 'same-set', 'intersects', 'is-empty', 'at-most-one'] as const;
type AboutSets = (typeof ABOUT_SETS)[number];

/** Quantifies over the elements that a set may have. */
type Expansion = (table: TermTable, elements: readonly Term[], a: Term, b: Term) => Term;

const EXPANSIONS: Readonly<Record<AboutSets, Expansion>> = {
  subset: (table, elements, a, b) =>
    and(table, ...elements.map((one) => implies(table, member(table, one, a), member(table, one, b)))),
  'same-set': (table, elements, a, b) =>
    and(table, ...elements.map((one) => iff(table, member(table, one, a), member(table, one, b)))),
  intersects: (table, elements, a, b) =>
    or(table, ...elements.map((one) => and(table, member(table, one, a), member(table, one, b)))),
  'is-empty': (table, elements, a) => and(table, ...elements.map((one) => not(table, member(table, one, a)))),
  'at-most-one': (table, elements, a) =>
    and(
      table,
      ...elements.flatMap((one, index) =>
        elements
          .slice(index + 1)
          .map((other) =>
            implies(
              table,
              and(table, member(table, one, a), member(table, other, a)),
              equal(table, one, other),
            ),
          ),
      ),
    ),
};

/**
 * Replaces all that is said about whole sets by what is said about single elements: those that are mentioned anywhere, and one unknown
 * for each such statement, which is there to tell two sets apart. No statement can tell whether a set has others as well.
 * Sets of sets come first, as comparing their elements says something about the inner sets.
 */
export function replaceSets(table: TermTable, formulas: Formulas, spend: Meter): Formulas {
  const all = [...formulas.questions, ...formulas.axioms];
  const deepest = Math.max(0, ...subterms(all).flatMap((term) => (isAboutSets(term) ? [depthOf(term)] : [])));
  let current = formulas;
  for (let depth = Math.max(deepest, memberDepth(all)); depth >= 0; depth -= 1)
    current = replaceAt(table, current, depth, spend);
  return current;
}

function replaceAt(table: TermTable, { questions, axioms }: Formulas, depth: number, spend: Meter): Formulas {
  const terms = subterms([...questions, ...axioms]);
  const replaced = terms.filter((term) => isAboutSets(term) && depthOf(term) === depth);
  const rewrite = rewriter(table, new Map(replaced.map((term) => [term, proxy(table, term)])));
  const universes = universesOf(table, terms, replaced);
  const definitions = replaced.filter(isAboutSets).map((term) => {
    const elements = universes.get(elementType(argument(term, 0)).key) ?? [];
    spend(term.operator === 'at-most-one' ? elements.length ** 2 : elements.length);
    const [a, b] = [argument(term, 0), argument(term, term.args.length - 1)].map(rewrite);
    const meaning = EXPANSIONS[term.operator](table, elements.map(rewrite), a ?? term, b ?? term);
    return iff(table, rewrite(term), meaning);
  });
  const rewritten = [...axioms.map(rewrite), ...definitions];
  const nested = subterms([...questions.map(rewrite), ...rewritten]).filter(
    (term) => isMembership(term) && setDepth(lastArgument(term).type) === depth && depth > 0,
  );
  return { questions: questions.map(rewrite), axioms: [...rewritten, ...congruence(table, nested, spend)] };
}

/** A truth value with a name of its own: the elements of a set may depend on what is said about the set. */
function proxy(table: TermTable, term: Term): Term {
  return witness(table, BOOL, term.id);
}

/** For each type of elements, by its key, all terms that may be in a set. */
function universesOf(
  table: TermTable,
  terms: readonly Term[],
  questions: readonly Term[],
): ReadonlyMap<string, readonly Term[]> {
  const universes = new Map<string, Set<Term>>();
  const add = (key: string, element: Term) => {
    const known = universes.get(key);
    if (known) known.add(element);
    else universes.set(key, new Set([element]));
  };
  for (const term of terms) {
    const symbol = term.operator === 'apply' ? symbolOf(term) : undefined;
    if (symbol?.kind === 'member') {
      add(symbol.element, lastArgument(term));
      // What has ancestors may be an ancestor itself.
      if (symbol.set.kind === 'ancestor') add(argument(term, 0).type.key, argument(term, 0));
    }
    if (term.operator === 'set') for (const element of term.args) add(elementType(term).key, element);
  }
  for (const question of questions) {
    const type = elementType(argument(question, 0));
    add(type.key, witness(table, type, question.id, ['element']));
  }
  return new Map([...universes].map(([key, elements]) => [key, [...elements]]));
}

function isAboutSets(term: Term): term is Term & { operator: AboutSets } {
  const operator: Operator = term.operator;
  return ABOUT_SETS.some((one) => one === operator);
}

function isMembership(term: Term): boolean {
  return term.operator === 'apply' && symbolOf(term).kind === 'member';
}

function depthOf(term: Term): number {
  return setDepth(elementType(argument(term, 0)));
}

function memberDepth(terms: readonly Term[]): number {
  const depths = subterms(terms)
    .filter(isMembership)
    .map((term) => setDepth(lastArgument(term).type));
  return Math.max(0, ...depths);
}

function lastArgument(term: Term): Term {
  return argument(term, term.args.length - 1);
}

/** Replaces terms, and what they are parts of. */
function rewriter(table: TermTable, replacements: ReadonlyMap<Term, Term>): (term: Term) => Term {
  const known = new Map(replacements);
  const rewrite = (term: Term): Term => {
    const before = known.get(term);
    if (before) return before;
    const args = term.args.map(rewrite);
    const same = args.every((arg, index) => arg === term.args[index]);
    const result = same ? term : table.term(term.operator, term.type, args, term.data);
    known.set(term, result);
    return result;
  };
  return rewrite;
}
