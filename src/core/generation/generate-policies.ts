import type { PolicyJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import { compareText, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { type EntityType, type Model, ownerAttribute } from '../model/model.ts';
import { readPolicies } from '../policies/read-policies.ts';
import {
  ACTION_CHOICES,
  type ActionChoice,
  type ActionGroup,
  chooseActions,
  isActionChoice,
  kebab,
} from './choose-actions.ts';

/**
 * A template is a Cedar file of a made-up application `App`. The names in it stand for parts of the user's model:
 * `App::User`, `App::Group`, `App::Tenant`, `App::Application` are entity types; `App::Shared` is every type that belongs to no tenant,
 * `App::Owned` every type with an owner, in the attribute `owner`;
 * `App::Group::"of the API"` is each group that the API description reserves actions for;
 * `App::Action::"reading"`, `"writing"`, `"open"`, `"implicit-scope"` are the actions of that nature.
 */
export interface PolicyTemplate {
  /** The file's name without `.cedar`. */
  readonly name: string;
  readonly text: string;
}

/** A file that {@link generatePolicies} has made up; `name` ends in `.cedar`. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

/** One file of policies for each template that has something to say about the model; the others are named in `diagnostics`. */
export function generatePolicies(
  templates: readonly PolicyTemplate[],
  model: Model,
): Outcome<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const template of templates) {
    const text = writeFromTemplate(template, model);
    if (!text.ok) return text;
    if (text.value === undefined) diagnostics.push(notApplicable(template));
    else files.push({ name: `${template.name}.cedar`, text: text.value });
  }
  return { ok: true, value: files, diagnostics };
}

function writeFromTemplate(template: PolicyTemplate, model: Model): Outcome<string | undefined> {
  const file = { file: `${template.name}.cedar`, name: `${template.name}.cedar`, text: template.text };
  const { policySet, diagnostics } = readPolicies([file]);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  if (needsTenant(template) && !model.tenantType) return { ok: true, value: undefined, diagnostics: [] };
  const policies = withUniqueIds(policySet.policies.flatMap((policy) => instantiate(policy.json, model)));
  if (policies.length === 0) return { ok: true, value: undefined, diagnostics: [] };
  return printFile(headComment(template.text), policies);
}

/** The only thing that a request carries about tenants is `context.tenants`. */
function needsTenant(template: PolicyTemplate): boolean {
  return /\bcontext\.tenants\b|\bApp::Tenant\b/.test(template.text);
}

function headComment(text: string): string {
  return /^(?:\/\/[^\n]*\n)*/.exec(text)?.[0] ?? '';
}

/** Policies are formatted one by one: the formatter takes ever longer the longer the text is. */
function printFile(head: string, policies: readonly PolicyJson[]): Outcome<string> {
  const texts: string[] = [];
  for (const policy of policies) {
    const text = cedar.policyToText(policy);
    const formatted = text.ok ? cedar.formatPolicies(text.value) : text;
    if (!formatted.ok) return unprintable(formatted.errors);
    texts.push(formatted.value);
  }
  return { ok: true, value: `${head}${texts.join('\n')}`, diagnostics: [] };
}

function unprintable(errors: readonly cedar.DetailedError[]): Outcome<never> {
  return { ok: false, diagnostics: errors.map((error) => engineDiagnostic('policy-unprintable', error)) };
}

function notApplicable(template: PolicyTemplate): Diagnostic {
  return {
    severity: 'info',
    code: 'template-not-applicable',
    message: `template \`${template.name}\` has nothing to say about this model and was left out`,
  };
}

// ---- one policy ----

/** The policies that one policy of a template stands for: none when no action is of the nature it asks for. */
function instantiate(policy: PolicyJson, model: Model): PolicyJson[] {
  const chosen = chosenActions(policy);
  if ('entity_type' in policy.resource && policy.resource.entity_type === 'App::Owned') {
    return model.entityTypes.flatMap((type) => forOwned(policy, chosen ?? [], type, model));
  }
  if (isForGroupsOfApi(policy)) return groupsOf(model).flatMap((group) => forGroup(policy, group, model));
  const renamed = renameTypes(policy, model) as PolicyJson;
  if (!chosen) return [renamed];
  return chooseActions(chosen, model).map((group) => forActions(renamed, group, model));
}

/** A policy about things that have an owner, for one type; none when the type has no owner or no actions. */
function forOwned(
  policy: PolicyJson,
  choices: readonly ActionChoice[],
  type: EntityType,
  model: Model,
): PolicyJson[] {
  const owner = ownerAttribute(type, model);
  if (!owner) return [];
  const named = renameTypes(withAttribute(policy, owner.name), model) as PolicyJson;
  const ofType = { ...model, actions: model.actions.filter((action) => action.resourceType === type.name) };
  return chooseActions(choices, ofType).map((group) =>
    forActions(named, { ...group, resourceType: type.name, suffix: group.suffix || kebab(type.name) }, model),
  );
}

const GROUP_OF_API = 'of the API';

function isForGroupsOfApi({ principal }: PolicyJson): boolean {
  if (principal.op !== 'in' || !('entity' in principal)) return false;
  const { entity } = principal;
  return ('__entity' in entity ? entity.__entity.id : entity.id) === GROUP_OF_API;
}

function groupsOf(model: Model): string[] {
  return [...new Set(model.actions.flatMap((action) => action.groups))].sort(compareText);
}

/** A policy about what the API description reserves for one group. */
function forGroup(policy: PolicyJson, group: string, model: Model): PolicyJson[] {
  const named = renameTypes(policy, model) as PolicyJson;
  const principal: PolicyJson['principal'] = {
    op: 'in',
    entity: { type: `${model.namespace}::${model.groupType}`, id: group },
  };
  const reserved = { ...model, actions: model.actions.filter((action) => action.groups.includes(group)) };
  return chooseActions(ACTION_CHOICES, reserved).map((actions) => {
    const suffix = [kebab(group), actions.suffix].filter((part) => part !== '').join('-');
    return forActions({ ...named, principal }, { ...actions, suffix }, model);
  });
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
function chosenActions(policy: PolicyJson) {
  const { action } = policy;
  if (action.op === 'All' || 'slot' in action) return undefined;
  const entities = 'entities' in action ? action.entities : [action.entity];
  return entities
    .map((entity) => ('__entity' in entity ? entity.__entity.id : entity.id))
    .filter(isActionChoice);
}

function forActions(policy: PolicyJson, group: ActionGroup, model: Model): PolicyJson {
  const entities = group.actions.map((action) => ({ type: `${model.namespace}::Action`, id: action.name }));
  const [only] = entities;
  const id = policy.annotations?.id ?? '';
  return {
    ...policy,
    annotations: { ...policy.annotations, id: group.suffix ? `${id}-${group.suffix}` : id },
    action: entities.length === 1 && only ? { op: '==', entity: only } : { op: 'in', entities },
    resource: group.resourceType
      ? { op: 'is', entity_type: `${model.namespace}::${group.resourceType}` }
      : policy.resource,
  };
}

/** Two groups or types that differ in case or punctuation only would otherwise give two policies one id. */
function withUniqueIds(policies: readonly PolicyJson[]): PolicyJson[] {
  const taken = new Set<string>();
  return policies.map((policy) => {
    const wanted = policy.annotations?.id ?? '';
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return { ...policy, annotations: { ...policy.annotations, id } };
  });
}

// ---- names ----

/** Replaces the made-up type names, wherever they stand in the policy's value. */
function renameTypes(value: unknown, model: Model): unknown {
  if (Array.isArray(value)) return value.map((member) => renameTypes(member, model));
  if (typeof value !== 'object' || value === null) return value;
  if ('is' in value && isShared(value.is)) return sharedTypes(value.is, model);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      (key === 'type' || key === 'entity_type') && typeof member === 'string'
        ? typeName(member, model)
        : renameTypes(member, model),
    ]),
  );
}

function typeName(name: string, model: Model): string {
  const names: Record<string, string | undefined> = {
    'App::User': model.principalType,
    'App::Group': model.groupType,
    'App::Tenant': model.tenantType,
    'App::Application': APPLICATION_TYPE,
  };
  return name.startsWith('App::') ? `${model.namespace}::${names[name] ?? name.slice('App::'.length)}` : name;
}

interface TypeTest {
  readonly left: unknown;
  readonly entity_type: string;
}

function isShared(test: unknown): test is TypeTest {
  return (
    typeof test === 'object' && test !== null && 'entity_type' in test && test.entity_type === 'App::Shared'
  );
}

/** `resource is App::Shared` becomes one test for each resource type that is outside every tenant. */
function sharedTypes(test: TypeTest, model: Model): unknown {
  const tests = sharedTypeNames(model).map((name) => ({
    is: { left: test.left, entity_type: `${model.namespace}::${name}` },
  }));
  return anyOf(tests);
}

/** As a balanced tree: a chain as long as the types of a large API would be too deep for the engine. */
function anyOf(tests: readonly unknown[]): unknown {
  if (tests.length <= 1) return tests[0] ?? { Value: false };
  const middle = Math.ceil(tests.length / 2);
  return { '||': { left: anyOf(tests.slice(0, middle)), right: anyOf(tests.slice(middle)) } };
}

function sharedTypeNames(model: Model): string[] {
  const used = new Set([APPLICATION_TYPE, ...model.actions.map((action) => action.resourceType)]);
  return model.entityTypes
    .filter((type) => used.has(type.name) && type.name !== model.tenantType)
    .filter((type) => model.tenantType === undefined || !type.parents.includes(model.tenantType))
    .map((type) => type.name);
}
