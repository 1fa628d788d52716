import type { EntityTypeJson, SchemaJson, TypeJson } from '../../src/core/cedar/cedar.ts';
import type { Random } from './random.ts';

/** A type of values, as far as generated schemas have them. */
export type ValueType =
  | { readonly kind: 'Long' | 'String' | 'Bool' | 'Action' }
  | { readonly kind: 'extension'; readonly name: 'ipaddr' | 'decimal' | 'datetime' | 'duration' }
  | { readonly kind: 'Set'; readonly element: ValueType }
  /** With a name of its own, where it is a common type. */
  | { readonly kind: 'Record'; readonly fields: readonly Field[]; readonly common?: string }
  | { readonly kind: 'Entity'; readonly type: string };

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly type: ValueType;
}

export interface EntityShape {
  readonly name: string;
  /** The ids that there are, where the type is an enumeration; it has nothing else then. */
  readonly ids?: readonly string[];
  readonly parents: readonly string[];
  readonly fields: readonly Field[];
  readonly tags?: ValueType;
}

export interface ActionShape {
  readonly name: string;
  readonly groups: readonly string[];
  readonly principals: readonly string[];
  readonly resources: readonly string[];
  readonly context: readonly Field[];
}

/** What policies, entities and requests are generated from. */
export interface SchemaShape {
  readonly namespace: string;
  /** Entity types of another namespace, `Lib`, which has types of the names of others as well. */
  readonly elsewhere: readonly string[];
  /** Whether it has only what the engine need not be asked about: no enumerations, extension types, tags and attributes with actions. */
  readonly plain: boolean;
  /** Whether conditions leave groups of actions alone, of which only the engine knows: else few queries are in any class. */
  readonly isShared: boolean;
  /** Of entities: there is one for most of them. */
  readonly ids: readonly string[];
  readonly types: readonly EntityShape[];
  readonly actions: readonly ActionShape[];
  /** Groups of actions, which may be in each other. */
  readonly groups: readonly { readonly name: string; readonly groups: readonly string[] }[];
}

/** `callable` schemas have one type of principals, and one type of resources for each action, so that each can have an endpoint. */
export function makeSchema(random: Random, callable: boolean): SchemaShape {
  const plain = random.percent(50);
  const usual = ['User', 'UserGroup', 'Doc', ...random.some(['Folder', 'Team'])];
  const enumerated = plain ? [] : random.some(['Color', 'Level'], 50);
  const names = [...usual, ...enumerated];
  const commons = random.percent(30) ? [] : undefined;
  const maker: TypeMaker = { random, names, plain, commons, disguised: random.percent(8) };
  const ids = random.percent(70) ? IDS : random.pick(ODD_IDS);
  const types = [
    ...usual.map((name) => entityShape(name, usual, maker, callable)),
    ...enumerated.map((name) => ({ name, ids: ids.slice(0, 2), parents: [], fields: [] })),
  ];
  const hasGroups = random.percent(60);
  const groups = hasGroups
    ? [
        { name: 'all', groups: [] },
        { name: 'some', groups: random.some(['all']) },
      ]
    : [];
  const resources = names.filter((name) => !callable || (name !== 'User' && name !== 'UserGroup'));
  const actions = ['view', 'edit', 'share'].map((name) => ({
    name,
    groups: random.some(
      groups.map((group) => group.name),
      40,
    ),
    principals: callable ? ['User'] : ['User', ...random.some(names, 20)].filter(isDistinct),
    resources: callable
      ? [random.pick(resources)]
      : [random.pick(names), ...random.some(names, 20)].filter(isDistinct),
    context: fields(maker, 'c', callable ? 0 : 20),
  }));
  return {
    namespace: callable || random.percent(70) ? 'App' : '',
    elsewhere: !callable && random.percent(25) ? random.some(names) : [],
    plain,
    isShared: random.percent(50),
    ids,
    types,
    actions,
    groups,
  };
}

const IDS = ['a', 'b', 'c'];

/** Ids that differ in little, or look like something else. */
const ODD_IDS = [
  ['a', 'App::User::"a"', '"a"'],
  ['\u00e9', 'e\u0301', 'E\u0301'],
  ['__proto__', 'constructor', '__entity'],
  ['a', 'a ', 'A'],
  ['*', '\\', '\n'],
];

function isDistinct(value: string, index: number, list: readonly string[]): boolean {
  return list.indexOf(value) === index;
}

/** What types of values are made of. */
interface TypeMaker {
  readonly random: Random;
  /** Those of entity types. */
  readonly names: readonly string[];
  readonly plain: boolean;
  /** The names of common types so far, where there are any. */
  readonly commons: string[] | undefined;
  /** Whether there are records that look like references to entities. */
  readonly disguised: boolean;
}

function entityShape(
  name: string,
  usual: readonly string[],
  maker: TypeMaker,
  callable: boolean,
): EntityShape {
  const { random, names, plain } = maker;
  const above = callable && name === 'User' ? ['UserGroup'] : random.some(names, 35);
  // Slice builders of a server know no tags.
  const isRequired = !callable || (name === 'User' ? random.percent(10) : random.percent(50));
  const tagged = !callable && !plain && random.percent(35);
  return {
    name,
    parents: callable ? above.filter((parent) => usual.includes(parent)) : above,
    fields: fields(maker, 'a', isRequired ? 25 : 0),
    ...(tagged ? { tags: valueType(maker, 1) } : {}),
  };
}

function fields(maker: TypeMaker, prefix: string, required: number): Field[] {
  const { random } = maker;
  return distinct(
    random.list(0, 4, (index) => ({
      name: random.percent(4) ? random.pick(ODD_NAMES) : `${prefix}${index}`,
      required: random.percent(required),
      type: valueType(maker, 2),
    })),
  );
}

/** What Cedar's JSON gives a meaning of its own. */
const ODD_NAMES = ['type', 'id', '__entity', '__extn', '__odd', '__proto__', 'constructor', 'toString', ''];

function distinct(list: readonly Field[]): Field[] {
  return list.filter((field, index) => list.findIndex(({ name }) => name === field.name) === index);
}

function valueType(maker: TypeMaker, depth: number): ValueType {
  const { random, names, plain, disguised } = maker;
  if (disguised && depth > 0 && random.percent(40)) return disguisedRecord(maker);
  const choice = random.below(depth > 0 ? 12 : 9);
  if (choice < 2) return { kind: 'Long' };
  if (choice < 4) return { kind: 'String' };
  if (choice < 5 || (plain && choice > 6 && choice < 9)) return { kind: 'Bool' };
  if (choice < 7) return { kind: 'Entity', type: random.pick(names) };
  if (choice < 8 && random.percent(60))
    return { kind: 'extension', name: random.pick(['ipaddr', 'decimal', 'datetime', 'duration']) };
  if (choice < 9)
    return random.percent(60) ? { kind: 'Action' } : { kind: 'Set', element: { kind: 'Action' } };
  if (choice < 11) return { kind: 'Set', element: valueType(maker, depth - 1) };
  const common = maker.commons && random.percent(70) ? `Common${maker.commons.length}` : undefined;
  if (common !== undefined) maker.commons?.push(common);
  const made = random.list(1, 3, (index) => ({
    name: random.percent(8) ? random.pick(ODD_NAMES) : `r${index}`,
    required: random.percent(50),
    type: valueType(maker, depth - 1),
  }));
  return { kind: 'Record', fields: distinct(made), ...(common === undefined ? {} : { common }) };
}

/** A record whose values look like references to an entity, where nobody looks at the schema. */
function disguisedRecord({ random, names }: TypeMaker): ValueType {
  const type: ValueType = { kind: 'Entity', type: random.pick(names) };
  return {
    kind: 'Record',
    fields: [
      { name: '__entity', required: true, type },
      { name: 'r1', required: random.percent(50), type: { kind: random.pick(['Long', 'Bool']) } },
    ],
  };
}

// ---- as Cedar writes it ----

/** `endpoints` gives each action the call `GET /<action>/{id}`. */
export function schemaJson(shape: SchemaShape, endpoints: boolean): SchemaJson<string> {
  const { namespace, types, actions, groups } = shape;
  const typesIn = (home: string) =>
    Object.fromEntries(
      types
        .filter((type) => homeOf(shape, type.name) === home)
        .map((type) => [type.name, entityTypeJson(type, { shape, home })]),
    );
  const here = { shape, home: namespace };
  const inGroups = (names: readonly string[]) =>
    names.length > 0 ? { memberOf: names.map((id) => ({ id })) } : {};
  const written = actions.map((action) => [
    action.name,
    {
      ...inGroups(action.groups),
      ...(endpoints ? { annotations: { endpoint: `GET /${action.name}/{id} single-resource path:id` } } : {}),
      appliesTo: {
        principalTypes: action.principals.map((name) => nameIn(here, name)),
        resourceTypes: action.resources.map((name) => nameIn(here, name)),
        context: recordJson(action.context, here),
      },
    },
  ]);
  const groupActions = groups.map((group) => [group.name, inGroups(group.groups)]);
  const records = [...types, ...actions.map(({ context }) => ({ fields: context }))].flatMap(
    ({ fields: attributes, ...rest }) => [
      ...attributes.map(({ type }) => type),
      ...('tags' in rest && rest.tags ? [rest.tags] : []),
    ],
  );
  const commonTypes = Object.fromEntries(records.flatMap((type) => commonTypesIn(type, here)));
  const own = {
    [namespace]: {
      commonTypes,
      entityTypes: typesIn(namespace),
      actions: Object.fromEntries([...written, ...groupActions]),
    },
  };
  if (shape.elsewhere.length === 0) return own;
  // Types that nothing is of, and that are called like others; of those in no namespace, Cedar allows none.
  const named = types.filter(({ name }) => namespace !== '' && homeOf(shape, name) === namespace);
  const alike = named.map(({ name }) => [name, ALIKE]);
  return {
    ...own,
    [LIB]: { commonTypes: {}, entityTypes: typesIn(LIB), actions: {} },
    Other: { commonTypes: {}, entityTypes: Object.fromEntries(alike), actions: {} },
  };
}

const LIB = 'Lib';
const ALIKE: EntityTypeJson = {
  memberOfTypes: [],
  shape: { type: 'Record', attributes: { a0: { type: 'Long', required: true } } },
};

function homeOf({ namespace, elsewhere }: SchemaShape, name: string): string {
  return elsewhere.includes(name) ? LIB : namespace;
}

/** Where a type is written. */
interface Written {
  readonly shape: SchemaShape;
  readonly home: string;
}

/** What an entity type is called there. */
function nameIn({ shape, home }: Written, name: string): string {
  return homeOf(shape, name) === home ? name : qualifiedName(shape, name);
}

function entityTypeJson(
  { ids, parents, fields: attributes, tags }: EntityShape,
  written: Written,
): EntityTypeJson {
  if (ids) return { enum: [...ids] } as EntityTypeJson;
  return {
    memberOfTypes: parents.map((name) => nameIn(written, name)),
    shape: recordJson(attributes, written),
    ...(tags ? { tags: typeJson(tags, written) } : {}),
  };
}

function recordJson(attributes: readonly Field[], written: Written): Extract<TypeJson, { type: 'Record' }> {
  return {
    type: 'Record',
    attributes: Object.fromEntries(
      attributes.map(({ name, required, type }) => [name, { ...typeJson(type, written), required }]),
    ),
  } as Extract<TypeJson, { type: 'Record' }>;
}

function typeJson(type: ValueType, written: Written): TypeJson {
  const inOwn = (name: string) =>
    written.home === written.shape.namespace ? name : qualifiedName(written.shape, name);
  switch (type.kind) {
    case 'Long':
    case 'String':
      return { type: type.kind };
    case 'Bool':
      return { type: 'Boolean' };
    case 'Action':
      return { type: 'Entity', name: inOwn('Action') };
    case 'extension':
      return { type: 'Extension', name: type.name };
    case 'Set':
      return { type: 'Set', element: typeJson(type.element, written) };
    case 'Record':
      return type.common === undefined
        ? recordJson(type.fields, written)
        : { type: 'EntityOrCommon', name: inOwn(type.common) };
    case 'Entity':
      return { type: 'EntityOrCommon', name: nameIn(written, type.type) };
  }
}

function commonTypesIn(type: ValueType, written: Written): [string, TypeJson][] {
  if (type.kind === 'Set') return commonTypesIn(type.element, written);
  if (type.kind !== 'Record') return [];
  const inside = type.fields.flatMap((field) => commonTypesIn(field.type, written));
  return type.common === undefined ? inside : [...inside, [type.common, recordJson(type.fields, written)]];
}

/** The name of a type with its namespace; that of an action is the schema's own. */
export function qualifiedName(shape: SchemaShape, name: string): string {
  const home = homeOf(shape, name);
  return home === '' ? name : `${home}::${name}`;
}
