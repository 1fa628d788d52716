import type { Api, Facts } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition, ResourceFrom } from './pattern.ts';
import { namedIn, ownerOf, weigh } from './signals/weigh.ts';

/** Makes a new resource; its resource is the container that the new one will belong to. */
export const creation: Pattern = { name: 'creation', title: 'resource creation', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || !(endpoint.method === 'POST' || endpoint.method === 'PUT')) {
    return undefined;
  }
  const from = containerOf(facts);
  const posts = endpoint.method === 'POST';
  const verb = facts.pathVerb?.intent;
  const says = facts.nameVerb?.intent === 'create' || facts.summaryVerb?.intent === 'create';
  return {
    from,
    evidence: weigh([
      [posts && !facts.endsWithIdentifier, 2, 'POST'],
      [verb === 'create', 5, `the path says \`${facts.pathVerb?.word}\``],
      [facts.nameVerb?.intent === 'create', 3, `its name says \`${facts.nameVerb?.word}\``],
      [facts.summaryVerb?.intent === 'create', 2, `its summary says \`${facts.summaryVerb?.word}\``],
      [posts && verb === undefined && facts.plural, 2, `\`${facts.tail.at(-1)}\` is a collection`],
      [posts && facts.hasElements, 3, 'a deeper path identifies one element of it'],
      [endpoint.responses.some((response) => response.status === '201'), 2, 'answers 201 Created'],
      [facts.endsWithIdentifier, -5, 'the path identifies what exists already'],
      [verb !== undefined && verb !== 'create', -4, `the path says \`${facts.pathVerb?.word}\``],
      [!posts && !says, -5, `${endpoint.method} changes what exists`],
      [from !== 'application', 0.5, `the new one belongs to ${namedIn(from)}`],
    ]),
  };
}

function containerOf(facts: Facts): ResourceFrom {
  const owner = ownerOf(facts);
  if (owner !== undefined) return owner.from;
  const required = facts.elsewhere.find(
    (identifier) => identifier.required && identifier.noun !== '' && identifier.noun !== facts.noun,
  );
  return required?.from ?? 'application';
}
