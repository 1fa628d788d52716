import type { EntityUid } from '../../src/core/cedar/entity.ts';
import { oddExpression } from './odd-conditions.ts';
import { ENTITY_TYPES, type Fields, IDS, type RandomSchema, type ValueType } from './random-schema.ts';
import type { Random } from './random-source.ts';
import { POOLS } from './random-world.ts';

/** Writes policies over a schema that type-check but for the guards of optional attributes, which are there only now and then. */
export interface ConditionSource {
  readonly policy: () => string;
  /** A policy template with what stands in the place of its slots. */
  readonly template: () => RandomTemplate;
  readonly condition: () => string;
}

export interface RandomTemplate {
  readonly text: string;
  readonly values: Readonly<Record<string, EntityUid>>;
}

export function conditionSource(
  random: Random,
  schema: RandomSchema,
  principalType: string,
  { isOdd = false }: { readonly isOdd?: boolean } = {},
): ConditionSource {
  const places = allPlaces(schema, principalType);
  const writer = new Writer(random, schema, places, isOdd);
  return {
    policy: () => writer.policy(principalType),
    template: () => writer.template(principalType),
    condition: () => writer.write({ kind: 'Bool' }, 3),
  };
}

/** An expression with its type, and the optional attributes on the way. */
interface Place {
  readonly text: string;
  readonly type: ValueType;
}

function allPlaces(schema: RandomSchema, principalType: string): readonly Place[] {
  const roots: Place[] = [
    { text: 'principal', type: { kind: 'Entity', name: principalType } },
    { text: 'resource', type: { kind: 'Entity', name: 'Doc' } },
    ...placesIn('context', schema.context),
  ];
  const below = (place: Place): Place[] => placesIn(place.text, fieldsOf(schema, place.type));
  const second = roots.flatMap(below);
  return [...roots, ...second, ...second.flatMap(below)];
}

function placesIn(text: string, fields: Fields): Place[] {
  return Object.entries(fields).map(([name, { type }]) => ({ text: `${text}[${quote(name)}]`, type }));
}

function fieldsOf(schema: RandomSchema, type: ValueType): Fields {
  if (type.kind === 'Record') return type.fields;
  return type.kind === 'Entity' ? (schema.types[type.name]?.fields ?? {}) : {};
}

class Writer {
  readonly #random: Random;
  readonly #schema: RandomSchema;
  readonly #places: readonly Place[];
  readonly #odd: ((type: ValueType, depth: number) => string | undefined) | undefined;

  constructor(random: Random, schema: RandomSchema, places: readonly Place[], isOdd: boolean) {
    this.#random = random;
    this.#schema = schema;
    this.#places = places;
    this.#odd = isOdd ? oddExpression(random, schema, (type, depth) => this.write(type, depth)) : undefined;
  }

  policy(principalType: string): string {
    const { pick } = this.#random;
    const above = this.#schema.types[principalType]?.parents ?? [];
    const group = above.length > 0 ? pick(above) : principalType;
    const principal = pick([
      'principal',
      'principal',
      `principal == ${this.#entity(principalType)}`,
      `principal in ${this.#entity(group)}`,
      `principal is ${pick(['User', 'Team'])}`,
      `principal is ${principalType} in ${this.#entity(group)}`,
    ]);
    const resource = () =>
      pick(['resource', 'resource', `resource in ${this.#entity(pick(['Doc', 'Team']))}`]);
    return this.#with(principal, resource);
  }

  template(principalType: string): RandomTemplate {
    const { pick, once } = this.#random;
    const uid = (types: readonly string[]): EntityUid => {
      const type = pick(types);
      return { type, id: pick(this.#schema.types[type]?.members ?? IDS) };
    };
    const hasPrincipal = !once(3);
    const principal = pick(['principal == ', 'principal in ', `principal is ${principalType} in `]);
    const resource = pick(['resource == ', 'resource in ', 'resource is Doc in ']);
    const hasResource = !hasPrincipal || once(2);
    const text = this.#with(hasPrincipal ? `${principal}?principal` : 'principal', () =>
      hasResource ? `${resource}?resource` : 'resource',
    );
    const values = {
      ...(hasPrincipal ? { '?principal': uid([principalType, 'Team', 'Doc']) } : {}),
      ...(hasResource ? { '?resource': uid(['Doc', 'Doc', 'Team']) } : {}),
    };
    return { text, values };
  }

  #with(principal: string, resourceOf: () => string): string {
    const { pick, once } = this.#random;
    const action = pick([
      'action',
      'action == Action::"act"',
      'action in Action::"group"',
      'action in [Action::"act"]',
    ]);
    const resource = resourceOf();
    const clauses = Array.from(
      { length: 1 + Number(once(3)) },
      () => `${pick(['when', 'when', 'unless'])} { ${this.write({ kind: 'Bool' }, 3)} }`,
    );
    return `${pick(['permit', 'permit', 'forbid'])} (${principal}, ${action}, ${resource}) ${clauses.join(' ')};`;
  }

  /** An expression of a type, at most so deep. */
  write(type: ValueType, depth: number): string {
    const { once, below } = this.#random;
    const odd = this.#odd && depth > 0 && once(4) ? this.#odd(type, depth - 1) : undefined;
    if (odd !== undefined) return odd;
    const place = this.#place(type);
    if (place !== undefined && (depth <= 0 || below(3) > 0) && type.kind !== 'Bool') return place;
    if (depth <= 0) return place !== undefined && once(2) ? place : this.#literal(type, 0);
    if (once(8))
      return `(if ${this.write({ kind: 'Bool' }, depth - 1)} then ${this.write(type, depth - 1)} else ${this.write(type, depth - 1)})`;
    return this.#computed(type, depth - 1);
  }

  #computed(type: ValueType, depth: number): string {
    const { pick, once } = this.#random;
    const long = () => this.write({ kind: 'Long' }, depth);
    const date = () => this.write({ kind: 'datetime' }, depth);
    const duration = () => this.write({ kind: 'duration' }, depth);
    switch (type.kind) {
      case 'Bool':
        return this.#condition(depth);
      case 'Long':
        if (once(3)) return this.#literal(type, depth);
        if (once(3))
          return `${duration()}.${pick(['toMilliseconds', 'toSeconds', 'toMinutes', 'toHours', 'toDays'])}()`;
        return pick([
          `(${long()} + ${long()})`,
          `(${long()} - ${long()})`,
          `(${long()} * ${pick(POOLS.Long.slice(0, 6))})`,
          `(-${long()})`,
        ]);
      case 'datetime':
        return pick([this.#literal(type, depth), `${date()}.offset(${duration()})`, `${date()}.toDate()`]);
      case 'duration':
        return pick([this.#literal(type, depth), `${date()}.durationSince(${date()})`, `${date()}.toTime()`]);
      default:
        return this.#literal(type, depth);
    }
  }

  #condition(depth: number): string {
    const { pick, below } = this.#random;
    const bool = () => this.write({ kind: 'Bool' }, depth);
    const set = (): ValueType =>
      this.#typeWhere((type) => type.kind === 'Set') ?? { kind: 'Set', element: { kind: 'String' } };
    switch (below(16)) {
      case 0:
      case 1:
        return `(${bool()} && ${bool()})`;
      case 2:
        return `(${bool()} || ${bool()})`;
      case 3:
        return `(!${bool()})`;
      case 4:
      case 5: {
        const type = this.#typeWhere(() => true) ?? { kind: 'String' };
        return `(${this.write(type, depth)} ${pick(['==', '!='])} ${this.write(type, depth)})`;
      }
      case 6: {
        const type: ValueType = { kind: pick(['Long', 'datetime', 'duration']) };
        return `(${this.write(type, depth)} ${pick(['<', '<=', '>', '>='])} ${this.write(type, depth)})`;
      }
      case 7:
        return `(${this.write({ kind: 'String' }, depth)} like ${quote(pick(['*', 'a*', '*b', '*a*', 'a*b', 'dr*t', 'ab', '*ä\\*']), false)})`;
      case 8:
      case 9:
        return this.#membership(depth);
      case 10:
        return this.#presence(depth);
      case 11: {
        const type = set();
        const element = type.kind === 'Set' ? type.element : type;
        return `${this.write(type, depth)}.contains(${this.write(element, depth)})`;
      }
      case 12: {
        const type = set();
        return `${this.write(type, depth)}.${pick(['containsAll', 'containsAny'])}(${this.write(type, depth)})`;
      }
      case 13:
        return `${this.write(set(), depth)}.isEmpty()`;
      case 14:
        return pick([
          `${this.write({ kind: 'ipaddr' }, depth)}.${pick(['isIpv4', 'isIpv6', 'isLoopback', 'isMulticast'])}()`,
          `${this.write({ kind: 'ipaddr' }, depth)}.isInRange(${this.write({ kind: 'ipaddr' }, depth)})`,
          `${this.write({ kind: 'decimal' }, depth)}.${pick(['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'])}(${this.write({ kind: 'decimal' }, depth)})`,
        ]);
      default:
        return this.#tags(depth);
    }
  }

  #membership(depth: number): string {
    const { pick, once } = this.#random;
    const [from, to] = [this.#entityType(), pick(ENTITY_TYPES)];
    const left = this.write({ kind: 'Entity', name: from }, depth);
    if (once(4)) return `(${left} is ${to})`;
    if (once(4))
      return `(${left} is ${pick([from, to])} in ${this.write({ kind: 'Entity', name: to }, depth)})`;
    if (once(3))
      return `(${left} in ${this.write({ kind: 'Set', element: { kind: 'Entity', name: to } }, depth)})`;
    return `(${left} in ${this.write({ kind: 'Entity', name: to }, depth)})`;
  }

  #presence(depth: number): string {
    const { pick, once } = this.#random;
    const holder = pick(
      this.#places
        .filter(({ type }) => type.kind === 'Entity' || type.kind === 'Record')
        .concat({ text: 'context', type: { kind: 'Record', fields: this.#schema.context } }),
    );
    const names = Object.keys(fieldsOf(this.#schema, holder.type));
    const name = names.length > 0 && !once(8) ? pick(names) : 'nothing';
    const has = `${holder.text} has ${this.#steps(holder.type, name)}`;
    return once(2) ? `(${has})` : `(${has} && ${this.write({ kind: 'Bool' }, depth)})`;
  }

  /** One attribute, or several in a row: `a.b.c`, whose names are identifiers. */
  #steps(holder: ValueType, name: string): string {
    if (!/^[a-z]+$/.test(name)) return quote(name);
    const type = fieldsOf(this.#schema, holder)[name]?.type;
    const below = type ? Object.keys(fieldsOf(this.#schema, type)).filter((one) => /^[a-z]+$/.test(one)) : [];
    if (!type || below.length === 0 || this.#random.once(3)) return name;
    return `${name}.${this.#steps(type, this.#random.pick(below))}`;
  }

  #tags(depth: number): string {
    const { pick } = this.#random;
    const tagged = Object.entries(this.#schema.types).filter(([, { tags }]) => tags);
    if (tagged.length === 0) return this.#presence(depth);
    const [name, { tags }] = pick(tagged);
    const entity = this.write({ kind: 'Entity', name }, 0);
    const key = this.#random.once(2)
      ? quote(pick(POOLS.String.slice(0, 4)))
      : this.write({ kind: 'String' }, 0);
    const has = `${entity}.hasTag(${key})`;
    if (!tags || this.#random.once(3)) return has;
    return `(${has} && ${entity}.getTag(${key}) == ${this.write(tags, Math.max(0, depth - 1))})`;
  }

  #entityType(): string {
    const type = this.#typeWhere((one) => one.kind === 'Entity');
    return type?.kind === 'Entity' ? type.name : 'User';
  }

  #typeWhere(wanted: (type: ValueType) => boolean): ValueType | undefined {
    const fitting = this.#places.filter(({ type }) => wanted(type));
    return fitting.length > 0 ? this.#random.pick(fitting).type : undefined;
  }

  #place(type: ValueType): string | undefined {
    const key = JSON.stringify(type);
    const fitting = this.#places.filter((place) => JSON.stringify(place.type) === key);
    return fitting.length > 0 ? this.#random.pick(fitting).text : undefined;
  }

  #entity(type: string): string {
    return `${type}::${quote(this.#random.pick(this.#schema.types[type]?.members ?? IDS))}`;
  }

  #literal(type: ValueType, depth: number): string {
    const { pick, below } = this.#random;
    switch (type.kind) {
      case 'Bool':
        return pick(['true', 'false']);
      case 'Long':
        return `(${pick(POOLS.Long)})`;
      case 'String':
        return quote(pick(POOLS.String));
      case 'Entity':
        return this.#entity(type.name);
      case 'Set':
        return `[${Array.from({ length: 1 + below(2) }, () => this.write(type.element, Math.min(depth, 1))).join(', ')}]`;
      case 'Record': {
        const present = Object.entries(type.fields).filter(([, { required }]) => required || below(2) === 0);
        return `{${present.map(([name, field]) => `${quote(name)}: ${this.write(field.type, Math.min(depth, 1))}`).join(', ')}}`;
      }
      case 'ipaddr':
        return `ip(${quote(pick(POOLS.ipaddr))})`;
      case 'decimal':
      case 'datetime':
      case 'duration':
        return `${type.kind}(${quote(pick(POOLS[type.kind]))})`;
    }
  }
}

function quote(text: string, escaped = true): string {
  return escaped ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;
}
