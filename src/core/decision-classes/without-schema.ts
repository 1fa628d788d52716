import { lazy, memoizeByIdentity } from '../caching/memoize.ts';
import type { AuthorizationQuery, PolicyJson, PreparedPolicies, SchemaJson } from '../cedar/cedar.ts';
import { type Conformance, conformanceTo, hasEscapes } from '../cedar/conformance.ts';
import { type Entity, EntityMap, type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { hasCycle, mayHaveCycles } from '../cedar/entity-cycles.ts';
import { isPlainUid } from '../cedar/fits/plain-uid.ts';
import { actionsIn, hasActionGroups } from '../policies/action-scope.ts';
import type { Policy } from '../policies/policy.ts';
import { attributesRead } from './attributes-read.ts';

/** The action of a query as `entityKey` writes it; `undefined` where that is not certain. */
export function actionKeyOf({ action }: AuthorizationQuery): string | undefined {
  return isPlainUid(action) ? keyOfAction(action) : undefined;
}

/** By id: the same few actions are asked about all the time, and a text that was made once is quickly looked up by. */
const keysOfActions = new Map<string, { readonly type: string; readonly key: string }>();
const MOST_ACTIONS = 10_000;
const LONGEST_NAME = 200;

function keyOfAction({ type, id }: EntityUid): string {
  const known = keysOfActions.get(id);
  if (known?.type === type) return known.key;
  const key = entityKey({ type, id });
  if (id.length > LONGEST_NAME) return key;
  // Anybody may ask about any action.
  if (keysOfActions.size >= MOST_ACTIONS) keysOfActions.clear();
  keysOfActions.set(id, { type, key });
  return key;
}

/** `areChecked` says that all entities have been checked against the schema, together: that is enough where values are what they look like. */
export type QueryConformance = (query: AuthorizationQuery, actionKey: string, areChecked: boolean) => boolean;

/**
 * What the engine checks about a query beyond its decision: that there can be such a principal and such a resource, each entity and the
 * context by themselves, and that nothing is above itself.
 */
export function queryConformance(schema: SchemaJson<string>): QueryConformance {
  const fit = conformanceTo(schema);
  const mayCycle = mayHaveCycles(schema);
  const isPlain = !hasEscapes(schema);
  return (query, actionKey, areChecked) =>
    isAskedFittingly(query, actionKey, fit) &&
    isPlainUid(query.resource) &&
    fit.uid(query.resource) &&
    ((areChecked && isPlain) || allFit(query, fit)) &&
    !(mayCycle && hasCycle(query.entities));
}

/** Many questions of one run are by the same caller, and about the same entities: each is looked at once. */
function isAskedFittingly(
  { principal, context, seenToFit: seen }: AuthorizationQuery,
  actionKey: string,
  fit: Conformance,
): boolean {
  if (seen?.actionKey === actionKey && seen.principal === principal && seen.context === context) return true;
  if (!isPlainUid(principal) || !fit.uid(principal) || !fit.context(actionKey, context)) return false;
  if (seen) Object.assign(seen, { principal, context, actionKey });
  return true;
}

function allFit({ entities, resource, seenToFit: seen }: AuthorizationQuery, fit: Conformance): boolean {
  for (const entity of entities) {
    if (seen?.entities.has(entity)) continue;
    if (!fit.entity(entity)) return false;
    // What one question is about hardly ever comes with another.
    if (seen && plainUid(entity.uid).id !== resource.id) seen.entities.add(entity);
  }
  return true;
}

/**
 * The same answers, but the engine is not given the schema for a query that is known to conform to it: reading entities by the schema takes longer,
 * and code that has to be compiled first. Nor is it given attributes that no policy names. Any other query is asked about with the schema, so that the engine says what is
 * wrong with it. `policies` are those that are prepared.
 */
export function skipSchemaWhenConformant(
  prepared: PreparedPolicies,
  schema: SchemaJson<string>,
  policies: readonly Policy[],
): PreparedPolicies {
  if (mayReadActionGroups(schema, policies)) return prepared;
  const fits = queryConformance(schema);
  const fit = conformanceTo(schema);
  const isSure = (query: AuthorizationQuery) => {
    const { principal, resource } = query;
    const actionKey = actionKeyOf(query);
    return (
      actionKey !== undefined &&
      fits(query, actionKey, false) &&
      fit.action(actionKey, principal.type, resource.type) &&
      areDistinct(query)
    );
  };
  const trimmed = trimmedQuery(policies);
  return {
    authorize: (query) => {
      if (!isSure(query)) return prepared.authorize(query);
      const whole = withAction(query);
      const few = trimmed(whole);
      const answer = prepared.authorize(few);
      // A message about an attribute that is missing may name those that are there.
      const isAnswered = few === whole || (answer.ok && answer.value.errors.length === 0);
      return isAnswered ? answer : prepared.authorize(whole);
    },
  };
}

/** By identity: after a save, nearly all policies are the very same. */
const namesRead = memoizeByIdentity(({ conditions }: PolicyJson) => attributesRead(conditions));

/** Leaves out attributes of entities that no policy names: most entities have far more than policies read, and the engine would read them all. */
function trimmedQuery(policies: readonly Policy[]): (query: AuthorizationQuery) => AuthorizationQuery {
  // Not at start: most questions of a run are answered without the engine.
  const read = lazy(() => new Set(policies.flatMap(({ json }) => [...namesRead(json)])));
  const trimmedEntity = (entity: Entity): Entity => {
    const attributes = Object.entries(entity.attrs);
    const kept = attributes.filter(([name]) => read().has(name));
    return kept.length === attributes.length ? entity : { ...entity, attrs: Object.fromEntries(kept) };
  };
  return (query) => {
    const entities = query.entities.map(trimmedEntity);
    return entities.every((entity, index) => entity === query.entities[index])
      ? query
      : { ...query, entities };
  };
}

/** Only from the schema does the engine know in which groups the other actions are that a condition names. */
function mayReadActionGroups(schema: SchemaJson<string>, policies: readonly Policy[]): boolean {
  return hasActionGroups(schema) && policies.some(({ json }) => actionsIn(json.conditions).length > 0);
}

/** The action is an entity as well; where it is not told otherwise, the engine takes it from the schema. */
function withAction(query: AuthorizationQuery): AuthorizationQuery {
  const action = { uid: query.action, attrs: {}, parents: [] };
  return { ...query, entities: [...query.entities, action], fits: true };
}

/** Two entities with one uid are an error to the engine. */
function areDistinct({ entities }: AuthorizationQuery): boolean {
  const seen = new EntityMap<true>();
  return entities.every(({ uid }) => seen.add(plainUid(uid), true));
}
