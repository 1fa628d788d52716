import { describeIdentifier, placeOfIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import {
  asks,
  objectOfName,
  ownerOf,
  readsSeveralBefore,
  searches,
  speaksOfOne,
  titleOf,
} from '../signals/judgment.ts';
import { isFilteredByKind, speaksOfNumber, takesFilters } from '../signals/lists/selection.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { listsBy, speaksOfAll, titledSearch } from '../signals/titles.ts';
import { intentOf, isPlural, namesSeveral, phraseOf, singularOf, wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Answers with a collection, a count of it or statistics about it; its resource is the container. */
export const listing: Pattern<'listing'> = { name: 'listing', recognize };

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  if (!canList(endpoint, facts)) return undefined;
  const owner = ownerOf(facts) ?? facts.elsewhere.find(({ required, list }) => required && !list);
  const from = owner?.from ?? 'application';
  const reads = isReading(endpoint) || asks(endpoint, facts);
  return {
    from,
    evidence: weigh(
      'listing',
      pathLines(facts),
      nameLines(facts),
      summaryLines(facts, reads),
      answerLines(facts, api),
      titleLines(endpoint, facts),
      [
        ['names-several', facts.inPath.at(-1)?.list === true, 'the path names the things by a list'],
        [
          'needs-list',
          facts.inPath.length === 0 && facts.elsewhere[0]?.list === true && facts.elsewhere[0].required,
          'nothing can be read without a list of identifiers',
        ],
        ['has-container', owner !== undefined, `the collection belongs to ${describeIdentifier(from)}`],
        ...elsewhereLines(endpoint, facts, from),
        [
          'does-not-read',
          !reads && facts.pathVerb?.intent !== 'list' && facts.pathVerb?.intent !== 'read',
          `${endpoint.method} seldom lists`,
        ],
      ],
    ),
  };
}

/** What the query or the body names is less often what the collection belongs to than what it is filtered by. */
function elsewhereLines(
  endpoint: Endpoint,
  facts: Facts,
  from: ResourceFrom,
): readonly EvidenceLine<'listing'>[] {
  const place = placeOfIdentifier(from).in;
  const elsewhere = place === 'query' || place === 'body';
  const name = describeIdentifier(from);
  return [
    ['container-in-query', place === 'query', `${name} may only filter`],
    [
      'one-of-container',
      elsewhere && facts.answer === 'one',
      `the answer is one object, and ${name} says which`,
    ],
    [
      'seeks-within',
      elsewhere && (searches(facts) || takesFilters(endpoint)),
      `its parameters seek, and ${name} is one of them`,
    ],
    [
      'speaks-of-by',
      place === 'application' && facts.summary.words.includes('by'),
      'its summary says by what it selects',
    ],
    [
      'takes-content',
      endpoint.method === 'POST' &&
        !searches(facts) &&
        facts.inPath.length === 0 &&
        facts.exchange().takesContent,
      'it takes content to work on',
    ],
    [
      'takes-body',
      endpoint.method === 'POST' && endpoint.body?.shape.type === 'object' && !searches(facts),
      'what is posted is an object',
    ],
  ];
}

function pathLines(facts: Facts): readonly EvidenceLine<'listing'>[] {
  const { pathVerb, plural, elementMethods } = facts;
  const inside = facts.tail.length > 0;
  return [
    ['plural', plural && inside, saysSeveral(facts.tail.at(-1) ?? '')],
    ['has-elements', elementMethods.size > 0 && inside, 'a deeper path identifies one element of it'],
    [
      'elements-below-identifier',
      elementMethods.has('GET') && facts.endsWithIdentifier,
      'one level deeper, the path identifies one element',
    ],
    ['path-lists', pathVerb?.intent === 'list', `the path says \`${pathVerb?.word}\``],
    [
      'path-reads-several',
      pathVerb?.intent === 'read' && plural,
      `the path says \`${pathVerb?.word}\` of several things`,
    ],
    ['path-reads-one', pathVerb?.intent === 'read' && !plural, `the path says \`${pathVerb?.word}\``],
    ['searches', searches(facts), `\`${facts.literals.at(-1)}\` says that it searches`],
    ['counts', counts(facts), `\`${facts.tail.at(-1)}\` counts a collection`],
    ['ends-with-number', facts.endsWithNumber, 'the path ends with a number, which says which one'],
    ['ends-with-identifier', facts.endsWithIdentifier, 'the path ends with the identifier of one thing'],
  ];
}

/** Against a path that ends with an identifier, only the plain word "list" weighs enough. */
function nameLines({ nameVerb, endsWithIdentifier }: Facts): readonly EvidenceLine<'listing'>[] {
  const plain = nameVerb?.word === 'list';
  const lists = nameVerb?.intent === 'list';
  const said = `its name says \`${nameVerb?.word}\``;
  return [
    ['name-lists-despite-identifier', lists && endsWithIdentifier && plain, said],
    ['name-lists', lists && !(endsWithIdentifier && plain), said],
  ];
}

function summaryLines(facts: Facts, reads: boolean): readonly EvidenceLine<'listing'>[] {
  const { summary, endsWithIdentifier } = facts;
  const { verb, object } = summary;
  const several = verb?.intent === 'read' ? object : undefined;
  const lists = verb?.intent === 'list';
  const said = `its summary says \`${verb?.word}\``;
  const others = listsOthers(facts);
  const plain = verb?.word === 'list';
  const saysSeveral = plain || verb?.word === 'all';
  return [
    ['summary-lists-others', lists && endsWithIdentifier && others, said],
    ['summary-says-list-despite-identifier', lists && endsWithIdentifier && !others && plain, said],
    ['summary-lists-despite-identifier', lists && endsWithIdentifier && !others && !plain, said],
    ['summary-says-list', lists && !endsWithIdentifier && saysSeveral, said],
    ['summary-lists', lists && !endsWithIdentifier && !saysSeveral, said],
    ['speaks-of-one', speaksOfOne(facts) && reads, 'its summary speaks of one thing'],
    [
      'speaks-of-list',
      reads &&
        !lists &&
        (/\blist of\b/.test(facts.summary.words.join(' ')) ||
          (facts.summary.head === 'list' && facts.noun !== 'list')),
      'its summary speaks of a list',
    ],
    ['speaks-of-several', several === 'several', 'its summary speaks of several things'],
    [
      'speaks-of-members-of-identified',
      several === 'members' && endsWithIdentifier,
      'its summary speaks of several things of one',
    ],
    [
      'speaks-of-members',
      several === 'members' && !endsWithIdentifier,
      'its summary speaks of several things of one',
    ],
  ];
}

/** `search` and `popular` name nothing by themselves: what they find or select does. */
function saysSeveral(literal: string): string {
  const last = wordsOf(literal).at(-1) ?? '';
  const isNoun = namesSeveral(literal) && (isPlural(last) || intentOf(last) === undefined);
  return `\`${literal}\` ${isNoun ? 'names' : 'is about'} several things`;
}

/** "List all amendments of a subscription" at `/amendments/subscriptions/{id}` is about others than the path ends with. */
function listsOthers({ summary, inPath }: Facts): boolean {
  const { verb, head = '', words } = summary;
  if (verb?.word !== 'list' && verb?.word !== 'all') return false;
  const listed = head === 'list' ? 'list' : singularOf(head);
  const several = head === 'list' ? words.includes('of') : namesSeveral(head);
  return several && inPath.at(-1)?.noun.split(' ').at(-1) !== listed;
}

function answerLines(facts: Facts, api: Api): readonly EvidenceLine<'listing'>[] {
  const { answer, plural, tail } = facts;
  const one = answer === 'one' && api.answersTrusted;
  const named = plural || saysList(facts);
  const many = answer === 'array' || answer === 'page';
  return [
    ['answers-array', answer === 'array' && tail.length > 0, 'the answer is an array'],
    ['answers-array-despite-identifier', answer === 'array' && tail.length === 0, 'the answer is an array'],
    ['answers-one-list', answer === 'one' && facts.exchange().answersOneList, 'the answer holds one list'],
    ['answer-said-list', !many && facts.exchange().answerSaidList, 'the answer is said to be a list'],
    [
      'answer-called-list',
      !many && facts.exchange().answerCalledList,
      'the schema of the answer is called a list',
    ],
    ['random', facts.summary.words.includes('random'), 'its summary speaks of one at random'],
    ['answers-page', answer === 'page', 'the answer is a page of things'],
    ['answers-one-though-several', one && named, 'the answer is one object'],
    ['answers-one', one && !named, 'the answer is one object'],
  ];
}

/** Without a verb, the nouns that an endpoint is called by tell. */
function titleLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine<'listing'>[] {
  const { summary, nameVerb, verbBefore } = facts;
  const title = summary.verb === undefined ? titleOf(summary.words) : '';
  const named = nameVerb?.intent === 'read' ? objectOfName(facts.nameWords) : '';
  const filters = takesFilters(endpoint);
  return [
    ['titled-several', title !== '' && namesSeveral(title), `its summary speaks of ${title}`],
    ['titled-one', title !== '' && !namesSeveral(title), 'its summary speaks of one thing'],
    ['named-several', named !== '' && namesSeveral(named), `its name speaks of ${named}`],
    [
      'reads-several-before-identifier',
      readsSeveralBefore(facts),
      `\`${facts.literals.at(-1)}\` speaks of several`,
    ],
    ['named-one', named !== '' && !namesSeveral(named), 'its name speaks of one thing'],
    [
      'lists-by',
      facts.endsWithIdentifier && listsBy(facts.literals.at(-1) ?? ''),
      'the path says several, and by what',
    ],
    ['feed', /\.(atom|rss)$/i.test(endpoint.path), 'a feed has entries'],
    [
      'lists-before-identifier',
      verbBefore?.intent === 'list',
      `\`${verbBefore?.word}\` stands before the last parameter`,
    ],
    ['takes-filters', filters && !facts.endsWithIdentifier, FILTERS],
    ['takes-filters-despite-identifier', filters && facts.endsWithIdentifier, FILTERS],
    ['filtered-by-kind', isFilteredByKind(facts), 'the last parameter says of which kind'],
    [
      'suggests-of-collection',
      isSuggesting.holds(facts.literals.at(-1) ?? '') && namesSeveral(facts.literals.at(-2) ?? ''),
      'the path suggests some of a collection',
    ],
    [
      'suggests',
      isSuggesting.first(facts.literals) !== undefined,
      'the path speaks of suggesting some of them',
    ],
    ['path-says-all', isAll.first(facts.literals) !== undefined, 'the path says `all`'],
    ['titled-search', titledSearch(endpoint, facts), 'its summary speaks of searching'],
    ['speaks-of-number', speaksOfNumber(facts), 'its summary says how many'],
    ['speaks-of-all', speaksOfAll(facts), 'its summary speaks of all'],
  ];
}

const FILTERS = 'its parameters page, sort or filter';

const isAll = literalTest((literal) => /^all$/i.test(literal));

const isSuggesting = literalTest((literal) =>
  /^(auto ?complete|suggest|suggestions?|typeahead|lookahead)$/.test(phraseOf(literal)),
);

function saysList({ nameVerb, summary }: Facts): boolean {
  return nameVerb?.intent === 'list' || summary.verb?.intent === 'list';
}

function counts(facts: Facts): boolean {
  return wordsOf(facts.tail.at(-1) ?? '').at(-1) === 'count';
}

/** What reads can list; what posts, only if it says so. */
function canList(endpoint: Endpoint, facts: Facts): boolean {
  if (isReading(endpoint) || asks(endpoint, facts)) return true;
  if (facts.pathVerb?.intent === 'read' && facts.plural) return endpoint.method === 'POST';
  if (endpoint.method === 'POST' && (facts.answer === 'array' || facts.answer === 'page')) return true;
  const verbs = [facts.pathVerb, facts.nameVerb, facts.summary.verb];
  if (titledSearch(endpoint, facts)) return true;
  return endpoint.method === 'POST' && verbs.some((verb) => verb?.intent === 'list');
}
