import { type GroupRequirement, groupRequirement } from '../endpoints/group-requirement.ts';
import { METHODS, type Method } from '../endpoints/method.ts';
import { PATTERN_NAMES, type PatternName } from '../endpoints/pattern.ts';
import { REMARKS, type Remarks } from '../endpoints/remark.ts';
import { isResourceFrom } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';
import type { ActionEndpoint } from './model.ts';

/**
 * The annotation `endpoint` of an action: one line for each of its endpoints, four words each:
 * `<METHOD> <path> <pattern> <where the resource identifier is>`, as in `GET /campaigns/{id} single-resource path:id`. Two more say what its
 * calls ask besides: an action, and where its resource is, with a `?` behind where that may be missing, as in `createPhoto body:album_id`.
 */
export function printEndpoints(endpoints: readonly ActionEndpoint[]): string {
  return endpoints.map(printEndpoint).join('\n');
}

/** `undefined` when an annotation does not name an endpoint; an empty list when there is none. */
export function readEndpoints(annotations: Readonly<Record<string, string>>): ActionEndpoint[] | undefined {
  if (annotations.endpoint !== undefined) {
    const endpoints = annotations.endpoint.split('\n').map(readEndpoint);
    return endpoints.every((endpoint) => endpoint !== undefined) ? endpoints : undefined;
  }
  return simpleRestEndpoint(annotations);
}

/** Whether annotations of an action say anything about an endpoint, rightly or wrongly. */
export function isAboutEndpoint({
  endpoint,
  httpVerb,
  httpPathTemplate,
}: Readonly<Record<string, string>>): boolean {
  return (endpoint ?? httpVerb ?? httpPathTemplate) !== undefined;
}

/**
 * The annotation `groups`: sets of groups, parted by blanks, of which one is enough; the groups of a set are joined by `&`. Blanks, line
 * ends, `&` and `%` inside a name are percent-encoded.
 */
export function printGroups(groups: GroupRequirement): string {
  return groups.map((set) => set.map((name) => encodeWord(name).replaceAll('&', '%26')).join('&')).join(' ');
}

/** Reads what {@link printGroups} writes. */
export function readGroups(line: string): GroupRequirement {
  return groupRequirement(line.split(' ').map((set) => set.split('&').map(decodeWord)));
}

/** The annotations that say something of an action beside its endpoints. */
export function readRemarks(annotations: Readonly<Record<string, string>>): Remarks {
  const said = REMARKS.filter((remark) => annotations[remark] !== undefined);
  return Object.fromEntries(said.map((remark) => [remark, annotations[remark] ?? '']));
}

function readEndpoint(line: string): ActionEndpoint | undefined {
  const words = line.split(' ');
  const [method, path, pattern, from] = words.map(decodeWord);
  if (!(words.length === 4 || words.length === 6) || !path?.startsWith('/')) return undefined;
  if (!isMethod(method) || !isPattern(pattern) || !isResourceFrom(from)) return undefined;
  if (words.length === 4) return { method, path, pattern, from };
  const second = readSecondCheck(words[4] ?? '', words[5] ?? '');
  return second && { method, path, pattern, from, second };
}

function readSecondCheck(action: string, place: string): SecondCheck | undefined {
  const optional = place.endsWith('?');
  const from = decodeWord(optional ? place.slice(0, -1) : place);
  if (action === '' || !isResourceFrom(from) || from === 'application') return undefined;
  return { action: decodeWord(action), from, ...(optional ? { optional } : {}) };
}

/**
 * A schema of the Cedar project's Express packages: every endpoint is about the application, and only the method tells whether it
 * looks or changes.
 */
function simpleRestEndpoint(annotations: Readonly<Record<string, string>>): ActionEndpoint[] | undefined {
  const { httpVerb, httpPathTemplate } = annotations;
  if (httpVerb === undefined && httpPathTemplate === undefined) return [];
  const method = httpVerb?.toUpperCase();
  if (!isMethod(method) || !httpPathTemplate) return undefined;
  const pattern = method === 'GET' ? 'listing' : 'creation';
  return [{ method, path: httpPathTemplate.replace(/^\/+/, '/'), pattern, from: 'application' }];
}

function decodeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return '';
  }
}

function isMethod(word: string | undefined): word is Method {
  return METHODS.some((method) => method === word);
}

function isPattern(word: string | undefined): word is PatternName {
  return PATTERN_NAMES.some((name) => name === word);
}

function printEndpoint(endpoint: ActionEndpoint): string {
  const { method, path, pattern, from, second } = endpoint;
  const own = [method, path, pattern, from].map(encodeWord).join(' ');
  return second === undefined ? own : `${own} ${printSecondCheck(second)}`;
}

/** `createPhoto body:album_id`, or with `?` where it may be missing. */
function printSecondCheck({ action, from, optional }: SecondCheck): string {
  const place = encodeWord(from).replaceAll('?', '%3F');
  return `${encodeWord(action)} ${place}${optional ? '?' : ''}`;
}

function encodeWord(word: string): string {
  return word.replaceAll(/[\s%]/gu, (character) => encodeURIComponent(character));
}
