import type { SchemaJson } from '../../cedar/cedar.ts';
import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { groupMeant } from '../../cedar/schema/schema-names.ts';
import { reachable } from '../../values/reachable.ts';
import { type Attributes, type RecordType, recordType, type Type } from '../terms/type.ts';
import { resolveEntityType, resolveType } from './resolve-type.ts';

/** What the analysis needs to know of a schema, with all names resolved. */
export interface AnalysisSchema {
  readonly json: SchemaJson<string>;
  readonly entityTypes: ReadonlyMap<string, EntityTypeInfo>;
  /** By the key of the action's uid. */
  readonly actions: ReadonlyMap<string, ActionInfo>;
  /** Types of actions, such as `EmailApp::Action`. */
  readonly actionTypes: ReadonlySet<string>;
}

export interface EntityTypeInfo {
  readonly name: string;
  /** The ids of all entities that there are, where the schema lists them. */
  readonly members: readonly string[] | undefined;
  readonly attributes: Attributes;
  readonly tags: Type | undefined;
  /** The types that an ancestor may have. */
  readonly ancestors: ReadonlySet<string>;
}

export interface ActionInfo {
  readonly uid: EntityUid;
  readonly principalTypes: readonly string[];
  readonly resourceTypes: readonly string[];
  readonly context: RecordType;
  /** The groups that the action is directly in. */
  readonly groups: readonly EntityUid[];
  /** The keys of the action itself and of all groups that it is in. */
  readonly within: ReadonlySet<string>;
}

/** All requests of one kind: a question about policies is answered for each of these on its own. */
export interface RequestEnvironment {
  readonly principalType: string;
  readonly action: EntityUid;
  readonly resourceType: string;
}

/** Analyses, and what asks the engine for them, read the same schema one after the other. */
const readSchemas = new WeakMap<SchemaJson<string>, AnalysisSchema>();

export function readAnalysisSchema(json: SchemaJson<string>): AnalysisSchema {
  const known = readSchemas.get(json) ?? readAnew(json);
  readSchemas.set(json, known);
  return known;
}

function readAnew(json: SchemaJson<string>): AnalysisSchema {
  const actions = readActions(json);
  return {
    json,
    entityTypes: readEntityTypes(json),
    actions,
    actionTypes: new Set([...actions.values()].map((action) => action.uid.type)),
  };
}

/** All environments of the schema, in its order of actions. */
export function environmentsOf(schema: AnalysisSchema): readonly RequestEnvironment[] {
  return [...schema.actions.values()].flatMap(({ uid, principalTypes, resourceTypes }) =>
    principalTypes.flatMap((principalType) =>
      resourceTypes.map((resourceType) => ({ principalType, action: uid, resourceType })),
    ),
  );
}

// ---- entity types ----

function readEntityTypes(schema: SchemaJson<string>): ReadonlyMap<string, EntityTypeInfo> {
  const parents = parentsByType(schema);
  const infos = Object.entries(schema).flatMap(([namespace, { entityTypes }]) =>
    Object.entries(entityTypes).map(([name, type]): [string, EntityTypeInfo] => {
      const full = qualified(namespace, name);
      const isEnum = 'enum' in type;
      const shape = isEnum || !type.shape ? undefined : resolveType(type.shape, { schema, namespace });
      const info: EntityTypeInfo = {
        name: full,
        members: isEnum ? [...new Set(type.enum)] : undefined,
        attributes: shape?.kind === 'record' ? shape.attributes : new Map(),
        tags: isEnum || !type.tags ? undefined : resolveType(type.tags, { schema, namespace }),
        ancestors: reachable(parents.get(full) ?? [], (type) => parents.get(type) ?? []),
      };
      return [full, info];
    }),
  );
  return new Map(infos);
}

function parentsByType(schema: SchemaJson<string>): ReadonlyMap<string, readonly string[]> {
  const entries = Object.entries(schema).flatMap(([namespace, { entityTypes }]) =>
    Object.entries(entityTypes).map(([name, type]): [string, readonly string[]] => [
      qualified(namespace, name),
      'enum' in type
        ? []
        : (type.memberOfTypes ?? []).map((parent) => resolveEntityType(parent, { schema, namespace })),
    ]),
  );
  return new Map(entries);
}

// ---- actions ----

type DirectAction = Omit<ActionInfo, 'within'>;

function readActions(schema: SchemaJson<string>): ReadonlyMap<string, ActionInfo> {
  const direct = new Map<string, DirectAction>();
  for (const [namespace, { actions }] of Object.entries(schema))
    for (const [id, json] of Object.entries(actions)) {
      const uid = { type: qualified(namespace, 'Action'), id };
      const context = json.appliesTo?.context;
      const shape = context ? resolveType(context, { schema, namespace }) : undefined;
      const resolve = (name: string) => resolveEntityType(name, { schema, namespace });
      direct.set(entityKey(uid), {
        uid,
        principalTypes: (json.appliesTo?.principalTypes ?? []).map(resolve),
        resourceTypes: (json.appliesTo?.resourceTypes ?? []).map(resolve),
        context: shape?.kind === 'record' ? shape : recordType(new Map()),
        groups: (json.memberOf ?? []).map((group) => groupMeant(schema, namespace, group)),
      });
    }
  return new Map([...direct].map(([key, action]) => [key, { ...action, within: groupsOf(key, direct) }]));
}

function groupsOf(key: string, actions: ReadonlyMap<string, DirectAction>): ReadonlySet<string> {
  return reachable([key], (one) => (actions.get(one)?.groups ?? []).map(entityKey));
}
