import { actionsInScope, actionsToPart, uidKey, withActions } from './action-scope.ts';
import type { Answer, AuthorizationQuery, PreparedPolicies, SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { plainUid } from './entity.ts';
import { type Policy, type PolicySet, policyTexts } from './policy.ts';

/**
 * Prepares the policies. With a large schema each resource type gets, when something is first asked about it, a set of its own: of the
 * policies those whose scope does not rule all of its actions out, of the schema only these actions and the types that they and their
 * entities refer to. What is left out could neither apply nor err, since the scope is evaluated before any condition. A query that
 * brings entities of other types is answered from the whole; schemas with groups of actions are kept whole.
 */
export function preparePoliciesByAction(
  name: string,
  schema: SchemaJson<string>,
  { policies }: PolicySet,
): Answer<PreparedPolicies> {
  const whole = cedar.preparePolicies(name, schema, policyTexts(policies));
  if (!whole.ok) return whole;
  const known = actionsToPart(schema);
  if (!known) return whole;
  const partOf = partsByAction(schema);
  const prepared = new Map<Part, Answer<PreparedPart>>();
  const authorize = (query: AuthorizationQuery) => {
    const part = partOf.get(uidKey(query.action.type, query.action.id));
    if (!part) return whole.value.authorize(query);
    const set = prepared.get(part) ?? preparePart(`${name} ${part.key}`, part, schema, policies, known);
    prepared.set(part, set);
    return set.ok && set.value.covers(query)
      ? set.value.policies.authorize(query)
      : whole.value.authorize(query);
  };
  return { ok: true, value: { authorize } };
}

/** The actions that apply to one and the same resource type. */
interface Part {
  readonly key: string;
  readonly actions: Set<string>;
}

interface PreparedPart {
  readonly policies: PreparedPolicies;
  readonly covers: (query: AuthorizationQuery) => boolean;
}

function partsByAction(schema: SchemaJson<string>): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const partOf = new Map<string, Part>();
  for (const [namespace, { actions }] of Object.entries(schema)) {
    for (const [name, action] of Object.entries(actions)) {
      const key = JSON.stringify(action.appliesTo?.resourceTypes ?? []);
      const part = parts.get(key) ?? { key, actions: new Set<string>() };
      part.actions.add(name);
      parts.set(key, part);
      partOf.set(uidKey(`${namespace}::Action`, name), part);
    }
  }
  return partOf;
}

function preparePart(
  name: string,
  part: Part,
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  known: ReadonlySet<string>,
): Answer<PreparedPart> {
  const relevant = policies.filter((policy) => {
    const actions = actionsInScope(policy, known);
    return !actions || actions.some((action) => part.actions.has(action));
  });
  const { partial, types } = withReferredTypes(withActions(schema, part.actions));
  const prepared = cedar.preparePolicies(name, partial, policyTexts(relevant));
  if (!prepared.ok) return prepared;
  const covers = (query: AuthorizationQuery) =>
    query.entities.every((entity) => types.has(plainUid(entity.uid).type));
  return { ok: true, value: { policies: prepared.value, covers } };
}

/** The schema with only the entity types that its actions lead to: those they apply to, and whatever these mention. */
function withReferredTypes(schema: SchemaJson<string>): {
  partial: SchemaJson<string>;
  types: ReadonlySet<string>;
} {
  const types = new Set<string>();
  const partial = Object.entries(schema).map(([namespace, definition]) => {
    const found = new Set<string>();
    const waiting: unknown[] = [definition.actions, definition.commonTypes];
    for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
      for (const word of textsIn(next)) {
        const type = word.startsWith(`${namespace}::`) ? word.slice(namespace.length + 2) : word;
        if (found.has(type) || !Object.hasOwn(definition.entityTypes, type)) continue;
        found.add(type);
        waiting.push(definition.entityTypes[type]);
      }
    }
    for (const type of found) types.add(`${namespace}::${type}`);
    const kept = Object.entries(definition.entityTypes).filter(([type]) => found.has(type));
    return [namespace, { ...definition, entityTypes: Object.fromEntries(kept) }] as const;
  });
  return { partial: Object.fromEntries(partial), types };
}

/** Every text in a value: a type is always mentioned by one, and one too many does no harm. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
