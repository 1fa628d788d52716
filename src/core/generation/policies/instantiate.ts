import type { PolicyJson } from '../../cedar/cedar.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { AllOfGroups } from '../../endpoints/group-requirement.ts';
import { type Action, type EntityType, type Model, ownerAttribute } from '../../model/model.ts';
import { compareText } from '../../values/compare-text.ts';
import { distinct } from '../../values/distinct.ts';
import { type ActionGroup, chooseActions, chooseForbidden, kebab, listActions } from '../choose-actions.ts';
import { groupId, type Naming, renameTypes } from './rename-types.ts';
import { type ActionChoice, isActionChoice } from './standing.ts';

/** The policies that one policy of a template stands for: none when no action is of the nature it asks for. */
export function instantiate(policy: PolicyJson, naming: Naming): PolicyJson[] {
  const { model } = naming;
  const chosen = chosenActions(policy);
  if ('entity_type' in policy.resource && policy.resource.entity_type === 'App::Owned') {
    return model.entityTypes.flatMap((type) => forOwned(policy, chosen ?? [], type, naming));
  }
  if (isForGroupsOfApi(policy)) return groupSetsOf(model).flatMap((set) => forGroups(policy, set, naming));
  const renamed = renameTypes(policy, naming) as PolicyJson;
  if (!chosen) return [renamed];
  const choose = policy.effect === 'forbid' ? chooseForbidden : chooseActions;
  return choose(chosen, model).map((group) => forActions(renamed, group, model));
}

/** A policy about things that have an owner, for one type; none when the type has no owner or no actions. */
function forOwned(
  policy: PolicyJson,
  choices: readonly ActionChoice[],
  type: EntityType,
  naming: Naming,
): PolicyJson[] {
  const { model } = naming;
  const owner = ownerAttribute(type, model);
  if (!owner) return [];
  const named = renameTypes(withAttribute(policy, owner.name), naming) as PolicyJson;
  const ofType = { ...model, actions: model.actions.filter((action) => action.resourceType === type.name) };
  return chooseActions(choices, ofType).map((group) =>
    forActions(named, { ...group, resourceType: type.name, suffix: group.suffix || kebab(type.name) }, model),
  );
}

const GROUP_OF_API = 'of the API';

/** Whether a policy of a template is about the groups that the API description names. */
export function isForGroupsOfApi({ principal }: PolicyJson): boolean {
  if (principal.op !== 'in' || !('entity' in principal)) return false;
  const { entity } = principal;
  return ('__entity' in entity ? entity.__entity.id : entity.id) === GROUP_OF_API;
}

function groupSetsOf(model: Model): AllOfGroups[] {
  const sets = model.actions.flatMap(({ groups }) => groups);
  return distinct(sets).sort((x, y) => compareText(x.join(' '), y.join(' ')));
}

/** A policy about what the API description reserves for those who are in all of these groups. */
function forGroups(policy: PolicyJson, set: AllOfGroups, naming: Naming): PolicyJson[] {
  const { model } = naming;
  const [first, ...others] = set.map((name) => ({
    type: qualified(model.namespace, model.groupType),
    id: groupId(name, naming),
  }));
  if (first === undefined) return [];
  const named = renameTypes(policy, naming) as PolicyJson;
  const principal: PolicyJson['principal'] = { op: 'in', entity: first };
  const conditions = [...named.conditions, ...others.map(principalIsIn)];
  const isReserved = ({ groups }: Action) =>
    groups.some((one) => JSON.stringify(one) === JSON.stringify(set));
  const reserved = { ...model, actions: model.actions.filter(isReserved) };
  return listActions(reserved).map((actions) => {
    const suffix = [kebab(set.join('-and-')), actions.suffix].filter((part) => part !== '').join('-');
    return forActions({ ...named, principal, conditions }, { ...actions, suffix }, model);
  });
}

function principalIsIn(group: {
  readonly type: string;
  readonly id: string;
}): PolicyJson['conditions'][number] {
  return {
    kind: 'when',
    body: { in: { left: { Var: 'principal' }, right: { Value: { __entity: { ...group } } } } },
  };
}

/** Replaces the made-up attribute `owner`, in `resource.owner` and in `resource has owner`. */
function withAttribute(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((member) => withAttribute(member, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'attr' && member === 'owner' ? name : withAttribute(member, name),
    ]),
  );
}

/** The natures of actions that the policy asks for, or `undefined` when it takes any action. */
export function chosenActions(policy: PolicyJson): ActionChoice[] | undefined {
  return namedActions(policy)?.filter(isActionChoice);
}

/** The ids of the actions that a policy names, or `undefined` when it takes any action. */
export function namedActions({ action }: PolicyJson): string[] | undefined {
  if (action.op === 'All' || 'slot' in action) return undefined;
  const entities = 'entities' in action ? action.entities : [action.entity];
  return entities.map((entity) => ('__entity' in entity ? entity.__entity.id : entity.id));
}

function forActions(policy: PolicyJson, group: ActionGroup, model: Model): PolicyJson {
  const entities = group.actions.map((action) => ({
    type: qualified(model.namespace, 'Action'),
    id: action.name,
  }));
  const [only] = entities;
  const id = policy.annotations?.id ?? '';
  return {
    ...policy,
    annotations: { ...policy.annotations, id: group.suffix ? `${id}-${group.suffix}` : id },
    action: entities.length === 1 && only ? { op: '==', entity: only } : { op: 'in', entities },
    resource: group.resourceType
      ? { op: 'is', entity_type: qualified(model.namespace, group.resourceType) }
      : policy.resource,
  };
}
