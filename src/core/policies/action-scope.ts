import type { AuthorizationQuery, NamespaceDefinition, SchemaJson, TypeAndId } from '../cedar/cedar.ts';
import { entityKey, plainUid } from '../cedar/entity.ts';
import { localName, qualified } from '../cedar/namespace.ts';
import type { Policy } from './policy.ts';

/**
 * The engine's work grows with the number of actions in the schema times the number of policies, also for those that have nothing to
 * do with each other. Above this number it pays to part both by action.
 */
export const MANY_ACTIONS = 100;

/** The actions of a large schema by their uid; `undefined` when it is small, or cannot be parted. */
export function actionsToPart(schema: SchemaJson<string>): ReadonlySet<string> | undefined {
  const actions = separableActions(schema);
  return actions && actions.size > MANY_ACTIONS ? actions : undefined;
}

/**
 * The actions of a schema by their uid; `undefined` when it has to be kept whole: with groups of actions, and with attributes that hold
 * actions, of which any may be sent.
 */
export function separableActions(schema: SchemaJson<string>): ReadonlySet<string> | undefined {
  const [[namespace, definition] = ['', undefined], ...others] = Object.entries(schema);
  if (!definition || others.length > 0) return undefined;
  const actions = Object.entries(definition.actions);
  const contexts = actions.map(([, { appliesTo }]) => appliesTo?.context);
  if (hasActionGroups(schema) || holdActions([definition.entityTypes, definition.commonTypes, contexts]))
    return undefined;
  return new Set(actions.map(([id]) => entityKey({ type: qualified(namespace, 'Action'), id })));
}

/** Whether an action can be in another: only the schema tells which are. */
export function hasActionGroups(schema: SchemaJson<string>): boolean {
  return Object.values(schema).some(({ actions }) =>
    Object.values(actions).some((action) => (action.memberOf ?? []).length > 0),
  );
}

/** Whether types mention the type of actions; what only looks like it does no harm. */
function holdActions(types: unknown): boolean {
  if (typeof types === 'string') return isActionType(types);
  return typeof types === 'object' && types !== null && Object.values(types).some(holdActions);
}

/** Whether it is the type of the actions of a namespace: no entity type may be called so. */
export function isActionType(type: string): boolean {
  return type.endsWith('Action') && /(?:^|::)Action$/.test(type);
}

/** The names of all actions that the policy mentions, when its scope is limited to some and all of them exist. */
export function actionsInScope(policy: Policy, known: ReadonlySet<string>): string[] | undefined {
  if (policy.json.action.op === 'All') return undefined;
  const mentioned = actionsIn(policy.json);
  return mentioned.every((action) => known.has(entityKey(action)))
    ? mentioned.map(({ id }) => id)
    : undefined;
}

/** The actions that a policy, or a part of one, names. */
export function actionsIn(value: unknown): TypeAndId[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && 'id' in value && typeof value.type === 'string' && typeof value.id === 'string') {
    return isActionType(value.type) ? [{ type: value.type, id: value.id }] : [];
  }
  return Object.values(value).flatMap(actionsIn);
}

/** The schema with only some of its actions; entity types are all kept. */
export function withActions(schema: SchemaJson<string>, names: ReadonlySet<string>): SchemaJson<string> {
  return Object.fromEntries(
    Object.entries(schema).map(([namespace, definition]) => [
      namespace,
      { ...definition, actions: pick(definition, names) },
    ]),
  );
}

function pick(definition: NamespaceDefinition<string>, names: ReadonlySet<string>) {
  const { actions } = definition;
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      return action ? [[name, action] as const] : [];
    }),
  );
}

// ---- a part of a schema ----

/** What queries about some actions need of a schema. */
export interface SchemaPart {
  readonly schema: SchemaJson<string>;
  /** Whether it has the types of all entities that are sent. */
  readonly covers: (query: Pick<AuthorizationQuery, 'entities'>) => boolean;
}

/** Only these actions, and the entity types that they lead to: those they apply to, and whatever these mention. For separable actions. */
export function partOfSchema(schema: SchemaJson<string>, names: ReadonlySet<string>): SchemaPart {
  const types = new Set<string>();
  const parts = Object.entries(withActions(schema, names)).map(([namespace, definition]) => {
    const found = new Set<string>();
    const waiting: unknown[] = [definition.actions, definition.commonTypes];
    for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
      for (const word of textsIn(next)) {
        const type = localName(namespace, word);
        if (found.has(type) || !Object.hasOwn(definition.entityTypes, type)) continue;
        found.add(type);
        waiting.push(definition.entityTypes[type]);
      }
    }
    for (const type of found) types.add(qualified(namespace, type));
    const kept = Object.entries(definition.entityTypes).filter(([type]) => found.has(type));
    return [namespace, { ...definition, entityTypes: Object.fromEntries(kept) }] as const;
  });
  return {
    schema: Object.fromEntries(parts),
    covers: ({ entities }) => entities.every(({ uid }) => types.has(plainUid(uid).type)),
  };
}

/** Every text in a value: a type is always mentioned by one, and one too many does no harm. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
