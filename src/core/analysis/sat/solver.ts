import type { Clause, Literal } from './clause.ts';
import { ConflictAnalysis } from './conflict.ts';
import { Heap } from './heap.ts';
import { Trail } from './trail.ts';

const FIRST_RESTART = 100;
const MOST_LEARNED = 4000;
const DECAY = 0.95;
const LARGEST_SCORE = 1e100;
/** So many literals, as a power of two, take as long as a clause. */
const LOOKS_SHIFT = 3;

/**
 * Decides whether clauses can be true together, by conflict-driven clause learning: two watched literals, scores of variables that decay,
 * the first unique implication point, restarts, and dropping learned clauses of little use. Clauses and questions may take turns.
 */
export class Solver {
  readonly #trail = new Trail();
  readonly #watchers: Clause[][] = [[], []];
  /** The value that a variable had last. */
  readonly #phases: number[] = [-1];
  readonly #scores: number[] = [0];
  readonly #order = new Heap(this.#scores);
  readonly #analysis = new ConflictAnalysis(this.#trail, (variable) => this.#raise(variable));
  /** How many literals of the trail have been propagated. */
  #next = 0;
  #increment = 1;
  #learned: Clause[] = [];
  #mostLearned = MOST_LEARNED;
  #isContradiction = false;
  #model: readonly number[] = [];
  #effort = 0;

  get variables(): number {
    return this.#scores.length - 1;
  }

  /** How much was looked at, over all questions: clauses, what was learned from, and what others spent. Some two million take a second at worst. */
  get effort(): number {
    return this.#effort;
  }

  /** Counts work that is done for a question elsewhere. */
  spend(effort: number): void {
    this.#effort += effort;
  }

  variable(): Literal {
    const variable = this.#trail.add();
    this.#watchers.push([], []);
    this.#phases.push(-1);
    this.#scores.push(0);
    this.#order.add(variable);
    return variable;
  }

  /** One of the literals must be true. */
  add(...literals: readonly Literal[]): void {
    if (this.#isContradiction) return;
    this.#backTo(0);
    const open = new Set<Literal>();
    for (const literal of literals) {
      if (open.has(-literal) || this.#trail.valueOf(literal) === 1) return;
      if (this.#trail.valueOf(literal) === 0) open.add(literal);
    }
    const [first, ...others] = open;
    if (first === undefined) this.#isContradiction = true;
    else if (others.length > 0) this.#watch({ literals: [...open], spread: 0, isDropped: false });
    else {
      this.#trail.assign(first, undefined);
      if (this.#propagate()) this.#isContradiction = true;
    }
  }

  /**
   * Whether all clauses and assumptions can be true together; `undefined` where that takes more than so much effort. `first` are variables to
   * decide before all others, which changes how soon there is an answer, and not the answer.
   */
  solve(
    assumptions: readonly Literal[],
    mostEffort: number,
    first: readonly number[] = [],
  ): boolean | undefined {
    this.#backTo(0);
    const deadline = this.#effort + mostEffort;
    for (let round = 1; ; round += 1) {
      if (this.#isContradiction) return false;
      const answer = this.#search({ assumptions, first }, FIRST_RESTART * luby(round), deadline);
      if (answer === true) this.#model = [...this.#trail.values];
      this.#backTo(0);
      if (answer !== undefined) return answer;
      if (this.#effort >= deadline) return undefined;
      if (this.#learned.length > this.#mostLearned) this.#dropHalf();
    }
  }

  /** Whether a literal is true in the model that the last positive answer found. */
  isTrue(literal: Literal): boolean {
    return isTrueIn(this.#model, literal);
  }

  /** The same for good: it stays as it is when other questions are asked. */
  model(): (literal: Literal) => boolean {
    const model = this.#model;
    return (literal) => isTrueIn(model, literal);
  }

  // ---- search ----

  #search(asked: AskedLiterals, mostConflicts: number, deadline: number): boolean | undefined {
    let conflicts = 0;
    for (;;) {
      const conflict = this.#propagate();
      if (conflict) {
        conflicts += 1;
        if (this.#trail.level === 0) {
          this.#isContradiction = true;
          return false;
        }
        this.#learn(conflict);
      } else if (conflicts >= mostConflicts || this.#effort >= deadline) return undefined;
      else {
        const answer = this.#decide(asked);
        if (answer !== undefined) return answer;
      }
    }
  }

  /** Takes the next assumption, else the first open variable or that with the highest score. An answer when there is nothing left to decide. */
  #decide({ assumptions, first }: AskedLiterals): boolean | undefined {
    const trail = this.#trail;
    const assumption = assumptions[trail.level];
    if (assumption !== undefined) {
      if (trail.valueOf(assumption) === -1) return false;
      trail.startLevel();
      if (trail.valueOf(assumption) === 0) trail.assign(assumption, undefined);
      return undefined;
    }
    let variable = first.find((one) => trail.values[one] === 0) ?? this.#order.take();
    while (variable !== undefined && trail.values[variable] !== 0) variable = this.#order.take();
    if (variable === undefined) return true;
    trail.startLevel();
    trail.assign(this.#phases[variable] === 1 ? variable : -variable, undefined);
    return undefined;
  }

  #backTo(level: number): void {
    this.#trail.backTo(level, (literal) => {
      const variable = Math.abs(literal);
      this.#phases[variable] = literal > 0 ? 1 : -1;
      this.#order.add(variable);
    });
    this.#next = Math.min(this.#next, this.#trail.literals.length);
  }

  // ---- propagation ----

  #watch(clause: Clause): void {
    this.#watchersOf(clause.literals[0] ?? 0).push(clause);
    this.#watchersOf(clause.literals[1] ?? 0).push(clause);
  }

  /** The clauses to look at when the literal becomes false. */
  #watchersOf(literal: Literal): Clause[] {
    return this.#watchers[literal > 0 ? 2 * literal : -2 * literal + 1] ?? [];
  }

  /** Assigns what follows from what is assigned; the clause that is contradicted, if one is. */
  #propagate(): Clause | undefined {
    const { literals } = this.#trail;
    while (this.#next < literals.length) {
      const falsified = -(literals[this.#next] ?? 0);
      this.#next += 1;
      const conflict = this.#visit(falsified);
      if (!conflict) continue;
      this.#next = literals.length;
      return conflict;
    }
    return undefined;
  }

  #visit(falsified: Literal): Clause | undefined {
    const watchers = this.#watchersOf(falsified);
    this.#effort += watchers.length;
    let kept = 0;
    let conflict: Clause | undefined;
    for (let index = 0; index < watchers.length; index += 1) {
      const clause = watchers[index];
      if (!clause || clause.isDropped) continue;
      if (!conflict && this.#moveWatch(clause, falsified)) continue;
      watchers[kept] = clause;
      kept += 1;
      if (!conflict && !this.#force(clause)) conflict = clause;
    }
    watchers.length = kept;
    return conflict;
  }

  /** Puts the falsified literal second; whether another one that is not false is watched in its place. */
  #moveWatch(clause: Clause, falsified: Literal): boolean {
    const { literals } = clause;
    const other = literals[0] === falsified ? (literals[1] ?? 0) : (literals[0] ?? 0);
    literals[0] = other;
    literals[1] = falsified;
    if (this.#trail.valueOf(other) === 1) return false;
    for (let index = 2; index < literals.length; index += 1) {
      const candidate = literals[index] ?? 0;
      if (this.#trail.valueOf(candidate) === -1) continue;
      literals[1] = candidate;
      literals[index] = falsified;
      this.#watchersOf(candidate).push(clause);
      return true;
    }
    return false;
  }

  /** Whether the clause is, or is made, true by its first literal, all others being false. */
  #force(clause: Clause): boolean {
    const first = clause.literals[0] ?? 0;
    const value = this.#trail.valueOf(first);
    if (value === 0) this.#trail.assign(first, clause);
    return value !== -1;
  }

  // ---- learning ----

  /** Goes back to where the conflict could have been seen, and adds the clause that would have shown it. */
  #learn(conflict: Clause): void {
    const { literals, level, spread, looks } = this.#analysis.learnFrom(conflict);
    this.#effort += looks >> LOOKS_SHIFT;
    this.#backTo(level);
    this.#increment /= DECAY;
    const clause: Clause | undefined =
      literals.length > 1 ? { literals, spread, isDropped: false } : undefined;
    this.#trail.assign(literals[0] ?? 0, clause);
    if (!clause) return;
    this.#watch(clause);
    this.#learned.push(clause);
  }

  #raise(variable: number): void {
    const score = (this.#scores[variable] ?? 0) + this.#increment;
    this.#scores[variable] = score;
    if (score > LARGEST_SCORE) {
      for (const [index, value] of this.#scores.entries()) this.#scores[index] = value / LARGEST_SCORE;
      this.#increment /= LARGEST_SCORE;
    }
    this.#order.raised(variable);
  }

  #dropHalf(): void {
    this.#learned.sort((a, b) => a.spread - b.spread);
    const half = this.#learned.length >> 1;
    for (const clause of this.#learned.slice(half)) clause.isDropped = clause.spread > 2;
    this.#learned = this.#learned.filter((clause) => !clause.isDropped);
    this.#mostLearned *= 1.1;
  }
}

interface AskedLiterals {
  readonly assumptions: readonly Literal[];
  readonly first: readonly number[];
}

/** 1, 1, 2, 1, 1, 2, 4, ...: how much longer each round of a search is than the first. */
function luby(round: number): number {
  let size = 1;
  while (size < round) size = 2 * size + 1;
  if (size === round) return (size + 1) / 2;
  return luby(round - (size - 1) / 2);
}

function isTrueIn(model: readonly number[], literal: Literal): boolean {
  const value = model[Math.abs(literal)] ?? 0;
  return literal > 0 ? value === 1 : value !== 1;
}
