import type { CedarValueJson } from '../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, entityStore, plainUid } from '../cedar/entity.ts';
import { printUid, printValue, uidOfValue } from '../cedar/print-value.ts';
import { isRecord } from '../values/record.ts';
import type { ChangeTarget, Edit } from './explanation.ts';
import { type Expression, entityIn, lookUp, printPath, rootOf, type Situation } from './expression.ts';

/** One thing that would have to be otherwise, and the situation in which it is. */
export interface SituationEdit extends Edit {
  readonly apply: (situation: Situation, world: EditWorld) => Situation;
  /** Whether it is about another principal or resource: what else is edited belongs to that one. */
  readonly comesFirst: boolean;
}

/** What a changed situation needs from outside: entities that were not in it, and the context that follows from the principal. */
export interface EditWorld {
  /** The entity with everything above it, as a slice would bring it. */
  readonly entitiesFor: (uid: EntityUid) => readonly Entity[];
  readonly contextFor: (
    context: Situation['request']['context'],
    principal: Entity,
  ) => Situation['request']['context'];
  /** Whether `context.tenants` is made from the principal's parents, so that nothing else can change it. */
  readonly derivesTenants: boolean;
}

/** `resource.status` were …: how every edit begins. */
export function were(path: Expression, what: string): string {
  return `\`${printPath(path)}\` were ${what}`;
}

/** The path has this value; without a value, it is not there. `undefined` where nothing can be set. */
export function setEdit(
  path: Expression,
  value: CedarValueJson | undefined,
  situation: Situation,
  text?: string,
): SituationEdit | undefined {
  const target = targetOf(path);
  if (!target || !withValue(path, value, situation)) return undefined;
  const plain =
    value === undefined ? `there were no \`${printPath(path)}\`` : were(path, `\`${printValue(value)}\``);
  return {
    target,
    text: text ?? plain,
    apply: (before, world) => withValue(path, value, before, world) ?? before,
    comesFirst: path.kind === 'variable' && path.name !== 'context',
  };
}

/** The entity that the path stands for is in another one. */
export function memberEdit(
  path: Expression,
  parent: EntityUid,
  situation: Situation,
): SituationEdit | undefined {
  const target = targetOf(path);
  if (!target || !uidOfValue(lookUp(path, situation))) return undefined;
  const text = were(path, `in \`${printUid(parent)}\``);
  return {
    target,
    text,
    apply: (before, world) => withParent(path, parent, before, world),
    comesFirst: false,
  };
}

/** The entity that the path stands for is no longer in another one. */
export function outsiderEdit(
  path: Expression,
  ancestor: EntityUid,
  situation: Situation,
): SituationEdit | undefined {
  const target = targetOf(path);
  const child = uidOfValue(lookUp(path, situation));
  if (!target || !child || entityKey(child) === entityKey(ancestor)) return undefined;
  const text = were(path, `not in \`${printUid(ancestor)}\``);
  return {
    target,
    text,
    apply: (before, world) => withoutAncestor(path, ancestor, before, world),
    comesFirst: false,
  };
}

/** The set at the path has the element as a member, or no longer has it. What follows from the principal is changed there. */
export function elementEdit(
  path: Expression,
  { element, isMember }: { readonly element: CedarValueJson; readonly isMember: boolean },
  situation: Situation,
  world: EditWorld,
): SituationEdit | undefined {
  const uid = uidOfValue(element);
  if (uid && world.derivesTenants && printPath(path) === 'context.tenants') {
    const principal = { kind: 'variable', name: 'principal' } as const;
    return isMember ? memberEdit(principal, uid, situation) : outsiderEdit(principal, uid, situation);
  }
  const set = lookUp(path, situation);
  if (!Array.isArray(set)) return undefined;
  const others = set.filter((one) => printValue(one) !== printValue(element));
  const verb = isMember ? 'contained' : 'did not contain';
  const text = `\`${printPath(path)}\` ${verb} \`${printValue(element)}\``;
  return setEdit(path, isMember ? [...others, element] : others, situation, text);
}

function targetOf(path: Expression): ChangeTarget | undefined {
  const root = rootOf(path);
  return root === 'action' ? undefined : root;
}

// ---- changed situations ----

/** Without a world, it is only asked whether there is such a situation. */
function withValue(
  path: Expression,
  value: CedarValueJson | undefined,
  situation: Situation,
  world?: EditWorld,
): Situation | undefined {
  if (path.kind === 'variable') return withVariable(path.name, value, situation, world);
  if (path.kind === 'tag') return withTag(path, value, situation);
  if (path.kind !== 'attribute') return undefined;
  const holder = lookUp(path.of, situation);
  const uid = uidOfValue(holder);
  if (uid) {
    const entity = entityIn(situation, uid);
    return entity && replaced({ ...entity, attrs: withKey(entity.attrs, path.name, value) }, situation);
  }
  return isRecord(holder)
    ? withValue(path.of, withKey(holder as EditedAttributes, path.name, value), situation, world)
    : undefined;
}

function withTag(
  { of, key }: Expression & { kind: 'tag' },
  value: CedarValueJson | undefined,
  situation: Situation,
): Situation | undefined {
  const entity = entityAt(of, situation);
  const name = lookUp(key, situation);
  if (!entity || typeof name !== 'string') return undefined;
  return replaced({ ...entity, tags: withKey(entity.tags ?? {}, name, value) }, situation);
}

type EditedAttributes = Readonly<Record<string, CedarValueJson>>;

function withKey(
  record: EditedAttributes,
  key: string,
  value: CedarValueJson | undefined,
): Record<string, CedarValueJson> {
  const { [key]: _before, ...others } = record;
  return value === undefined ? others : { ...others, [key]: value };
}

function withVariable(
  name: string,
  value: CedarValueJson | undefined,
  situation: Situation,
  world?: EditWorld,
): Situation | undefined {
  const { request } = situation;
  if (name === 'context' && isRecord(value))
    return { ...situation, request: { ...request, context: value as EditedAttributes } };
  const uid = uidOfValue(value);
  if (!uid || (name !== 'principal' && name !== 'resource')) return undefined;
  const known = withEntitiesFor(uid, situation, world);
  const entity = entityIn(known, uid);
  const changed = { ...known, request: { ...request, [name]: uid } };
  if (!entity) return withRenamed(request[name], uid, changed);
  return name === 'principal' && world ? withDerivedContext(entity, changed, world) : changed;
}

/** Of an entity that nothing is known of, only the id is another. */
function withRenamed(before: EntityUid, uid: EntityUid, { request, entities }: Situation): Situation {
  const key = entityKey(before);
  const renamed = entities.map((one) => (entityKey(plainUid(one.uid)) === key ? { ...one, uid } : one));
  return { request, entities: renamed };
}

/** With what is known of an entity and of what it is in, where that was not in the situation. */
function withEntitiesFor(uid: EntityUid, situation: Situation, world?: EditWorld): Situation {
  const found = world?.entitiesFor(uid) ?? [];
  const missing = found.filter((one) => !entityIn(situation, one.uid));
  return missing.length > 0 ? { ...situation, entities: [...situation.entities, ...missing] } : situation;
}

function replaced(entity: Entity, { request, entities }: Situation): Situation {
  const key = entityKey(plainUid(entity.uid));
  return { request, entities: entities.map((one) => (entityKey(plainUid(one.uid)) === key ? entity : one)) };
}

function withParent(path: Expression, parent: EntityUid, situation: Situation, world: EditWorld): Situation {
  const entity = entityAt(path, situation);
  if (!entity) return situation;
  const known = withEntitiesFor(parent, situation, world);
  const added = entityIn(known, parent) ? [] : [{ uid: parent, attrs: {}, parents: [] }];
  const changed = { ...entity, parents: [...entity.parents, parent] };
  return withDerivedContext(changed, { ...known, entities: [...known.entities, ...added] }, world);
}

function entityAt(path: Expression, situation: Situation): Entity | undefined {
  const uid = uidOfValue(lookUp(path, situation));
  return uid && entityIn(situation, uid);
}

function withoutAncestor(
  path: Expression,
  ancestor: EntityUid,
  situation: Situation,
  world: EditWorld,
): Situation {
  const entity = entityAt(path, situation);
  if (!entity) return situation;
  const store = entityStore(situation.entities);
  const leadsThere = (parent: EntityUid) =>
    entityKey(parent) === entityKey(ancestor) ||
    store.withAncestors(parent).some(({ uid }) => entityKey(plainUid(uid)) === entityKey(ancestor));
  const changed = { ...entity, parents: entity.parents.filter((parent) => !leadsThere(plainUid(parent))) };
  return withDerivedContext(changed, situation, world);
}

function withDerivedContext(entity: Entity, situation: Situation, world: EditWorld): Situation {
  const changed = replaced(entity, situation);
  const { request } = changed;
  if (entityKey(plainUid(entity.uid)) !== entityKey(request.principal)) return changed;
  return { ...changed, request: { ...request, context: world.contextFor(request.context, entity) } };
}
