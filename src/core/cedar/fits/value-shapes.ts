import { memoizeByIdentity } from '../../caching/memoize.ts';
import { entityKey } from '../entity.ts';
import { qualified } from '../namespace.ts';
import { EXTENSION_FUNCTIONS, meaningOf, type RecordJson, type TypeScope } from '../schema/type-meaning.ts';
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
    const shape = type && shapeOf(type, { schema, namespace });
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

function shapeOf(type: TypeJson, scope: TypeScope): ValueShape | undefined {
  const meaning = meaningOf(type, scope);
  switch (meaning?.kind) {
    case 'entity':
      return { kind: 'entity', type: meaning.name };
    case 'action':
      return { kind: 'entity', type: undefined };
    case 'extension':
      return { kind: 'extension', fn: EXTENSION_FUNCTIONS[meaning.name] };
    case 'set': {
      const element = shapeOf(meaning.element, meaning.scope);
      return element && { kind: 'set', element };
    }
    case 'record':
      return recordShape(meaning.record, meaning.scope);
    case 'plain':
    case undefined:
      return undefined;
  }
}

function recordShape(record: RecordJson, scope: TypeScope): ValueShape | undefined {
  const attributes = Object.entries(record.attributes).flatMap(([name, type]) => {
    const shape = shapeOf(type, scope);
    return shape ? [[name, shape] as const] : [];
  });
  return attributes.length > 0 ? { kind: 'record', attributes: new Map(attributes) } : undefined;
}
