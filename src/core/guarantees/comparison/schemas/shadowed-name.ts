import type { SchemaJson } from '../../../cedar/cedar.ts';
import { qualified } from '../../../cedar/namespace.ts';
import { printUid } from '../../../cedar/print-value.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';

/** Why no request fits two schemas: Cedar has no schema with a name both in a namespace and in none, as where types move into a namespace. */
export function shadowedName(merged: SchemaJson<string>): Diagnostic | undefined {
  const bare = Object.hasOwn(merged, '') ? merged[''] : undefined;
  if (!bare) return undefined;
  for (const [namespace, { entityTypes, actions }] of Object.entries(merged)) {
    if (namespace === '') continue;
    const type = Object.keys(entityTypes).find((name) => Object.hasOwn(bare.entityTypes, name));
    if (type !== undefined) return notComparable(qualified(namespace, type), type);
    const action = Object.keys(actions).find((name) => Object.hasOwn(bare.actions, name));
    if (action !== undefined)
      return notComparable(
        printUid({ type: qualified(namespace, 'Action'), id: action }),
        printUid({ type: 'Action', id: action }),
      );
  }
  return undefined;
}

function notComparable(name: string, shadowed: string): Diagnostic {
  return {
    severity: 'error',
    code: 'schemas-incomparable',
    message: `one of the two schemas has \`${name}\` and the other \`${shadowed}\`: Cedar has no schema with both, so they cannot be compared for all requests`,
    help: '`authz test` says whether the calls of the fixtures are decided as before: calls know no namespaces',
  };
}
