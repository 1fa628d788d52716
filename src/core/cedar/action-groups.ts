import type { EntityUid } from './entity.ts';
import { qualified } from './namespace.ts';
import type { SchemaJson } from './wasm/json.ts';

type Definition = SchemaJson<string>[string]['actions'][string];
export type GroupReference = NonNullable<Definition['memberOf']>[number];

/**
 * The group that an entry of `memberOf` means to the engine. A type with a namespace is meant as it is; `Action` alone is a group of the
 * same namespace, or, where that has none of the name, one of no namespace.
 */
export function groupMeant(
  schema: SchemaJson<string>,
  namespace: string,
  { type = 'Action', id }: GroupReference,
): EntityUid {
  if (type.includes('::')) return { type, id };
  const declares = (name: string) => Object.hasOwn(schema[name]?.actions ?? {}, id);
  const isElsewhere = !declares(namespace) && declares('');
  return { type: isElsewhere ? type : qualified(namespace, type), id };
}
