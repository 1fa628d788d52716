import type { SchemaJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import { isRecord } from '../values/record.ts';
import { resolveCommon, scopeOf } from './read-entity-type.ts';

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
  written: unknown,
  namespace: string,
  schema: SchemaJson<string>,
): ReadonlySet<string> | undefined {
  const { type: shape } = resolveCommon(written, scopeOf(namespace, schema));
  if (!isRecord(shape) || shape.type !== 'Record' || shape.additionalAttributes === true) return undefined;
  return isRecord(shape.attributes) ? new Set(Object.keys(shape.attributes)) : undefined;
}
