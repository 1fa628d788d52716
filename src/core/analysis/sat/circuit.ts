import { NotDecided } from '../not-decided.ts';
import type { Literal } from './clause.ts';
import { Solver } from './solver.ts';

/** More variables than this are taken for a question that would not be answered in time, and are more than memory should hold. */
const MOST_VARIABLES = 600_000;

/** Truth values that depend on each other, as clauses of a solver. */
export class Circuit {
  readonly solver = new Solver();
  readonly yes: Literal = this.solver.variable();
  readonly no: Literal = -this.yes;
  readonly #ands = new Map<number, Map<number, Literal>>();

  constructor() {
    this.solver.add(this.yes);
  }

  variable(): Literal {
    if (this.solver.variables >= MOST_VARIABLES)
      throw new NotDecided(
        'the size',
        `the question has more than ${MOST_VARIABLES.toLocaleString('en')} truth values, the most that are tried with any budget: ask less in one condition`,
      );
    return this.solver.variable();
  }

  bool(value: boolean): Literal {
    return value ? this.yes : this.no;
  }

  and(a: Literal, b: Literal): Literal {
    if (a === this.no || b === this.no || a === -b) return this.no;
    if (a === this.yes || a === b) return b;
    if (b === this.yes) return a;
    const [low, high] = a < b ? [a, b] : [b, a];
    const row = this.#ands.get(low) ?? new Map<number, Literal>();
    const known = row.get(high);
    if (known !== undefined) return known;
    const result = this.variable();
    this.solver.add(-result, a);
    this.solver.add(-result, b);
    this.solver.add(result, -a, -b);
    this.#ands.set(low, row.set(high, result));
    return result;
  }

  or(a: Literal, b: Literal): Literal {
    return -this.and(-a, -b);
  }

  xor(a: Literal, b: Literal): Literal {
    return this.or(this.and(a, -b), this.and(-a, b));
  }

  same(a: Literal, b: Literal): Literal {
    return -this.xor(a, b);
  }

  choose(condition: Literal, a: Literal, b: Literal): Literal {
    if (a === b) return a;
    return this.or(this.and(condition, a), this.and(-condition, b));
  }

  all(literals: readonly Literal[]): Literal {
    const open = [...new Set(literals)].filter((literal) => literal !== this.yes);
    if (open.includes(this.no)) return this.no;
    const [first, second] = open;
    if (first === undefined) return this.yes;
    if (second === undefined) return first;
    if (open.length === 2) return this.and(first, second);
    const result = this.variable();
    for (const literal of open) this.solver.add(-result, literal);
    this.solver.add(result, ...open.map((literal) => -literal));
    return result;
  }

  any(literals: readonly Literal[]): Literal {
    return -this.all(literals.map((literal) => -literal));
  }

  /** One of the literals must be true, and no two. */
  exactlyOne(literals: readonly Literal[]): void {
    this.solver.add(...literals);
    let before = this.no;
    for (const literal of literals) {
      this.solver.add(-before, -literal);
      before = this.or(before, literal);
    }
  }
}
