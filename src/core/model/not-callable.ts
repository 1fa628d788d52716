import type { SchemaJson } from '../cedar/cedar.ts';
import { localName } from '../cedar/namespace.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Model } from './model.ts';

/**
 * Actions that calls ask for and that do not apply to the entity type of callers: the engine refuses each of these requests, whatever the
 * policies say. Where the schema has no such type at all, that is said of the callers.
 */
export function notCallable(
  json: SchemaJson<string>,
  { namespace, principalType, entityTypes, actions }: Model,
  file: string,
): Diagnostic[] {
  if (!entityTypes.some(({ name }) => name === principalType)) return [];
  const asked = new Map<string, string>();
  for (const { name, endpoints } of actions)
    for (const { method, path, second } of endpoints)
      for (const action of second ? [name, second.action] : [name])
        if (!asked.has(action)) asked.set(action, `${method} ${path}`);
  return [...asked].flatMap(([action, endpoint]): Diagnostic[] => {
    const types = json[namespace]?.actions[action]?.appliesTo?.principalTypes ?? [];
    const names = types.map((type) => localName(namespace, type));
    if (names.includes(principalType)) return [];
    return [
      {
        severity: 'warning',
        code: 'action-not-callable',
        message: `\`${endpoint}\` asks for action \`${action}\`, which does not apply to \`${principalType}\`, the entity type of callers: such a request cannot be decided, and is denied`,
        help: `it applies to ${names.map((name) => `\`${name}\``).join(', ') || 'nobody'}: add \`${principalType}\` to its \`principal\`, or mark the entity type of callers with \`@principal\``,
        file,
      },
    ];
  });
}
