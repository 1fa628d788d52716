import { groupRequirement } from '../../src/core/endpoints/group-requirement.ts';
import { METHODS } from '../../src/core/endpoints/method.ts';
import { PATTERN_NAMES } from '../../src/core/endpoints/pattern.ts';
import { type BodyStep, bodyFrom, type ResourceFrom } from '../../src/core/endpoints/resource-from.ts';
import type {
  Action,
  ActionEndpoint,
  Attribute,
  AttributeType,
  EntityType,
  Model,
} from '../../src/core/model/model.ts';
import { MAPPING_TYPES } from '../../src/core/model/model.ts';
import fc from './fast-check.ts';

/** Texts that have broken parsers, printers and object keys before. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '"',
    '\\',
    '\n',
    '\r\n',
    '%',
    '%41',
    '😀',
    '::',
    '//',
    '\0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
);

/**
 * Names that become keys of JSON objects. Without `\\`: once V8 of Node 24 has seen a key such as `"\\\\"`, its `JSON.parse` takes the
 * key `"\\n"` in the same place for it.
 */
const key = hostileText.filter((text) => !text.includes('\\'));

const typeName = fc.constantFrom(
  ...[
    'Campaign',
    'Message',
    'Tenant',
    'String',
    'Long',
    'Bool',
    'Set',
    'ipaddr',
    'constructor',
    '__proto__',
    'toString',
  ],
);

const path = fc.array(hostileText, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const place = fc.constantFrom('path', 'query');
const named = fc.tuple(
  place,
  hostileText.filter((name) => name !== ''),
);

/** Steps into a body, to properties of any names and into lists. */
export const bodySteps: fc.Arbitrary<readonly BodyStep[]> = fc.array(
  fc.oneof(
    fc.constant<BodyStep>('each'),
    hostileText.filter((name) => name !== '').map((key): BodyStep => ({ key })),
  ),
  { minLength: 1, maxLength: 4 },
);

export const endpoint: fc.Arbitrary<ActionEndpoint> = fc.record({
  method: fc.constantFrom(...METHODS),
  path,
  pattern: fc.constantFrom(...PATTERN_NAMES),
  from: fc.oneof(
    fc.constant('application' as ResourceFrom),
    named.map(([where, name]) => `${where}:${name}` as ResourceFrom),
    bodySteps.map(bodyFrom),
  ),
});

function attributeType(types: readonly string[]): fc.Arbitrary<AttributeType> {
  const { type } = fc.letrec<{ type: AttributeType; attributes: Attribute[] }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom<AttributeType>(
        ...(['String', 'Long', 'Bool', 'datetime', 'decimal', 'duration', 'ipaddr'] as const).map((kind) => ({
          kind,
        })),
      ),
      fc.constantFrom(...types).map((name) => ({ kind: 'Entity' as const, type: name })),
      tie('type').map((element) => ({ kind: 'Set' as const, element })),
      tie('attributes').map((attributes) => ({ kind: 'Record' as const, attributes })),
    ),
    attributes: attributesOf(tie('type')),
  }));
  return type;
}

function attributesOf(type: fc.Arbitrary<AttributeType>): fc.Arbitrary<Attribute[]> {
  const attribute = fc.record({ name: key, required: fc.boolean(), type });
  return fc.uniqueArray(attribute, { selector: ({ name }) => name, maxLength: 4 }).map(byName);
}

/** `undefined` fields are left out, as they are in a model that was built. */
function withDoc<T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T & { doc?: string }> {
  const doc = fc.option(
    hostileText.filter((text) => text !== ''),
    { nil: undefined },
  );
  return fc.tuple(value, doc).map(([one, text]) => (text === undefined ? one : { ...one, doc: text }));
}

/** Models as `buildModel` makes them: sorted, every name declared, no two endpoints of one method and path. */
export const model: fc.Arbitrary<Model> = fc
  .uniqueArray(typeName, { maxLength: 6 })
  .chain((found) => {
    const types = [...new Set([...found, 'Application', 'User', 'UserGroup'])].sort(compare);
    const attributes = attributesOf(attributeType(types));
    return fc.record({
      namespace: fc.constantFrom('App', 'My::App', 'constructor'),
      mappingType: fc.constantFrom(...MAPPING_TYPES),
      entityTypes: fc.tuple(...types.map((name) => entityType(name, types, attributes))),
      actions: actions(types, attributes),
      tenantType: fc.option(fc.constantFrom(...types), { nil: undefined }),
    });
  })
  .map(({ tenantType, ...rest }) => ({
    ...rest,
    principalType: 'User',
    groupType: 'UserGroup',
    ...(tenantType === undefined ? {} : { tenantType }),
  }));

/**
 * Models with what `buildModel` always gives them: groups, tenants, a context that speaks of tenants, and endpoints that can name
 * their resource.
 */
export const usualModel = model.map(({ tenantType: _, ...random }): Model => {
  const types = random.entityTypes.filter((type) => !FIXED_TYPES.some(({ name }) => name === type.name));
  const tenants = { kind: 'Set', element: { kind: 'Entity', type: 'Tenant' } } as const;
  const context = [{ name: 'tenants', required: true, type: tenants }];
  return {
    ...random,
    tenantType: 'Tenant',
    entityTypes: [...FIXED_TYPES, ...types.map(withoutCircle)].toSorted((a, b) => compare(a.name, b.name)),
    actions: random.actions.map((action) => ({
      ...action,
      context,
      endpoints: action.endpoints.map((one) => naming(one, action)),
    })),
  };
});

const FIXED_TYPES: readonly EntityType[] = [
  { name: 'Application', parents: [], attributes: [] },
  { name: 'Tenant', parents: [], attributes: [] },
  { name: 'User', parents: ['Tenant', 'UserGroup'], attributes: [] },
  { name: 'UserGroup', parents: [], attributes: [] },
];

/** What contains a type has a smaller name, so that nothing contains itself. */
function withoutCircle(type: EntityType): EntityType {
  const containers = type.parents.filter((parent) => parent < type.name && parent !== 'Application');
  return { ...type, parents: containers.filter((parent) => !parent.startsWith('User')) };
}

/** An endpoint that can be called, and whose call says where the resource of the action is. */
function naming(endpoint: ActionEndpoint, { resourceType }: Action): ActionEndpoint {
  const called = { ...endpoint, path: endpoint.path.replaceAll(/[\s{}]/g, '_') };
  if (resourceType === 'Application') return { ...called, from: 'application' };
  const isCalled = /^(?:query|body)/.test(endpoint.from);
  return isCalled ? called : { ...called, path: `/{id}${called.path}`, from: 'path:id' };
}

function entityType(
  name: string,
  types: readonly string[],
  attributes: fc.Arbitrary<Attribute[]>,
): fc.Arbitrary<EntityType> {
  const parents = fc.subarray([...types]);
  return withDoc(fc.record({ name: fc.constant(name), parents, attributes }));
}

function actions(types: readonly string[], context: fc.Arbitrary<Attribute[]>): fc.Arbitrary<Action[]> {
  const action = withDoc(
    fc.record({
      name: key,
      resourceType: fc.constantFrom(...types),
      endpoints: fc.array(endpoint, { minLength: 1, maxLength: 3 }),
      context,
      groups: fc
        .array(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 2 }), { maxLength: 2 })
        .map(groupRequirement),
    }),
  );
  return fc
    .uniqueArray(action, { selector: ({ name }) => name, maxLength: 5 })
    .map((list) => list.toSorted((a, b) => compare(order(a), order(b))));
}

/** By path, then method, then name; written so that no character of a path can disturb it. */
function order(action: Action): (string | number)[] {
  const [first] = action.endpoints;
  return first ? [first.path, METHODS.indexOf(first.method), action.name] : [];
}

function byName(attributes: Attribute[]): Attribute[] {
  return attributes.toSorted((a, b) => compare(a.name, b.name));
}

type Comparable = string | number | readonly (string | number)[];

function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'object' && typeof b === 'object') {
    const index = a.findIndex((part, position) => part !== b[position]);
    return index < 0 ? 0 : compare(a[index] ?? '', b[index] ?? '');
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
