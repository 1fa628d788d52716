import type { PolicyJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Action, Model } from '../model/model.ts';
import { likeliestTenant, limitsOfIsolation } from '../model/tenancy.ts';
import type { PolicySet } from '../policies/policy.ts';
import { readPolicies } from '../policies/read-policies.ts';
import { freeName } from '../values/free-name.ts';
import { calledLikeTenant } from './model/tenant-type.ts';
import { chosenActions, instantiate, isForGroupsOfApi, namedActions } from './policies/instantiate.ts';
import {
  actionsLeftOut,
  describeGroupsUnasked,
  describeLeftOut,
  describeNamedNowhere,
  describeUnasked,
} from './policies/left-out.ts';
import type { Naming } from './policies/rename-types.ts';
import { describeSharedIdentifiers } from './policies/shared-identifiers.ts';

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

/** What a template is for, as its own first line says. */
export function templateDescription({ text }: PolicyTemplate): string {
  return text.split('\n')[0]?.replace(/^\/\/ /, '') ?? '';
}

/** A file that {@link generatePolicies} has made up; `name` ends in `.cedar`. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

/** What policies say beside the templates and the model. */
export interface PolicyOptions {
  /** When set, group ids have the form `<userPoolId>|<group name>`, as those of principals. */
  readonly userPoolId?: string;
}

/**
 * One file of policies for each template (`allTemplates`) that has something to say about the model. `diagnostics` names the other templates,
 * and the actions that are in no policy because of what the API description says of them. Nothing is written, and nothing is thrown.
 */
export function generatePolicies(
  templates: readonly PolicyTemplate[],
  model: Model,
  options: PolicyOptions = {},
): Outcome<readonly GeneratedFile[]> {
  const naming: Naming = { ...options, model };
  const files: GeneratedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const read: PolicySet[] = [];
  for (const template of templates) {
    const parsed = readTemplate(template);
    if (!parsed.ok) return parsed;
    const text = writeFromTemplate(template, parsed.value, naming);
    if (!text.ok) return text;
    read.push(parsed.value);
    if (text.value === undefined)
      diagnostics.push(needsTenant(template) ? noTenants(model) : notApplicable(template));
    else files.push({ name: `${template.name}.cedar`, text: text.value });
  }
  const limits = templates.some(needsTenant) ? limitsOfIsolation(model) : [];
  return {
    ok: true,
    value: files,
    diagnostics: [
      ...diagnostics,
      ...leftOut(read, naming),
      ...unaskedOf(read, model.actions),
      ...describeSharedIdentifiers(model),
      ...limits,
    ],
  };
}

function readTemplate(template: PolicyTemplate): Outcome<PolicySet> {
  const file = { file: `${template.name}.cedar`, name: `${template.name}.cedar`, text: template.text };
  const { policySet, diagnostics } = readPolicies([file]);
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: policySet, diagnostics };
}

/** Nothing is left out where templates permit neither by nature nor to groups that the API names; what they permit to those is not left out. */
function leftOut(templates: readonly PolicySet[], naming: Naming): Diagnostic[] {
  const permits = templates.flatMap(permitsIn);
  const natures = permits.flatMap((policy) => chosenActions(policy) ?? []);
  const left = actionsLeftOut(naming.model);
  if (permits.some(isForGroupsOfApi) && hasGroups(naming.model))
    return [
      ...describeLeftOut(
        left.filter(({ action }) => action.groups.length === 0),
        naming,
      ),
      ...describeNamedNowhere(naming, natures),
    ];
  return natures.length > 0
    ? [...describeLeftOut(left, naming), ...describeGroupsUnasked(naming.model, natures)]
    : [];
}

function hasGroups({ actions }: Model): boolean {
  return actions.some(({ groups }) => groups.length > 0);
}

function writeFromTemplate(
  template: PolicyTemplate,
  policySet: PolicySet,
  naming: Naming,
): Outcome<string | undefined> {
  if (needsTenant(template) && !naming.model.tenantType)
    return { ok: true, value: undefined, diagnostics: [] };
  const policies = withUniqueIds(policySet.policies.flatMap((policy) => instantiate(policy.json, naming)));
  if (policies.length === 0) return { ok: true, value: undefined, diagnostics: [] };
  const named = new Set(policies.flatMap((policy) => namedActions(policy) ?? []));
  const actions = naming.model.actions.filter(({ name }) => named.has(name));
  return printFile(headOf(template, naming.model, unaskedOf([policySet], actions)), policies);
}

/** The endpoints with a second thing that nothing is asked about, where templates permit what changes something, or what groups of the API may do. */
function unaskedOf(templates: readonly PolicySet[], actions: readonly Action[]): Diagnostic[] {
  const permits = templates.flatMap(permitsIn);
  if (permits.some((policy) => chosenActions(policy)?.includes('writing'))) return describeUnasked(actions);
  if (!permits.some(isForGroupsOfApi)) return [];
  return describeUnasked(actions.filter(({ groups }) => groups.length > 0));
}

function permitsIn({ policies }: PolicySet): PolicyJson[] {
  return policies.map(({ json }) => json).filter(({ effect }) => effect === 'permit');
}

/** The only thing that a request carries about tenants is `context.tenants`. */
function needsTenant(template: PolicyTemplate): boolean {
  return /\bcontext\.tenants\b|\bApp::Tenant\b/.test(template.text);
}

/** The comment that the template begins with; a policy that keeps tenants apart says what it cannot, and one that permits what nothing asks about it. */
function headOf(template: PolicyTemplate, model: Model, permitted: readonly Diagnostic[]): string {
  const head = /^(?:\/\/[^\n]*\n)*/.exec(template.text)?.[0] ?? '';
  const limits = needsTenant(template) ? limitsOfIsolation(model) : [];
  const unasked = needsTenant(template) ? describeUnasked(model.actions) : permitted;
  return `${head}${[...limits, ...unasked].map(commentOf).join('')}`;
}

/** A text of an API description never ends a comment: names of types and paths have no line ends. */
function commentOf({ message, details = [] }: Diagnostic): string {
  const sentence = `NOT COVERED: ${message}.`;
  return [...wrapped(sentence), ...details.map((detail) => `  ${detail}`)]
    .map((line) => `// ${line.replaceAll(/\p{Cc}/gu, ' ')}\n`)
    .join('');
}

const COMMENT_WIDTH = 137;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COMMENT_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
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

/** Silence would read as if customers were kept apart. */
function noTenants(model: Model): Diagnostic {
  const { mappingType, entityTypes } = model;
  const named = calledLikeTenant(entityTypes.map(({ name }) => name));
  const why =
    mappingType === 'SimpleRest'
      ? 'all actions are about the application'
      : named === undefined
        ? 'no entity type of this API is called a tenant'
        : `nothing is known to be in one \`${named}\` or another`;
  return {
    severity: 'info',
    code: 'no-tenants',
    message: `nothing keeps customers apart, as ${why}`,
    help:
      mappingType === 'SimpleRest'
        ? 'choose `--mapping-type ResourceRest` if customers share the application'
        : `if they share it, ${namingTenant(named ?? likeliestTenant(model))}`,
  };
}

function namingTenant(type: string | undefined): string {
  return type === undefined
    ? 'name your type of customer in authz.yaml, as the `type` of `principal: { tenant: { ... } }`'
    : `name the type that separates them in authz.yaml, as in \`principal: { tenant: { type: ${type} } }\``;
}

function notApplicable(template: PolicyTemplate): Diagnostic {
  return {
    severity: 'info',
    code: 'template-not-applicable',
    message: `template \`${template.name}\` has nothing to say about this model and was left out`,
  };
}

/** Two groups or types that differ in case or punctuation only would otherwise give two policies one id. */
function withUniqueIds(policies: readonly PolicyJson[]): PolicyJson[] {
  const taken = new Set<string>();
  return policies.map((policy) => {
    const id = freeName(policy.annotations?.id ?? '', (name) => taken.has(name));
    taken.add(id);
    return { ...policy, annotations: { ...policy.annotations, id } };
  });
}
