import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition } from './pattern.ts';
import { namedIn, ownerOf, weigh } from './signals/weigh.ts';

/** Answers with a collection, a count of it or statistics about it; its resource is the container. */
export const listing: Pattern = { name: 'listing', title: 'resource listing', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined) return undefined;
  const reads = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  const lists = facts.pathVerb?.intent === 'list' || facts.nameVerb?.intent === 'list';
  if (!reads && !lists && facts.summaryVerb?.intent !== 'list') return undefined;
  const owner =
    ownerOf(facts) ?? facts.elsewhere.find((identifier) => identifier.required && !identifier.list);
  const from = owner?.from ?? 'application';
  return {
    from,
    evidence: weigh([
      [facts.answer === 'list', 4, 'the answer is a list'],
      [facts.plural && facts.tail.length > 0, 3, `\`${facts.tail.at(-1)}\` is a plural`],
      [facts.hasElements && facts.tail.length > 0, 3, 'a deeper path identifies one element of it'],
      [lists, 3, `its name says \`${(facts.pathVerb ?? facts.nameVerb)?.word}\``],
      [facts.summaryVerb?.intent === 'list', 1, `its summary says \`${facts.summaryVerb?.word}\``],
      [facts.endsWithIdentifier, -5, 'the path ends with the identifier of one thing'],
      [facts.answer === 'one', -4, 'the answer is one object'],
      [owner !== undefined, 0.5, `the collection belongs to ${namedIn(from)}`],
      [!reads && facts.pathVerb?.intent !== 'list', -3, `${endpoint.method} seldom lists`],
    ]),
  };
}
