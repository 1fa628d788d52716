import { describeIdentifier, placeOfIdentifier } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { type Identifier, isCredential } from '../signals/identifiers.ts';
import { asks, attaches, changes, computes, saysCreate, speaksOfComputing } from '../signals/judgment.ts';
import { BULK, identifiedObjects, isOfItsOwn, namedListOf, saysBulk } from '../signals/lists/named-list.ts';
import { takesFilters } from '../signals/lists/selection.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** One call that reads, changes or deletes several existing resources that it names. */
export const batch: Pattern<'batch'> = { name: 'batch', recognize };

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  const found = namedListOf(endpoint, facts);
  if (found === undefined) return undefined;
  const { list, isLoose } = found;
  const bulk = saysBulk(endpoint, facts) || facts.summary.words.some((word) => BULK.test(word));
  const lines: readonly EvidenceLine<'batch'>[] =
    placeOfIdentifier(list.from).in === 'path'
      ? [['list-in-path', true, `${describeIdentifier(list.from)} takes several identifiers`]]
      : [...listLines(endpoint, facts, list, bulk), ...contraryLines(endpoint, facts, list, bulk)];
  return {
    from: list.from,
    evidence: weigh(
      'batch',
      lines,
      looseLines(endpoint, facts, isLoose),
      computingLines(endpoint, facts, list, api),
    ),
  };
}

/** A list that only its form speaks for. */
function looseLines(endpoint: Endpoint, facts: Facts, isLoose: boolean): readonly EvidenceLine<'batch'>[] {
  const replaces = /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  return [
    ['loose-list', isLoose && endpoint.method !== 'GET', 'a list that may name what exists'],
    ['loose-list-in-query', isLoose && endpoint.method === 'GET', 'the query must give a list'],
    ['changes-loose-list', isLoose && replaces, `${endpoint.method} with a list in the body`],
    [
      'changes-collection-by-loose-list',
      isLoose && replaces && facts.plural && facts.inPath.length === 0,
      `${endpoint.method} on a collection needs to know which`,
    ],
    [
      'acts-on-each',
      isLoose && endpoint.method === 'POST' && !isOwned(facts) && changes(facts),
      `its summary says \`${facts.summary.verb?.word}\` of a list`,
    ],
    [
      'speaks-of-several',
      facts.summary.words.some((word) => /^(multiple|several|many|lists?|bulk|batch)$/.test(word)),
      'its summary speaks of several',
    ],
  ];
}

/** Lists that something is computed from name nothing that is kept. */
function computingLines(
  endpoint: Endpoint,
  facts: Facts,
  list: Identifier,
  api: Api,
): readonly EvidenceLine<'batch'>[] {
  const computing = computes(facts) || speaksOfComputing(facts);
  return [
    ['computes', computing && !/^(PUT|PATCH|DELETE)$/.test(endpoint.method), 'computes an answer'],
    [
      'keeps-nothing',
      api.keepsNothing && !saysIds(list),
      'nothing in the API can be changed, deleted or read by an identifier',
    ],
    ['computing-title', api.titledComputing && !saysIds(list), 'the title of the API speaks of computing'],
    ['attaches', attaches(facts) && isOwned(facts), 'its summary speaks of adding to one'],
  ];
}

function listLines(
  endpoint: Endpoint,
  facts: Facts,
  list: Identifier,
  bulk: boolean,
): readonly EvidenceLine<'batch'>[] {
  const name = describeIdentifier(list.from);
  const own = isOfItsOwn(list, facts);
  const { required } = list;
  const deletes = endpoint.method === 'DELETE';
  const said = endpoint.method === 'POST' && bulk && /^(update|delete)$/.test(facts.pathVerb?.intent ?? '');
  const changes = deletes || endpoint.method === 'PUT' || endpoint.method === 'PATCH' || said;
  const reads = isReading(endpoint) || readsByPost(endpoint, facts);
  return [
    ['required-list', required, `${name} is a required list of identifiers`],
    ['optional-list', !required, `${name} is a list of identifiers`],
    ['alone-in-body', isAloneInBody(endpoint, list), 'the body holds nothing else'],
    [
      'alone-ids',
      isAloneInBody(endpoint, list) && saysIds(list) && !isOwned(facts),
      'the body holds nothing but identifiers',
    ],
    ['own-list', own, 'the list names the resources of this path'],
    ['reads-by-list', own && required && reads && !isOwned(facts), 'nothing can be read without it'],
    [
      'says-by-identifiers',
      own &&
        (reads || endpoint.method === 'POST') &&
        !isOwned(facts) &&
        SAYS_BY.test(facts.summary.words.join(' ')),
      'its summary says by what',
    ],
    ['changes-list', changes && (own || required || deletes), `${endpoint.method} on the things listed`],
    [
      'records-for-each',
      recordsForEach(endpoint, facts, list),
      'the same is recorded for each of the things listed',
    ],
    ['moves-each', movesEach(endpoint, facts, list), 'each of the things listed is moved'],
    [
      'identified-objects',
      identifiedObjects(endpoint, facts) !== undefined,
      `${name} holds objects with an identifier each`,
    ],
    [
      'only-parameter',
      !required && reads && isProcedure(facts) && !facts.plural && isAlone(endpoint),
      'it is what the call is about',
    ],
  ];
}

function contraryLines(
  endpoint: Endpoint,
  facts: Facts,
  list: Identifier,
  bulk: boolean,
): readonly EvidenceLine<'batch'>[] {
  const own = isOfItsOwn(list, facts);
  const filters = !list.required && isReading(endpoint) && !own && !isProcedure(facts);
  const other = facts.elsewhere.find(({ required, list: several }) => required && !several);
  const creates = facts.pathVerb?.intent === 'create' || saysCreate(facts);
  return [
    ['filter', filters, 'an optional list is a filter'],
    [
      'pages-too',
      !list.required && isReading(endpoint) && takesFilters(endpoint),
      'the call pages, sorts or filters',
    ],
    ['among-others', (endpoint.body?.shape.properties.size ?? 0) > 3, 'the body says more than that'],
    ['owned-list-of-ids', isOwned(facts) && !bulk && saysIds(list), OWNED],
    ['owned-list', isOwned(facts) && !bulk && !saysIds(list), OWNED],
    [
      'other-identified',
      other !== undefined && !own,
      `\`${other?.name}\` identifies the one that the list is about`,
    ],
    ['creates', creates, 'its name says that it makes something new'],
  ];
}

const OWNED = 'the path identifies one resource, which the list is added to or taken from';

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
const SAYS_BY = /\b(by|based on|with the|for the given) ([a-z]+ ){0,2}(ids?|identifiers?|usernames)\b/;

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

/** The body is that list, and nothing else. */
function isAloneInBody({ body }: Endpoint, list: Identifier): boolean {
  return body?.shape.properties.size === 1 && body.shape.properties.has(list.name);
}

/** There is nothing else to choose by: the list is not a filter among others. */
function isAlone(endpoint: Endpoint): boolean {
  const others = endpoint.parameters.filter(
    (parameter) => parameter.in === 'query' && !isCredential(parameter.name),
  );
  return others.length === 1;
}
