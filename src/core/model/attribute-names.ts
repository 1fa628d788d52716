import type { SchemaJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import { isRecord } from '../values/record.ts';

/**
 * The names of all attributes that a schema gives an entity type, by the name of the type with its namespace. A type whose shape cannot be
 * read to its end is missing: nobody may say that it has no other attributes.
 */
export function attributeNames(schema: SchemaJson<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, ReadonlySet<string>>();
  for (const [namespace, { entityTypes }] of Object.entries(schema)) {
    for (const [name, type] of Object.entries(entityTypes)) {
      const shape: unknown = 'shape' in type ? (type.shape ?? EMPTY) : EMPTY;
      const names = namesOf(shape, namespace, schema);
      if (names) named.set(qualified(namespace, name), names);
    }
  }
  return named;
}

const EMPTY = { type: 'Record', attributes: {} };

function namesOf(
  shape: unknown,
  namespace: string,
  schema: SchemaJson<string>,
): ReadonlySet<string> | undefined {
  if (!isRecord(shape)) return undefined;
  if (shape.type === 'Record')
    return isRecord(shape.attributes) && shape.additionalAttributes !== true
      ? new Set(Object.keys(shape.attributes))
      : undefined;
  const name = typeof shape.name === 'string' ? shape.name : String(shape.type);
  const common = commonType(name, namespace, schema);
  return common && namesOf(common.type, common.namespace, schema);
}

/** Common types refer to each other without cycles, which Cedar has checked. */
function commonType(
  name: string,
  namespace: string,
  schema: SchemaJson<string>,
): { readonly type: unknown; readonly namespace: string } | undefined {
  const places = [
    { namespace, local: name },
    { namespace: name.slice(0, Math.max(0, name.lastIndexOf('::'))), local: name.split('::').at(-1) ?? '' },
  ];
  for (const place of places) {
    const types = schema[place.namespace]?.commonTypes ?? {};
    if (Object.hasOwn(types, place.local)) return { type: types[place.local], namespace: place.namespace };
  }
  return undefined;
}
