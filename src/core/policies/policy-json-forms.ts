import type { EntityUid } from '../cedar/entity.ts';
import { parseUid } from '../cedar/parse-uid.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import type { Source, ValuePath } from '../diagnostics/source.ts';
import { isRecord } from '../values/record.ts';
import type { TemplateLink } from './link-templates.ts';

/** One policy or template as it stands in a file. */
export interface PolicyEntry {
  /** In Cedar's JSON form, or as text in Cedar syntax. */
  readonly policy: object | string;
  /** Missing where the file gives it none. */
  readonly id: string | undefined;
  readonly at: ValuePath;
}

export interface PolicyEntries {
  readonly entries: readonly PolicyEntry[];
  readonly links: readonly TemplateLink[];
  readonly problems: readonly Diagnostic[];
}

/**
 * The policies in a JSON file: one policy, a policy set (`staticPolicies`, `templates`, `templateLinks`), a list of links as
 * `cedar --template-linked` takes them, or policies as Amazon Verified Permissions or Cedar Agent write them: one, or a list.
 */
export function policyEntries(source: Source): PolicyEntries {
  const { value } = source;
  if (Array.isArray(value)) return listEntries(value, [], source);
  if (!isRecord(value)) return unknownForm(source, []);
  if (isPolicySet(value)) return setEntries(value, source);
  if (Array.isArray(value.policies)) return listEntries(value.policies, ['policies'], source);
  if (Array.isArray(value.results)) return listEntries(value.results, ['results'], source);
  return memberEntries(value, [], source);
}

/**
 * Whether the value of a JSON file is meant to be policies: other files may lie beside them. One with a mistake is meant all the same: a
 * policy that forbids may not be missed because a key of it is misspelt.
 */
export function isPolicyJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMember);
  if (!isRecord(value)) return false;
  const lists = [value.policies, value.results];
  return (
    isPolicySet(value) || isMember(value) || lists.some((list) => Array.isArray(list) && list.some(isMember))
  );
}

/** Whether a text that is not valid JSON may have been meant to be policies; UTF-16 has zeros between its letters. */
export function isLikePolicyJson(text: string): boolean {
  return POLICY_KEY.test(text.replaceAll('\0', ''));
}

const POLICY_KEY =
  /"(?:effect|conditions|staticPolicies|templates|templateLinks|template_id|link_id|statement|templateLinked|policyId|policyTemplateId)"/;

type Json = Readonly<Record<string, unknown>>;

function isPolicySet(value: Json): boolean {
  return SET_KEYS.some((key) => Object.hasOwn(value, key));
}

const SET_KEYS = ['staticPolicies', 'templates', 'templateLinks'];

function isMember(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isOfStore = value.policyId !== undefined || value.policyTemplateId !== undefined;
  return isOfStore || isCedarPolicy(value) || isCedarLink(value) || verifiedPermissions(value) !== undefined;
}

/** A request has principal, action and resource, too, but neither an effect nor conditions. */
function isCedarPolicy({ effect, conditions, principal, action, resource }: Json): boolean {
  const isScoped = [principal, action, resource].some((part) => part !== undefined);
  return effect === 'permit' || effect === 'forbid' || (isScoped && (effect ?? conditions) !== undefined);
}

function isCedarLink(value: Json): boolean {
  return value.template_id !== undefined || value.link_id !== undefined;
}

function listEntries(list: readonly unknown[], at: ValuePath, source: Source): PolicyEntries {
  return together(
    list.map((value, index) =>
      isRecord(value) ? memberEntries(value, [...at, index], source) : unknownForm(source, [...at, index]),
    ),
  );
}

function memberEntries(value: Json, at: ValuePath, source: Source): PolicyEntries {
  if (isCedarPolicy(value)) return entriesOf([{ policy: value, id: undefined, at }]);
  if (isCedarLink(value)) return cedarLink(value, at, source);
  const found = verifiedPermissions(value);
  if (!found) return unknownForm(source, at);
  const id = textOf(value.policyId) ?? textOf(value.policyTemplateId) ?? found.id;
  if (typeof found.statement === 'string')
    return entriesOf([{ policy: found.statement, id, at: [...at, ...found.at] }]);
  return linkOf({ ...found.link, id: id ?? `link ${String(at.at(-1) ?? 0)}` }, at, source);
}

function together(all: readonly PolicyEntries[]): PolicyEntries {
  return {
    entries: all.flatMap(({ entries }) => entries),
    links: all.flatMap(({ links }) => links),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function entriesOf(entries: readonly PolicyEntry[]): PolicyEntries {
  return { entries, links: [], problems: [] };
}

function problem(source: Source, at: ValuePath, message: string, help?: string): PolicyEntries {
  return {
    entries: [],
    links: [],
    problems: [problemAt(source, at, { code: 'policy-json-unknown', message, help })],
  };
}

function unknownForm(source: Source, at: ValuePath): PolicyEntries {
  const help =
    'expected a policy with `effect`, `principal`, `action` and `resource`, a policy set with `staticPolicies`, `templates` and `templateLinks`, a list of links with `template_id`, `link_id` and `args`, or policies with `statement` or `content`';
  return problem(source, at, 'this JSON is not a policy', help);
}

// ---- policy sets ----

function setEntries(value: Json, source: Source): PolicyEntries {
  const { templateLinks: links = [] } = value;
  return together([
    ...Object.keys(value).map((key) => misspelt(key, source)),
    policiesUnder('staticPolicies', value, source),
    policiesUnder('templates', value, source),
    ...(Array.isArray(links)
      ? links.map((link, index) => setLink(link, ['templateLinks', index], source))
      : [problem(source, ['templateLinks'], '`templateLinks` is not a list of links')]),
  ]);
}

/** What else a file says is nothing to us; what would be policies under its right name is. */
function misspelt(key: string, source: Source): PolicyEntries {
  const near = SET_KEYS.includes(key) ? undefined : nearest(key, SET_KEYS);
  if (near === undefined) return entriesOf([]);
  return problem(source, [key], `unknown key \`${key}\`: did you mean \`${near}\`?`);
}

function policiesUnder(key: string, value: Json, source: Source): PolicyEntries {
  const under = value[key];
  if (under === undefined) return entriesOf([]);
  if (typeof under === 'object' && under !== null) {
    const isList = Array.isArray(under);
    const named = Object.entries(under).map(([name, policy]) => ({
      policy,
      id: isList ? undefined : name,
      at: [key, isList ? Number(name) : name],
    }));
    const wrong = named.find(({ policy }) => !isRecord(policy) && typeof policy !== 'string');
    return wrong ? unknownForm(source, wrong.at) : entriesOf(named);
  }
  return problem(source, [key], `\`${key}\` is not a mapping from ids to policies`);
}

function setLink(link: unknown, at: ValuePath, source: Source): PolicyEntries {
  if (!isRecord(link)) return problem(source, at, 'this is not a link of a template');
  const { templateId, newId, values } = link;
  return linkOf({ templateId, id: newId, values }, at, source);
}

// ---- links ----

function cedarLink(
  { template_id: templateId, link_id: id, args }: Json,
  at: ValuePath,
  source: Source,
): PolicyEntries {
  return linkOf({ templateId, id, values: args }, at, source);
}

function linkOf(
  {
    templateId,
    id,
    values,
  }: { readonly templateId: unknown; readonly id: unknown; readonly values: unknown },
  at: ValuePath,
  source: Source,
): PolicyEntries {
  if (typeof templateId !== 'string' || typeof id !== 'string' || !isRecord(values))
    return problem(
      source,
      at,
      'a link needs the id of a template, an id of its own, and values for the slots',
    );
  const uids = Object.entries(values).map(([slot, value]) => [slot, uidOf(value)] as const);
  const wrong = uids.find(([, uid]) => uid === undefined);
  if (wrong)
    return problem(source, at, `the value of \`${wrong[0]}\` is not an entity such as \`App::User::"ana"\``);
  const known = uids.flatMap(([slot, uid]) => (uid ? [[slot, uid] as const] : []));
  return { entries: [], links: [{ templateId, id, values: new Map(known), source, at }], problems: [] };
}

/** As text, as an object, as an escaped object, or as Amazon Verified Permissions writes it. */
function uidOf(value: unknown): EntityUid | undefined {
  if (typeof value === 'string') return parseUid(value);
  if (!isRecord(value)) return undefined;
  if (isRecord(value.__entity)) return uidOf(value.__entity);
  const type = textOf(value.type) ?? textOf(value.entityType);
  const id = textOf(value.id) ?? textOf(value.entityId);
  return type !== undefined && id !== undefined ? { type, id } : undefined;
}

// ---- Amazon Verified Permissions, Cedar Agent ----

type Definition =
  | { readonly statement: string; readonly at: ValuePath; readonly id?: string | undefined }
  | {
      readonly statement?: undefined;
      readonly id?: undefined;
      readonly link: { readonly templateId: unknown; readonly values: Json };
    };

/** The definition of a policy, which may be the whole of the value, or a template. */
function verifiedPermissions(value: Json): Definition | undefined {
  if (typeof value.statement === 'string') return { statement: value.statement, at: ['statement'] };
  if (typeof value.id === 'string' && isPolicyText(value.content))
    return { statement: value.content, at: ['content'], id: value.id };
  const definition = isRecord(value.definition) ? value.definition : value;
  const at = definition === value ? [] : ['definition'];
  if (isRecord(definition.static) && typeof definition.static.statement === 'string')
    return { statement: definition.static.statement, at: [...at, 'static', 'statement'] };
  if (!isRecord(definition.templateLinked)) return undefined;
  const { policyTemplateId: templateId, principal, resource } = definition.templateLinked;
  const values = {
    ...(principal === undefined ? {} : { '?principal': principal }),
    ...(resource === undefined ? {} : { '?resource': resource }),
  };
  return { link: { templateId, values } };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Many other lists have contents. */
function isPolicyText(content: unknown): content is string {
  return typeof content === 'string' && /\b(?:permit|forbid)\s*\(/.test(content);
}
