import { memoizeByIdentity } from '../caching/memoize.ts';
import { isRecord } from '../values/record.ts';
import { type Entity, type EntityUid, entityKey, isUid, plainUid } from './entity.ts';
import { qualified } from './namespace.ts';
import type { CedarValueJson, SchemaJson, TypeJson } from './wasm/json.ts';

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
  const { entities, tags, contexts } = shapesOf(schema);
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

/** What has to be done to the values of a type; `undefined` for nothing. */
type ValueShape =
  | { readonly kind: 'entity' }
  | { readonly kind: 'extension'; readonly fn: string }
  | { readonly kind: 'set'; readonly element: ValueShape }
  | { readonly kind: 'record'; readonly attributes: ReadonlyMap<string, ValueShape> };

function shapesOf(schema: SchemaJson<string>) {
  const entities = new Map<string, ValueShape>();
  const tags = new Map<string, ValueShape>();
  const contexts = new Map<string, ValueShape>();
  const add = (
    shapes: Map<string, ValueShape>,
    key: string,
    type: TypeJson | undefined,
    namespace: string,
  ) => {
    const shape = type && shapeOf(type, { schema, namespace }, 0);
    if (shape) shapes.set(key, shape);
  };
  for (const [namespace, { entityTypes, actions }] of Object.entries(schema)) {
    for (const [name, type] of Object.entries(entityTypes)) {
      if ('enum' in type) continue;
      add(entities, qualified(namespace, name), type.shape, namespace);
      add(tags, qualified(namespace, name), type.tags, namespace);
    }
    for (const [id, { appliesTo }] of Object.entries(actions)) {
      const key = entityKey({ type: qualified(namespace, 'Action'), id });
      add(contexts, key, appliesTo?.context, namespace);
    }
  }
  return { entities, tags, contexts };
}

// ---- types ----

/** Where the names of a type are looked up. */
interface LookupScope {
  readonly schema: SchemaJson<string>;
  readonly namespace: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  ipaddr: 'ip',
  decimal: 'decimal',
  datetime: 'datetime',
  duration: 'duration',
};

/** Common types cannot contain themselves; deeper than this nobody writes one. */
const DEEPEST = 60;

function shapeOf(type: TypeJson, scope: LookupScope, depth: number): ValueShape | undefined {
  if (depth > DEEPEST) return undefined;
  switch (type.type) {
    case 'Set': {
      const element = 'element' in type ? shapeOf(type.element, scope, depth + 1) : undefined;
      return element && { kind: 'set', element };
    }
    case 'Record':
      return 'attributes' in type ? recordShape(type.attributes, scope, depth) : undefined;
    case 'Entity':
      return { kind: 'entity' };
    case 'Extension':
      return 'name' in type ? extensionShape(type.name) : undefined;
    default:
      return namedShape('name' in type ? type.name : type.type, scope, depth);
  }
}

function recordShape(
  written: Readonly<Record<string, TypeJson>>,
  scope: LookupScope,
  depth: number,
): ValueShape | undefined {
  const attributes = Object.entries(written).flatMap(([name, type]) => {
    const shape = shapeOf(type, scope, depth + 1);
    return shape ? [[name, shape] as const] : [];
  });
  return attributes.length > 0 ? { kind: 'record', attributes: new Map(attributes) } : undefined;
}

/** The nearest declaration counts: that of the namespace, then that of none, then what Cedar itself declares. */
function namedShape(name: string, { schema, namespace }: LookupScope, depth: number): ValueShape | undefined {
  for (const full of [qualified(namespace, name), name]) {
    const cut = full.lastIndexOf('::');
    const home = cut < 0 ? '' : full.slice(0, cut);
    const local = cut < 0 ? full : full.slice(cut + 2);
    const { commonTypes = {}, entityTypes = {} } = (Object.hasOwn(schema, home) && schema[home]) || {};
    const common = Object.hasOwn(commonTypes, local) ? commonTypes[local] : undefined;
    if (common) return shapeOf(common, { schema, namespace: home }, depth + 1);
    if (Object.hasOwn(entityTypes, local)) return { kind: 'entity' };
  }
  return extensionShape(name.replace(/^__cedar::/, ''));
}

function extensionShape(name: string): ValueShape | undefined {
  const fn = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined;
  return fn === undefined ? undefined : { kind: 'extension', fn };
}

// ---- values ----

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
