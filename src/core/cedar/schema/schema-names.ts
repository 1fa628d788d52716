import { memoizeByIdentity } from '../../caching/memoize.ts';
import { compareText } from '../../values/compare-text.ts';
import type { EntityUid } from '../entity.ts';
import { qualified } from '../namespace.ts';
import type { SchemaJson } from '../wasm/json.ts';

/** What a schema declares, in all of its namespaces; each list is sorted. */
export interface SchemaNames {
  /** With their namespaces, as in `App::User`. */
  readonly entityTypes: readonly string[];
  /** With their types, as in `{ type: 'App::Action', id: 'view' }`. Groups of actions are among them. */
  readonly actions: readonly { readonly type: string; readonly id: string }[];
}

/** Made once for each schema. */
export const schemaNames = memoizeByIdentity((schema: SchemaJson<string>): SchemaNames => {
  const namespaces = Object.entries(schema);
  const entityTypes = namespaces.flatMap(([namespace, definition]) =>
    Object.keys(definition.entityTypes).map((name) => qualified(namespace, name)),
  );
  const actions = namespaces.flatMap(([namespace, definition]) =>
    Object.keys(definition.actions).map((id) => ({ type: qualified(namespace, 'Action'), id })),
  );
  return {
    entityTypes: entityTypes.sort(),
    actions: actions.sort((a, b) => compareText(a.type, b.type) || compareText(a.id, b.id)),
  };
});

/**
 * The group that an entry of `memberOf` means to the engine. A type with a namespace is meant as it is; `Action` alone is a group of the
 * same namespace, or, where that has none of the name, one of no namespace.
 */
export function groupMeant(
  schema: SchemaJson<string>,
  namespace: string,
  { type = 'Action', id }: { readonly type?: string; readonly id: string },
): EntityUid {
  if (type.includes('::')) return { type, id };
  const declares = (name: string) => Object.hasOwn(schema[name]?.actions ?? {}, id);
  const isElsewhere = !declares(namespace) && declares('');
  return { type: isElsewhere ? type : qualified(namespace, type), id };
}
