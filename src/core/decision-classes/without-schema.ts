import type { AuthorizationQuery, PreparedPolicies, SchemaJson } from '../cedar/cedar.ts';
import { conformanceTo, isPlainUid } from '../cedar/conformance.ts';
import { EntityMap, entityKey, plainUid } from '../cedar/entity.ts';
import { hasCycle, mayHaveCycles } from '../cedar/entity-cycles.ts';

/** The action of a query as `entityKey` writes it; `undefined` where it is not surely one. */
export function actionKeyOf({ action }: AuthorizationQuery): string | undefined {
  return isPlainUid(action) ? entityKey(action) : undefined;
}

/** `areChecked` says that all entities have been checked against the schema, together. */
export type QueryConformance = (query: AuthorizationQuery, actionKey: string, areChecked: boolean) => boolean;

/** What the engine checks about a query beyond its decision: each entity and the context by themselves, and that nothing is above itself. */
export function queryConformance(schema: SchemaJson<string>): QueryConformance {
  const fit = conformanceTo(schema);
  const mayCycle = mayHaveCycles(schema);
  return ({ principal, resource, context, entities }, actionKey, areChecked) =>
    isPlainUid(principal) &&
    isPlainUid(resource) &&
    fit.context(actionKey, context) &&
    (areChecked || entities.every(fit.entity)) &&
    !(mayCycle && hasCycle(entities));
}

/**
 * The same answers, but the engine is not given the schema for a query that surely fits it: reading entities by the schema takes longer,
 * and code that has to be compiled first. Whatever does not surely fit is asked about with the schema, so that the engine says what is
 * wrong with it.
 */
export function skipSchemaWhenConformant(
  prepared: PreparedPolicies,
  schema: SchemaJson<string>,
): PreparedPolicies {
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
  return { authorize: (query) => prepared.authorize(isSure(query) ? withAction(query) : query) };
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
