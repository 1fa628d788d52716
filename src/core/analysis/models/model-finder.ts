import { type InSteps, lastOf } from '../../values/last-of.ts';
import { FIRST_DATE, LAST_DATE } from '../extensions/date-time.ts';
import type { Formulas } from '../instantiation/replace-sets.ts';
import { subterms } from '../instantiation/subterms.ts';
import { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { atMostBits, constant } from '../sat/numbers.ts';
import { symbolOf, type Term } from '../terms/term.ts';
import { isNumeric } from '../terms/type.ts';
import { Encoder, type EncoderOptions } from './encoder.ts';
import { TermModel } from './model.ts';
import { addOrderOfNumbers } from './order.ts';
import { addProductBounds } from './product-bounds.ts';

/** Finds values of which formulas hold. */
export interface ModelFinder {
  /** A model of a question, as small as is found soon; `none` when there is none, `budget` after too much effort. Stops now and then. */
  readonly find: (question: Term) => InSteps<TermModel | 'none' | 'budget'>;
  /** Whether there is a model; `undefined` after too much effort. */
  readonly isPossible: (question: Term) => boolean | undefined;
  /** A model for each combination of truth values that some formulas can have; `budget` where it is not known whether there is one. */
  readonly combinations: (formulas: readonly Term[]) => Iterable<TermModel | 'budget'>;
}

/** So many clauses may be looked at for one question in each second that it may take: fewer than the slowest questions manage. */
export const EFFORT_OF_SECOND = 1_500_000;
const MOST_SECONDS = 5;
export const MOST_EFFORT = MOST_SECONDS * EFFORT_OF_SECOND;
/** So many for each step of making a model smaller, and for all of them. */
const EFFORT_OF_STEP = 50_000;
const EFFORT_TO_SIMPLIFY = 1_000_000;
/** After so many there is a stop: some tenths of a second. */
const EFFORT_OF_TURN = 500_000;
/** So many for each guess, where a question has taken a turn. */
const EFFORT_OF_GUESS = 200_000;
/** So many for each of many combinations. */
const EFFORT_OF_COMBINATION = 200_000;

export interface FinderOptions extends EncoderOptions {
  readonly mostEffort: number;
  /** Terms that models have values for, also where no formula is about them. */
  readonly others: readonly Term[];
}

/** All questions that will be asked have to be among the formulas. */
export function modelFinder({ questions, axioms }: Formulas, options: FinderOptions): ModelFinder {
  const { mostEffort, others } = options;
  const terms = subterms([...questions, ...axioms, ...others]);
  const encoder = new Encoder(new Circuit(), terms, options);
  const { solver } = encoder.circuit;
  // All of them now: what is encoded after a search has no value in what it found.
  for (const term of terms) if (hasBits(term)) encoder.bits(term);
  addProductBounds(encoder, terms);
  for (const axiom of axioms) solver.add(encoder.truth(axiom));
  const preferences = preferencesOf(encoder, terms);
  let looks: FirstLooks | undefined;
  const search: Search = {
    encoder,
    looks: () => {
      if (looks) return looks;
      addOrderOfNumbers(encoder, terms);
      looks = firstLooks(encoder, terms);
      return looks;
    },
  };
  const find: ModelFinder['find'] = function* (question) {
    const assumptions = [encoder.truth(question)];
    const answer = yield* solveInSteps(search, assumptions, mostEffort);
    if (answer === undefined) return 'budget';
    if (!answer) return 'none';
    return yield* simplified(search, terms, { assumptions, preferences }, answer);
  };
  const solutions = new RecentSolutions();
  const isPossible: ModelFinder['isPossible'] = (question) => {
    const literal = encoder.truth(question);
    if (solutions.haveTrue(literal)) return true;
    const answer = solve(search, [literal], mostEffort);
    if (answer) solutions.keep(solver.model());
    return answer === undefined ? undefined : answer !== false;
  };
  const findModel: FindModel = (assumptions) => {
    const answer = solve(search, assumptions, Math.min(mostEffort, EFFORT_OF_COMBINATION));
    if (answer === undefined) return 'budget';
    return answer ? new TermModel(encoder, terms, answer) : undefined;
  };
  const combinations: ModelFinder['combinations'] = function* (formulas) {
    const model = findModel([]);
    if (model === 'budget') yield model;
    else if (model) yield* combinationsWith(findModel, model, [], [...new Set(formulas.map(encoder.truth))]);
  };
  return { find, isPossible, combinations };
}

/** Solutions of the axioms: what one of them shows to be possible need not be asked. */
class RecentSolutions {
  #kept: ((literal: Literal) => boolean)[] = [];

  haveTrue(literal: Literal): boolean {
    return this.#kept.some((isTrue) => isTrue(literal));
  }

  keep(solution: (literal: Literal) => boolean): void {
    this.#kept = [solution, ...this.#kept.slice(0, MOST_SOLUTIONS - 1)];
  }
}

const MOST_SOLUTIONS = 64;

/** A model where these literals are true. */
type FindModel = (assumptions: readonly Literal[]) => TermModel | 'budget' | undefined;

/** All combinations of the open literals beside the fixed ones, which are true in the model. */
function* combinationsWith(
  findModel: FindModel,
  model: TermModel,
  fixed: readonly Literal[],
  [literal, ...open]: readonly Literal[],
): Generator<TermModel | 'budget'> {
  if (literal === undefined) {
    yield model;
    return;
  }
  const same = model.isTrue(literal) ? literal : -literal;
  yield* combinationsWith(findModel, model, [...fixed, same], open);
  const other = findModel([...fixed, -same]);
  if (other === 'budget') yield other;
  else if (other) yield* combinationsWith(findModel, other, [...fixed, -same], open);
}

/** Sets and records have values by what is in them; what a literal is, is known. */
function hasBits({ operator, type }: Term): boolean {
  return operator !== 'literal' && type.kind !== 'set' && type.kind !== 'record';
}

type TextsFound = ReadonlyMap<object, ReadonlyMap<number, string>>;

/** What all questions share, and where the solver looks first once a question turns out to be hard. */
interface Search {
  readonly encoder: Encoder;
  /** Made when first asked for: few questions are hard. */
  readonly looks: () => FirstLooks;
}

interface FirstLooks {
  /** Literals that may all be true in a model; where they cannot, nothing is said. */
  readonly guesses: readonly (readonly Literal[])[];
  /** The bits of all numbers that are not computed from others. */
  readonly inputs: readonly number[];
}

function solve(
  search: Search,
  assumptions: readonly Literal[],
  mostEffort: number,
): TextsFound | false | undefined {
  return lastOf(solveInSteps(search, assumptions, mostEffort));
}

/** Asks the solver again as long as it comes up with texts that there are not. */
function* solveInSteps(
  { encoder, looks }: Search,
  assumptions: readonly Literal[],
  mostEffort: number,
): InSteps<TextsFound | false | undefined> {
  const { solver } = encoder.circuit;
  const last = solver.effort + mostEffort;
  let hasGuessed = false;
  for (let turn = 0; ; turn += 1) {
    const left = last - solver.effort;
    // Where few numbers are possible, to go through them is sooner done than to reason about sums and products.
    let answer = solver.solve(
      assumptions,
      Math.min(left, EFFORT_OF_TURN),
      turn % 2 === 0 ? [] : looks().inputs,
    );
    if (answer === undefined && left > EFFORT_OF_TURN) {
      yield;
      const guesses = hasGuessed ? [] : looks().guesses;
      hasGuessed = true;
      answer =
        guesses.some((guess) => solver.solve([...assumptions, ...guess], EFFORT_OF_GUESS)) || undefined;
      if (answer === undefined) continue;
    }
    if (!answer) return answer;
    const found = textsIn(encoder);
    if (found !== undefined) return found;
  }
}

/** The texts of what the solver found; `undefined` where there are no such texts, which it knows from then on. */
function textsIn({ allTextSlots, circuit }: Encoder): TextsFound | undefined {
  const found = new Map<object, ReadonlyMap<number, string>>();
  for (const slots of allTextSlots) {
    const texts = slots.texts();
    if (!('found' in texts)) {
      circuit.solver.add(...texts.clause);
      return undefined;
    }
    found.set(slots, texts.found);
  }
  return found;
}

/** Small numbers: among these, products are soon multiplied out. */
function firstLooks(encoder: Encoder, terms: readonly Term[]): FirstLooks {
  const numbers = unknownNumbers(encoder, terms);
  const small = [4, 10, 20].map((size) => numbers.flatMap((bits) => bits.slice(size).map((bit) => -bit)));
  const negative = numbers.flatMap((bits) => bits.slice(10));
  return {
    guesses: [...small, negative],
    inputs: numbers.flatMap((bits) => bits.toReversed()),
  };
}

/** The bits of each. */
function unknownNumbers(encoder: Encoder, terms: readonly Term[]): readonly (readonly Literal[])[] {
  const unknown = terms.filter((term) => term.operator === 'apply' && isNumeric(term.type));
  return unknown.map((term) => encoder.bits(term));
}

/** Literals that make a model smaller where they are true, the most welcome first. */
function preferencesOf(encoder: Encoder, terms: readonly Term[]): readonly (readonly Literal[])[] {
  const unknown = terms.filter((term) => term.operator === 'apply');
  const absent = unknown.flatMap((term) => {
    const { kind } = symbolOf(term);
    return kind === 'has' || kind === 'member' ? [[-encoder.truth(term)]] : [];
  });
  const numbers = unknownNumbers(encoder, terms).flatMap(smallNumber);
  // A model with a date that cannot be written down is of no use.
  const dates = unknown.filter(isDateTime).map((term) => [isWritableDate(encoder, term)]);
  return [...dates, ...absent, ...numbers];
}

function isDateTime({ type }: Term): boolean {
  return type.kind === 'extension' && type.name === 'datetime';
}

/** Whether the year has four digits, as in every text that Cedar reads. */
function isWritableDate(encoder: Encoder, term: Term): Literal {
  const { circuit } = encoder;
  const bits = encoder.bits(term);
  const limit = (date: bigint) => constant(circuit, date, bits.length);
  return circuit.and(
    atMostBits(circuit, limit(FIRST_DATE), bits),
    atMostBits(circuit, bits, limit(LAST_DATE)),
  );
}

/** Zero, else positive with few bits, else negative with few. */
function smallNumber(bits: readonly Literal[]): (readonly Literal[])[] {
  const zeros = bits.map((bit) => -bit);
  const positive = [0, 32, 16, 10, 7, 4].map((from) => zeros.slice(from));
  const single = zeros
    .slice(0, 20)
    .map((bit) => [bit])
    .reverse();
  return [...positive, [zeros[63] ?? 0], bits.slice(20), ...single];
}

/** What a model has to meet, and what it meets if it can, the most important first. */
interface Wishes {
  readonly assumptions: readonly Literal[];
  readonly preferences: readonly (readonly Literal[])[];
}

function* simplified(
  search: Search,
  terms: readonly Term[],
  { assumptions, preferences }: Wishes,
  found: TextsFound,
): InSteps<TermModel> {
  const { encoder } = search;
  const last = encoder.circuit.solver.effort + EFFORT_TO_SIMPLIFY;
  let fixed = [...assumptions];
  let model = new TermModel(encoder, terms, found);
  for (const preference of preferences) {
    const wanted = [...fixed, ...preference];
    if (!preference.every((literal) => model.isTrue(literal))) {
      if (encoder.circuit.solver.effort > last) break;
      const answer = solve(search, wanted, EFFORT_OF_STEP);
      yield;
      if (!answer) continue;
      model = new TermModel(encoder, terms, answer);
    }
    fixed = wanted;
  }
  return model;
}
