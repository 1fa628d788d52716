import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/nearest-operation.ts';
import type { Action } from './model.ts';

/** Endpoints that ask for an action that there is not: a call whose second question cannot be asked must not be decided by the first alone. */
export function unknownSecondChecks(actions: readonly Action[]): Pick<Diagnostic, 'message' | 'help'>[] {
  const names = new Set(actions.map(({ name }) => name));
  return actions.flatMap(({ name, endpoints }) =>
    endpoints.flatMap(({ method, path, second }) => {
      if (second === undefined || names.has(second.action)) return [];
      const near = nearestName(second.action, [...names]);
      return [
        {
          message: `\`${method} ${path}\` of action \`${name}\` asks for \`${second.action}\` as well, which is not an action of the schema`,
          ...(near ? { help: `did you mean \`${near}\`?` } : {}),
        },
      ];
    }),
  );
}
