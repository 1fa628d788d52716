import { memoize, memoizeByIdentity, memoizeRun } from '../../caching/memoize.ts';
import { bodyFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint, Parameter, Shape } from '../../openapi/endpoint.ts';
import { listedShape } from '../../openapi/held-shape.ts';
import { wordsOf } from '../words.ts';
import {
  gluedNoun,
  type Identifier,
  isChoice,
  isCredential,
  isForeign,
  isList,
  isNamedIdentifier,
  nounOf,
  ownerOfName,
  type Value,
} from './identifiers.ts';
import { listsInBody } from './lists/body-lists.ts';

/** What the values of one call are read against. */
export interface Surroundings {
  /** What the path speaks of, singular. */
  readonly noun: string;
  /** The words of the path's last literal. */
  readonly lastWords: readonly string[];
  /** The things that the API identifies anywhere: a plain `channel` means one where `channel_id` does elsewhere. */
  readonly nouns: ReadonlySet<string>;
  /** Names of values that most calls take. */
  readonly takenByMost: ReadonlySet<string>;
  /** The call sends what the path speaks of: `document` in `/sendDocument` is the new thing itself. */
  readonly sends: boolean;
  /** Calls are procedures, so that everything is identified in their query or body. */
  readonly procedural: boolean;
  /** The path ends with a verb for what exists. */
  readonly worksOnOne: boolean;
  /** That verb changes or deletes. */
  readonly alters: boolean;
  /** It is a procedure on what exists, which a plain `name` identifies when it must be given. */
  readonly byName: boolean;
}

/** An endpoint with the values of its query. */
interface CalledValues {
  readonly endpoint: Endpoint;
  readonly inQuery: readonly QueryValue[];
}

/** Identifiers in the query and the body: required ones first, and those of the path's own noun before others. */
export function identifiersElsewhere(
  { endpoint, inQuery }: CalledValues,
  around: Surroundings,
): readonly Identifier[] {
  const found = [
    ...inQuery
      .filter(mayIdentifyInQuery)
      .flatMap((value) => identifierIn(value, value.where ?? 'query', around)),
    ...bodyIdentifiers(endpoint, around),
  ];
  if (found.length < 2) return found;
  return found
    .map((identifier, index) => ({ identifier, index, rank: rankOf(identifier, around) }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index)
    .map(({ identifier }) => identifier);
}

function rankOf({ name, noun, required }: Identifier, around: Surroundings): number {
  const own = noun === around.noun || noun === '' ? 2 : 0;
  const last = noun.split(' ').at(-1) ?? '';
  const inPath = around.lastWords.some((word) => word === last || isShortFor(word, last)) ? 1 : 0;
  const opaque = /(token|key|hash|number|name|^uid|^user_?id)$/i.test(name) ? 1 : 0;
  const common = around.takenByMost.has(name) ? 1.5 : 0;
  return (required ? 4 : 0) + own + inPath - opaque - common - (isAttribute(last, around) ? 1.5 : 0);
}

/** Roles, types and plans are what things have. */
function isAttribute(noun: string, { noun: own }: Surroundings): boolean {
  return (
    /^(role|type|category|status|plan|kind|template|currency|country|language)$/.test(noun) &&
    !own.endsWith(noun)
  );
}

/** `doc` in `/delete-doc` is short for a document. */
function isShortFor(word: string, noun: string): boolean {
  return word.length > 2 && noun.length > word.length && noun.startsWith(word);
}

/** The nouns of the values that say by their name that they identify something: `channel` for `channel_id`. */
export function nounsAmong({ endpoint, inQuery }: CalledValues): readonly string[] {
  const nouns = nounsOfValues(inQuery);
  return endpoint.body === undefined ? nouns : [...nouns, ...nounsInBody(endpoint.body.shape)];
}

const nounsInBody = memoizeByIdentity((body: Shape) => nounsOfValues(bodyValues(body)));

function nounsOfValues(values: readonly Value[]): readonly string[] {
  return values.map(({ name }) => nounOfReference(name)).filter((noun) => noun !== '');
}

/** `channel` for `channel_id`; nothing for other names. */
const nounOfReference = memoize((name) => {
  if (!/^(id|ids|uuid|gid|guid)$/.test(wordsOf(name).at(-1) ?? '')) return '';
  return isCredential(name) || isForeign(name) ? '' : nounOf(name);
});

/** The parameters of the query; and those that some documents write into the path behind `?`, and declare as parameters of the path. */
export const queryValues = memoizeRun(({ parameters, path }: Endpoint): readonly QueryValue[] => {
  const inQuery: readonly QueryValue[] = parameters.filter(isInQuery).map(asSaid);
  const behind = path.indexOf('?');
  if (behind < 0) return inQuery;
  const written = parameters.filter(
    ({ in: where, name }) => where === 'path' && path.indexOf(`{${name}}`) > behind,
  );
  return [...written.map((value) => ({ ...value, where: 'path' as const })), ...inQuery];
});

export type QueryValue = Value & { readonly where?: 'path' | undefined };

function isInQuery(parameter: Parameter): boolean {
  return parameter.in === 'query';
}

/** Some documents say only in words that a parameter must be given. */
function asSaid(parameter: Parameter): Parameter {
  if (parameter.required || !SAYS_REQUIRED.test(parameter.description)) return parameter;
  return { ...parameter, required: true };
}

const SAYS_REQUIRED = /^\W{0,4}(required|mandatory)\b(?! (if|when|for|unless|only|in))/i;

/** The names of all values in query and body. */
export function valuesTaken(endpoint: Endpoint): readonly string[] {
  const inQuery = endpoint.parameters.filter(isInQuery).map(({ name }) => name);
  return endpoint.body === undefined ? inQuery : [...inQuery, ...endpoint.body.shape.properties.keys()];
}

/** What the server fills in is not an input, except the identifier of what a call without one in its path changes. */
export const bodyValues = memoizeByIdentity((body: Shape): readonly Value[] =>
  [...body.properties.values()]
    .filter(({ readOnly, name }) => !readOnly || /^(id|uuid|gid|guid)$/i.test(name))
    // The `id` of a JSON-RPC call is that of the call.
    .filter(({ name }) => name !== 'id' || !body.properties.has('jsonrpc'))
    .map(({ name, required, shape }) => ({ name, required, shape, description: shape.description })),
);

/** Those that can identify something, whatever the call is about. */
const bodyCandidates = memoizeByIdentity((body: Shape) => bodyValues(body).filter(mayIdentify));

/** Names of the one property that some APIs wrap every body in. */
const ENVELOPE = /^(data|payload|body|input|attributes)$/i;

function bodyIdentifiers(endpoint: Endpoint, around: Surroundings): readonly Identifier[] {
  if (endpoint.body === undefined) return [];
  const values = bodyValues(endpoint.body.shape);
  const [only] = values;
  if (values.length === 1 && only !== undefined && ENVELOPE.test(only.name) && only.shape.type === 'object') {
    const inside = bodyCandidates(only.shape).flatMap((value) => identifierIn(value, 'body', around));
    return inside.map((identifier) => ({
      ...identifier,
      from: bodyFrom([{ key: only.name }, { key: identifier.name }]),
    }));
  }
  const found = [
    ...listsInBody(endpoint, around),
    ...bodyCandidates(endpoint.body.shape).flatMap((value) => identifierIn(value, 'body', around)),
  ];
  if (!around.worksOnOne || found.some(({ required, list }) => required && !list)) return found;
  return [
    ...values.filter((value) => isWhole(value, around)).map(({ name }) => wholeNamed(name, around)),
    ...found,
  ];
}

/** `/orders/cancel` with a required `order` takes the order itself, with what identifies it inside. */
function isWhole({ name, required, shape }: Value, { noun }: Surroundings): boolean {
  return required && shape.type === 'object' && noun !== '' && nounOf(name) === noun;
}

function wholeNamed(name: string, { noun }: Surroundings): Identifier {
  return { from: bodyFrom([{ key: name }]), name, noun, list: false, required: true };
}

function mayIdentify(value: Value): boolean {
  return !isForeign(value.name) && !isChoice(value) && canIdentify(value.shape);
}

/** Of many queries, most values are the same objects: those that page and sort. */
const mayIdentifyInQuery = memoizeByIdentity(mayIdentify);

function identifierIn(
  value: Value,
  where: 'path' | 'query' | 'body',
  around: Surroundings,
): readonly Identifier[] {
  if (/^request_?id$/i.test(value.name) && !/\brequest$/.test(around.noun)) return [];
  if (isPlace(value.name, around) || isCallersOwn(value.name, where, around)) return [];
  const named = nounOf(value.name);
  if (isCredential(value.name) && (named !== around.noun || named === 'api')) return [];
  if (isUserNamed(value, where, around))
    return [
      {
        from: fromOf(where, value.name),
        name: value.name,
        noun: 'user',
        list: isList(value),
        required: true,
      },
    ];
  if (around.byName && value.required && value.name.toLowerCase() === 'name')
    return [{ from: fromOf(where, value.name), name: value.name, noun: '', list: false, required: true }];
  const owner =
    where === 'body' && !around.procedural && /name$/i.test(value.name)
      ? undefined
      : ownerOfName(value.name, around);
  const glued = gluedNoun(value.name, around);
  const listed = (glued ?? owner ?? named).replace(/(?<=.)list$/, '');
  const own = around.nouns.has(listed) || listed === around.noun ? listed : (owner ?? named);
  if (where === 'body' && isOpaque(value.name) && own !== around.noun && !around.nouns.has(own)) return [];
  if (!isNamedIdentifier(value.name) && owner === undefined && glued === undefined) {
    const known =
      own !== '' && !GENERIC.test(own) && (around.nouns.has(own) || (own === around.noun && !around.sends));
    const listed = value.shape.type === 'array' && own === around.noun;
    if (own === around.noun && SETTING.test(around.lastWords[0] ?? '')) return [];
    if (!known || (where === 'body' && !around.procedural && !listed)) return [];
  }
  const list =
    glued === undefined ? isList(value) || own !== (owner ?? named) : isList(value) || /s$/i.test(value.name);
  return [{ from: fromOf(where, value.name), name: value.name, noun: own, list, required: value.required }];
}

/** `/setHTML` takes the `html` that it will be. */
const SETTING = /^(set|append)$/;

/** The values of body and query, each with where it is. */
export function placedValues(endpoint: Endpoint): readonly (readonly [Identifier['from'], Value])[] {
  const taken = endpoint.body === undefined ? [] : bodyValues(endpoint.body.shape);
  return [
    ...taken.map((value) => [fromOf('body', value.name), value] as const),
    ...queryValues(endpoint).map((value) => [fromOf(value.where ?? 'query', value.name), value] as const),
  ];
}

/** Where the value of that name is. */
export function fromOf(where: 'path' | 'query' | 'body', name: string): Identifier['from'] {
  return where === 'body' ? bodyFrom([{ key: name }]) : `${where}:${name}`;
}

/** A region in the body says where the new thing will be, unless the call is about regions. */
function isPlace(name: string, { noun }: Surroundings): boolean {
  const [word = '', ...others] = wordsOf(name);
  return (
    others.length === 0 && /^(region|zone|country|city|state|county|province)$/.test(word) && word !== noun
  );
}

/** The `id` in a body of `/me` is that of whoever makes the call. */
function isCallersOwn(name: string, where: 'path' | 'query' | 'body', { lastWords }: Surroundings): boolean {
  return where === 'body' && /^id$/i.test(name) && /^(me|self|myself)$/.test(lastWords.join(' '));
}

/** `site_key` and `bot_token` are secrets to keep, unless the API has sites or bots. */
function isOpaque(name: string): boolean {
  return /^(key|token)s?$/.test(wordsOf(name).at(-1) ?? '');
}

/** A required `username` says whose things are read, except where it is looked whether it is free. */
function isUserNamed(
  { name, required, description }: Value,
  where: 'path' | 'query' | 'body',
  { lastWords }: Surroundings,
): boolean {
  if (/\byour\b/i.test(description)) return false;
  const free = lastWords.some((word) => /^(username|name|availab.*|exists?|valid.*|check|login)$/.test(word));
  return where === 'query' && required && /^user_?names?$/i.test(name) && !free;
}

/** Plain words that describe a thing, whatever else the API identifies by them. */
const GENERIC =
  /^(name|title|label|description|text|value|address|email|phone|url|date|type|status|code|password)$/;

function canIdentify(shape: Shape): boolean {
  const held = listedShape(shape);
  if (held === undefined || [shape, held].some(({ format }) => format === 'binary' || format === 'byte'))
    return false;
  return /^(array|string|integer|unknown)$/.test(held.type);
}
