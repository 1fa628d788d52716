import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Facts } from './signals/facts.ts';
import { asks, isReading, namedIn, ownerOf, weigh } from './signals/weigh.ts';

/** Answers with a collection, a count of it or statistics about it; its resource is the container. */
export const listing: Pattern = { name: 'listing', title: 'resource listing', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || !canList(endpoint, facts)) return undefined;
  const owner =
    ownerOf(facts) ?? facts.elsewhere.find((identifier) => identifier.required && !identifier.list);
  const from = owner?.from ?? 'application';
  const reads = isReading(endpoint) || asks(endpoint, facts);
  const inside = facts.tail.length > 0;
  const reading = facts.summary.verb?.intent === 'read';
  return {
    from,
    evidence: weigh([
      [facts.answer === 'array', inside ? 4 : 12, 'the answer is an array'],
      [facts.answer === 'page', 4, 'the answer is a page of things'],
      [facts.plural && inside, 3, `\`${facts.tail.at(-1)}\` names several things`],
      [facts.elementMethods.size > 0 && inside, 3, 'a deeper path identifies one element of it'],
      [facts.elementMethods.has('GET') && !inside, 4, 'one level deeper, the path identifies one element'],
      [facts.pathVerb?.intent === 'list', 6, `the path says \`${facts.pathVerb?.word}\``],
      [
        facts.nameVerb?.intent === 'list',
        facts.endsWithIdentifier && facts.nameVerb?.word === 'list' ? 9 : 3,
        `its name says \`${facts.nameVerb?.word}\``,
      ],
      [
        facts.summary.verb?.intent === 'list',
        facts.endsWithIdentifier ? (facts.summary.verb?.word === 'list' ? 8 : 6) : 4,
        `its summary says \`${facts.summary.verb?.word}\``,
      ],
      [
        facts.pathVerb?.intent === 'read' && facts.plural === false,
        -3,
        `the path says \`${facts.pathVerb?.word}\``,
      ],
      [searches(facts), 5, `\`${facts.literals.at(-1)}\` says that it searches`],
      [counts(facts), 7, `\`${facts.tail.at(-1)}\` counts a collection`],
      [facts.endsWithIdentifier, -5, 'the path ends with the identifier of one thing'],
      [facts.summary.object === 'one' && reads, -2, 'its summary speaks of one thing'],
      [facts.summary.object === 'several' && reading, 2, 'its summary speaks of several things'],
      [
        facts.summary.object === 'members' && reading,
        inside ? 3 : 8,
        'its summary speaks of several things of one',
      ],
      [
        facts.answer === 'one' && api.answersTrusted,
        facts.plural || saysList(facts) ? -1.5 : -3,
        'the answer is one object',
      ],
      [owner !== undefined, 0.5, `the collection belongs to ${namedIn(from)}`],
      [!reads && facts.pathVerb?.intent !== 'list', -3, `${endpoint.method} seldom lists`],
    ]),
  };
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
  const verbs = [facts.pathVerb, facts.nameVerb, facts.summary.verb];
  return endpoint.method === 'POST' && verbs.some((verb) => verb?.intent === 'list');
}
