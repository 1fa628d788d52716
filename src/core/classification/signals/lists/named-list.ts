import { bodyFrom } from '../../../endpoints/resource-from.ts';
import { type Endpoint, isReading, type Property, type Shape } from '../../../openapi/endpoint.ts';
import { isPlural, wordsOf } from '../../words.ts';
import type { Facts } from '../facts.ts';
import {
  type Identifier,
  isChoice,
  isCredential,
  isForeign,
  isNamedIdentifier,
  nounOfWords,
  saysList,
  type Value,
} from '../identifiers.ts';
import { hasElements, saysCreate } from '../judgment.ts';
import { queryValues } from '../values/taken-values.ts';
import { identifierKey, listFrom } from './body-lists.ts';

/** The list that a call names its resources in. */
export interface NamedList {
  readonly list: Identifier;
  /** Nothing but its form says that it is one. */
  readonly isLoose: boolean;
}

/** The list that the call names its resources in; what says "bulk" may have it in any list, or in a body of several. */
export function namedListOf(endpoint: Endpoint, facts: Facts): NamedList | undefined {
  const lists = [...facts.inPath]
    .reverse()
    .concat(facts.elsewhere)
    .filter((identifier) => identifier.list);
  if (lists[0] !== undefined) return { list: lists[0], isLoose: false };
  const objects = identifiedObjects(endpoint, facts);
  if (objects !== undefined) return { list: objects, isLoose: false };
  const said =
    saysBulk(endpoint, facts) || deletesSeveral(endpoint, facts) ? listSaid(endpoint, facts) : undefined;
  if (said !== undefined) return { list: said, isLoose: false };
  const loose =
    endpoint.method === 'GET'
      ? (neededInQuery(endpoint) ?? (readsSeveral(facts) ? listInQuery(endpoint) : undefined))
      : looseList(endpoint);
  if (loose !== undefined) return { list: loose, isLoose: true };
  return takesSeveralThings(endpoint, facts) ? { list: WHOLE_BODY, isLoose: true } : undefined;
}

/** "Update several channels" and "get names for a list of IDs" with a body that tells nothing of what is in it. */
function takesSeveralThings(endpoint: Endpoint, facts: Facts): boolean {
  const { body, summary, description } = endpoint;
  if (body === undefined || isReading(endpoint)) return false;
  // It is a list for the one that the path ends with.
  if (facts.endsWithIdentifier && isNamedIdentifier(facts.inPath.at(-1)?.name ?? '')) return false;
  const { type, properties } = body.shape;
  if (type === 'array' && endpoint.method !== 'POST') return true;
  const open = type === 'array' || properties.size === 0;
  const several = facts.summary.words.some((word) => BULK.test(word) || word === 'several');
  return open && (several || saysBulk(endpoint, facts) || IDS_LISTED.test(`${summary} ${description}`));
}

const IDS_LISTED = /\b(list|set|array) of ([a-z]+ ){0,2}(ids?|identifiers|uuids)\b/i;

const WHOLE_BODY: Identifier = {
  from: bodyFrom(['each']),
  name: 'the body',
  noun: '',
  list: true,
  required: true,
};

function listSaid(endpoint: Endpoint, facts: Facts): Identifier | undefined {
  const own = facts.elsewhere.find((identifier) => isOfItsOwn(identifier, facts));
  // What is read at `/batch/info` by its id is one batch.
  if (own !== undefined && !own.list && isReading(endpoint)) return undefined;
  return own === undefined ? (listInQuery(endpoint) ?? listInBody(endpoint, facts)) : { ...own, list: true };
}

/** What may be a list of what exists, though nothing says so: a body that is a list, or its only list of things with an identifier. */
function looseList({ body }: Endpoint): Identifier | undefined {
  if (body === undefined) return undefined;
  const { shape } = body;
  if (shape.type === 'array') return looseIn('the body', shape.items, undefined);
  const lists = [...shape.properties.values()].filter((property) => property.shape.type === 'array');
  const needed = lists.length > 1 ? lists.filter(({ required }) => required) : lists;
  const [only] = needed;
  return needed.length === 1 && only !== undefined && (only.required || shape.properties.size === 1)
    ? looseIn(only.name, only.shape.items, only.name)
    : undefined;
}

/** The one list that a reading call must give in its query, whatever it is called. */
function neededInQuery(endpoint: Endpoint): Identifier | undefined {
  const lists = queryValues(endpoint).filter(
    (value) => value.required && value.where === undefined && isListOfSomething(value),
  );
  const [only] = lists;
  return only === undefined || lists.length > 1
    ? undefined
    : { from: `query:${only.name}`, name: only.name, noun: '', list: true, required: true };
}

function isListOfSomething(value: Value): boolean {
  if (isChoice(value) || isForeign(value.name) || isCredential(value.name)) return false;
  return value.shape.type === 'array' || (isPlural(wordsOf(value.name).at(-1) ?? '') && saysList(value));
}

function looseIn(name: string, items: Shape | undefined, list: string | undefined): Identifier | undefined {
  // Of a few fixed values, a list chooses kinds.
  if ((items?.enumeration?.length ?? 0) > 1) return undefined;
  const key = [...(items?.properties.keys() ?? [])].find(isNamedIdentifier);
  const plain = items === undefined || /^(string|integer|unknown)$/.test(items.type);
  if (key === undefined && !plain) return undefined;
  const whole = list === undefined ? bodyFrom(['each']) : bodyFrom([{ key: list }]);
  return {
    from: key === undefined ? whole : listFrom(list, key),
    name,
    noun: '',
    list: true,
    required: true,
  };
}

/** Objects with an id, named like the collection that the call changes: `transactions` of `PATCH /budgets/{id}/transactions`. */
export function identifiedObjects(endpoint: Endpoint, facts: Facts): Identifier | undefined {
  if (!/^(PUT|PATCH|DELETE)$/.test(endpoint.method) || saysCreate(facts) || !changesElements(facts))
    return undefined;
  const whole = endpoint.body?.shape;
  const root = whole?.type === 'array' ? identifierKey(whole.items, facts.noun) : undefined;
  if (root !== undefined)
    return {
      from: listFrom(undefined, root),
      name: 'the body',
      noun: facts.noun,
      list: true,
      required: true,
    };
  for (const { name, shape } of whole?.properties.values() ?? []) {
    const own = nounOfWords(wordsOf(name)) === facts.noun.split(' ').at(-1);
    const key = own ? identifierKey(shape.items, facts.noun) : undefined;
    if (key !== undefined)
      return { from: listFrom(name, key), name, noun: facts.noun, list: true, required: true };
  }
  return undefined;
}

/** What it changes are things of their own, and not all of them are replaced. */
function changesElements(facts: Facts): boolean {
  return (
    facts.plural &&
    hasElements(facts) &&
    !/^(replace|set|reorder|sort|order|add)/.test(facts.summary.verb?.word ?? '')
  );
}

/** "Delete multiple events" with a list in the body. */
function deletesSeveral(endpoint: Endpoint, { summary, inPath, pathVerb }: Facts): boolean {
  const changes =
    endpoint.method !== 'POST' || pathVerb?.intent === 'delete' || pathVerb?.intent === 'update';
  return (
    inPath.length === 0 && changes && !isReading(endpoint) && summary.words.some((word) => BULK.test(word))
  );
}

/** "Export several images" with an array in the query. */
function readsSeveral({ summary, inPath, pathVerb }: Facts): boolean {
  const several = summary.words.slice(0, 4).some((word) => /^(multiple|several)$/.test(word));
  return inPath.length === 0 && pathVerb !== undefined && several;
}

function listInQuery(endpoint: Endpoint): Identifier | undefined {
  const list = endpoint.parameters.find(
    ({ in: where, name, shape }) =>
      where === 'query' && shape.type === 'array' && !/field|mask|include|expand|source/i.test(name),
  );
  return list && { from: `query:${list.name}`, name: list.name, noun: '', list: true, required: true };
}

function listInBody(endpoint: Endpoint, { noun }: Facts): Identifier | undefined {
  const lists = [...(endpoint.body?.shape.properties.values() ?? [])].filter(holdsList);
  const list =
    lists.find(({ name }) => THINGS.test(name)) ?? lists.find(({ required }) => required) ?? lists[0];
  return list && { ...identified(list, noun), name: list.name, list: true, required: true };
}

/** Objects without an `id` may have one that is named after them. */
function identified({ name, shape }: Property, noun: string): Pick<Identifier, 'from' | 'noun'> {
  const key = identifierKey(shape.items, noun);
  return { from: key === undefined ? bodyFrom([{ key: name }]) : listFrom(name, key), noun: '' };
}

/** Names of a list of whatever is worked on. */
const THINGS =
  /(ids|resources|items|objects|entities|records|entries|requests|operations|actions|elements|data)$/i;

function holdsList({ shape }: Property): boolean {
  return (
    shape.type === 'array' ||
    [...shape.properties.values()].some((property) => property.shape.type === 'array')
  );
}

/** The list names what the path speaks of. */
export function isOfItsOwn(list: Identifier, facts: Facts): boolean {
  const { noun } = list;
  if (noun === '' || noun === facts.noun) return true;
  return facts.noun.endsWith(` ${noun}`) || (facts.noun !== '' && noun.endsWith(` ${facts.noun}`));
}

/** Words for several at once. */
export const BULK = /^(bulk|batch|batches|multi|multiple)$/;

/** `/users/bulk`, `messages:batchDelete`, or an operation id such as `users_bulk_update`. */
export function saysBulk(endpoint: Endpoint, facts: Facts): boolean {
  if (facts.endsWithIdentifier) return false;
  const names = facts.tail.slice(-2).map(wordsOf);
  if (endpoint.method !== 'POST') names.push(facts.nameWords);
  return names.some((words) => words.some((word) => BULK.test(word)) && !isCollection(words, endpoint));
}

/** What is read at `/bulk_jobs` are jobs. */
function isCollection(words: readonly string[], endpoint: Endpoint): boolean {
  return isReading(endpoint) && isPlural(words.at(-1) ?? '') && !/^multi/.test(words[0] ?? '');
}
