import type { PolicyJson, SchemaJson } from '../cedar/cedar.ts';
import { type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { groupMeant } from '../cedar/schema/schema-names.ts';
import { reachable } from '../values/reachable.ts';
import type { Policy } from './policy.ts';

/** The policies whose scope does not rule an action out. The others neither apply to it nor fail about it. */
export function policiesFor(
  policies: readonly Policy[],
  action: EntityUid,
  groups: ActionGroups,
): readonly Policy[] {
  const key = entityKey(action);
  const within = [key, ...(groups.get(key) ?? [])];
  return policies.filter(({ json }) => admits(json.action, key, within));
}

/** The keys of all groups that an action is in, directly or further up, by its key. */
export type ActionGroups = ReadonlyMap<string, ReadonlySet<string>>;

/** Of all actions of a schema; groups that it only refers to have none above them. */
export function actionGroups(schema: SchemaJson<string>): ActionGroups {
  const direct = new Map<string, readonly string[]>();
  for (const [namespace, { actions }] of Object.entries(schema)) {
    const type = qualified(namespace, 'Action');
    for (const [id, { memberOf }] of Object.entries(actions)) {
      const groups = (memberOf ?? []).map((group) => entityKey(groupMeant(schema, namespace, group)));
      direct.set(entityKey({ type, id }), groups);
    }
  }
  return new Map([...direct.keys()].map((key) => [key, above(key, direct)]));
}

function above(key: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  return reachable(direct.get(key) ?? [], (group) => direct.get(group) ?? []);
}

function admits(scope: PolicyJson['action'], action: string, within: readonly string[]): boolean {
  if (scope.op === 'All') return true;
  const named = actionsNamedIn(scope);
  return scope.op === '==' ? named.has(action) : within.some((key) => named.has(key));
}

/** Policies are asked about action by action, and each may name hundreds of actions. */
const namedInScopes = new WeakMap<PolicyJson['action'], ReadonlySet<string>>();

/** The keys of the actions and groups that the scope of a policy names. */
export function actionsNamedIn(scope: PolicyJson['action']): ReadonlySet<string> {
  const known = namedInScopes.get(scope);
  if (known) return known;
  const entities = 'entities' in scope ? scope.entities : 'entity' in scope ? [scope.entity] : [];
  const named = new Set(entities.map((uid) => entityKey(plainUid(uid))));
  namedInScopes.set(scope, named);
  return named;
}
