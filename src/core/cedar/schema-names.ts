import { memoizeByIdentity } from '../caching/memoize.ts';
import { compareText } from '../values/compare-text.ts';
import { qualified } from './namespace.ts';
import type { SchemaJson } from './wasm/json.ts';

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
