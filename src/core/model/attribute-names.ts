import type { SchemaJson, TypeJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import { meaningOf } from '../cedar/schema/type-meaning.ts';

/**
 * The names of all attributes that a schema gives an entity type, by the name of the type with its namespace. A type whose shape cannot be
 * read to its end is missing: nobody may say that it has no other attributes.
 */
export function attributeNames(schema: SchemaJson<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, ReadonlySet<string>>();
  for (const [namespace, { entityTypes }] of Object.entries(schema)) {
    for (const [name, type] of Object.entries(entityTypes)) {
      const shape = 'shape' in type ? type.shape : undefined;
      const meaning = meaningOf(shape ?? NOTHING, { schema, namespace });
      if (meaning?.kind !== 'record' || meaning.record.additionalAttributes === true) continue;
      named.set(qualified(namespace, name), new Set(Object.keys(meaning.record.attributes)));
    }
  }
  return named;
}

const NOTHING: TypeJson = { type: 'Record', attributes: {} };
