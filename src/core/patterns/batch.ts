import type { Api } from '../api.ts';
import type { Endpoint, Property } from '../endpoint.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Facts } from './signals/facts.ts';
import { type Identifier, isCredential } from './signals/identifiers.ts';
import { isReading, namedIn, saysCreate, weigh } from './signals/weigh.ts';

/** One call that reads, changes or deletes several existing resources that it names. */
export const batch: Pattern = { name: 'batch', title: 'batch read, update or delete', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const list = facts && listOf(endpoint, facts);
  if (facts === undefined || list === undefined) return undefined;
  const owned = facts.inPath.some((identifier) => !identifier.list);
  const carried = list.from.startsWith('path:');
  const own = isOfItsOwn(list, facts);
  const bulk = saysBulk(endpoint, facts) || facts.summary.words.some((word) => BULK.test(word));
  const changes = /^(DELETE|PUT|PATCH)$/.test(endpoint.method);
  const other = facts.elsewhere.find((identifier) => identifier.required && !identifier.list);
  const creates = facts.pathVerb?.intent === 'create' || saysCreate(facts);
  return {
    from: list.from,
    evidence: weigh([
      [carried, 11, `${namedIn(list.from)} takes several identifiers`],
      [!carried && list.required, 6, `${namedIn(list.from)} is a required list of identifiers`],
      [!carried && !list.required, 2, `${namedIn(list.from)} is a list of identifiers`],
      [!carried && own, 3, 'the list names the things of this path'],
      [
        !carried && own && list.required && isReading(endpoint) && !owned,
        6,
        'nothing can be read without it',
      ],
      [
        !carried && changes && (own || list.required || endpoint.method === 'DELETE'),
        4,
        `${endpoint.method} on the things listed`,
      ],
      [
        !carried &&
          !list.required &&
          isReading(endpoint) &&
          !facts.plural &&
          facts.steps.at(-1)?.appended === true &&
          isAlone(endpoint),
        3,
        'it is what the call is about',
      ],
      [
        !carried && !list.required && isReading(endpoint) && !own && facts.steps.at(-1)?.appended !== true,
        -3,
        'an optional list is a filter',
      ],
      [bulk, 5, 'the name says that it works on several at once'],
      [
        !carried && owned && !bulk,
        saysIds(list) ? -6 : -9,
        'the path identifies one resource, which the list is added to or taken from',
      ],
      [
        !carried && other !== undefined && !own,
        -6,
        `\`${other?.name}\` identifies the one that the list is about`,
      ],
      [!carried && endpoint.method === 'POST' && !bulk, -2, 'POST is seldom a batch'],
      [!carried && creates, -12, 'its name says that it makes something new'],
    ]),
  };
}

function saysIds(list: Identifier): boolean {
  return /ids?(\[\])?$/i.test(list.name);
}

/** There is nothing else to choose by: the list is no filter among others. */
function isAlone(endpoint: Endpoint): boolean {
  const others = endpoint.parameters.filter(
    (parameter) => parameter.in === 'query' && !isCredential(parameter.name),
  );
  return others.length === 1;
}

function isOfItsOwn(list: Identifier, facts: Facts): boolean {
  return list.noun === '' || list.noun === facts.noun || facts.noun.endsWith(` ${list.noun}`);
}

const BULK = /^(bulk|batch|batches|multiple)$/;

/** `/users/bulk`, `messages:batchDelete`, or an operation id such as `users_bulk_update`. */
function saysBulk(endpoint: Endpoint, facts: Facts): boolean {
  if (facts.endsWithIdentifier) return false;
  const names = [...facts.tail.slice(-2), endpoint.method === 'POST' ? '' : (endpoint.operationId ?? '')];
  return names.some((name) => wordsOf(name).some((word) => BULK.test(word)));
}

/** The list that the call names its resources in; what says "bulk" may have it in any list, or in a body of several. */
function listOf(endpoint: Endpoint, facts: Facts): Identifier | undefined {
  const lists = [...facts.inPath]
    .reverse()
    .concat(facts.elsewhere)
    .filter((identifier) => identifier.list);
  if (lists[0] !== undefined) return lists[0];
  if (!saysBulk(endpoint, facts) && !deletesSeveral(endpoint, facts)) return undefined;
  const own = facts.elsewhere.find((identifier) => isOfItsOwn(identifier, facts));
  return own === undefined ? (listInQuery(endpoint) ?? listInBody(endpoint)) : { ...own, list: true };
}

/** "Delete multiple events" with a list in the body. */
function deletesSeveral(endpoint: Endpoint, { summary, inPath, pathVerb }: Facts): boolean {
  const changes =
    endpoint.method !== 'POST' || pathVerb?.intent === 'delete' || pathVerb?.intent === 'update';
  return (
    inPath.length === 0 && changes && !isReading(endpoint) && summary.words.some((word) => BULK.test(word))
  );
}

function listInQuery(endpoint: Endpoint): Identifier | undefined {
  const list = endpoint.parameters.find(
    ({ in: where, name, shape }) =>
      where === 'query' && shape.type === 'array' && !/field|mask|include|expand|source/i.test(name),
  );
  return list && { from: `query:${list.name}`, name: list.name, noun: '', list: true, required: true };
}

function listInBody(endpoint: Endpoint): Identifier | undefined {
  const lists = [...(endpoint.body?.shape.properties.values() ?? [])].filter(holdsList);
  const list =
    lists.find(({ name }) => THINGS.test(name)) ?? lists.find(({ required }) => required) ?? lists[0];
  return list && { from: `body:${list.name}`, name: list.name, noun: '', list: true, required: true };
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
