import { checkParseEntities, checkParseSchema } from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import type { CedarValueJson, SchemaJson, TypeJson } from '../../../../src/core/cedar/cedar.ts';
import { qualified } from '../../../../src/core/cedar/namespace.ts';
import { schemaNames } from '../../../../src/core/cedar/schema/schema-names.ts';
import {
  EXTENSION_FUNCTIONS,
  meaningOf,
  meaningsOf,
  type TypeMeaning,
} from '../../../../src/core/cedar/schema/type-meaning.ts';
import fc from '../../../helpers/fast-check.ts';

// ---- schemas in which few names stand for many things ----

const NAMESPACES = ['', 'A', 'B'];
const NAMES = ['T', 'U', 'Long', 'String', 'Bool', 'ipaddr', 'decimal'];
const WRITTEN = [...NAMES, 'A::T', 'B::U', 'A::ipaddr', '__cedar::Long', '__cedar::ipaddr'];

const { type: anyType } = fc.letrec<{ type: TypeJson }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<TypeJson>({ type: 'String' }, { type: 'Long' }, { type: 'Boolean' }),
    fc.constantFrom('ipaddr', 'datetime').map((name): TypeJson => ({ type: 'Extension', name })),
    fc.record({ type: fc.constantFrom('Entity', 'EntityOrCommon'), name: fc.constantFrom(...WRITTEN) }),
    fc.constantFrom(...WRITTEN).map((type): TypeJson => ({ type })),
    fc.constantFrom('Action', 'A::Action').map((name): TypeJson => ({ type: 'EntityOrCommon', name })),
    tie('type').map((element): TypeJson => ({ type: 'Set', element })),
    tie('type').map((member): TypeJson => ({ type: 'Record', attributes: { member } })),
  ),
}));

const namespace = fc.record({
  commonTypes: fc.dictionary(fc.constantFrom(...NAMES), anyType, { maxKeys: 2 }),
  entityTypes: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom({}, { enum: ['one'] as [string] }), {
    maxKeys: 3,
  }),
  actions: fc.constantFrom({ act: {} }, {}),
});

/** A type, and the namespace of the entity type that has a value of it. */
interface Example {
  readonly schema: SchemaJson<string>;
  readonly type: TypeJson;
  readonly home: string;
}

function holderOf(type: TypeJson) {
  return { shape: { type: 'Record' as const, attributes: { value: type } } };
}

const schemas = fc
  .tuple(fc.record({ '': namespace, A: namespace, B: namespace }), anyType, fc.constantFrom(...NAMESPACES))
  .map(([namespaces, type, home]) => {
    const definition = namespaces[home as keyof typeof namespaces];
    const entityTypes = { ...definition.entityTypes, Holder: holderOf(type) };
    const schema = { ...namespaces, [home]: { ...definition, entityTypes } } as SchemaJson<string>;
    return { schema, type, home };
  })
  .filter(({ schema }) => checkParseSchema(schema).type === 'success');

/** A common type of another namespace, in which a name stands for something else than here. */
const ELSEWHERE: Example = {
  schema: {
    A: { commonTypes: { T: { type: 'EntityOrCommon', name: 'U' } }, entityTypes: { U: {} }, actions: {} },
    B: { entityTypes: { U: {}, Holder: holderOf({ type: 'A::T' }) }, actions: {} },
  },
  type: { type: 'A::T' },
  home: 'B',
};

/** A name that stands for something in the namespace, and in none. */
const OF_ITS_OWN: Example = {
  schema: {
    '': { entityTypes: {}, actions: { other: {} } },
    A: {
      entityTypes: { Holder: holderOf({ type: 'EntityOrCommon', name: 'Action' }) },
      actions: { act: {} },
    },
  },
  type: { type: 'EntityOrCommon', name: 'Action' },
  home: 'A',
};

// ---- values of each kind ----

const EXTENSION_VALUES = { decimal: '1.5', datetime: '2024-01-01', duration: '1h', ipaddr: '::1' };

/** One value of each type that has no other types in it, by what it is. */
function valuesFor(schema: SchemaJson<string>): ReadonlyMap<string, CedarValueJson> {
  const extensions = Object.entries(EXTENSION_FUNCTIONS).map(([name, fn]) => {
    const arg = EXTENSION_VALUES[name as keyof typeof EXTENSION_VALUES];
    return [`extension ${name}`, { __extn: { fn, arg } }] as const;
  });
  const { entityTypes, actions } = schemaNames(schema);
  const uids = [...entityTypes.map((type) => ({ type, id: 'one' })), ...actions];
  return new Map<string, CedarValueJson>([
    ['plain String', 'no other text'],
    ['plain Long', 1],
    ['plain Bool', true],
    ['set', []],
    ...extensions,
    ...uids.map((uid) => [`entity ${uid.type}`, { __entity: uid }] as const),
  ]);
}

function kindOf(meaning: TypeMeaning): string {
  if (meaning.kind === 'plain') return `plain ${meaning.type}`;
  if (meaning.kind === 'set' || meaning.kind === 'record') return meaning.kind;
  return `${meaning.kind === 'action' ? 'entity' : meaning.kind} ${meaning.name}`;
}

function sampleOf(meaning: TypeMeaning, values: ReadonlyMap<string, CedarValueJson>): CedarValueJson {
  const inner = (type: TypeJson, scope: Parameters<typeof meaningOf>[1]) =>
    sampleOf(defined(meaningOf(type, scope)), values);
  if (meaning.kind === 'set') return [inner(meaning.element, meaning.scope)];
  if (meaning.kind !== 'record') return defined(values.get(kindOf(meaning)));
  const members = Object.entries(meaning.record.attributes);
  return Object.fromEntries(members.map(([name, type]) => [name, inner(type, meaning.scope)]));
}

function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the engine has read the schema, and a type in it means nothing');
  return value;
}

function takes(schema: SchemaJson<string>, home: string, value: CedarValueJson): boolean {
  const entity = { uid: { type: qualified(home, 'Holder'), id: 'h' }, attrs: { value }, parents: [] };
  return checkParseEntities({ entities: [entity], schema }).type === 'success';
}

describe('what a type of a schema means', () => {
  it('is what the engine takes values for, whatever its names stand for elsewhere', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(schemas, ({ schema, type, home }) => {
        const meaning = defined(meaningOf(type, { schema, namespace: home }));
        const values = valuesFor(schema);
        expect(takes(schema, home, sampleOf(meaning, values))).toBe(true);
        const taken = [...values].filter(([, value]) => takes(schema, home, value)).map(([kind]) => kind);
        expect(taken).toEqual(meaning.kind === 'record' ? [] : [kindOf(meaning)]);
        seen.add(meaning.kind);
      }),
      { examples: [[ELSEWHERE], [OF_ITS_OWN]] },
    );
    expect([...seen].sort()).toEqual(['action', 'entity', 'extension', 'plain', 'record', 'set']);
  });

  it('is one of several meanings where an entity type is called like a common type', () => {
    const schema: SchemaJson<string> = {
      App: {
        commonTypes: { Owner: { type: 'Set', element: { type: 'String' } } },
        entityTypes: { Owner: {} },
        actions: {},
      },
    };
    const scope = { schema, namespace: 'App' };
    const kinds = (type: TypeJson) => meaningsOf(type, scope).map(({ kind }) => kind);
    expect(kinds({ type: 'EntityOrCommon', name: 'Owner' })).toEqual(['set', 'entity']);
    expect(kinds({ type: 'Entity', name: 'Owner' })).toEqual(['entity']);
    expect(kinds({ type: 'Owner' })).toEqual(['set']);
  });

  it('is nothing where names lead in a circle', () => {
    const schema: SchemaJson<string> = {
      '': { commonTypes: { One: { type: 'Other' }, Other: { type: 'One' } }, entityTypes: {}, actions: {} },
    };
    expect(meaningOf({ type: 'One' }, { schema, namespace: '' })).toBeUndefined();
  });
});
