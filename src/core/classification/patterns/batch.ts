import { describeIdentifier, placeOfIdentifier } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { type Identifier, isCredential, isWorldly } from '../signals/identifiers.ts';
import {
  asks,
  attaches,
  changes,
  computes,
  KEEPS_NOTHING,
  saysCreate,
  sends,
  sendsMessage,
  speaksOfComputing,
} from '../signals/judgment.ts';
import { BULK, identifiedObjects, isOfItsOwn, namedListOf, saysBulk } from '../signals/lists/named-list.ts';
import { takesFilters } from '../signals/lists/selection.ts';
import { namesSeveral, phraseOf, singularOf } from '../words.ts';
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
      ? [
          [
            namesSeveral(list.name) || saysIds(list) ? 'list-in-path' : 'array-in-path',
            true,
            `${describeIdentifier(list.from)} takes several identifiers`,
          ],
        ]
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
  const sets = setsValues(endpoint, facts);
  return [
    ['loose-list', isLoose && endpoint.method !== 'GET', 'it takes a list that may name what exists'],
    ['loose-list-in-query', isLoose && endpoint.method === 'GET', 'the query must give a list'],
    ['changes-loose-list', isLoose && replaces, `it is a ${endpoint.method} with a list in the body`],
    [
      'changes-collection-by-loose-list',
      isLoose && replaces && facts.plural && facts.inPath.length === 0 && !sets,
      `${endpoint.method} on a collection needs to know which`,
    ],
    [
      'acts-on-each',
      isLoose && endpoint.method === 'POST' && !isOwned(facts) && changes(facts),
      `its summary says \`${facts.summary.verb?.word}\` of a list`,
    ],
    [
      'speaks-of-several',
      facts.summary.words.some((word) => /^(multiple|several|many|lists?|bulk|batch)$/.test(word)) ||
        /\bone or (more|many|several)\b/.test(facts.summary.words.join(' ')),
      'its summary speaks of several',
    ],
    [
      'numbers-in-body',
      endpoint.body?.shape.items?.type === 'integer' && !isOwned(facts),
      'the body is a list of numbers',
    ],
    [
      'path-says-ids',
      /\bids$/.test(phraseOf(facts.literals.at(-1) ?? '')),
      `\`${facts.literals.at(-1)}\` says by what`,
    ],
    ['replaces-values', sets, 'nothing below the path identifies one of what it lists'],
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
    ['computes', computing && !/^(PUT|PATCH|DELETE)$/.test(endpoint.method), 'it computes an answer'],
    ['keeps-nothing', api.keepsNothing && !saysIds(list), KEEPS_NOTHING],
    ['world-list', isOfTheWorld(list), 'it lists what is of the world, not of the API'],
    ['sends', sends(facts) || sendsMessage(facts), 'what it sends is new'],
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
    ['optional-list', !required && own, `${name} is a list of identifiers`],
    ['optional-list-of-others', !required && !own, `${name} is a list of identifiers of other things`],
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
      'changes-list-by-post',
      changesByPost(endpoint, facts, list),
      `\`${facts.pathVerb?.word}\` is done to the things listed`,
    ],
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
  const deletesListed = deletesBelow(endpoint, facts, list);
  const owned = isOwned(facts) && !bulk && !(deletesListed && saysIds(list));
  const acts = /^(update|delete|act)$/.test(facts.pathVerb?.intent ?? '');
  const creates = facts.pathVerb?.intent === 'create' || (saysCreate(facts) && !acts);
  const changesToo =
    (endpoint.method !== 'POST' && !saysCreate(facts)) ||
    /\b(upsert|(or|and|\/) ?update)/i.test(endpoint.summary);
  return [
    ['filter', filters, 'an optional list is a filter'],
    [
      'pages-too',
      !list.required && isReading(endpoint) && takesFilters(endpoint),
      'the call pages, sorts or filters',
    ],
    ['among-others', (endpoint.body?.shape.properties.size ?? 0) > 3, 'the body says more than that'],
    ['owned-list-of-ids', owned && saysIds(list), OWNED],
    ['deletes-listed-below', deletesListed, 'the list names which of those below the path are deleted'],
    ['owned-list', owned && !saysIds(list), OWNED],
    [
      'other-identified',
      other !== undefined && !own,
      `\`${other?.name}\` identifies the one that the list is about`,
    ],
    ['creates', creates && !changesToo, 'its name says that it makes something new'],
    ['creates-or-changes', creates && changesToo, 'it makes something new, or changes what there is'],
  ];
}

const OWNED = 'the path identifies one resource, which the list is added to or taken from';

/** `POST /classes/{id}/attendance` with `student_ids`: the same for each, and not a list of members of the one above. */
function recordsForEach(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const below = facts.tail.length > 0 && !facts.plural && facts.pathVerb === undefined;
  return endpoint.method === 'POST' && below && saysIds(list) && list.noun !== facts.noun && list.required;
}

/** `POST /deleteAccounts` with `account_ids`; those in an order are all that one thing has. */
function changesByPost(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const { word = '', intent = '' } = facts.pathVerb ?? {};
  if (endpoint.method !== 'POST' || !isOfItsOwn(list, facts) || !/^(update|delete|act)$/.test(intent))
    return false;
  const ids = saysIds(list);
  return (
    (ids || list.noun !== '') &&
    (list.required || (ids && !isOwned(facts))) &&
    (facts.plural || (ids && list.noun === facts.noun)) &&
    !/^(reorder|sort|order)$/.test(word)
  );
}

/** `DELETE /projects/{id}/regions` with `region_ids`. */
function deletesBelow(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const below = isOwned(facts) && facts.plural && facts.tail.length > 0;
  return endpoint.method === 'DELETE' && below && isOfItsOwn(list, facts) && list.required;
}

/** `POST /photos/move` with `photo_ids`. */
function movesEach(endpoint: Endpoint, facts: Facts, list: Identifier): boolean {
  const moves = /^(move|transfer|relocate)$/.test(facts.pathVerb?.word ?? '');
  return endpoint.method === 'POST' && moves && list.noun === facts.noun;
}

/** "Get posts by IDs", "names of a set of IDs". */
const SAYS_BY =
  /\b(by|based on|with the|for (the )?(given|specified)|(list|set|array) of) ([a-z]+ ){0,2}(ids?|id['’]s|identifiers?|usernames)\b/;

/** A POST that gets what its body lists. */
function readsByPost(endpoint: Endpoint, facts: Facts): boolean {
  const intent = facts.pathVerb?.intent;
  const said = intent === 'read' || intent === 'list';
  return asks(endpoint, facts) || (endpoint.method === 'POST' && said);
}

/** "Replace all topics", or a body that is a list of plain values, such as `["the", "of"]`, none of which has a path. */
function setsValues({ method, body }: Endpoint, { elementMethods, summary }: Facts): boolean {
  if (/^replaces?$/.test(summary.verb?.word ?? '')) return true;
  return method === 'PUT' && body?.shape.items?.type === 'string' && elementMethods.size === 0;
}

function isOwned({ inPath }: Facts): boolean {
  return inPath.some(({ list }) => !list);
}

/** The path ends like `/users.info`: it is the name of a procedure. */
function isProcedure({ steps }: Facts): boolean {
  return steps.at(-1)?.appended === true;
}

/** Countries, addresses, points and words are of the world. */
function isOfTheWorld({ name }: Identifier): boolean {
  return isWorldly(singularOf(name)) || WORLD.test(phraseOf(name));
}

const WORLD = /^(way ?points?|points?|nums?|numbers?|selectors?|texts?|words?|keywords?|tlds?)$/;

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
