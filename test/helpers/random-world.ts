import type { CedarValueJson } from '../../src/core/cedar/cedar.ts';
import type { Entity, EntityUid } from '../../src/core/cedar/entity.ts';
import { type Fields, IDS, type RandomSchema, type ValueType } from './random-schema.ts';
import type { Random } from './random-source.ts';

/** A request with all entities that there are. */
export interface World {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  readonly entities: readonly Entity[];
}

/** Values that conditions name as well, so that they often meet. */
export const POOLS = {
  String: ['', 'a', 'b', 'ab', 'aba', 'draft', 'ä*', '10.0.0.1', '1.5'],
  Long: [0, 1, 2, 5, -1, 1000, 9007199254740991, -9007199254740991],
  decimal: ['0.0', '1.5', '-1.5', '0.0001', '922337203685477.5807'],
  datetime: [
    '1970-01-01',
    '2024-02-29',
    '2024-02-29T12:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '0000-01-01',
    '9999-12-31',
  ],
  duration: ['0ms', '1h', '-1h', '1d', '1d2h3m4s5ms', '-1ms', '9223372036854775807ms'],
  ipaddr: [
    '10.0.0.1',
    '10.0.0.0/8',
    '127.0.0.1',
    '::1',
    'ff00::1',
    '0.0.0.0/0',
    '10.0.0.0/24',
    'ff00::/8',
    '224.0.0.1/4',
  ],
} as const;

export function randomWorld(random: Random, schema: RandomSchema, principalType: string): World {
  const entities = Object.keys(schema.types).flatMap((type) => entitiesOf(random, schema, type));
  return {
    principal: { type: principalType, id: random.pick(IDS) },
    action: { type: 'Action', id: 'act' },
    resource: { type: 'Doc', id: random.pick(IDS) },
    context: randomRecord(random, schema, schema.context),
    entities,
  };
}

/** Parents come later in one order of all entities, so that there is no circle. */
function entitiesOf(random: Random, schema: RandomSchema, type: string): Entity[] {
  const { parents, fields, tags, members } = schema.types[type] ?? NO_TYPE;
  if (members) return [];
  return IDS.map((id, place) => {
    const above = parents.flatMap((parent) =>
      (schema.types[parent]?.members ?? IDS)
        .filter((_, index) => isAbove(parent, index, type, place))
        .map((other) => ({ type: parent, id: other })),
    );
    const keys = tags ? random.some(POOLS.String.slice(0, 4)) : [];
    return {
      uid: { type, id },
      attrs: randomRecord(random, schema, fields),
      parents: random.some(above),
      ...(tags
        ? { tags: Object.fromEntries(keys.map((key) => [key, randomValue(random, schema, tags)])) }
        : {}),
    };
  });
}

const NO_TYPE = { parents: [], fields: {}, tags: undefined, members: undefined };

function isAbove(parent: string, index: number, type: string, place: number): boolean {
  const rank = (name: string) => ['User', 'Doc', 'Team', 'Plan'].indexOf(name);
  return index > place || (index === place && rank(parent) > rank(type));
}

function randomRecord(random: Random, schema: RandomSchema, fields: Fields): Record<string, CedarValueJson> {
  const present = Object.entries(fields).filter(([, { required }]) => required || random.once(2));
  return Object.fromEntries(present.map(([name, { type }]) => [name, randomValue(random, schema, type)]));
}

function randomValue(random: Random, schema: RandomSchema, type: ValueType): CedarValueJson {
  switch (type.kind) {
    case 'Bool':
      return random.once(2);
    case 'Long':
      return random.pick(POOLS.Long);
    case 'String':
      return random.pick(POOLS.String);
    case 'Entity':
      return { __entity: { type: type.name, id: random.pick(schema.types[type.name]?.members ?? IDS) } };
    case 'Set':
      return Array.from({ length: random.below(3) }, () => randomValue(random, schema, type.element));
    case 'Record':
      return randomRecord(random, schema, type.fields);
    case 'ipaddr':
      return { __extn: { fn: 'ip', arg: random.pick(POOLS.ipaddr) } };
    case 'decimal':
    case 'datetime':
    case 'duration':
      return { __extn: { fn: type.kind, arg: random.pick(POOLS[type.kind]) } };
  }
}
