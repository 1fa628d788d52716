import { actionsInScope, MANY_ACTIONS, separableActions, uidKey, withActions } from './action-scope.ts';
import type { Answer, AuthorizationQuery, PreparedPolicies, SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { plainUid } from './entity.ts';
import { type Policy, type PolicySet, policyTexts } from './policy.ts';

/**
 * Prepares the policies. Each action, or in a large schema each resource type, gets a set of its own once enough was asked about it: of the policies those whose scope does not rule all of its actions out, of the schema only these actions and the types that they
 * and their entities refer to. What is left out could neither apply nor err, since the scope is evaluated before any condition. A query
 * that brings entities of other types is answered from the whole; schemas with groups of actions are kept whole.
 */
export function preparePoliciesByAction(
  name: string,
  schema: SchemaJson<string>,
  { policies }: PolicySet,
): Answer<PreparedPolicies> {
  const whole = cedar.preparePolicies(name, schema, policyTexts(policies));
  if (!whole.ok) return whole;
  const known = separableActions(schema);
  if (!known) return whole;
  const scoped = policies.map((policy) => ({ policy, actions: actionsInScope(policy, known) }));
  const partOf = parts(schema, isWorthItsMemory(scoped, known));
  const prepared = new Map<Part, Answer<PreparedPart>>();
  const authorize = (query: AuthorizationQuery) => {
    const part = partOf.get(uidKey(query.action.type, query.action.id));
    if (!part || !isWorthItsTime(part, policies, known)) return whole.value.authorize(query);
    const set = prepared.get(part) ?? preparePart(`${name} ${part.key}`, part, schema, scoped);
    prepared.set(part, set);
    return set.ok && set.value.covers(query)
      ? set.value.policies.authorize(query)
      : whole.value.authorize(query);
  };
  return { ok: true, value: { authorize } };
}

interface ScopedPolicy {
  readonly policy: Policy;
  /** The actions that its scope is limited to, when it is. */
  readonly actions: readonly string[] | undefined;
}

/** A prepared policy takes about 3.5 KiB, in each of the sets it belongs to. */
const MOST_COPIES = 10_000;

/** Whether every action may have a set of its own: a policy for all actions is then in all of them. */
function isWorthItsMemory(scoped: readonly ScopedPolicy[], known: ReadonlySet<string>): boolean {
  if (known.size > MANY_ACTIONS) return false;
  const copies = scoped.reduce((sum, { actions }) => sum + (actions?.length ?? known.size), 0);
  return copies <= Math.max(MOST_COPIES, 2 * scoped.length);
}

/** One action, or all that apply to one and the same resource type. */
interface Part {
  readonly key: string;
  readonly actions: Set<string>;
  /** How often something was asked about it. */
  questions: number;
}

interface PreparedPart {
  readonly policies: PreparedPolicies;
  readonly covers: (query: AuthorizationQuery) => boolean;
}

/** Preparing a set takes about as long as a thousand policies do that are looked at in vain. In a large schema the first question does. */
const POLICIES_IN_VAIN = 1_000;

function isWorthItsTime(part: Part, policies: readonly Policy[], known: ReadonlySet<string>): boolean {
  part.questions += 1;
  return known.size > MANY_ACTIONS || part.questions * (policies.length + 1) >= POLICIES_IN_VAIN;
}

function parts(schema: SchemaJson<string>, eachAction: boolean): ReadonlyMap<string, Part> {
  const byKey = new Map<string, Part>();
  const partOf = new Map<string, Part>();
  for (const [namespace, { actions }] of Object.entries(schema)) {
    for (const [name, action] of Object.entries(actions)) {
      const key = eachAction ? name : JSON.stringify(action.appliesTo?.resourceTypes ?? []);
      const part = byKey.get(key) ?? { key, actions: new Set<string>(), questions: 0 };
      part.actions.add(name);
      byKey.set(key, part);
      partOf.set(uidKey(`${namespace}::Action`, name), part);
    }
  }
  return partOf;
}

function preparePart(
  name: string,
  part: Part,
  schema: SchemaJson<string>,
  scoped: readonly ScopedPolicy[],
): Answer<PreparedPart> {
  const relevant = scoped
    .filter(({ actions }) => !actions || actions.some((action) => part.actions.has(action)))
    .map(({ policy }) => policy);
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
