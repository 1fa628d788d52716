import { bodyFrom, placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Endpoint, Property } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { identifierKey, listFrom } from '../signals/body-lists.ts';
import { type EvidenceLine, namedIn, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { type Identifier, isCredential, nounOfWords } from '../signals/identifiers.ts';
import { asks, hasElements, isReading, saysCreate } from '../signals/judgment.ts';
import { isPlural, wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** One call that reads, changes or deletes several existing resources that it names. */
export const batch: Pattern<'batch'> = { name: 'batch', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const list = facts && listOf(endpoint, facts);
  if (facts === undefined || list === undefined) return undefined;
  const bulk = saysBulk(endpoint, facts) || facts.summary.words.some((word) => BULK.test(word));
  const lines: readonly EvidenceLine[] =
    placeOfIdentifier(list.from).in === 'path'
      ? [[true, 11, `${namedIn(list.from)} takes several identifiers`]]
      : [...listLines(endpoint, facts, list, bulk), ...contraryLines(endpoint, facts, list, bulk)];
  return {
    from: list.from,
    evidence: weigh([...lines, [bulk, 5, 'the name says that it works on several at once']]),
  };
}

function listLines(
  endpoint: Endpoint,
  facts: Facts,
  list: Identifier,
  bulk: boolean,
): readonly EvidenceLine[] {
  const name = namedIn(list.from);
  const own = isOfItsOwn(list, facts);
  const { required } = list;
  const deletes = endpoint.method === 'DELETE';
  const said = endpoint.method === 'POST' && bulk && /^(update|delete)$/.test(facts.pathVerb?.intent ?? '');
  const changes = deletes || endpoint.method === 'PUT' || endpoint.method === 'PATCH' || said;
  const reads = isReading(endpoint) || readsByPost(endpoint, facts);
  return [
    [required, 6, `${name} is a required list of identifiers`],
    [!required, 2, `${name} is a list of identifiers`],
    [own, 3, 'the list names the things of this path'],
    [own && required && reads && !isOwned(facts), 6, 'nothing can be read without it'],
    [
      own && reads && !isOwned(facts) && SAYS_BY.test(facts.summary.words.join(' ')),
      8,
      'its summary says by what',
    ],
    [changes && (own || required || deletes), 4, `${endpoint.method} on the things listed`],
    [recordsForEach(endpoint, facts, list), 13, 'the same is recorded for each of the things listed'],
    [movesEach(endpoint, facts, list), 6, `each of the things listed is moved`],
    [identifiedObjects(endpoint, facts) !== undefined, 9, `${name} holds objects with an identifier each`],
    [
      !required && reads && isProcedure(facts) && !facts.plural && isAlone(endpoint),
      3,
      'it is what the call is about',
    ],
  ];
}

function contraryLines(
  endpoint: Endpoint,
  facts: Facts,
  list: Identifier,
  bulk: boolean,
): readonly EvidenceLine[] {
  const own = isOfItsOwn(list, facts);
  const filters = !list.required && isReading(endpoint) && !own && !isProcedure(facts);
  const other = facts.elsewhere.find(({ required, list: several }) => required && !several);
  const creates = facts.pathVerb?.intent === 'create' || saysCreate(facts);
  return [
    [filters, -3, 'an optional list is a filter'],
    [
      isOwned(facts) && !bulk,
      saysIds(list) ? -6 : -9,
      'the path identifies one resource, which the list is added to or taken from',
    ],
    [other !== undefined && !own, -6, `\`${other?.name}\` identifies the one that the list is about`],
    [endpoint.method === 'POST' && !bulk && !readsByPost(endpoint, facts), -2, 'POST is seldom a batch'],
    [creates, -12, 'its name says that it makes something new'],
  ];
}

/** `POST /classes/{id}/attendance` with `student_ids`: the same for each, and not a list of members of the one above. */
function recordsForEach(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const below = facts.tail.length > 0 && !facts.plural && facts.pathVerb === undefined;
  return endpoint.method === 'POST' && below && saysIds(list) && list.noun !== facts.noun && list.required;
}

/** `POST /photos/move` with `photo_ids`. */
function movesEach(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const moves = /^(move|transfer|relocate)$/.test(facts.pathVerb?.word ?? '');
  return endpoint.method === 'POST' && moves && list.noun === facts.noun;
}

/** "Get posts by IDs". */
const SAYS_BY = /\bby ([a-z]+ ){0,2}(ids?|identifiers?|usernames)\b/;

/** A POST that gets what its body lists. */
function readsByPost(endpoint: Endpoint, facts: Facts): boolean {
  const intent = facts.pathVerb?.intent;
  const said = intent === 'read' || intent === 'list';
  return asks(endpoint, facts) || (endpoint.method === 'POST' && said);
}

function isOwned({ inPath }: Facts): boolean {
  return inPath.some(({ list }) => !list);
}

/** The path ends like `/users.info`: it is the name of a procedure. */
function isProcedure({ steps }: Facts): boolean {
  return steps.at(-1)?.appended === true;
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

const BULK = /^(bulk|batch|batches|multi|multiple)$/;

/** `/users/bulk`, `messages:batchDelete`, or an operation id such as `users_bulk_update`. */
function saysBulk(endpoint: Endpoint, facts: Facts): boolean {
  if (facts.endsWithIdentifier) return false;
  const names = [...facts.tail.slice(-2), endpoint.method === 'POST' ? '' : (endpoint.operationId ?? '')];
  return names.some((name) => wordsOf(name).some((word) => BULK.test(word)) && !isCollection(name, endpoint));
}

/** What is read at `/bulk_jobs` are jobs. */
function isCollection(name: string, endpoint: Endpoint): boolean {
  const words = wordsOf(name);
  return isReading(endpoint) && isPlural(words.at(-1) ?? '') && !/^multi/.test(words[0] ?? '');
}

/** The list that the call names its resources in; what says "bulk" may have it in any list, or in a body of several. */
function listOf(endpoint: Endpoint, facts: Facts): Identifier | undefined {
  const lists = [...facts.inPath]
    .reverse()
    .concat(facts.elsewhere)
    .filter((identifier) => identifier.list);
  if (lists[0] !== undefined) return lists[0];
  const objects = identifiedObjects(endpoint, facts);
  if (objects !== undefined) return objects;
  if (!saysBulk(endpoint, facts) && !deletesSeveral(endpoint, facts)) return undefined;
  const own = facts.elsewhere.find((identifier) => isOfItsOwn(identifier, facts));
  return own === undefined ? (listInQuery(endpoint) ?? listInBody(endpoint, facts)) : { ...own, list: true };
}

/** Objects with an id, named like the collection that the call changes: `transactions` of `PATCH /budgets/{id}/transactions`. */
function identifiedObjects(endpoint: Endpoint, facts: Facts): Identifier | undefined {
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
    !/^(replace|set|reorder|sort|order)/.test(facts.summary.verb?.word ?? '')
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
