import type { AnalysisSchema } from '../../src/core/analysis/schema/analysis-schema.ts';
import {
  argument,
  numberOf,
  type Operator,
  patternOf,
  symbolOf,
  type Term,
  textOf,
} from '../../src/core/analysis/terms/term.ts';
import type { Type } from '../../src/core/analysis/terms/type.ts';

/** Thrown for what is not written in SMT-LIB here: addresses, records in sets, dates that are divided. */
export class NotWritten extends Error {}

/**
 * A formula as a script for an SMT solver: sorts for entities, functions for attributes and ancestors, sets of the theory of sets. Nothing is
 * instantiated but the hierarchy, and the texts and numbers are those of the solver: another way to the same answer.
 */
export function smtLib(
  schema: AnalysisSchema,
  formula: Term,
  scope: readonly Term[],
  sets: SetDialect = SET_DIALECTS.cvc5,
): string {
  const writer = new Writer(schema, sets);
  const asserted = writer.write(formula);
  for (const term of scope) writer.write(term);
  // It may declare functions that nothing else is about.
  const hierarchy = writer.hierarchy();
  return [
    '(set-logic ALL)',
    ...writer.declarations,
    ...hierarchy,
    `(assert ${asserted})`,
    '(check-sat)',
  ].join('\n');
}

/** SMT-LIB has no theory of sets: each solver has its own. */
export interface SetDialect {
  readonly sort: (element: string) => string;
  readonly subset: string;
  readonly member: (element: string, set: string) => string;
  readonly insert: (element: string, set: string) => string;
  readonly intersection: (sets: string) => string;
  readonly empty: (sort: string) => string;
}

export const SET_DIALECTS = {
  cvc5: {
    sort: (element) => `(Set ${element})`,
    subset: 'set.subset',
    member: (element, set) => `(set.member ${element} ${set})`,
    insert: (element, set) => `(set.insert ${element} ${set})`,
    intersection: (sets) => `(set.inter ${sets})`,
    empty: (sort) => `(as set.empty ${sort})`,
  },
  z3: {
    sort: (element) => `(Array ${element} Bool)`,
    subset: 'subset',
    member: (element, set) => `(select ${set} ${element})`,
    insert: (element, set) => `(store ${set} ${element} true)`,
    intersection: (sets) => `(intersection ${sets})`,
    empty: (sort) => `((as const ${sort}) false)`,
  },
} satisfies Readonly<Record<string, SetDialect>>;

const SIMPLE: Readonly<Partial<Record<Operator, string>>> = {
  not: 'not',
  and: 'and',
  or: 'or',
  if: 'ite',
  equal: '=',
  'same-set': '=',
  less: 'bvslt',
  'at-most': 'bvsle',
  add: 'bvadd',
  subtract: 'bvsub',
  multiply: 'bvmul',
};

const WIDE: Readonly<Partial<Record<Operator, string>>> = {
  'add-overflows': 'bvadd',
  'subtract-overflows': 'bvsub',
  'multiply-overflows': 'bvmul',
};

class Writer {
  readonly declarations: string[] = [];
  readonly #schema: AnalysisSchema;
  readonly #sets: SetDialect;
  readonly #sorts = new Map<string, string>();
  readonly #functions = new Map<string, string>();
  readonly #literals = new Map<string, string[]>();
  readonly #entities = new Set<Term>();

  constructor(schema: AnalysisSchema, sets: SetDialect) {
    this.#schema = schema;
    this.#sets = sets;
  }

  write(term: Term): string {
    if (term.type.kind === 'entity') this.#entities.add(term);
    const args = () => term.args.map((arg) => this.write(arg)).join(' ');
    const simple = SIMPLE[term.operator];
    if (simple) return `(${simple} ${args()})`;
    const wide = WIDE[term.operator];
    if (wide) return this.#overflows(term, wide);
    switch (term.operator) {
      case 'true':
      case 'false':
        return term.operator;
      case 'literal':
        return this.#literal(term);
      case 'apply':
        return this.#apply(term);
      case 'like':
        return `(str.in_re ${args()} ${pattern(term)})`;
      case 'subset':
        return `(${this.#sets.subset} ${args()})`;
      case 'set':
        return term.args.reduce(
          (set, arg) => this.#sets.insert(this.write(arg), set),
          this.#sets.empty(this.#sort(term.type)),
        );
      case 'intersects':
        return `(not (= ${this.#sets.intersection(args())} ${this.#sets.empty(this.#sort(argument(term, 0).type))}))`;
      case 'is-empty':
        return `(= ${args()} ${this.#sets.empty(this.#sort(argument(term, 0).type))})`;
      default:
        throw new NotWritten(term.operator);
    }
  }

  /** Transitive and without circles, for the entities that there are. */
  hierarchy(): string[] {
    const entities = [...this.#entities];
    const above = (entity: Term, other: Term): string | undefined => {
      const [from, to] = [entity.type, other.type];
      if (from.kind !== 'entity' || to.kind !== 'entity') return undefined;
      if (!this.#schema.entityTypes.get(from.name)?.ancestors.has(to.name)) return undefined;
      const key = JSON.stringify({ kind: 'ancestor', of: from.name, type: to.name });
      const name = this.#function(key, [from], this.#sets.sort(this.#sort(to)));
      return this.#sets.member(this.write(other), `(${name} ${this.write(entity)})`);
    };
    return entities.flatMap((entity) => [
      ...entities.flatMap((other) => {
        const is = above(entity, other);
        return is && entity.type.key === other.type.key
          ? [`(assert (not (and (= ${this.write(entity)} ${this.write(other)}) ${is})))`]
          : [];
      }),
      ...entities.flatMap((middle) =>
        entities.flatMap((top) => {
          const [first, second, both] = [above(entity, middle), above(middle, top), above(entity, top)];
          return first && second && both ? [`(assert (=> (and ${first} ${second}) ${both}))`] : [];
        }),
      ),
    ]);
  }

  #apply(term: Term): string {
    const symbol = symbolOf(term);
    if (symbol.kind === 'member') {
      const element = argument(term, term.args.length - 1);
      const types = term.args.slice(0, -1).map(({ type }) => type);
      const name = this.#function(
        JSON.stringify(symbol.set),
        types,
        this.#sets.sort(this.#sort(element.type)),
      );
      const holders = term.args.slice(0, -1).map((arg) => this.write(arg));
      return this.#sets.member(this.write(element), called(name, holders));
    }
    const name = this.#function(
      JSON.stringify(symbol),
      term.args.map(({ type }) => type),
      this.#sort(term.type),
    );
    return called(
      name,
      term.args.map((arg) => this.write(arg)),
    );
  }

  #function(key: string, types: readonly Type[], result: string): string {
    const known = this.#functions.get(key);
    if (known) return known;
    const name = `f${this.#functions.size}`;
    const sorts = types.map((type) => this.#sort(type)).join(' ');
    this.#functions.set(key, name);
    this.declarations.push(`(declare-fun ${name} (${sorts}) ${result})`);
    return name;
  }

  #overflows(term: Term, operator: string): string {
    const [a, b] = term.args.map((arg) => `((_ sign_extend 64) ${this.write(arg)})`);
    const narrow = `((_ sign_extend 64) (${operator} ${term.args.map((arg) => this.write(arg)).join(' ')}))`;
    return `(not (= (${operator} ${a} ${b}) ${narrow}))`;
  }

  #literal(term: Term): string {
    if (term.type.kind === 'string') return quoted(textOf(term));
    if (term.type.kind === 'entity') return this.#entityLiteral(term.type.name, textOf(term));
    if (term.type.kind === 'extension' && term.type.name === 'ipaddr') throw new NotWritten('ip');
    return `#x${BigInt.asUintN(64, numberOf(term)).toString(16).padStart(16, '0')}`;
  }

  #entityLiteral(type: string, id: string): string {
    const sort = this.#sort({ kind: 'entity', name: type, key: `entity ${type}` });
    const known = this.#literals.get(type) ?? [];
    if (this.#schema.entityTypes.get(type)?.members) throw new NotWritten('enum');
    const place = known.indexOf(id);
    if (place >= 0) return `${sort}_${place}`;
    const name = `${sort}_${known.length}`;
    this.declarations.push(
      `(declare-const ${name} ${sort})`,
      ...known.map((_, other) => `(assert (not (= ${name} ${sort}_${other})))`),
    );
    this.#literals.set(type, [...known, id]);
    return name;
  }

  #sort(type: Type): string {
    if (type.kind === 'bool') return 'Bool';
    if (type.kind === 'string') return 'String';
    if (type.kind === 'set') return this.#sets.sort(this.#sort(type.element));
    if (type.kind === 'long' || (type.kind === 'extension' && type.name !== 'ipaddr')) return '(_ BitVec 64)';
    if (type.kind !== 'entity') throw new NotWritten(type.kind);
    if (this.#schema.entityTypes.get(type.name)?.members) throw new NotWritten('enum');
    const known = this.#sorts.get(type.name);
    if (known) return known;
    const name = `E${this.#sorts.size}`;
    this.#sorts.set(type.name, name);
    this.declarations.push(`(declare-sort ${name} 0)`);
    return name;
  }
}

function called(name: string, args: readonly string[]): string {
  return args.length === 0 ? name : `(${name} ${args.join(' ')})`;
}

function pattern(term: Term): string {
  const parts = patternOf(term).map((part) =>
    part === null ? '(re.* re.allchar)' : `(str.to_re ${quoted(part)})`,
  );
  return parts.length === 1 ? (parts[0] ?? '') : `(re.++ ${parts.join(' ')})`;
}

function quoted(text: string): string {
  const letters = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (letter === '"') return '""';
    return code < 32 || code > 126 || letter === '\\' ? `\\u{${code.toString(16)}}` : letter;
  });
  return `"${letters.join('')}"`;
}
