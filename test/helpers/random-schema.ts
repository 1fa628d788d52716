import type { EntityTypeJson, SchemaJson, TypeJson } from '../../src/core/cedar/cedar.ts';
import type { Random } from './random-source.ts';

export const IDS = ['e1', 'e2', 'odd "id"'] as const;

/** A type of values, as the generators of schemas, policies and worlds know it. */
export type ValueType =
  | { readonly kind: 'Bool' | 'Long' | 'String' | 'decimal' | 'datetime' | 'duration' | 'ipaddr' }
  | { readonly kind: 'Entity'; readonly name: string }
  | { readonly kind: 'Set'; readonly element: ValueType }
  | { readonly kind: 'Record'; readonly fields: Fields };
export type Fields = Readonly<Record<string, { readonly type: ValueType; readonly required: boolean }>>;

export interface RandomType {
  readonly parents: readonly string[];
  readonly fields: Fields;
  readonly tags: ValueType | undefined;
  readonly members: readonly string[] | undefined;
}

export interface RandomSchema {
  readonly types: Readonly<Record<string, RandomType>>;
  readonly context: Fields;
  readonly json: SchemaJson<string>;
  readonly text: string;
}

export const ENTITY_TYPES = ['User', 'Team', 'Doc', 'Plan'] as const;
const PARENTS = ['Team', 'Doc', 'Plan'] as const;
const NAMES = ['n', 'name', 'odd name', '#tag', 'flag', 'x'];
const SIMPLE = ['Bool', 'Long', 'String', 'String', 'decimal', 'datetime', 'duration', 'ipaddr'] as const;

/** Two types of principals, a type of resources that may be in itself, a listed type, and an action in a group. */
export function randomSchema(random: Random): RandomSchema {
  const types: Record<string, RandomType> = {
    User: randomType(random, random.some(PARENTS)),
    Team: randomType(random, random.some(PARENTS)),
    Doc: randomType(random, random.some(PARENTS)),
    Plan: { parents: [], fields: {}, tags: undefined, members: ['free', 'pro', 'odd "one"'] },
  };
  return schemaOf(types, fields(random, 4, 2));
}

/** What may have become of a schema: attributes, tags and parents come, go and change. */
export function changedSchema(random: Random, { types, context }: RandomSchema): RandomSchema {
  const changed = Object.entries(types).map(([name, type]): [string, RandomType] => {
    if (type.members) return [name, { ...type, members: changedMembers(random, type.members) }];
    if (!random.once(2)) return [name, type];
    const tags = random.once(3) ? undefined : (type.tags ?? valueType(random, 1));
    const parents = random.once(2) ? random.some(PARENTS) : type.parents;
    return [
      name,
      {
        ...type,
        fields: changedFields(random, type.fields),
        ...(random.once(3) ? { tags } : {}),
        parents,
      },
    ];
  });
  return schemaOf(Object.fromEntries(changed), random.once(2) ? changedFields(random, context) : context);
}

/** What some requests of two schemas have: of what the two say differently, either. */
export function eitherSchema(random: Random, a: RandomSchema, b: RandomSchema): RandomSchema {
  const types = Object.entries(a.types).map(([name, one]): [string, RandomType] => {
    const other = b.types[name] ?? one;
    return [
      name,
      {
        parents: [...new Set([...one.parents, ...other.parents])],
        fields: eitherFields(random, one.fields, other.fields),
        tags: one.tags ?? other.tags,
        members: eitherMembers(one.members, other.members),
      },
    ];
  });
  return schemaOf(Object.fromEntries(types), eitherFields(random, a.context, b.context));
}

/** Of a type that one of the two lists, what some requests have: of a type without a list, some. */
function eitherMembers(one: RandomType['members'], other: RandomType['members']): RandomType['members'] {
  return one || other ? [...new Set([...(one ?? IDS), ...(other ?? IDS)])] : undefined;
}

/** Members of a listed type come and go, or are listed no longer. */
function changedMembers(random: Random, members: readonly string[]): RandomType['members'] {
  if (random.once(6)) return undefined;
  const kept = members.filter((_, index) => index === 0 || !random.once(8));
  return random.once(4) ? [...kept, 'extra'] : kept;
}

function changedFields(random: Random, before: Fields): Fields {
  const kept = Object.entries(before).flatMap(([name, field]): [string, Fields[string]][] => {
    if (random.once(4)) return [];
    if (random.once(24)) return [[name, { ...field, required: !field.required }]];
    if (random.once(24)) return [[name, { ...field, type: valueType(random, 1) }]];
    const { type } = field;
    if (type.kind === 'Record' && random.once(2))
      return [[name, { ...field, type: { kind: 'Record', fields: changedFields(random, type.fields) } }]];
    return [[name, field]];
  });
  return { ...(random.once(2) ? fields(random, 1, 1) : {}), ...Object.fromEntries(kept) };
}

function eitherFields(random: Random, a: Fields, b: Fields): Fields {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const either = names.flatMap((name): [string, Fields[string]][] => {
    const [one, other] = [a[name], b[name]];
    if (!one || !other) return [[name, one ?? other ?? NO_FIELD]];
    const required = one.required || other.required;
    if (one.type.kind === 'Record' && other.type.kind === 'Record')
      return [
        [
          name,
          {
            required,
            type: { kind: 'Record', fields: eitherFields(random, one.type.fields, other.type.fields) },
          },
        ],
      ];
    return [[name, { required, type: random.pick([one, other]).type }]];
  });
  return Object.fromEntries(either);
}

const NO_FIELD: Fields[string] = { type: { kind: 'Bool' }, required: false };

export function schemaOf(types: RandomSchema['types'], context: Fields): RandomSchema {
  const entityTypes = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, typeJson(type)]));
  const json: SchemaJson<string> = {
    '': {
      entityTypes,
      actions: {
        group: {},
        act: {
          memberOf: [{ id: 'group' }],
          appliesTo: {
            principalTypes: ['User', 'Team'],
            resourceTypes: ['Doc'],
            context: { type: 'Record', attributes: fieldsJson(context) },
          },
        },
      },
    },
  };
  return { types, context, json, text: JSON.stringify(json) };
}

function randomType(random: Random, parents: readonly string[]): RandomType {
  return {
    parents,
    fields: fields(random, 4, 2),
    tags: random.once(2) ? valueType(random, 1) : undefined,
    members: undefined,
  };
}

function fields(random: Random, most: number, depth: number): Fields {
  const names = NAMES.slice(random.below(NAMES.length - most)).slice(0, 1 + random.below(most));
  return Object.fromEntries(
    names.map((name) => [name, { type: valueType(random, depth), required: !random.once(3) }]),
  );
}

function valueType(random: Random, depth: number): ValueType {
  const choice = random.below(depth > 0 ? 10 : 7);
  if (choice < 5) return { kind: random.pick(SIMPLE) };
  if (choice < 7) return { kind: 'Entity', name: random.pick(ENTITY_TYPES) };
  if (choice < 9) return { kind: 'Set', element: valueType(random, depth - 1) };
  return { kind: 'Record', fields: fields(random, 2, depth - 1) };
}

// ---- as the engine reads it ----

function typeJson({ parents, fields, tags, members }: RandomType): EntityTypeJson {
  if (members) return { enum: [...members] };
  return {
    memberOfTypes: [...parents],
    shape: { type: 'Record', attributes: fieldsJson(fields) },
    ...(tags ? { tags: valueTypeJson(tags) } : {}),
  };
}

function fieldsJson(fields: Fields): Record<string, TypeJson & { required: boolean }> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, required }]) => [name, { ...valueTypeJson(type), required }]),
  );
}

function valueTypeJson(type: ValueType): TypeJson {
  switch (type.kind) {
    case 'Bool':
      return { type: 'Boolean' };
    case 'Long':
    case 'String':
      return { type: type.kind };
    case 'Entity':
      return { type: 'Entity', name: type.name };
    case 'Set':
      return { type: 'Set', element: valueTypeJson(type.element) };
    case 'Record':
      return { type: 'Record', attributes: fieldsJson(type.fields) };
    case 'decimal':
    case 'datetime':
    case 'duration':
    case 'ipaddr':
      return { type: 'Extension', name: type.kind };
  }
}
