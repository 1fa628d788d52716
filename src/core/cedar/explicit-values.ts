import { memoizeByIdentity } from '../caching/memoize.ts';
import { isRecord } from '../values/record.ts';
import { type Entity, type EntityUid, entityKey, isUid, plainUid } from './entity.ts';
import { type ValueShape, valueShapes } from './fits/value-shapes.ts';
import type { CedarValueJson, SchemaJson } from './wasm/json.ts';

/**
 * Spells values out that only the schema makes what they are: `{ "type", "id" }` is a record, unless the schema has an entity in its place;
 * a text may stand for an IP address. To the engine both spellings are one; code that looks at values without the engine needs the long form.
 */
export interface ExplicitValues {
  /** Made once for each list. */
  readonly entities: (entities: readonly Entity[]) => readonly Entity[];
  readonly context: (context: Context, action: EntityUid) => Context;
}

type Context = Readonly<Record<string, CedarValueJson>>;

/** Made once for each schema; without a schema values are what they look like. */
export const explicitValues = memoizeByIdentity((schema: SchemaJson<string>): ExplicitValues => {
  const { entities, tags, contexts } = valueShapes(schema);
  const entityOf = (entity: Entity): Entity => {
    const { type } = plainUid(entity.uid);
    const shape = entities.get(type);
    const tagShape = tags.get(type);
    if (!shape && !(tagShape && entity.tags)) return entity;
    const attrs = spelledOut(entity.attrs, shape) as Entity['attrs'];
    return tagShape && entity.tags
      ? { ...entity, attrs, tags: eachSpelledOut(entity.tags, tagShape) }
      : { ...entity, attrs };
  };
  return {
    entities: memoizeByIdentity((list) => list.map(entityOf)),
    context: (context, action) => spelledOut(context, contexts.get(entityKey(action))) as Context,
  };
});

/** The same value where nothing has to be spelled out. */
function spelledOut(value: unknown, shape: ValueShape | undefined): CedarValueJson {
  switch (shape?.kind) {
    case 'entity':
      return (
        isUid(value) && !('__entity' in value) ? { __entity: { type: value.type, id: value.id } } : value
      ) as CedarValueJson;
    case 'extension':
      return (typeof value === 'string' ? { __extn: { fn: shape.fn, arg: value } } : value) as CedarValueJson;
    case 'set':
      return (
        Array.isArray(value) ? value.map((one) => spelledOut(one, shape.element)) : value
      ) as CedarValueJson;
    case 'record':
      return (isRecord(value) ? recordSpelledOut(value, shape.attributes) : value) as CedarValueJson;
    default:
      return value as CedarValueJson;
  }
}

function recordSpelledOut(
  record: Readonly<Record<string, unknown>>,
  attributes: ReadonlyMap<string, ValueShape>,
): Readonly<Record<string, unknown>> {
  if (Object.hasOwn(record, '__extn') || Object.hasOwn(record, '__entity')) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, spelledOut(value, attributes.get(name))]),
  );
}

function eachSpelledOut(
  record: Readonly<Record<string, unknown>>,
  shape: ValueShape,
): Record<string, CedarValueJson> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, spelledOut(value, shape)]));
}
