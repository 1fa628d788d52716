import { withoutCommonTypes } from '../../../analysis/schema/inline-types.ts';
import type { NamespaceDefinition, SchemaJson } from '../../../cedar/cedar.ts';
import { qualified } from '../../../cedar/namespace.ts';
import { canonicalJson } from '../../../values/canonical-json.ts';
import { isRecord } from '../../../values/record.ts';
import { listConflict, type MissingEntities, missingIn } from './listed-entities.ts';
import { type LostWay, lostWays } from './lost-ways.ts';

/** One schema for the requests of two. Policies of a side do not see what the schema of that side does not have. */
export interface MergedSchema {
  readonly json: SchemaJson<string>;
  /** The two without common types. */
  readonly sides: { readonly before: SchemaJson<string>; readonly after: SchemaJson<string> };
  /** Whether types, or the action of a name, are not the same for those who know the schema of one side only. */
  readonly differsFor: (action: string) => boolean;
  /** What the two say differently of something that both have, so that no one reading fits both. */
  readonly conflicts: readonly Conflict[];
  /** Which entities the earlier one has and the later one does not, as lists of them say; and the reverse. */
  readonly unlisted: readonly MissingEntities[];
  readonly listedAnew: readonly MissingEntities[];
}

export interface Conflict {
  /** `the type of Campaign.status differs` */
  readonly message: string;
  /**
   * Whom it concerns: policies that look at an attribute, which is told with those that hold it, from the outermost on; an action; policies
   * that ask what is in what; policies that look at tags; requests by or about entities of a type; or these and policies that come to such
   * an entity.
   */
  readonly about:
    | { readonly kind: 'attribute'; readonly name: string; readonly holders: readonly string[] }
    | { readonly kind: 'action'; readonly name: string }
    | { readonly kind: 'hierarchy'; readonly of: string; readonly type: string }
    | { readonly kind: 'tags' }
    | { readonly kind: 'calls' | 'entities'; readonly type: string };
}

/** Parts of a schema by their names. */
export type ByName<Value> = Readonly<Record<string, Value>>;

/**
 * Merges type by type and action by action; groups of actions are those of the later one. What is the same in both, as nearly everything is,
 * stays as it is.
 */
export function mergeSchemas(first: SchemaJson<string>, second: SchemaJson<string>): MergedSchema {
  const [old, now] = [withoutAnnotations(first), withoutAnnotations(second)];
  if (isEqual(old, now))
    return {
      json: second,
      conflicts: [],
      unlisted: [],
      listedAnew: [],
      sides: { before: second, after: second },
      differsFor: () => false,
    };
  const [before, after] = [withoutCommonTypes(old), withoutCommonTypes(now)];
  const conflicts: Conflict[] = [];
  const json = mergeNamed(before, after, (old, now, name) => mergeNamespaces(old, now, name, conflicts));
  const namespaces = Object.keys(before).flatMap((name) => {
    const [old, now] = [before[name], Object.hasOwn(after, name) ? after[name] : undefined];
    return old && now ? [{ old, now }] : [];
  });
  const differ = (kind: 'entityTypes' | 'actions', only?: string) =>
    namespaces.some(({ old, now }) => haveDifferent(old[kind], now[kind], only));
  const areTypesOther = differ('entityTypes');
  return {
    json,
    conflicts: [...conflicts, ...[before, after].flatMap((side) => lostWays(json, side).map(conflictOfWay))],
    unlisted: missingIn(after, before),
    listedAnew: missingIn(before, after),
    sides: { before, after },
    differsFor: (action) => areTypesOther || differ('actions', action),
  };
}

function conflictOfWay({ of, type, by }: LostWay): Conflict {
  return {
    message: `${of} is in others by way of ${by} on one side only`,
    about: { kind: 'hierarchy', of, type },
  };
}

/** Whether something that both have is not the same in both. What only one has, policies that fit both cannot name. */
function haveDifferent(before: ByName<unknown>, after: ByName<unknown>, only?: string): boolean {
  return Object.keys(before).some(
    (name) =>
      (only === undefined || name === only) &&
      Object.hasOwn(after, name) &&
      !isEqual(before[name], after[name]),
  );
}

function mergeNamespaces(
  before: NamespaceDefinition<string>,
  after: NamespaceDefinition<string>,
  namespace: string,
  conflicts: Conflict[],
): NamespaceDefinition<string> {
  return {
    ...after,
    entityTypes: mergeNamed(before.entityTypes, after.entityTypes, (old, now, name) =>
      mergeEntityTypes(old, now, { name, full: qualified(namespace, name) }, conflicts),
    ),
    actions: mergeNamed(before.actions, after.actions, (old, now, name) =>
      mergeActions(old, now, name, conflicts),
    ),
  };
}

export type EntityTypeDefinition = NamespaceDefinition<string>['entityTypes'][string];
export type ActionDefinition = NamespaceDefinition<string>['actions'][string];

function mergeEntityTypes(
  before: EntityTypeDefinition,
  after: EntityTypeDefinition,
  { name, full }: { readonly name: string; readonly full: string },
  conflicts: Conflict[],
): EntityTypeDefinition {
  if (isEqual(before, after)) return after;
  if ('enum' in before || 'enum' in after) {
    const kind = listConflict(before, after);
    if (kind) conflicts.push({ message: `the entities of ${name} differ`, about: { kind, type: full } });
    return after;
  }
  const { shape: oldShape, tags: oldTags } = before;
  const { shape, tags } = after;
  if (oldTags && tags && !isEqual(oldTags, tags))
    conflicts.push({ message: `the tags of ${name} differ`, about: { kind: 'tags' } });
  const merged = mergeOptional(oldShape, shape, [name], conflicts);
  const allTags = tags ?? oldTags;
  return {
    ...after,
    memberOfTypes: union(before.memberOfTypes, after.memberOfTypes),
    ...(merged ? { shape: merged } : {}),
    ...(allTags ? { tags: allTags } : {}),
  };
}

function mergeActions(
  before: ActionDefinition,
  after: ActionDefinition,
  name: string,
  conflicts: Conflict[],
): ActionDefinition {
  if (isEqual(before, after)) return after;
  const about = { kind: 'action', name } as const;
  const [old, now] = [before.appliesTo, after.appliesTo];
  if (!isEqual(typesOf(before), typesOf(after)))
    conflicts.push({ message: `action ${name} is for other types`, about });
  if (!old || !now)
    return { ...after, ...((now ?? old) ? { appliesTo: (now ?? old) as NonNullable<typeof now> } : {}) };
  const context = mergeOptional(old.context, now.context, ['context'], conflicts);
  const appliesTo = {
    principalTypes: union(old.principalTypes, now.principalTypes),
    resourceTypes: union(old.resourceTypes, now.resourceTypes),
    ...(context ? { context } : {}),
  };
  return { ...after, appliesTo };
}

function typesOf({ appliesTo }: ActionDefinition): readonly (readonly string[])[] {
  return [appliesTo?.principalTypes ?? [], appliesTo?.resourceTypes ?? []].map((types) => [...types].sort());
}

/** A shape that one side does not have has no attributes there. */
function mergeOptional<Shape>(
  before: Shape | undefined,
  after: Shape | undefined,
  path: readonly string[],
  conflicts: Conflict[],
): Shape | undefined {
  return before && after ? mergeTypes(before, after, path, conflicts) : (after ?? before);
}

/** Records are merged attribute by attribute; all other types must be the same. */
function mergeTypes<Type>(before: Type, after: Type, path: readonly string[], conflicts: Conflict[]): Type {
  if (isEqual(before, after)) return after;
  const [old, now] = [attributesOf(before), attributesOf(after)];
  if (!old || !now) {
    conflicts.push({ message: `the type of ${path.join('.')} differs`, about: attribute(path) });
    return after;
  }
  const attributes = mergeNamed(old, now, (one, other, key) => {
    const below = [...path, key];
    const isRequired = one.required !== false || other.required !== false;
    const merged = mergeTypes(bare(one), bare(other), below, conflicts);
    if ((one.required !== false) !== (other.required !== false))
      conflicts.push({
        message: `${below.join('.')} is required on one side only`,
        about: attribute(below),
      });
    return { ...merged, required: isRequired };
  });
  return { ...after, attributes };
}

type AttributeJson = Readonly<Record<string, unknown>> & { readonly required?: boolean };

/** The attributes of a record type. */
export function attributesOf(type: unknown): ByName<AttributeJson> | undefined {
  const isRecordType = isRecord(type) && type.type === 'Record' && isRecord(type.attributes);
  return isRecordType ? (type.attributes as ByName<AttributeJson>) : undefined;
}

function bare({ required: _, ...type }: AttributeJson): Readonly<Record<string, unknown>> {
  return type;
}

/** Policies name an attribute by its last name, or look at a record as a whole that has it. */
function attribute(path: readonly string[]): Conflict['about'] {
  return { kind: 'attribute', name: path.at(-1) ?? '', holders: path.slice(0, -1) };
}

function mergeNamed<Value>(
  before: ByName<Value>,
  after: ByName<Value>,
  merge: (before: Value, after: Value, name: string) => Value,
): Record<string, Value> {
  const known = new Map(Object.entries(before));
  const added = Object.entries(after).filter(([name]) => !known.has(name));
  const ofBoth = [...known].map(([name, old]): [string, Value] => {
    // An attribute may be called `constructor`.
    const now = Object.hasOwn(after, name) ? after[name] : undefined;
    return [name, now === undefined ? old : merge(old, now, name)];
  });
  return Object.fromEntries([...ofBoth, ...added]);
}

function union(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return [...new Set([...before, ...after])].sort();
}

function isEqual(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Annotations say nothing about requests. */
function withoutAnnotations(schema: SchemaJson<string>): SchemaJson<string> {
  return unannotated(schema, true) as SchemaJson<string>;
}

/** `isByName` says whether its keys are names that the schema gives: `annotations` may be one of them. */
function unannotated(part: unknown, isByName: boolean): unknown {
  if (!isRecord(part)) return part;
  const entries = Object.entries(part).filter(([key]) => isByName || key !== 'annotations');
  return Object.fromEntries(
    entries.map(([key, value]) => [key, unannotated(value, !isByName && NAMED_PARTS.has(key))]),
  );
}

/** The parts of a schema whose keys are names. */
const NAMED_PARTS: ReadonlySet<string> = new Set(['entityTypes', 'actions', 'commonTypes', 'attributes']);
