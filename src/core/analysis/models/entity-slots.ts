import { lastPart } from '../../cedar/namespace.ts';
import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';

/** The entities of a type that a question can be about: those named in it, and as many others as it has unknown ones. */
export class EntitySlots {
  /** The id of each. */
  readonly ids: readonly string[];
  readonly #circuit: Circuit;
  readonly #named: number;
  /** Whether the schema lists all entities of the type. */
  readonly #isListed: boolean;
  #taken = 0;

  constructor(circuit: Circuit, options: EntitySlotOptions) {
    const { members, named } = options;
    this.#circuit = circuit;
    this.#isListed = members !== undefined;
    const known = members ? [...members, ...named.filter((id) => !members.includes(id))] : [...named];
    this.#named = members?.length ?? known.length;
    this.ids = members ? known : [...known, ...freshIds(options)];
  }

  /** An entity of which nothing is known. The first others are taken first, so that no two solutions differ in their order alone. */
  unknown(): readonly Literal[] {
    this.#taken += 1;
    const open = this.#isListed ? this.#named : Math.min(this.#named + this.#taken, this.ids.length);
    const bits = Array.from({ length: open }, () => this.#circuit.variable());
    this.#circuit.exactlyOne(bits);
    return [...bits, ...Array.from({ length: this.ids.length - open }, () => this.#circuit.no)];
  }

  /** Ids for the entities at some places: those of unknown ones are interchangeable, so the first names are taken. */
  idsAt(places: Iterable<number>): ReadonlyMap<number, string> {
    const sorted = [...new Set(places)].sort((a, b) => a - b);
    const known = sorted.filter((place) => place < this.#named || this.#isListed);
    const unknown = sorted.slice(known.length);
    return new Map([
      ...known.map((place) => [place, this.ids[place] ?? ''] as const),
      ...unknown.map((place, index) => [place, this.ids[this.#named + index] ?? ''] as const),
    ]);
  }

  literal(id: string): readonly Literal[] {
    return this.ids.map((known) => this.#circuit.bool(known === id));
  }
}

export interface EntitySlotOptions {
  /** The name of the type, from which names are made. */
  readonly type: string;
  readonly members: readonly string[] | undefined;
  readonly named: readonly string[];
  readonly unknowns: number;
}

/** `campaign1`, `campaign2` and so on, but none that is named already. */
function freshIds({ type, named, unknowns }: EntitySlotOptions): string[] {
  const base = lastPart(type).toLowerCase();
  const fresh: string[] = [];
  for (let number = 1; fresh.length < unknowns; number += 1)
    if (!named.includes(`${base}${number}`)) fresh.push(`${base}${number}`);
  return fresh;
}
