import type { AnalysisSchema, RequestEnvironment } from '../../src/core/analysis/schema/analysis-schema.ts';
import type { Attributes, Type } from '../../src/core/analysis/terms/type.ts';
import type { CedarValueJson } from '../../src/core/cedar/cedar.ts';
import { type Entity, entityKey } from '../../src/core/cedar/entity.ts';
import type { Random } from './random-source.ts';
import { POOLS, type World } from './random-world.ts';

/** What entities of a type are called that the schema does not list. */
const IDS = ['e1', 'e2'] as const;
/** Few, so that they often meet. */
const TEXTS = ['', 'a', 'b', 'ab', 'a*b', '*', 'x', 'é', '\\'] as const;
const LONGS = [0, 1, 1, 2] as const;

/** A random request of any schema, with all entities that there are. */
export function typedWorld(
  random: Random,
  schema: AnalysisSchema,
  { principalType, action, resourceType }: RequestEnvironment,
): World {
  const uidOf = (type: string) => ({ type, id: random.pick(idsOf(schema, type)) });
  const context = schema.actions.get(entityKey(action))?.context.attributes ?? new Map();
  return {
    principal: uidOf(principalType),
    action,
    resource: uidOf(resourceType),
    context: recordOf(random, schema, context),
    entities: [...schema.entityTypes.keys()].flatMap((type) => entitiesOf(random, schema, type)),
  };
}

export function idsOf({ entityTypes }: AnalysisSchema, type: string): readonly string[] {
  return entityTypes.get(type)?.members ?? IDS;
}

export function textOf(random: Random): string {
  return random.pick(TEXTS);
}

/** Parents come later in one order of all entities, so that there is no circle. */
function entitiesOf(random: Random, schema: AnalysisSchema, type: string): Entity[] {
  const info = schema.entityTypes.get(type);
  if (!info || info.members) return [];
  const ranks = [...schema.entityTypes.keys()];
  const isLater = (parent: string, index: number, place: number) =>
    index > place || (index === place && parent !== type && ranks.indexOf(parent) < ranks.indexOf(type));
  return IDS.map((id, place) => {
    const above = [...info.ancestors].flatMap((parent) =>
      idsOf(schema, parent)
        .filter((_, index) => schema.entityTypes.get(parent)?.members || isLater(parent, index, place))
        .map((other) => ({ type: parent, id: other })),
    );
    const { tags } = info;
    const keys = tags ? random.some(TEXTS.slice(0, 4)) : [];
    return {
      uid: { type, id },
      attrs: recordOf(random, schema, info.attributes),
      parents: random.some(above),
      ...(tags ? { tags: Object.fromEntries(keys.map((key) => [key, valueFor(random, schema, tags)])) } : {}),
    };
  });
}

function recordOf(
  random: Random,
  schema: AnalysisSchema,
  attributes: Attributes,
): Record<string, CedarValueJson> {
  const present = [...attributes].filter(([, { required }]) => required || random.once(2));
  return Object.fromEntries(present.map(([name, { type }]) => [name, valueFor(random, schema, type)]));
}

function valueFor(random: Random, schema: AnalysisSchema, type: Type): CedarValueJson {
  switch (type.kind) {
    case 'bool':
      return random.once(2);
    case 'long':
      return random.pick(LONGS);
    case 'string':
      return textOf(random);
    case 'entity':
      return { __entity: { type: type.name, id: random.pick(idsOf(schema, type.name)) } };
    case 'set':
      return Array.from({ length: random.below(3) }, () => valueFor(random, schema, type.element));
    case 'record':
      return recordOf(random, schema, type.attributes);
    case 'extension':
      return {
        __extn: { fn: type.name === 'ipaddr' ? 'ip' : type.name, arg: random.pick(POOLS[type.name]) },
      };
    case 'nothing':
      throw new Error('there is no value of no type');
  }
}
