import type { Api, Facts } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Identifier } from './signals/identifiers.ts';
import { namedIn, ownerOf, weigh } from './signals/weigh.ts';

/** Reads, changes, deletes or acts on one existing resource. */
export const singleResource: Pattern = {
  name: 'single-resource',
  title: 'single-resource read, update or delete',
  recognize,
};

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const target = facts && targetOf(facts);
  if (facts === undefined || target === undefined) return undefined;
  const inPath = target.from.startsWith('path:');
  const reads = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  const posts = endpoint.method === 'POST';
  const part = inPath && !facts.endsWithIdentifier;
  const verb = facts.pathVerb?.intent;
  return {
    from: target.from,
    evidence: weigh([
      [facts.endsWithIdentifier && inPath, 6, `the path ends with ${namedIn(target.from)}`],
      [!inPath && target.required, 4, `${namedIn(target.from)} is required`],
      [!inPath && !target.required, 2, `${namedIn(target.from)} identifies one`],
      [part && !reads && !posts, 6, `${endpoint.method} below ${namedIn(target.from)} changes a part of it`],
      [part && reads && !facts.plural, 4, `\`${facts.tail.at(-1)}\` is one part of ${namedIn(target.from)}`],
      [part && reads && facts.answer === 'one', 3, 'the answer is one object'],
      [part && posts, 2, `acts below ${namedIn(target.from)}`],
      [
        posts && verb !== undefined && verb !== 'create' && verb !== 'list',
        5,
        `the path says \`${facts.pathVerb?.word}\``,
      ],
      [
        part && posts && !facts.plural && verb === undefined,
        1.5,
        `\`${facts.tail.at(-1)}\` is no collection`,
      ],
    ]),
  };
}

function targetOf(facts: Facts): Identifier | undefined {
  return ownerOf(facts) ?? facts.elsewhere.find((identifier) => !identifier.list);
}
