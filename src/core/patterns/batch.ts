import type { Api, Facts } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Identifier } from './signals/identifiers.ts';
import { namedIn, weigh } from './signals/weigh.ts';

/** One call that reads, changes or deletes several existing resources that it names. */
export const batch: Pattern = { name: 'batch', title: 'batch read, update or delete', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined) return undefined;
  const inPath = facts.inPath.findLast((identifier) => identifier.list);
  const list = inPath ?? facts.elsewhere.find((identifier) => identifier.list);
  if (list === undefined) return undefined;
  const owned = facts.inPath.some((identifier) => !identifier.list);
  const carried = list.from.startsWith('path:');
  const bulk = wordsOf(facts.tail.join(' ')).some((word) => /^(bulk|batch|multiple|mass|many)$/.test(word));
  return {
    from: list.from,
    evidence: weigh([
      [carried, 9, `${namedIn(list.from)} takes several identifiers`],
      [!carried && list.required, 6, `${namedIn(list.from)} is a required list of identifiers`],
      [!carried && !list.required, 2, `${namedIn(list.from)} is a list of identifiers`],
      [!carried && isOfItsOwn(list, facts), 3, 'the list names the things of this path'],
      [
        !carried && /^(DELETE|PUT|PATCH)$/.test(endpoint.method),
        3,
        `${endpoint.method} on the things listed`,
      ],
      [bulk, 4, 'the name says that it works on several at once'],
      [!carried && owned, -5, 'the path identifies one resource, which the list is added to or taken from'],
      [!carried && endpoint.method === 'POST' && !bulk, -2, 'POST is seldom a batch'],
    ]),
  };
}

function isOfItsOwn(list: Identifier, facts: Facts): boolean {
  return list.noun === '' || list.noun === facts.noun || facts.noun.endsWith(` ${list.noun}`);
}
