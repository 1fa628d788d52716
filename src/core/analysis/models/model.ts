import type { CedarValueJson } from '../../cedar/cedar.ts';
import type { EntityUid } from '../../cedar/entity.ts';
import { entityKey } from '../../cedar/entity.ts';
import { exactNumber, isPassedOnExactly } from '../../cedar/exact-number.ts';
import { distinct } from '../../values/distinct.ts';
import { groupBy } from '../../values/group.ts';
import { FIRST_DATE, LAST_DATE, printDateTime } from '../extensions/date-time.ts';
import { printDecimal } from '../extensions/decimal.ts';
import { printDuration } from '../extensions/duration.ts';
import { printIpAddress } from '../extensions/ip-address.ts';
import type { Literal } from '../sat/clause.ts';
import type { Bits } from '../sat/numbers.ts';
import { recordFields } from '../terms/record.ts';
import { addressOf, argument, numberOf, symbolOf, type Term, textOf } from '../terms/term.ts';
import { isNumeric, type Type } from '../terms/type.ts';
import type { Encoder } from './encoder.ts';

/** Values of terms, of which all formulas hold. It stays as it is when the solver goes on. */
export class TermModel {
  /** All that formulas are made of. */
  readonly terms: readonly Term[];
  readonly #encoder: Encoder;
  readonly #idsByType = new Map<string, ReadonlyMap<number, string>>();
  readonly #texts: ReadonlyMap<object, ReadonlyMap<number, string>>;
  readonly #isTrue: (literal: Literal) => boolean;
  readonly #members: ReadonlyMap<string, readonly Term[]>;

  constructor(
    encoder: Encoder,
    terms: readonly Term[],
    texts: ReadonlyMap<object, ReadonlyMap<number, string>>,
  ) {
    this.terms = terms;
    this.#encoder = encoder;
    this.#texts = texts;
    this.#isTrue = encoder.circuit.solver.model();
    this.#members = groupBy(
      terms.filter((term) => term.operator === 'apply' && symbolOf(term).kind === 'member'),
      (term) => setKey(symbolOf(term)),
    );
  }

  isTrue(literal: Literal): boolean {
    return this.#isTrue(literal);
  }

  truth(term: Term): boolean {
    return this.isTrue(this.#encoder.truth(term));
  }

  /** The entity that a term stands for. */
  entity(term: Term): EntityUid {
    if (term.type.kind !== 'entity') throw new TypeError(`a ${term.type.kind} is not an entity`);
    const type = term.type.name;
    if (term.operator === 'literal') return { type, id: textOf(term) };
    return { type, id: this.#ids(type).get(this.#chosen(this.#encoder.bits(term))) ?? '' };
  }

  /** By place, for all entities of the type that terms stand for. */
  #ids(type: string): ReadonlyMap<number, string> {
    const known = this.#idsByType.get(type);
    if (known) return known;
    const places = this.terms.flatMap((term) =>
      term.type.kind === 'entity' && term.type.name === type && term.operator !== 'literal'
        ? [this.#chosen(this.#encoder.bits(term))]
        : [],
    );
    const ids = this.#encoder.entitySlots(type).idsAt(places);
    this.#idsByType.set(type, ids);
    return ids;
  }

  /** The elements of a set whose symbol and arguments are given. */
  elements(set: Parameters<typeof setKey>[0], args: readonly Term[]): readonly CedarValueJson[] {
    const holder = args.map((arg) => this.#keyOf(arg)).join(' ');
    const members = (this.#members.get(JSON.stringify(set)) ?? []).filter(
      (term) =>
        this.truth(term) &&
        term.args
          .slice(0, -1)
          .map((arg) => this.#keyOf(arg))
          .join(' ') === holder,
    );
    const values = members.map((term) => this.json(argument(term, term.args.length - 1)));
    return distinct(values);
  }

  /** A value as entities and contexts have it. Throws a `RangeError` when there is no way to write it down. */
  json(term: Term): CedarValueJson {
    const { type } = term;
    if (type.kind === 'record') {
      const fields = [...recordFields(term)].filter(([, { has }]) => this.truth(has));
      return Object.fromEntries(fields.map(([name, { value }]) => [name, this.json(value)]));
    }
    if (type.kind === 'set') return [...this.#setElements(term)];
    if (type.kind === 'entity') return { __entity: { ...this.entity(term) } };
    if (type.kind === 'bool') return this.truth(term);
    if (type.kind === 'string') return this.text(term);
    return this.#scalar(term, type);
  }

  text(term: Term): string {
    if (term.operator === 'literal') return textOf(term);
    const slots = this.#encoder.textSlots(term);
    return slots.textAt(this.#chosen(this.#encoder.bits(term)), this.#texts.get(slots) ?? new Map());
  }

  #setElements(term: Term): readonly CedarValueJson[] {
    if (term.operator === 'set') return term.args.map((arg) => this.json(arg));
    if (term.operator === 'if')
      return this.#setElements(argument(term, this.truth(argument(term, 0)) ? 1 : 2));
    return this.elements(symbolOf(term), term.args);
  }

  #scalar(term: Term, type: Type): CedarValueJson {
    if (type.kind === 'extension' && type.name === 'ipaddr')
      return extension('ip', printIpAddress(this.#address(term)));
    const value = this.number(term);
    if (type.kind !== 'extension') return exact(value);
    if (type.name === 'decimal') return extension('decimal', printDecimal(value));
    if (type.name === 'duration') return extension('duration', printDuration(value));
    return dateTime(value);
  }

  number(term: Term): bigint {
    if (term.operator === 'literal') return numberOf(term);
    return BigInt.asIntN(64, this.#unsigned(this.#encoder.bits(term)));
  }

  #address(term: Term): ReturnType<typeof addressOf> {
    if (term.operator === 'literal') return addressOf(term);
    const [version = 0, ...rest] = this.#encoder.bits(term);
    return {
      version: this.isTrue(version) ? 6 : 4,
      prefix: Number(this.#unsigned(rest.slice(0, 8))),
      address: this.#unsigned(rest.slice(8)),
    };
  }

  #unsigned(bits: Bits): bigint {
    return bits.reduceRight((sum, bit) => 2n * sum + (this.isTrue(bit) ? 1n : 0n), 0n);
  }

  #chosen(bits: Bits): number {
    return bits.findIndex((bit) => this.isTrue(bit));
  }

  #keyOf(term: Term): string {
    if (term.type.kind === 'entity') return entityKey(this.entity(term));
    if (isNumeric(term.type)) return String(this.number(term));
    return JSON.stringify(this.json(term));
  }
}

/** No text stands for a date of which the year has more than four digits; such a date is so far from the last that has a text. */
function dateTime(value: bigint): CedarValueJson {
  const text = printDateTime(value);
  if (text !== undefined) return extension('datetime', text);
  const limit = value < FIRST_DATE ? FIRST_DATE : LAST_DATE;
  const distance = extension('duration', printDuration(value - limit));
  return { __extn: { fn: 'offset', args: [dateTime(limit), distance] } };
}

function setKey(symbol: ReturnType<typeof symbolOf>): string {
  return JSON.stringify(symbol.kind === 'member' ? symbol.set : symbol);
}

/** Beyond 2^53 it is a number that JSON writes exactly: as good as a value for the engine, though it has another type here. */
function exact(value: bigint): CedarValueJson {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  const text = String(value);
  if (!isPassedOnExactly(text)) throw new RangeError('a number beyond 2^53 - 1, which JSON rounds here');
  return exactNumber(text) as CedarValueJson;
}

function extension(fn: string, arg: string): CedarValueJson {
  return { __extn: { fn, arg } };
}
