import type { PolicyJson, SchemaJson } from '../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, isSameUid, plainUid } from '../cedar/entity.ts';
import { isNoSchema } from '../cedar/schema/no-schema.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { hasActionGroups } from '../policies/action-scope.ts';
import type { Policy } from '../policies/policy.ts';
import type { Request } from '../requests/map-call.ts';
import { reachable } from '../values/reachable.ts';

/** Whether a policy can have a say about any of a fixture's decisions. */
export type Reach = (policy: Policy, ready: ReadyFixture) => boolean;

/**
 * Tells which fixtures a policy can have a say about. Cedar evaluates the scope before any condition, and a scope cannot fail: where it is
 * not satisfied, the policy neither applies nor fails, so the decision, its reasons and its errors are what they would be without it.
 * The answer is yes wherever it is not certain: with groups of actions, and for what a scope may come to hold in later versions of Cedar.
 */
export function reachOf(schema: SchemaJson<string>): Reach {
  // Without a schema, actions may be in whatever the entities say.
  const grouped = isNoSchema(schema) || hasActionGroups(schema);
  const ancestors = new WeakMap<Entity, ReadonlySet<string>>();
  const abovePrincipal = (ready: ReadyFixture, request: Request): ReadonlySet<string> => {
    const known = ancestors.get(ready.principal);
    if (known) return known;
    const entities = sentWith(request, ready);
    const found = withAncestors(request.principal, entities);
    // Without a resource nothing is sent, and nothing is decided.
    if (entities.length > 0) ancestors.set(ready.principal, found);
    return found;
  };
  return ({ json }, ready) =>
    ready.checks.some(
      ({ request }) =>
        admitsAction(json.action, request.action, grouped) &&
        admits(json.principal, request.principal, () => abovePrincipal(ready, request)) &&
        admits(json.resource, request.resource, () =>
          withAncestors(request.resource, sentWith(request, ready)),
        ),
    );
}

function admitsAction(scope: PolicyJson['action'], action: EntityUid, grouped: boolean): boolean {
  const named = 'entities' in scope ? scope.entities : 'entity' in scope ? [scope.entity] : undefined;
  if (!named || (scope.op === 'in' && grouped)) return true;
  return named.some((one) => isSameUid(plainUid(one), action));
}

function admits(
  scope: PolicyJson['principal'] | PolicyJson['resource'],
  uid: EntityUid,
  above: () => ReadonlySet<string>,
): boolean {
  switch (scope.op) {
    case '==':
      return !('entity' in scope) || isSameUid(plainUid(scope.entity), uid);
    case 'in':
      return !('entity' in scope) || above().has(entityKey(plainUid(scope.entity)));
    case 'is':
      return scope.entity_type === uid.type && (!scope.in || admits({ op: 'in', ...scope.in }, uid, above));
    default:
      return true;
  }
}

function sentWith(request: Request, { principal, slices }: ReadyFixture): readonly Entity[] {
  const slice = slices.compose(principal, request.resource);
  return slice.type === 'entities' ? slice.entities : [];
}

/** The keys of an entity and of everything above it among the entities that are sent. */
function withAncestors(from: EntityUid, sent: readonly Entity[]): ReadonlySet<string> {
  const parents = new Map(sent.map((entity) => [entityKey(plainUid(entity.uid)), entity.parents]));
  return reachable([entityKey(from)], (key) => (parents.get(key) ?? []).map(plainUid).map(entityKey));
}
