import { type BodyStep, bodyFrom } from '../../../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../../../openapi/endpoint.ts';
import { phraseOf } from '../../words.ts';
import type { Identifier } from '../identifiers.ts';

/** What decides whether a list in a body names existing things. */
export interface ListSurroundings {
  /** What the path speaks of, singular. */
  readonly noun: string;
  /** The path ends with a verb for what exists. */
  readonly worksOnOne: boolean;
  /** That verb changes or deletes. */
  readonly alters: boolean;
  /** The things that the API identifies anywhere. */
  readonly nouns: ReadonlySet<string>;
}

/**
 * Lists that name what the call changes, though none of their own names says so: the body itself (`["m1"]`, `[{ "id": "m1" }]`), and
 * lists of objects that are identified by the noun of the path (`{ "items": [{ "message_id": "m1" }] }`).
 */
export function listsInBody(endpoint: Endpoint, around: ListSurroundings): readonly Identifier[] {
  if (endpoint.body === undefined || !changesWhatExists(endpoint, around)) return [];
  const { shape } = endpoint.body;
  if (shape.type === 'array') return setsValues(endpoint, around) ? [] : rootList(shape, around);
  return [...shape.properties.values()].flatMap((property) => {
    const key =
      property.shape.type === 'array' ? identifierKey(property.shape.items, around.noun) : undefined;
    if (key === undefined || !isOf(key, around.noun)) return [];
    const from = bodyFrom([{ key: property.name }, 'each', { key }]);
    return [{ from, name: property.name, noun: around.noun, list: true, required: property.required }];
  });
}

/** A POST that acts on objects may as well take them as input of its own, such as texts whose sentiment it finds. */
function changesWhatExists({ method, body }: Endpoint, around: ListSurroundings): boolean {
  if (around.alters || /^(PUT|PATCH|DELETE)$/.test(method)) return true;
  const holdsObjects = body?.shape.items?.type === 'object';
  return around.worksOnOne && !holdsObjects && around.nouns.has(around.noun);
}

/** `PUT /settings/stop-words` with plain values, where the API identifies no stop word, says what they will be. */
function setsValues({ method, body }: Endpoint, { noun, nouns }: ListSurroundings): boolean {
  return method === 'PUT' && body?.shape.items?.type === 'string' && !nouns.has(noun);
}

function rootList({ items }: Shape, { noun }: ListSurroundings): readonly Identifier[] {
  const own = { name: 'the body', noun: '', list: true, required: true } as const;
  if (items !== undefined && canBeIdentifier(items)) return [{ ...own, from: 'body' }];
  const key = identifierKey(items, noun);
  return key === undefined ? [] : [{ ...own, from: listFrom(undefined, key) }];
}

function canBeIdentifier({ type, format, enumeration }: Shape): boolean {
  return (type === 'string' || type === 'integer') && format !== 'binary' && enumeration === undefined;
}

/** The property by which the objects of a list are identified. */
export function identifierKey(items: Shape | undefined, noun: string): string | undefined {
  const names = [...(items?.properties.keys() ?? [])];
  return names.find((name) => /^_?(id|uuid|gid|guid)$/i.test(name)) ?? names.find((name) => isOf(name, noun));
}

/** `message_id` of a `message`. */
function isOf(name: string, noun: string): boolean {
  const last = noun.split(' ').at(-1) ?? '';
  const words = phraseOf(name);
  return noun !== '' && (words === `${noun} id` || words === `${last} id`);
}

/** Where the identifiers of a list of objects are; objects with an `id` are understood as they are. */
export function listFrom(list: string | undefined, key: string): Identifier['from'] {
  const above: readonly BodyStep[] = list === undefined ? [] : [{ key: list }];
  if (key === 'id') return list === undefined ? 'body' : bodyFrom(above);
  return bodyFrom([...above, 'each', { key }]);
}
