import { Heap } from './heap.ts';

/** A variable, positive or negated: `variable` or `-variable`. Variables count from 1. */
export type Literal = number;

/** Of the literals the first two are watched. */
interface Clause {
  readonly literals: Literal[];
  /** How many levels of decisions a learned clause spans; 0 for one that was given. */
  readonly spread: number;
  isDropped: boolean;
}

const FIRST_RESTART = 100;
const MOST_LEARNED = 4000;
const DECAY = 0.95;
const LARGEST_SCORE = 1e100;

/**
 * Decides whether clauses can be true together, by conflict-driven clause learning: two watched literals, scores of variables that decay,
 * the first unique implication point, restarts, and dropping learned clauses of little use. Clauses and questions may take turns.
 */
export class Solver {
  readonly #watchers: Clause[][] = [[], []];
  /** By variable: 1 true, -1 false, 0 open. */
  readonly #values: number[] = [0];
  readonly #levels: number[] = [0];
  readonly #reasons: (Clause | undefined)[] = [undefined];
  /** The value that a variable had last. */
  readonly #phases: number[] = [-1];
  readonly #scores: number[] = [0];
  readonly #marked: boolean[] = [false];
  readonly #order = new Heap(this.#scores);
  /** Literals in the order in which they became true, and where each level of decisions begins. */
  readonly #trail: Literal[] = [];
  readonly #levelStarts: number[] = [];
  #next = 0;
  #increment = 1;
  #learned: Clause[] = [];
  #mostLearned = MOST_LEARNED;
  #isContradiction = false;
  #model: readonly number[] = [];
  #conflicts = 0;

  get variables(): number {
    return this.#values.length - 1;
  }

  /** Over all questions. */
  get conflicts(): number {
    return this.#conflicts;
  }

  variable(): Literal {
    const variable = this.#values.length;
    this.#watchers.push([], []);
    this.#values.push(0);
    this.#levels.push(0);
    this.#reasons.push(undefined);
    this.#phases.push(-1);
    this.#scores.push(0);
    this.#marked.push(false);
    this.#order.add(variable);
    return variable;
  }

  /** One of the literals must be true. */
  add(...literals: readonly Literal[]): void {
    if (this.#isContradiction) return;
    this.#backTo(0);
    const open = new Set<Literal>();
    for (const literal of literals) {
      if (open.has(-literal) || this.#valueOf(literal) === 1) return;
      if (this.#valueOf(literal) === 0) open.add(literal);
    }
    const [first, ...others] = open;
    if (first === undefined) this.#isContradiction = true;
    else if (others.length > 0) this.#watch({ literals: [...open], spread: 0, isDropped: false });
    else {
      this.#assign(first, undefined);
      if (this.#propagate()) this.#isContradiction = true;
    }
  }

  /** Whether all clauses and assumptions can be true together; `undefined` after so many conflicts without an answer. */
  solve(assumptions: readonly Literal[], mostConflicts: number): boolean | undefined {
    this.#backTo(0);
    const deadline = this.#conflicts + mostConflicts;
    for (let round = 1; ; round += 1) {
      if (this.#isContradiction) return false;
      const answer = this.#search(assumptions, FIRST_RESTART * luby(round), deadline);
      if (answer === true) this.#model = [...this.#values];
      this.#backTo(0);
      if (answer !== undefined) return answer;
      if (this.#conflicts >= deadline) return undefined;
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

  #search(assumptions: readonly Literal[], limit: number, deadline: number): boolean | undefined {
    let here = 0;
    for (;;) {
      const conflict = this.#propagate();
      if (conflict) {
        here += 1;
        this.#conflicts += 1;
        if (this.#levelStarts.length === 0) {
          this.#isContradiction = true;
          return false;
        }
        this.#learn(conflict);
      } else if (here >= limit || this.#conflicts >= deadline) return undefined;
      else {
        const step = this.#decide(assumptions);
        if (step !== undefined) return step;
      }
    }
  }

  /** Takes the next assumption, else the open variable with the highest score. An answer when there is nothing left to decide. */
  #decide(assumptions: readonly Literal[]): boolean | undefined {
    const assumption = assumptions[this.#levelStarts.length];
    if (assumption !== undefined) {
      if (this.#valueOf(assumption) === -1) return false;
      this.#levelStarts.push(this.#trail.length);
      if (this.#valueOf(assumption) === 0) this.#assign(assumption, undefined);
      return undefined;
    }
    let variable = this.#order.take();
    while (variable !== undefined && this.#values[variable] !== 0) variable = this.#order.take();
    if (variable === undefined) return true;
    this.#levelStarts.push(this.#trail.length);
    this.#assign(this.#phases[variable] === 1 ? variable : -variable, undefined);
    return undefined;
  }

  #valueOf(literal: Literal): number {
    return literal > 0 ? (this.#values[literal] ?? 0) : -(this.#values[-literal] ?? 0);
  }

  #assign(literal: Literal, reason: Clause | undefined): void {
    const variable = Math.abs(literal);
    this.#values[variable] = literal > 0 ? 1 : -1;
    this.#levels[variable] = this.#levelStarts.length;
    this.#reasons[variable] = reason;
    this.#trail.push(literal);
  }

  #backTo(level: number): void {
    const start = this.#levelStarts[level];
    if (start === undefined) return;
    for (let index = this.#trail.length - 1; index >= start; index -= 1) {
      const variable = Math.abs(this.#trail[index] ?? 0);
      this.#phases[variable] = this.#values[variable] ?? 0;
      this.#values[variable] = 0;
      this.#reasons[variable] = undefined;
      this.#order.add(variable);
    }
    this.#trail.length = start;
    this.#levelStarts.length = level;
    this.#next = start;
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
    while (this.#next < this.#trail.length) {
      const falsified = -(this.#trail[this.#next] ?? 0);
      this.#next += 1;
      const conflict = this.#visit(falsified);
      if (conflict) {
        this.#next = this.#trail.length;
        return conflict;
      }
    }
    return undefined;
  }

  #visit(falsified: Literal): Clause | undefined {
    const watchers = this.#watchersOf(falsified);
    let kept = 0;
    let conflict: Clause | undefined;
    for (let index = 0; index < watchers.length; index += 1) {
      const clause = watchers[index];
      if (!clause || clause.isDropped) continue;
      if (conflict || !this.#moveWatch(clause, falsified)) {
        watchers[kept] = clause;
        kept += 1;
        if (!conflict && !this.#force(clause)) conflict = clause;
      }
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
    if (this.#valueOf(other) === 1) return false;
    for (let index = 2; index < literals.length; index += 1) {
      const candidate = literals[index] ?? 0;
      if (this.#valueOf(candidate) === -1) continue;
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
    const value = this.#valueOf(first);
    if (value === 0) this.#assign(first, clause);
    return value !== -1;
  }

  // ---- learning ----

  /** Goes back to where the conflict could have been seen, and adds the clause that would have shown it. */
  #learn(conflict: Clause): void {
    const literals = this.#withoutImplied(this.#firstImplicationPoint(conflict));
    const [asserted = 0] = literals;
    const level = this.#putLatestSecond(literals);
    const spread = new Set(literals.map((literal) => this.#levels[Math.abs(literal)])).size;
    this.#backTo(level);
    this.#increment /= DECAY;
    const clause: Clause | undefined =
      literals.length > 1 ? { literals, spread, isDropped: false } : undefined;
    this.#assign(asserted, clause);
    if (!clause) return;
    this.#watch(clause);
    this.#learned.push(clause);
  }

  /** Resolves backwards until one literal of the last level is left, and puts it first. */
  #firstImplicationPoint(conflict: Clause): Literal[] {
    const literals: Literal[] = [0];
    let [clause, open, index]: [Clause | undefined, number, number] = [conflict, 0, this.#trail.length];
    let literal = 0;
    do {
      for (const other of clause?.literals ?? []) {
        if (other === literal || !this.#mark(Math.abs(other))) continue;
        if (this.#levels[Math.abs(other)] === this.#levelStarts.length) open += 1;
        else literals.push(other);
      }
      do index -= 1;
      while (!this.#marked[Math.abs(this.#trail[index] ?? 0)]);
      literal = this.#trail[index] ?? 0;
      clause = this.#reasons[Math.abs(literal)];
      open -= 1;
    } while (open > 0);
    literals[0] = -literal;
    return literals;
  }

  /** False when it needs no look: it was marked before, or is true or false in any case. */
  #mark(variable: number): boolean {
    if (this.#marked[variable] || this.#levels[variable] === 0) return false;
    this.#marked[variable] = true;
    this.#toUnmark.push(variable);
    this.#raise(variable);
    return true;
  }

  readonly #toUnmark: number[] = [];

  #raise(variable: number): void {
    const score = (this.#scores[variable] ?? 0) + this.#increment;
    this.#scores[variable] = score;
    if (score > LARGEST_SCORE) {
      for (const [index, value] of this.#scores.entries()) this.#scores[index] = value / LARGEST_SCORE;
      this.#increment /= LARGEST_SCORE;
    }
    this.#order.raised(variable);
  }

  /** Drops literals that the others imply, and takes back the marks. */
  #withoutImplied(literals: readonly Literal[]): Literal[] {
    const kept = literals.filter((literal, index) => {
      const reason = this.#reasons[Math.abs(literal)];
      if (index === 0 || !reason) return true;
      return !reason.literals.every(
        (other) =>
          Math.abs(other) === Math.abs(literal) ||
          this.#marked[Math.abs(other)] ||
          this.#levels[Math.abs(other)] === 0,
      );
    });
    for (const variable of this.#toUnmark) this.#marked[variable] = false;
    this.#toUnmark.length = 0;
    return kept;
  }

  /** The level that the second literal, then the latest of the others, was decided on. */
  #putLatestSecond(literals: Literal[]): number {
    let latest = 1;
    for (let index = 2; index < literals.length; index += 1)
      if (this.#levelOf(literals[index]) > this.#levelOf(literals[latest])) latest = index;
    const second = literals[1];
    if (second === undefined) return 0;
    literals[1] = literals[latest] ?? second;
    literals[latest] = second;
    return this.#levelOf(literals[1]);
  }

  #levelOf(literal: Literal | undefined): number {
    return this.#levels[Math.abs(literal ?? 0)] ?? 0;
  }

  #dropHalf(): void {
    this.#learned.sort((a, b) => a.spread - b.spread);
    const half = this.#learned.length >> 1;
    const kept = this.#learned.filter((clause, index) => index < half || clause.spread <= 2);
    for (const clause of this.#learned.slice(half)) clause.isDropped = clause.spread > 2;
    this.#learned = kept;
    this.#mostLearned *= 1.1;
  }
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
