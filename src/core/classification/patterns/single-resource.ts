import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, namedIn, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import type { Identifier } from '../signals/identifiers.ts';
import {
  attaches,
  changes,
  computes,
  isLink,
  isReading,
  ownerOf,
  saysCreate,
  sends,
  speaksOfOne,
} from '../signals/judgment.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Reads, changes, deletes or acts on one existing resource. */
export const singleResource: Pattern<'single-resource'> = { name: 'single-resource', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  const target = facts && targetOf(endpoint, facts, api);
  if (facts === undefined || target === undefined) return undefined;
  const inPath = placeOfIdentifier(target.from).in === 'path';
  const lines = inPath ? pathLines(endpoint, facts, api) : elsewhereLines(endpoint, facts, api, target);
  return { from: target.from, evidence: weigh([...lines, ...verbLines(endpoint, facts, target)]) };
}

/** The path identifies it, or the owner of the part that the path ends with. */
function pathLines(endpoint: Endpoint, facts: Facts, api: Api): readonly EvidenceLine[] {
  const name = namedIn(ownerOf(facts)?.from ?? 'application');
  if (!facts.endsWithIdentifier) return partLines(endpoint, facts, api, name);
  const makes = endpoint.method === 'POST' && saysCreate(facts);
  return [
    [true, makes ? 2 : 6, `the path ends with ${name}`],
    [isReading(endpoint) && speaksOfOne(facts), 4, 'its summary speaks of one thing'],
  ];
}

function partLines(endpoint: Endpoint, facts: Facts, api: Api, name: string): readonly EvidenceLine[] {
  const last = `\`${facts.tail.at(-1)}\``;
  if (isReading(endpoint)) {
    return [
      [!facts.plural, 4, `${last} is one part of ${name}`],
      [facts.answer === 'one' && api.answersTrusted, facts.plural ? 1 : 2.5, 'the answer is one object'],
      [speaksOfOne(facts) && facts.answer !== 'array', 3, 'its summary speaks of one thing'],
      [/^(list|all)$/.test(facts.summary.verb?.word ?? ''), -5, 'its summary speaks of a list'],
    ];
  }
  const posts = endpoint.method === 'POST';
  return [
    [!posts, 6, `${endpoint.method} below ${name} changes a part of it`],
    [posts, 2, `acts below ${name}`],
    [posts && !facts.plural && facts.pathVerb === undefined, 2, `${last} is no collection`],
    [posts && isLink(facts), 2, `${last} only links ${name} with others`],
    [posts && computes(facts), 3, 'computes an answer'],
    [posts && /^actions?$/i.test(facts.tail.at(-2) ?? ''), 6, `${last} is an action on ${name}`],
    [isPart(facts), 3, `${last} is a part of ${name}`],
  ];
}

/** The query or the body identifies it. */
function elsewhereLines(
  endpoint: Endpoint,
  facts: Facts,
  api: Api,
  target: Identifier,
): readonly EvidenceLine[] {
  const name = namedIn(target.from);
  const { required } = target;
  const verb = facts.pathVerb !== undefined;
  const posts = endpoint.method === 'POST';
  const changes = !posts && !isReading(endpoint);
  return [
    [required, posts && !verb ? 2 : 4, `${name} is required`],
    [!required && (verb || changes), 2, `${name} identifies one`],
    [
      !required && posts && !verb && api.procedural && target.noun === '' && facts.noun !== '',
      4,
      `${name} says which one`,
    ],
    [required && posts && api.procedural, 2, 'POST is how everything is called'],
    [changes, required ? 4 : 5, `${endpoint.method} changes what ${name} identifies`],
    [
      !required && isReading(endpoint) && !facts.plural && target.noun === facts.noun,
      4,
      `${name} says which one`,
    ],
    [target.noun === facts.noun, 1.5, `${name} names what the path speaks of`],
  ];
}

function verbLines(endpoint: Endpoint, facts: Facts, target: Identifier): readonly EvidenceLine[] {
  const { pathVerb, summary } = facts;
  const inPath = placeOfIdentifier(target.from).in === 'path';
  const posts = endpoint.method === 'POST';
  const acts = pathVerb !== undefined && pathVerb.intent !== 'create' && pathVerb.intent !== 'list';
  const adds = posts && attaches(facts) && !(inPath && facts.endsWithIdentifier);
  return [
    [acts && !isReading(endpoint), 5, `the path says \`${pathVerb?.word}\``],
    [sends(facts), -8, `\`${facts.tail.at(-1)}\` sends a new one`],
    [
      posts &&
        changes(facts) &&
        summary.words[1] !== 'new' &&
        (inPath || pathVerb !== undefined || target.required),
      4,
      `its summary says \`${summary.verb?.word}\``,
    ],
    [adds, 4, `its summary speaks of adding to ${namedIn(target.from)}`],
  ];
}

/** Things that everything has one of. */
const PARTS =
  /^(avatar|picture|photo|logo|icon|image|cover|thumbnail|banner|content|password|status|settings|preferences)$/;

function isPart(facts: Facts): boolean {
  return PARTS.test(wordsOf(facts.tail.at(-1) ?? '').at(-1) ?? '');
}

/** What the path identifies last; else what the query or body does, when it must, or when calls are procedures. */
function targetOf(endpoint: Endpoint, facts: Facts, api: Api): Identifier | undefined {
  const owner = ownerOf(facts);
  if (owner !== undefined) return owner;
  const [best] = facts.elsewhere.filter((identifier) => !identifier.list);
  if (best === undefined || best.required || best.noun === facts.noun || best.noun === '') return best;
  const procedure = api.procedural || facts.steps.at(-1)?.appended === true;
  return procedure || /^(PUT|PATCH|DELETE)$/.test(endpoint.method) ? best : undefined;
}
