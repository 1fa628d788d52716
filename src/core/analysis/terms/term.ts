import { BOOL, type Type } from './type.ts';

/** Every operator of a term. */
const OPERATORS = [
  // truth values
  'true',
  'false',
  'not',
  'and',
  'or',
  // values of any type
  'literal',
  'apply',
  'if',
  'equal',
  // 64-bit numbers
  'less',
  'at-most',
  'add',
  'subtract',
  'multiply',
  'add-overflows',
  'subtract-overflows',
  'multiply-overflows',
  'quotient',
  'remainder',
  // texts
  'like',
  // addresses
  'is-ipv4',
  'in-range',
  // sets: replaced by memberships before a question is decided
  'set',
  'subset',
  'same-set',
  'intersects',
  'is-empty',
  'at-most-one',
  // records: fields as pairs of presence and value
  'record',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A pattern of `like`: code points, and `null` for each run of `*`. */
export type LikePattern = readonly (string | null)[];

/** An address with the length of its prefix; of version 4 only the low 32 bits are used. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly address: bigint;
  readonly prefix: number;
}

/**
 * What an application stands for: something of which nothing is known but that equal arguments give equal results.
 * `value` and `has` are what entities, tags and the context hold below a path; `member` says what is in a set of them.
 */
export type FunctionSymbol =
  | { readonly kind: 'variable'; readonly name: 'principal' | 'resource' | 'second resource' }
  | {
      readonly kind: 'value' | 'has';
      readonly root: Root;
      readonly of: string;
      readonly path: readonly string[];
    }
  | { readonly kind: 'member'; readonly set: FunctionSymbol; readonly element: string }
  | { readonly kind: 'ancestor'; readonly of: string; readonly type: string }
  | { readonly kind: 'exists'; readonly of: string }
  /** An unknown value, or what it has below a path; `has` tells whether a field is there from what it holds. */
  | {
      readonly kind: 'witness';
      readonly number: number;
      readonly part: 'value' | 'has';
      readonly path: readonly string[];
    }
  /** A function that is not worked out, such as `ip()` of a text that is not a literal; `part` tells its value from its success. */
  | { readonly kind: 'opaque'; readonly name: string; readonly part: 'value' | 'success' };
export type Root = 'context' | 'entity' | 'tag';

export type TermData =
  | undefined
  | bigint
  | string
  | LikePattern
  | readonly string[]
  | IpAddress
  | FunctionSymbol;

/** An expression without side effects. Equal terms of one table are the same object. */
export interface Term {
  readonly id: number;
  readonly operator: Operator;
  readonly type: Type;
  readonly args: readonly Term[];
  /** The value of a literal, the pattern of a `like`, the symbol of an application, the names of a record's fields, a divisor. */
  readonly data: TermData;
}

/** Makes each term once. Ids grow, so that arguments have smaller ids than what they are arguments of. */
export class TermTable {
  readonly #terms = new Map<string, Term>();
  readonly yes = this.term('true', BOOL);
  readonly no = this.term('false', BOOL);

  term(operator: Operator, type: Type, args: readonly Term[] = [], data?: TermData): Term {
    let ids = '';
    for (const { id } of args) ids = ids === '' ? `${id}` : `${ids},${id}`;
    const key = `${operator} ${ids} ${type === BOOL ? '' : type.key} ${dataKey(data)}`;
    const known = this.#terms.get(key);
    if (known) return known;
    const made: Term = { id: this.#terms.size, operator, type, args, data };
    this.#terms.set(key, made);
    return made;
  }

  /** All applications of functions that were made, needed or not. */
  applications(): readonly Term[] {
    return [...this.#terms.values()].filter((term) => term.operator === 'apply');
  }

  bool(value: boolean): Term {
    return value ? this.yes : this.no;
  }
}

function dataKey(data: TermData): string {
  if (data === undefined) return '';
  if (typeof data === 'bigint') return `${data}n`;
  // Only addresses hold a number that JSON does not know; without a look at each value, it is written several times as fast.
  if (typeof data === 'object' && 'address' in data)
    return JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  return JSON.stringify(data);
}

/** The pattern of a `like`. */
export function patternOf(term: Term): LikePattern {
  if (!Array.isArray(term.data)) throw new TypeError(`a ${term.operator} has no pattern`);
  return term.data;
}

/** The symbol of an application. */
export function symbolOf(term: Term): FunctionSymbol {
  const { data } = term;
  if (typeof data === 'object' && 'kind' in data) return data;
  throw new TypeError(`a ${term.operator} has no symbol`);
}

/** The value of a number literal, or the divisor of a quotient. */
export function numberOf(term: Term): bigint {
  if (typeof term.data !== 'bigint') throw new TypeError(`a ${term.operator} has no number`);
  return term.data;
}

/** The value of a text literal, or the id of an entity literal. */
export function textOf(term: Term): string {
  if (typeof term.data !== 'string') throw new TypeError(`a ${term.operator} has no text`);
  return term.data;
}

/** The value of an address literal. */
export function addressOf(term: Term): IpAddress {
  const { data } = term;
  if (typeof data === 'object' && 'version' in data) return data;
  throw new TypeError(`a ${term.operator} has no address`);
}

/** The term at an index of the arguments, which is there by the operator. */
export function argument(term: Term, index: number): Term {
  const arg = term.args[index];
  if (!arg) throw new TypeError(`a ${term.operator} has no argument ${index}`);
  return arg;
}
