import { memoizeLast } from '../caching/memoize.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { type BodyStep, type NamedPart, placeOfIdentifier } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';
import type { Action, ActionEndpoint, Model } from '../model/model.ts';
import { isRecord } from '../values/record.ts';
import { valuesInBody } from './body-identifiers.ts';
import type { ContextSource } from './context.ts';
import { blankAtEdge, hasBlankAtEdge, unclearParameter } from './query.ts';

/** The identifiers that a call carries, as plain text and nothing else; or why they cannot be read. */
export type Identifiers =
  | { readonly type: 'ids'; readonly ids: readonly string[] }
  | { readonly type: 'unusable'; readonly reason: string };

/** Where identifiers are, and whether there are several. */
export type IdentifiedBy = Pick<ActionEndpoint, 'from' | 'pattern'>;

/**
 * Whether the query or the body of a call says nothing at all in a place. A body in another form than described may say anything, and so
 * may a key of the query that another parser could take for the place.
 */
export function namesNothing({ from }: IdentifiedBy, query: URLSearchParams, body: unknown): boolean {
  const place = placeOfIdentifier(from);
  switch (place.in) {
    case 'application':
    case 'path':
      return false;
    case 'query': {
      const keys = queryKeys(place.name);
      return !keys.some((key) => query.has(key)) && unclearParameter(keys[0], keys, query) === undefined;
    }
    case 'body': {
      if (body !== undefined && !isRecord(body)) return false;
      const found = valuesInBody(body, place.steps);
      return found.type === 'values' && found.values.length === 0;
    }
  }
}

/** The identifiers of the resource: one, or one for each item of a batch, without repetitions. */
export function identifiersOf(
  { from, pattern }: IdentifiedBy,
  pathParameters: ReadonlyMap<string, string>,
  query: URLSearchParams,
  body: unknown,
): Identifiers {
  const isBatch = PATTERN_TRAITS[pattern].hasItems;
  const place = placeOfIdentifier(from);
  switch (place.in) {
    case 'application':
      return unusable('the endpoint identifies nothing');
    case 'path':
      return inPath(place.name, pathParameters, isBatch);
    case 'query':
      return inQuery(place.name, query, isBatch);
    case 'body':
      return inBody(place.steps, body, isBatch);
  }
}

/** The second thing that a call asks about, or why it cannot be told. */
export type SecondThingOfCall =
  | { readonly type: 'second'; readonly action: Action; readonly id: string }
  | { readonly type: 'unusable'; readonly reason: string };

/** What a call asks besides; nothing where its endpoint asks nothing besides, or the call leaves out what it may leave out. */
export function secondOf(
  second: SecondCheck | undefined,
  { pathParameters, query, body }: Pick<ContextSource, 'pathParameters' | 'query' | 'body'>,
  model: Model,
): SecondThingOfCall | undefined {
  if (second === undefined) return undefined;
  const action = model.actions.find(({ name }) => name === second.action);
  if (action === undefined) return { type: 'unusable', reason: `\`${second.action}\` is not an action` };
  const place = { from: second.from, pattern: 'single-resource' } as const;
  if (second.optional && namesNothing(place, query, body)) return undefined;
  const found = identifiersOf(place, pathParameters, query, body);
  if (found.type === 'unusable') return found;
  const [id] = found.ids;
  return id === undefined
    ? { type: 'unusable', reason: `the call names nothing to ask \`${action.name}\` about` }
    : { type: 'second', action, id };
}

function inPath(name: string, parameters: ReadonlyMap<string, string>, isBatch: boolean): Identifiers {
  const value = parameters.get(name);
  if (value && !isBatch) return { type: 'ids', ids: [value] };
  if (value && hasBlankAtEdge(value)) return unusable(blankAtEdge(`path \`${name}\``));
  return identifiersAmong(itemsOf(value === undefined ? [] : [value], isBatch), {
    part: 'path',
    name,
    isBatch,
  });
}

function inQuery(name: string, query: URLSearchParams, isBatch: boolean): Identifiers {
  const keys = queryKeys(name);
  const unclear = unclearParameter(keys[0], keys, query, isBatch);
  if (unclear) return unusable(unclear);
  const values = keys.flatMap((key) => query.getAll(key));
  return identifiersAmong(itemsOf(values, isBatch), { part: 'query', name, isBatch });
}

/** In a batch, a comma parts the items, also in each of several values. */
function itemsOf(values: readonly string[], isBatch: boolean): readonly string[] {
  return isBatch ? values.flatMap((value) => value.split(',')) : values;
}

function inBody(steps: readonly BodyStep[], body: unknown, isBatch: boolean): Identifiers {
  const found = valuesInBody(body, steps);
  if (found.type === 'unusable') return found;
  const name = steps
    .map((step, index) => (step === 'each' ? '[]' : `${index === 0 ? '' : '.'}${step.key}`))
    .join('');
  if (!isBatch || steps.includes('each')) {
    if (found.values.length === 0 && Array.isArray(body) && body.length === 0)
      return unusable('the body is an empty list, and so names no resource');
    return identifiersAmong(found.values, { part: 'body', name, isBatch });
  }
  if (found.values.some((value) => Array.isArray(value) && value.length === 0))
    return unusable(`body \`${name}\` is an empty list, and so names no resource`);
  if (found.values.some((value) => typeof value === 'string' && hasBlankAtEdge(value)))
    return unusable(blankAtEdge(`body \`${name}\``));
  return identifiersAmong(found.values.flatMap(membersOf), { part: 'body', name, isBatch });
}

/** The members of an array are taken as they are: there a comma is part of an identifier. */
function membersOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
}

interface NamedValue {
  readonly part: NamedPart | 'body';
  readonly name: string;
  readonly isBatch: boolean;
}

function identifiersAmong(values: readonly unknown[], { part, name, isBatch }: NamedValue): Identifiers {
  const ids = values.map((value) => (isBatch ? itemText(value) : identifierText(value)));
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length) return unusable(`${part} \`${name}\` is not an identifier`);
  if (ids.length === 0)
    return unusable(`the ${part} of the call has no \`${name}\`, which identifies the resource`);
  if (!known.every((id) => id.isWellFormed())) return unusable(`${part} \`${name}\` is not well-formed text`);
  if (known.includes('')) return unusable(`${part} \`${name}\` is empty, and so names no resource`);
  if (!isBatch && known.length > 1) return unusable(`${part} \`${name}\` is given ${known.length} times`);
  return { type: 'ids', ids: [...new Set(known)] };
}

function unusable(reason: string): Identifiers {
  return { type: 'unusable', reason };
}

/** A list may be given as `ids=` or as `ids[]=`, whichever of the two the API description writes. */
export function queryKeys(name: string): [single: string, list: string] {
  const single = name.endsWith('[]') ? name.slice(0, -'[]'.length) : name;
  return [single, `${single}[]`];
}

/** Texts and whole numbers identify. Nothing else is ever turned into text. */
function identifierText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The items of a batch may also be objects with an `id`. */
function itemText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return identifierText(value);
  return Object.hasOwn(value, 'id') ? identifierText((value as { readonly id: unknown }).id) : undefined;
}

// ---- the entities of requests ----

/** The fixed entity that stands for the application as a whole. */
export function applicationUid(model: Model): EntityUid {
  return { type: namesOf(model).application, id: model.namespace };
}

export function actionUid(action: Action, model: Model): EntityUid {
  return { type: namesOf(model).action, id: action.name };
}

export function resourceTypeOf({ resourceType }: Action, model: Model): string {
  return namesOf(model).resources.get(resourceType) ?? qualified(model.namespace, resourceType);
}

/** With their namespace: made once, they are quickly compared, too. */
const namesOf = memoizeLast(({ namespace, actions }: Model) => ({
  action: qualified(namespace, 'Action'),
  application: qualified(namespace, APPLICATION_TYPE),
  resources: new Map(actions.map(({ resourceType }) => [resourceType, qualified(namespace, resourceType)])),
}));
