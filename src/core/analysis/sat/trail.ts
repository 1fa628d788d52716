import type { Clause, Literal } from './clause.ts';

/** Which variables have a value, in the order in which they got it, and why. */
export class Trail {
  /** By variable: 1 true, -1 false, 0 open. */
  readonly values: number[] = [0];
  /** How many decisions had been made before a variable got its value. */
  readonly levels: number[] = [0];
  /** The clause that left a variable no choice; none for a decision. */
  readonly reasons: (Clause | undefined)[] = [undefined];
  readonly literals: Literal[] = [];
  readonly #levelStarts: number[] = [];

  add(): number {
    this.values.push(0);
    this.levels.push(0);
    this.reasons.push(undefined);
    return this.values.length - 1;
  }

  /** How many decisions stand. */
  get level(): number {
    return this.#levelStarts.length;
  }

  valueOf(literal: Literal): number {
    return literal > 0 ? (this.values[literal] ?? 0) : -(this.values[-literal] ?? 0);
  }

  levelOf(literal: Literal | undefined): number {
    return this.levels[Math.abs(literal ?? 0)] ?? 0;
  }

  reasonOf(literal: Literal): Clause | undefined {
    return this.reasons[Math.abs(literal)];
  }

  startLevel(): void {
    this.#levelStarts.push(this.literals.length);
  }

  assign(literal: Literal, reason: Clause | undefined): void {
    const variable = Math.abs(literal);
    this.values[variable] = literal > 0 ? 1 : -1;
    this.levels[variable] = this.level;
    this.reasons[variable] = reason;
    this.literals.push(literal);
  }

  /** Takes back all decisions after this number, and hands over each literal that was taken back. */
  backTo(level: number, takenBack: (literal: Literal) => void): void {
    const start = this.#levelStarts[level];
    if (start === undefined) return;
    for (let index = this.literals.length - 1; index >= start; index -= 1) {
      const literal = this.literals[index] ?? 0;
      const variable = Math.abs(literal);
      this.values[variable] = 0;
      this.reasons[variable] = undefined;
      takenBack(literal);
    }
    this.literals.length = start;
    this.#levelStarts.length = level;
  }
}
