import { memoize } from '../../caching/memoize.ts';
import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { compareText } from '../../values/compare-text.ts';
import { describedBy } from '../described-by.ts';
import { phrases } from '../phrases.ts';
import type { Facts } from '../signals/facts.ts';
import { nounOfWords } from '../signals/identifiers.ts';
import { intentOf, isPlural, singularOf, splitWords, wordsOf } from '../words.ts';

import type { NounFinder } from './noun-finder.ts';

/** What an API calls the things of one noun: each name with how often it is said. */
interface Votes {
  readonly components: Map<string, number>;
  readonly operations: Map<string, number>;
  /** What each component's name says about the noun. */
  readonly nameIn: (component: string) => string | undefined;
}

/** How the API itself calls the things that its paths speak of, by their noun: `campaign` is an `email campaign`. */
export function ownNames(
  endpoints: Iterable<readonly [Endpoint, Facts]>,
  nouns: readonly string[],
  nounIn: NounFinder,
): ReadonlyMap<string, string> {
  const votes = new Map(nouns.map((noun): [string, Votes] => [noun, noVotes(noun)]));
  for (const [endpoint, facts] of endpoints) {
    const last = facts.endsWithIdentifier ? facts.inPath.at(-1) : undefined;
    const noun = nounIn(last ?? { noun: facts.noun }, facts);
    const found = votes.get(noun);
    if (found !== undefined) castVotes(endpoint, facts, noun, found);
  }
  return new Map([...votes].map(([noun, found]) => [noun, chooseName(noun, found)]));
}

function noVotes(noun: string): Votes {
  const nameIn = memoize((component) => ({ name: componentName(component, noun) }));
  return { components: new Map(), operations: new Map(), nameIn: (component) => nameIn(component).name };
}

function castVotes(endpoint: Endpoint, facts: Facts, noun: string, votes: Votes): void {
  for (const shape of shapesOf(endpoint))
    vote(votes.components, withoutDeed(votes.nameIn(shape.name ?? ''), noun, facts), 1);
  vote(votes.operations, operationName(endpoint, noun, facts), facts.endsWithIdentifier ? 2 : 1);
}

/** `POST /join-account` takes a `JoinAccountRequest`, and joins an account; a `/charge-degree` is called so itself. */
function withoutDeed(name: string | undefined, noun: string, { pathVerb }: Facts): string | undefined {
  const [first = '', ...rest] = name?.split(' ') ?? [];
  const isDeed = rest.length > 0 && pathVerb?.word === first && !noun.split(' ').includes(first);
  return isDeed ? rest.join(' ') : name;
}

function vote(votes: Map<string, number>, name: string | undefined, weight: number): void {
  if (name !== undefined) votes.set(name, (votes.get(name) ?? 0) + weight);
}

/** The shapes of one thing that an endpoint takes or gives. */
function shapesOf(endpoint: Endpoint): readonly Shape[] {
  const answers = endpoint.responses.filter(({ status }) => status.startsWith('2')).map(({ shape }) => shape);
  return [...answers, endpoint.body?.shape].flatMap((shape) =>
    shape === undefined ? [] : [shape, describedBy(shape)],
  );
}

/** What stands in front of the name of a thing in the names of components. */
const COMPONENT_PREFIX = phrases`
  create | created | new | update | updated | patch | get | list | add | put | post | edit | edited
  describe | insert | fetch | retrieve | remove | base | full | api | v\d* | \d+ | upsert | save | delete
  the | model | models | dto | entity | schema | schemas | objs? | paged | paginated | public | private
  single | simple | basic | minimal | nullable | partial | my | json | of
`;

/** What stands behind it. */
const COMPONENT_SUFFIX = phrases`
  dto | request | response | input | output | payload | body | model | schema | entity | resource | object
  representation | data | result | results | page | list | collection | item | items | details | detail
  summary | info | read | write | create | update | patch | vm | attributes | properties | params | full
  base\d* | v\d* | \d+ | out | in | new | public | record | envelope | wrapper | type | with | links
  standard | compact | mini | basic | simple
`;

const LONGEST_NAME = 3;

/** `email campaign` for `CreateEmailCampaignRequest` when the noun is `campaign`; `undefined` when it speaks of something else. */
function componentName(component: string, noun: string): string | undefined {
  const words = wordsOf(component.slice(component.lastIndexOf('.') + 1));
  const last = noun.split(' ').at(-1);
  const end = words.findLastIndex((word) => singularOf(word) === last);
  if (end < 0 || !words.slice(end + 1).every((word) => COMPONENT_SUFFIX.test(word))) return undefined;
  const prefix = words.findIndex((word) => !COMPONENT_PREFIX.test(word));
  const owner = words.slice(0, end).findLastIndex((word) => isPlural(word) || word === 'id');
  const start = Math.min(Math.max(prefix < 0 ? end : prefix, owner + 1), end);
  return end - start < LONGEST_NAME ? nounOfWords(words.slice(start, end + 1)) : undefined;
}

/** Words that end what an operation id speaks of. */
const NAME_ENDS = /^(by|for|of|in|from|to|with|on|using|at|as|and|via|without|id|ids)$/;

/** `email campaign` for `listEmailCampaignsForTenant` when the noun is `campaign`. */
function operationName({ operationId = '' }: Endpoint, noun: string, facts: Facts): string | undefined {
  // The version of an API is no part of a name: `getV3ProjectsIdHooks`.
  const plain = operationId.replace(/V\d+(?=[A-Z_])/, '');
  const words = plain === operationId ? facts.nameWords : splitWords(plain);
  const start = words.findIndex((word, index) => !isVerb(word, words[index + 1]));
  if (start < 1 || NAME_ENDS.test(words[start] ?? '')) return undefined;
  const end = words.findIndex((word, index) => index > start && NAME_ENDS.test(word));
  const kept = words.slice(start, end < 0 ? undefined : end);
  if (kept.length > LONGEST_NAME || singularOf(kept.at(-1) ?? '') !== noun.split(' ').at(-1))
    return undefined;
  return kept.slice(0, -1).some((word) => isBeside(word, facts)) ? noun : nounOfWords(kept);
}

/** `create`, `or` and `update` in `createOrUpdateReport`. */
function isVerb(word: string, next = ''): boolean {
  return intentOf(word) !== undefined || (/^(or|and)$/.test(word) && intentOf(next) !== undefined);
}

/** A word that says whose it is or which one, not what: the owner in the path, a plural, "all". */
function isBeside(word: string, { inPath }: Facts): boolean {
  if (isPlural(word) || /^(all|my|new|a|an|the|one|single|many|multiple)$/.test(word)) return true;
  return inPath.some(({ noun }) => noun.split(' ').at(-1) === singularOf(word));
}

/** A component's name; a longer one that two operations agree on; else the noun of the path. */
function chooseName(noun: string, { components, operations }: Votes): string {
  if (noun === 'user') return noun;
  const component = winnerOf(components, 1);
  const operation = winnerOf(operations, 2);
  if (component === undefined || !isAgreed(component, noun, components))
    return operation?.endsWith(noun) === true ? operation : noun;
  return operation?.endsWith(` ${component}`) === true ? operation : component;
}

/**
 * Where components call the things of one noun differently, none of them is what all are called: the comments of an API with a
 * `TeamDiscussionComment` and an `IssueComment` are comments.
 */
function isAgreed(component: string, noun: string, votes: ReadonlyMap<string, number>): boolean {
  if (component === noun || component.split(' ').length <= noun.split(' ').length) return true;
  const others = [...votes].filter(([name]) => !name.endsWith(component) && !component.endsWith(name));
  const against = others.reduce((sum, [, count]) => sum + count, votes.get(noun) ?? 0);
  return (votes.get(component) ?? 0) > AGREEMENT * against;
}

/** So many say one name for each that says another. */
const AGREEMENT = 2;

function winnerOf(votes: ReadonlyMap<string, number>, least: number): string | undefined {
  const [best] = [...votes].sort(([a, n], [b, m]) => m - n || a.length - b.length || compareText(a, b));
  return best !== undefined && best[1] >= least ? best[0] : undefined;
}
