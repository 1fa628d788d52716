import type { PolicyJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { isTypePath } from '../cedar/parse-uid.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import type { Source, ValuePath } from '../diagnostics/source.ts';
import { groupBy } from '../values/group.ts';
import { locateRange, type Policy } from './policy.ts';
import { slotTokens } from './policy-text.ts';

/** A template with entities for its slots makes a policy of its own. */
export interface TemplateLink {
  readonly templateId: string;
  /** The id of the linked policy. */
  readonly id: string;
  readonly values: ReadonlyMap<string, EntityUid>;
  readonly source: Source;
  readonly at: ValuePath;
}

/**
 * The policies that links make of templates: the text of the template with an entity in the place of each slot, which is what the engine
 * makes of a link as well. `others` have the ids that are taken.
 */
export function linkTemplates(
  links: readonly TemplateLink[],
  templates: readonly Policy[],
  others: readonly Policy[],
): { readonly policies: readonly Policy[]; readonly diagnostics: readonly Diagnostic[] } {
  const named = templatesByName(templates, others);
  const taken = new Set(others.map(({ id }) => id));
  const policies: Policy[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const link of links) {
    const template = named.get(link.templateId);
    const problem = template ? misfit(link, template, taken) : unknownTemplate(link, named);
    const policy = template && !problem ? linkTemplate(link, template) : undefined;
    taken.add(link.id);
    if (policy) policies.push(policy);
    else diagnostics.push(problem ?? unlinkable(link));
  }
  return { policies, diagnostics };
}

/**
 * By id; where one file in Cedar syntax has them all, by their number in it, which Cedar's command line calls them by that have no `@id`; and
 * by the names of their files.
 */
function templatesByName(templates: readonly Policy[], all: readonly Policy[]): ReadonlyMap<string, Policy> {
  const numbered = numberedPolicies(all).filter(([, policy]) => templates.includes(policy));
  return new Map([
    ...templatesByFile(templates, all),
    ...numbered,
    ...templates.map((template) => [template.id, template] as const),
  ]);
}

/** What is written for Amazon Verified Permissions often has a file for each template, and no other name for it. */
function templatesByFile(
  templates: readonly Policy[],
  all: readonly Policy[],
): (readonly [name: string, template: Policy])[] {
  const ids = new Set(all.map(({ id }) => id));
  const ofFile = groupBy(all, ({ file }) => file.name);
  const alone = templates.filter(
    ({ id, file }) => id === `${file.name}#1` && ofFile.get(file.name)?.length === 1,
  );
  const byName = groupBy(alone, ({ file }) => file.name.replace(/^.*\//, '').replace(/\.[a-z.]+$/i, ''));
  return [...byName].flatMap(([name, [template, ...others]]) =>
    template && others.length === 0 && !ids.has(name) ? [[name, template] as const] : [],
  );
}

/**
 * The names by which Cedar's command line calls the policies and templates of the one file that it reads: `policy0`, `policy1` and so on.
 * None where there are several files in Cedar syntax, or where a name is the id of another policy.
 */
export function numberedPolicies(all: readonly Policy[]): (readonly [name: string, policy: Policy])[] {
  const written = all.filter(({ file, template }) => !file.source && template === undefined);
  if (new Set(written.map(({ file }) => file.file)).size !== 1) return [];
  const ids = new Set(all.map(({ id }) => id));
  return written
    .toSorted((a, b) => a.start - b.start)
    .map((policy, index) => [`policy${index}`, policy] as const)
    .filter(([name]) => !ids.has(name));
}

// ---- what keeps a link from being made ----

function unknownTemplate(link: TemplateLink, named: ReadonlyMap<string, Policy>): Diagnostic {
  const near = didYouMean(link.templateId, [...named.keys()]);
  return linkProblem(link, `there is no policy template \`${link.templateId}\`${near}`);
}

function misfit(link: TemplateLink, template: Policy, taken: ReadonlySet<string>): Diagnostic | undefined {
  if (taken.has(link.id)) return linkProblem(link, `another policy has the id \`${link.id}\``);
  const slots = new Set(slotTokens(template.text).map(({ slot }) => slot));
  const missing = [...slots].find((slot) => !link.values.has(slot));
  if (missing)
    return linkProblem(link, `link \`${link.id}\` has no value for \`${missing}\` of \`${template.id}\``);
  const surplus = [...link.values.keys()].find((slot) => !slots.has(slot));
  if (surplus !== undefined)
    return linkProblem(link, `template \`${template.id}\` has no slot \`${surplus}\``);
  const [wrong] = [...link.values.values()].filter(({ type }) => !isTypePath(type));
  return wrong ? linkProblem(link, `\`${wrong.type}\` is not the name of an entity type`) : undefined;
}

function unlinkable(link: TemplateLink): Diagnostic {
  return linkProblem(link, `link \`${link.id}\` cannot be made of \`${link.templateId}\``);
}

function linkProblem({ source, at }: TemplateLink, message: string): Diagnostic {
  return problemAt(source, at, { code: 'policy-link-unusable', message });
}

// ---- entities in the place of slots ----

/** `undefined` when the engine reads the text differently from what was meant. */
function linkTemplate(link: TemplateLink, template: Policy): Policy | undefined {
  const { text, edits } = withValues(template.text, link.values);
  const answer = cedar.policyToJson(text);
  if (!answer.ok || !isLinked(answer.value, template.json, link.values)) return undefined;
  return {
    ...template,
    id: link.id,
    text,
    json: answer.value,
    template: template.id,
    locate: (start, end) => locateInTemplate(template, edits, start, end),
  };
}

/** A slot that has been replaced: where it was in the template, and where the entity is in the linked policy. */
interface SlotEdit {
  readonly was: { readonly start: number; readonly end: number };
  readonly is: { readonly start: number; readonly end: number };
}

function withValues(
  template: string,
  values: TemplateLink['values'],
): { readonly text: string; readonly edits: readonly SlotEdit[] } {
  let text = '';
  let from = 0;
  const edits: SlotEdit[] = [];
  for (const { slot, start, end } of slotTokens(template)) {
    const value = values.get(slot);
    if (!value) continue;
    text += template.slice(from, start);
    const is = { start: text.length, end: text.length + printUid(value).length };
    text += printUid(value);
    edits.push({ was: { start, end }, is });
    from = end;
  }
  return { text: text + template.slice(from), edits };
}

/** Whether the scope says what the template says, about the entities of the link. */
function isLinked(json: PolicyJson, template: PolicyJson, values: TemplateLink['values']): boolean {
  const scopes = [
    ['?principal', json.principal, template.principal],
    ['?resource', json.resource, template.resource],
  ] as const;
  return scopes.every(([slot, linked, written]) => {
    const value = values.get(slot);
    return value === undefined || (linked.op === written.op && sameEntity(linked, value));
  });
}

function sameEntity(scope: PolicyJson['principal'] | PolicyJson['resource'], value: EntityUid): boolean {
  const inner = scope.op === 'is' ? scope.in : scope;
  return inner !== undefined && 'entity' in inner && entityKey(plainUid(inner.entity)) === entityKey(value);
}

function locateInTemplate(
  template: Policy,
  edits: readonly SlotEdit[],
  start: number,
  end: number,
): Location {
  return locateRange(template, offsetBefore(start, edits, 'start'), offsetBefore(end, edits, 'end'));
}

/** Where an offset of the linked policy is in the template; inside of an entity it is the edge of the slot. */
function offsetBefore(offset: number, edits: readonly SlotEdit[], edge: 'start' | 'end'): number {
  let shift = 0;
  for (const { was, is } of edits) {
    if (offset < is.start) break;
    if (offset < is.end || (offset === is.end && edge === 'end'))
      return offset === is.start ? was.start : was[edge];
    shift = was.end - is.end;
  }
  return offset + shift;
}
