import type { Clause, Literal } from './clause.ts';
import type { Trail } from './trail.ts';

/** What a conflict teaches. */
export interface Lesson {
  /** The first is what follows, once the decisions after `level` are taken back; the second is of that level. */
  readonly literals: Literal[];
  readonly level: number;
  readonly spread: number;
  /** How many literals were looked at. */
  readonly looks: number;
}

/** Finds out what led to a conflict. */
export class ConflictAnalysis {
  readonly #trail: Trail;
  readonly #involve: (variable: number) => void;
  readonly #marked: boolean[] = [];
  readonly #toUnmark: number[] = [];
  #looks = 0;

  /** `involve` hears of each variable that has a part in a conflict. */
  constructor(trail: Trail, involve: (variable: number) => void) {
    this.#trail = trail;
    this.#involve = involve;
  }

  learnFrom(conflict: Clause): Lesson {
    this.#looks = 0;
    const literals = this.#withoutImplied(this.#firstImplicationPoint(conflict));
    const level = this.#putLatestSecond(literals);
    const spread = new Set(literals.map((literal) => this.#trail.levelOf(literal))).size;
    return { literals, level, spread, looks: this.#looks };
  }

  /** Resolves backwards until one literal of the last level is left, and puts it first. */
  #firstImplicationPoint(conflict: Clause): Literal[] {
    const trail = this.#trail;
    const literals: Literal[] = [0];
    let clause: Clause | undefined = conflict;
    let [open, index, literal] = [0, trail.literals.length, 0];
    do {
      this.#looks += clause?.literals.length ?? 0;
      for (const other of clause?.literals ?? []) {
        if (other === literal || !this.#mark(Math.abs(other))) continue;
        if (trail.levelOf(other) === trail.level) open += 1;
        else literals.push(other);
      }
      do index -= 1;
      while (!this.#marked[Math.abs(trail.literals[index] ?? 0)]);
      literal = trail.literals[index] ?? 0;
      clause = trail.reasonOf(literal);
      open -= 1;
    } while (open > 0);
    literals[0] = -literal;
    return literals;
  }

  /** False when it needs no look: it was marked before, or has its value in any case. */
  #mark(variable: number): boolean {
    if (this.#marked[variable] || this.#trail.levels[variable] === 0) return false;
    this.#marked[variable] = true;
    this.#toUnmark.push(variable);
    this.#involve(variable);
    return true;
  }

  /** Drops literals that the others imply, and takes back the marks. */
  #withoutImplied(literals: readonly Literal[]): Literal[] {
    const kept = literals.filter((literal, index) => {
      const reason = this.#trail.reasonOf(literal);
      if (index === 0 || !reason) return true;
      this.#looks += reason.literals.length;
      return !reason.literals.every((other) => {
        const variable = Math.abs(other);
        return variable === Math.abs(literal) || this.#marked[variable] || this.#trail.levels[variable] === 0;
      });
    });
    for (const variable of this.#toUnmark) this.#marked[variable] = false;
    this.#toUnmark.length = 0;
    return kept;
  }

  /** The level that the second literal, then the latest of the others, was decided on. */
  #putLatestSecond(literals: Literal[]): number {
    let latest = 1;
    for (let index = 2; index < literals.length; index += 1)
      if (this.#trail.levelOf(literals[index]) > this.#trail.levelOf(literals[latest])) latest = index;
    const second = literals[1];
    if (second === undefined) return 0;
    literals[1] = literals[latest] ?? second;
    literals[latest] = second;
    return this.#trail.levelOf(literals[1]);
  }
}
