import { groupBy } from '../../values/group.ts';
import { BITS } from '../extensions/ip-address.ts';
import { NotDecided } from '../not-decided.ts';
import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { type Bits, chooseBits, constant, unknown } from '../sat/numbers.ts';
import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { addressOf, argument, numberOf, type Operator, type Term, textOf } from '../terms/term.ts';
import { isNumeric } from '../terms/type.ts';
import { unknownAddress } from './address-bits.ts';
import { EntitySlots } from './entity-slots.ts';
import { OPERATOR_ENCODINGS } from './operator-encodings.ts';
import { groupTexts, type TextGroup } from './text-groups.ts';
import { TextSlots } from './text-slots.ts';

/**
 * The values of terms as truth values: one for a Bool, 64 for a number, for a text or an entity one for each that it can be.
 * All terms that will ever be asked for have to be known from the beginning, as they say what a text or an entity can be.
 */
export class Encoder {
  readonly circuit: Circuit;
  readonly #known = new Map<Term, Bits>();
  readonly #groups: ReadonlyMap<Term, TextGroup>;
  readonly #texts = new Map<TextGroup, TextSlots>();
  readonly #entities: ReadonlyMap<string, EntitySlots>;
  readonly #schema: AnalysisSchema;

  constructor(circuit: Circuit, terms: readonly Term[], { schema }: EncoderOptions) {
    this.circuit = circuit;
    this.#schema = schema;
    this.#groups = groupTexts(terms);
    for (const group of new Set(this.#groups.values())) this.#texts.set(group, new TextSlots(group, circuit));
    this.#entities = entitySlots(circuit, schema, terms);
  }

  /** The truth values of a term. */
  readonly bits = (term: Term): Bits => {
    const known = this.#known.get(term);
    if (known) return known;
    const made = this.#encode(term);
    this.#known.set(term, made);
    return made;
  };

  /** The truth value of a Bool. */
  readonly truth = (term: Term): Literal => {
    return this.bits(term)[0] ?? this.circuit.no;
  };

  /** The bits of a text, in terms of what another text can be that it is compared with. */
  readonly bitsLike = (term: Term, other: Term): Bits => {
    if (term.operator !== 'literal') return this.bits(term);
    if (term.type.kind === 'string') return this.textSlots(other).literal(textOf(term));
    return this.bits(term);
  };

  readonly textSlots = (text: Term): TextSlots => {
    const group = this.#groups.get(text);
    const slots = group && this.#texts.get(group);
    if (!slots) throw new TypeError('a text that was not known from the beginning');
    return slots;
  };

  entitySlots(type: string): EntitySlots {
    const slots = this.#entities.get(type);
    if (!slots) throw new TypeError(`an entity of ${type} that was not known from the beginning`);
    return slots;
  }

  get allTextSlots(): Iterable<TextSlots> {
    return this.#texts.values();
  }

  #encode(term: Term): Bits {
    const { operator } = term;
    if (operator === 'literal') return this.#literal(term);
    if (operator === 'apply') return this.#unknown(term);
    if (operator === 'if') {
      const [condition, then, otherwise] = [argument(term, 0), argument(term, 1), argument(term, 2)];
      return chooseBits(
        this.circuit,
        this.truth(condition),
        this.bitsLike(then, term),
        this.bitsLike(otherwise, term),
      );
    }
    const encode = OPERATOR_ENCODINGS[operator satisfies Operator];
    if (!encode) throw new NotDecided('a set', `a ${operator} within what is said of other sets`);
    return encode(this, term);
  }

  #literal(term: Term): Bits {
    const { type } = term;
    if (isNumeric(type)) return constant(this.circuit, numberOf(term), 64);
    if (type.kind === 'entity') return this.entitySlots(type.name).literal(textOf(term));
    if (type.kind === 'extension') return addressLiteral(this.circuit, term);
    throw new TypeError(`a literal ${type.kind} has no truth values of its own`);
  }

  #unknown(term: Term): Bits {
    const { type } = term;
    if (type.kind === 'bool')
      return [
        term.args.some((arg) => isUnlisted(arg, this.#schema)) ? this.circuit.no : this.circuit.variable(),
      ];
    if (isNumeric(type)) return unknown(this.circuit, 64);
    if (type.kind === 'string') return this.textSlots(term).unknown();
    if (type.kind === 'entity') return this.entitySlots(type.name).unknown();
    if (type.kind === 'extension') return unknownAddress(this.circuit);
    throw new NotDecided('a value', `a ${type.kind} as a whole`);
  }
}

export interface EncoderOptions {
  readonly schema: AnalysisSchema;
}

/**
 * An entity that the schema does not list: only policies that are read by another schema name one. No request has it, so it is in no set, and
 * nothing is in it.
 */
function isUnlisted({ operator, type, data }: Term, { entityTypes }: AnalysisSchema): boolean {
  if (operator !== 'literal' || type.kind !== 'entity') return false;
  const members = entityTypes.get(type.name)?.members;
  return members !== undefined && !members.some((id) => id === data);
}

/** Whether it is of version 6, the length of the prefix, and the address. */
function addressLiteral(circuit: Circuit, term: Term): Bits {
  const { version, prefix, address } = addressOf(term);
  return [
    circuit.bool(version === 6),
    ...constant(circuit, BigInt(prefix), 8),
    ...constant(circuit, address, BITS[6]),
  ];
}

function entitySlots(
  circuit: Circuit,
  schema: AnalysisSchema,
  terms: readonly Term[],
): ReadonlyMap<string, EntitySlots> {
  const byType = groupBy(terms, ({ type }) => (type.kind === 'entity' ? type.name : ''));
  byType.delete('');
  const slots = [...byType].map(([type, entities]): [string, EntitySlots] => {
    const unknowns = entities.filter(({ operator }) => operator === 'apply').length;
    const named = entities.filter(({ operator }) => operator === 'literal').map(textOf);
    const members = schema.entityTypes.get(type)?.members;
    if (!schema.entityTypes.has(type) && unknowns > 0)
      throw new NotDecided('an action', 'an action that is not a literal');
    return [type, new EntitySlots(circuit, { type, members, named, unknowns })];
  });
  return new Map(slots);
}
