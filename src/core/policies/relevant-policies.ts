import type { PolicyJson, SchemaJson } from '../cedar/cedar.ts';
import { type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Policy } from './policy.ts';

/** The policies whose scope does not rule an action out. The others neither apply to it nor fail about it. */
export function policiesFor(
  policies: readonly Policy[],
  action: EntityUid,
  groups: ActionGroups,
): readonly Policy[] {
  const within = new Set([entityKey(action), ...(groups.get(entityKey(action)) ?? [])]);
  return policies.filter(({ json }) => admits(json.action, entityKey(action), within));
}

/** The keys of all groups that an action is in, directly or further up, by its key. */
export type ActionGroups = ReadonlyMap<string, ReadonlySet<string>>;

export function actionGroups(schema: SchemaJson<string>): ActionGroups {
  const direct = new Map<string, readonly string[]>();
  for (const [namespace, { actions }] of Object.entries(schema)) {
    const type = qualified(namespace, 'Action');
    for (const [id, { memberOf }] of Object.entries(actions)) {
      const groups = (memberOf ?? []).map((group) =>
        entityKey({ type: fullName(group.type ?? type, namespace), id: group.id }),
      );
      direct.set(entityKey({ type, id }), groups);
    }
  }
  return new Map([...direct.keys()].map((key) => [key, above(key, direct)]));
}

/** `Action` alone is the namespace's own. */
function fullName(type: string, namespace: string): string {
  return type.includes('::') ? type : qualified(namespace, type);
}

function above(key: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(direct.get(key) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!found.has(next)) waiting.push(...(direct.get(next) ?? []));
    found.add(next);
  }
  return found;
}

function admits(scope: PolicyJson['action'], action: string, within: ReadonlySet<string>): boolean {
  switch (scope.op) {
    case 'All':
      return true;
    case '==':
      return 'entity' in scope && entityKey(plainUid(scope.entity)) === action;
    case 'in': {
      const named = 'entity' in scope ? [scope.entity] : scope.entities;
      return named.some((uid) => within.has(entityKey(plainUid(uid))));
    }
  }
}
