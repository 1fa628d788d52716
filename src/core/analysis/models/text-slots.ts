import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import type { LikePattern } from '../terms/term.ts';
import { findText } from '../texts/find-text.ts';
import { matches } from '../texts/glob.ts';
import { areDisjoint, isNarrower } from '../texts/pattern-relations.ts';
import type { TextGroup } from './text-groups.ts';

/**
 * The texts that those of a group can be: its literals, and as many others as there are unknowns. Of the others it is open which patterns
 * they fit; whether there are texts that fit just those is looked up only for combinations that the solver comes up with.
 */
export class TextSlots {
  readonly #group: TextGroup;
  readonly #circuit: Circuit;
  /** For each pattern, by its text, whether each unknown fits it. */
  readonly #fits: ReadonlyMap<string, readonly Literal[]>;
  /** The first unknowns are taken first, so that no two solutions differ in their order alone. */
  #taken = 0;
  readonly #used: Literal[][] = [];
  /** What has been looked up, by the patterns that fit and the texts that are taken. */
  readonly #found = new Map<string, string | undefined>();

  constructor(group: TextGroup, circuit: Circuit) {
    this.#group = group;
    this.#circuit = circuit;
    this.#fits = new Map(
      group.patterns.map((pattern) => [
        patternKey(pattern),
        Array.from({ length: group.unknowns }, () => circuit.variable()),
      ]),
    );
    this.#relatePatterns();
  }

  /** What can be seen of two patterns at a glance is said at once. */
  #relatePatterns(): void {
    const { patterns, unknowns } = this.#group;
    const { solver } = this.#circuit;
    for (const a of patterns)
      for (const b of patterns) {
        if (a === b) continue;
        const [narrower, disjoint] = [isNarrower(a, b), areDisjoint(a, b)];
        for (let slot = 0; slot < unknowns; slot += 1) {
          if (narrower) solver.add(-this.#fitOf(slot, a), this.#fitOf(slot, b));
          if (disjoint) solver.add(-this.#fitOf(slot, a), -this.#fitOf(slot, b));
        }
      }
  }

  /** A text of which nothing is known: a truth value for each that it can be. */
  unknown(): readonly Literal[] {
    this.#taken += 1;
    const { literals, unknowns } = this.#group;
    const open = literals.length + Math.min(this.#taken, unknowns);
    const bits = Array.from({ length: open }, () => this.#circuit.variable());
    this.#circuit.exactlyOne(bits);
    for (const [index, bit] of bits.slice(literals.length).entries()) {
      const users = this.#used[index] ?? [];
      users.push(bit);
      this.#used[index] = users;
    }
    return [...bits, ...Array.from({ length: literals.length + unknowns - open }, () => this.#circuit.no)];
  }

  literal(text: string): readonly Literal[] {
    const { literals, unknowns } = this.#group;
    return Array.from({ length: literals.length + unknowns }, (_, index) =>
      this.#circuit.bool(literals[index] === text),
    );
  }

  /** Whether a text fits a pattern. */
  like(bits: readonly Literal[], pattern: LikePattern): Literal {
    const { literals } = this.#group;
    const fits = this.#fits.get(patternKey(pattern)) ?? [];
    const cases = bits.map((bit, index) => {
      const text = literals[index];
      const fit =
        text === undefined
          ? (fits[index - literals.length] ?? this.#circuit.no)
          : this.#circuit.bool(matches(pattern, text));
      return this.#circuit.and(bit, fit);
    });
    return this.#circuit.any(cases);
  }

  /** Texts for all unknowns that the last solution uses; or a clause that the solution should have met. */
  texts(): Texts {
    const used = this.#used.flatMap((bits, slot) =>
      bits.some((bit) => this.#circuit.solver.isTrue(bit)) ? [slot] : [],
    );
    const found = new Map<number, string>();
    for (const slot of used) {
      const text = this.#find(slot, [...found.values()]);
      if (text === undefined) return this.#distinct(used);
      found.set(slot, text);
    }
    return { found };
  }

  /** The text at an index of its truth values, given the texts of the unknowns. */
  textAt(index: number, found: ReadonlyMap<number, string>): string {
    const { literals } = this.#group;
    return literals[index] ?? found.get(index - literals.length) ?? '';
  }

  /** Looks at several texts for each unknown, since the first ones that were found may be all that another one can be. */
  #distinct(used: readonly number[]): Texts {
    const candidates = new Map<number, readonly string[]>();
    for (const slot of used) {
      const texts: string[] = [];
      for (let text = this.#find(slot, texts); text !== undefined; text = this.#find(slot, texts)) {
        texts.push(text);
        if (texts.length === used.length) break;
      }
      if (texts.length === 0) return { clause: this.#refutation(slot) };
      candidates.set(slot, texts);
    }
    const found = assign([...candidates]);
    const few = used.filter((slot) => (candidates.get(slot)?.length ?? 0) < used.length);
    const clause = few.flatMap((slot) => this.#group.patterns.map((pattern) => this.#negated(slot, pattern)));
    return found ? { found } : { clause };
  }

  #find(slot: number, others: readonly string[], among = this.#group.patterns): string | undefined {
    const { solver } = this.#circuit;
    const fits = among.map((pattern) => solver.isTrue(this.#fitOf(slot, pattern)));
    const isWhole = among === this.#group.patterns;
    const key = isWhole ? JSON.stringify([fits, others]) : '';
    if (isWhole && this.#found.has(key)) return this.#found.get(key);
    const requirements = {
      fits: among.filter((_, index) => fits[index]),
      fitsNot: among.filter((_, index) => !fits[index]),
      isNot: [...this.#group.literals, ...others],
    };
    const text = findText(requirements, (effort) => solver.spend(effort));
    if (isWhole) this.#found.set(key, text);
    return text;
  }

  #fitOf(slot: number, pattern: LikePattern): Literal {
    return this.#fits.get(patternKey(pattern))?.[slot] ?? this.#circuit.no;
  }

  /** As few patterns as it takes for there to be no such text. */
  #refutation(slot: number): readonly Literal[] {
    let needed = this.#group.patterns;
    for (const pattern of this.#group.patterns) {
      const fewer = needed.filter((one) => one !== pattern);
      if (this.#find(slot, [], fewer) === undefined) needed = fewer;
    }
    return needed.map((pattern) => this.#negated(slot, pattern));
  }

  #negated(slot: number, pattern: LikePattern): Literal {
    const fit = this.#fitOf(slot, pattern);
    return this.#circuit.solver.isTrue(fit) ? -fit : fit;
  }
}

export type Texts = { readonly found: ReadonlyMap<number, string> } | { readonly clause: readonly Literal[] };

/** A text for each, no two the same. */
function assign(
  [first, ...others]: readonly (readonly [number, readonly string[]])[],
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<number, string> | undefined {
  if (!first) return new Map();
  for (const text of first[1]) {
    if (taken.has(text)) continue;
    const rest = assign(others, new Set([...taken, text]));
    if (rest) return new Map([[first[0], text], ...rest]);
  }
  return undefined;
}

const keys = new WeakMap<LikePattern, string>();

function patternKey(pattern: LikePattern): string {
  const key = keys.get(pattern) ?? JSON.stringify(pattern);
  keys.set(pattern, key);
  return key;
}
