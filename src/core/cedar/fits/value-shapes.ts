import { memoizeByIdentity } from '../../caching/memoize.ts';
import { entityKey } from '../entity.ts';
import { qualified, splitName } from '../namespace.ts';
import type { SchemaJson, TypeJson } from '../wasm/json.ts';

/** What the values of a type are that only the schema makes so: references to entities and values of extension types; `undefined` for nothing. */
export type ValueShape =
  /** `type` with its namespace; `undefined` for that of actions, which no schema declares. */
  | { readonly kind: 'entity'; readonly type: string | undefined }
  | { readonly kind: 'extension'; readonly fn: string }
  | { readonly kind: 'set'; readonly element: ValueShape }
  | { readonly kind: 'record'; readonly attributes: ReadonlyMap<string, ValueShape> };

/** Those of entity types, of tags and of the contexts of actions, by name. Made once for each schema. */
export const valueShapes = memoizeByIdentity((schema: SchemaJson<string>) => {
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
});

// ---- types ----

/** Where the names of a type are looked up. */
interface LookupScope {
  readonly schema: SchemaJson<string>;
  readonly namespace: string;
}

/** The function that makes a value of each extension type. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
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
      return { kind: 'entity', type: 'name' in type ? entityTypeNamed(type.name, scope) : undefined };
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
function namedShape(name: string, scope: LookupScope, depth: number): ValueShape | undefined {
  for (const { full, home, common, isEntityType } of declarationsOf(name, scope)) {
    if (common) return shapeOf(common, { ...scope, namespace: home }, depth + 1);
    if (isEntityType) return { kind: 'entity', type: full };
  }
  return extensionShape(name.replace(/^__cedar::/, ''));
}

function entityTypeNamed(name: string, scope: LookupScope): string | undefined {
  return declarationsOf(name, scope).find(({ isEntityType }) => isEntityType)?.full;
}

/** What a name may mean, nearest first. */
function declarationsOf(name: string, { schema, namespace }: LookupScope) {
  return [qualified(namespace, name), name].map((full) => {
    const { namespace: home, name: local } = splitName(full);
    const { commonTypes = {}, entityTypes = {} } = (Object.hasOwn(schema, home) && schema[home]) || {};
    const common = Object.hasOwn(commonTypes, local) ? commonTypes[local] : undefined;
    return { full, home, common, isEntityType: Object.hasOwn(entityTypes, local) };
  });
}

function extensionShape(name: string): ValueShape | undefined {
  const fn = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined;
  return fn === undefined ? undefined : { kind: 'extension', fn };
}
