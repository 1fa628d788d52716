import type { Api, Facts } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';
import type { Identifier } from './signals/identifiers.ts';
import { isReading, namedIn, weigh } from './signals/weigh.ts';

/** One call that reads, changes or deletes several existing resources that it names. */
export const batch: Pattern = { name: 'batch', title: 'batch read, update or delete', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const list = facts && listOf(endpoint, facts);
  if (facts === undefined || list === undefined) return undefined;
  const owned = facts.inPath.some((identifier) => !identifier.list);
  const carried = list.from.startsWith('path:');
  const own = isOfItsOwn(list, facts);
  const bulk = saysBulk(facts);
  const creates = facts.pathVerb?.intent === 'create' || facts.summaryVerb?.intent === 'create';
  return {
    from: list.from,
    evidence: weigh([
      [carried, 11, `${namedIn(list.from)} takes several identifiers`],
      [!carried && list.required, 6, `${namedIn(list.from)} is a required list of identifiers`],
      [!carried && !list.required, 2, `${namedIn(list.from)} is a list of identifiers`],
      [!carried && own, 3, 'the list names the things of this path'],
      [!carried && own && list.required && isReading(endpoint), 3, 'nothing can be read without it'],
      [
        !carried && /^(DELETE|PUT|PATCH)$/.test(endpoint.method),
        3,
        `${endpoint.method} on the things listed`,
      ],
      [!carried && !list.required && isReading(endpoint) && !facts.plural, 3, 'it is what the call is about'],
      [bulk, 5, 'the name says that it works on several at once'],
      [!carried && owned, -6, 'the path identifies one resource, which the list is added to or taken from'],
      [!carried && endpoint.method === 'POST' && !bulk, -2, 'POST is seldom a batch'],
      [!carried && endpoint.method === 'POST' && creates, -4, 'its name says that it makes something new'],
    ]),
  };
}

function isOfItsOwn(list: Identifier, facts: Facts): boolean {
  return list.noun === '' || list.noun === facts.noun || facts.noun.endsWith(` ${list.noun}`);
}

const BULK = /^(bulk|batch|batches|multiple|mass|many|multi)$/;

function saysBulk(facts: Facts): boolean {
  return facts.literals.slice(-2).some((literal) => wordsOf(literal).some((word) => BULK.test(word)));
}

/** The list that the call names its resources in; under `/batch`, any list in the body. */
function listOf(endpoint: Endpoint, facts: Facts): Identifier | undefined {
  const list =
    facts.inPath.findLast((identifier) => identifier.list) ??
    facts.elsewhere.find((identifier) => identifier.list);
  if (list !== undefined || !saysBulk(facts) || endpoint.body === undefined) return list;
  for (const { name, shape } of endpoint.body.shape.properties.values()) {
    const inside = [...shape.properties.values()].some((property) => property.shape.type === 'array');
    if (shape.type === 'array' || inside)
      return { from: `body:${name}`, name, noun: '', list: true, required: true };
  }
  return undefined;
}
