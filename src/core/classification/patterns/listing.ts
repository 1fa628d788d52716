import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, namedIn, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { asks, isReading, ownerOf, speaksOfOne } from '../signals/judgment.ts';
import { namesSeveral, singularOf, wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Answers with a collection, a count of it or statistics about it; its resource is the container. */
export const listing: Pattern<'listing'> = { name: 'listing', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || !canList(endpoint, facts)) return undefined;
  const owner = ownerOf(facts) ?? facts.elsewhere.find(({ required, list }) => required && !list);
  const from = owner?.from ?? 'application';
  const reads = isReading(endpoint) || asks(endpoint, facts);
  return {
    from,
    evidence: weigh([
      ...pathLines(facts),
      ...nameLines(facts),
      ...summaryLines(facts, reads),
      ...answerLines(facts, api),
      [owner !== undefined, 0.5, `the collection belongs to ${namedIn(from)}`],
      [
        !reads && facts.pathVerb?.intent !== 'list' && facts.pathVerb?.intent !== 'read',
        -3,
        `${endpoint.method} seldom lists`,
      ],
    ]),
  };
}

function pathLines(facts: Facts): readonly EvidenceLine[] {
  const { pathVerb, plural, elementMethods } = facts;
  const inside = facts.tail.length > 0;
  const last = `\`${facts.tail.at(-1)}\``;
  return [
    [plural && inside, 3, `${last} names several things`],
    [elementMethods.size > 0 && inside, 3, 'a deeper path identifies one element of it'],
    [elementMethods.has('GET') && !inside, 4, 'one level deeper, the path identifies one element'],
    [pathVerb?.intent === 'list', 6, `the path says \`${pathVerb?.word}\``],
    [pathVerb?.intent === 'read' && plural, 4, `the path says \`${pathVerb?.word}\` of several things`],
    [pathVerb?.intent === 'read' && !plural, -3, `the path says \`${pathVerb?.word}\``],
    [searches(facts), 5, `\`${facts.literals.at(-1)}\` says that it searches`],
    [counts(facts), 7, `${last} counts a collection`],
    [facts.endsWithIdentifier, -5, 'the path ends with the identifier of one thing'],
  ];
}

/** Against a path that ends with an identifier, only the plain word "list" weighs enough. */
function nameLines({ nameVerb, endsWithIdentifier }: Facts): readonly EvidenceLine[] {
  const plain = nameVerb?.word === 'list';
  return [
    [nameVerb?.intent === 'list', endsWithIdentifier && plain ? 9 : 3, `its name says \`${nameVerb?.word}\``],
  ];
}

function summaryLines(facts: Facts, reads: boolean): readonly EvidenceLine[] {
  const { summary, endsWithIdentifier } = facts;
  const { verb, object } = summary;
  const several = verb?.intent === 'read' ? object : undefined;
  const plain = listsOthers(facts) ? 12 : verb?.word === 'list' ? 8 : 6;
  const saysSeveral = verb?.word === 'list' || verb?.word === 'all';
  return [
    [
      verb?.intent === 'list',
      endsWithIdentifier ? plain : saysSeveral ? 5.5 : 4,
      `its summary says \`${verb?.word}\``,
    ],
    [speaksOfOne(facts) && reads, -2, 'its summary speaks of one thing'],
    [
      reads && verb?.intent !== 'list' && /\blist of\b/.test(facts.summary.words.join(' ')),
      3,
      'its summary speaks of a list',
    ],
    [several === 'several', 2, 'its summary speaks of several things'],
    [several === 'members', endsWithIdentifier ? 8 : 3, 'its summary speaks of several things of one'],
  ];
}

/** "List all amendments of a subscription" at `/amendments/subscriptions/{id}` is about others than the path ends with. */
function listsOthers({ summary, inPath }: Facts): boolean {
  const { verb, head = '', words } = summary;
  if (verb?.word !== 'list' && verb?.word !== 'all') return false;
  const listed = head === 'list' ? 'list' : singularOf(head);
  const several = head === 'list' ? words.includes('of') : namesSeveral(head);
  return several && inPath.at(-1)?.noun.split(' ').at(-1) !== listed;
}

function answerLines(facts: Facts, api: Api): readonly EvidenceLine[] {
  const { answer, plural, tail } = facts;
  return [
    [answer === 'array', tail.length > 0 ? 4 : 12, 'the answer is an array'],
    [answer === 'page', 4, 'the answer is a page of things'],
    [
      answer === 'one' && api.answersTrusted,
      plural || saysList(facts) ? -1.5 : -3,
      'the answer is one object',
    ],
  ];
}

function saysList({ nameVerb, summary }: Facts): boolean {
  return nameVerb?.intent === 'list' || summary.verb?.intent === 'list';
}

function searches(facts: Facts): boolean {
  if (facts.pathVerb !== undefined) return false;
  const last = wordsOf(facts.literals.at(-1) ?? '');
  return facts.literals.includes('search') || last.some((word) => /^(search|find|query)$/.test(word));
}

function counts(facts: Facts): boolean {
  return wordsOf(facts.tail.at(-1) ?? '').at(-1) === 'count';
}

/** What reads can list; what posts, only if it says so. */
function canList(endpoint: Endpoint, facts: Facts): boolean {
  if (isReading(endpoint) || asks(endpoint, facts)) return true;
  if (facts.pathVerb?.intent === 'read' && facts.plural) return endpoint.method === 'POST';
  const verbs = [facts.pathVerb, facts.nameVerb, facts.summary.verb];
  return endpoint.method === 'POST' && verbs.some((verb) => verb?.intent === 'list');
}
