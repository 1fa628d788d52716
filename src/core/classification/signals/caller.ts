import type { Endpoint } from '../../openapi/endpoint.ts';
import { sentences } from '../phrases.ts';
import { isPlural, singularOf, wordsOf } from '../words.ts';
import type { GivenSignal } from './evidence.ts';
import type { Facts } from './facts.ts';
import { leadsIn } from './signing.ts';
import { firstSentence } from './summary.ts';

/** Whole literals that mean whoever makes the call. */
const CALLER =
  /^(me|self|my|mine|myself|whoami|@me|~|(current|authenticated|logged[-_]?in)[-_]?(user|account|member|customer))$/i;

/** Literals that mean the caller's own when they stand in front, in the singular. */
const CALLER_ROOTS = /^(user|account|profile|viewer)$/i;

/** What summaries and descriptions call the caller. */
const CALLER_TEXT = sentences`
  \b(currently )?(authenticated|logged[- ]?in|signed[- ]?in|authorized|calling|requesting) (user|account|member|person|customer)\b
  \b(?<!(business|personal|savings) )current(ly)? (user|account|member)\b
  \buser associated with the (given )?access[_ ]token\b | \bthe caller('s)?\b | \boneself\b
  \btoken'?s? owner\b | \bowner of the token\b
`;

const YOURS =
  /\b(your (own )?(account|profile|user|settings|subscription|organization)|my (account|profile)|user'?s own)\b/i;

/** "Your own appointments", and "List your own appointments": but "create your own template" is about a new one. */
const YOUR_OWN = /^((list|get|show|view|return|read)s? )?(all )?(of )?your own\b/i;

/** Why an endpoint is about the caller's own things; `undefined` when nothing says so. */
export function callerSignal(endpoint: Endpoint, facts: Facts): GivenSignal<'implicit-scope'> | undefined {
  const literal = facts.literals.find(isCallerLiteral) ?? currentOne(facts);
  if (literal !== undefined)
    return ['caller-in-path', true, `\`${literal}\` in the path means whoever makes the call`];
  const [first = ''] = facts.literals;
  const own = CALLER_ROOTS.test(first) && !facts.rootIdentified && !isOfOthers(first, facts);
  if (own && !leadsIn(endpoint, facts)) {
    return choosesOne(facts)
      ? ['caller-at-root-chosen', true, `\`/${first}\` means the caller's own, though something is chosen`]
      : ['caller-at-root', true, `\`/${first}\` without an identifier means the caller's own`];
  }
  return personalSignal(endpoint, first, facts) ?? callerInText(endpoint);
}

/** `/profile/updateRecipient` with the `id` of one. */
function choosesOne({ elsewhere, noun }: Facts): boolean {
  return elsewhere.some(
    (identifier) => !identifier.list && (identifier.noun === noun || identifier.noun === ''),
  );
}

/** "Register a new user" and "get all users" at `/user` are about others. */
function isOfOthers(root: string, { summary }: Facts): boolean {
  if (summary.makesNew) return true;
  const all =
    summary.verb?.intent === 'list' && (summary.verb.word === 'all' || summary.verb.word === 'list');
  return all && summary.words.slice(0, 6).includes(`${root.toLowerCase()}s`);
}

/** `/users/current`, but not `/weather/current`. */
function currentOne({ literals }: Facts): string | undefined {
  const at = literals.findIndex((text) => /^current$/i.test(text));
  const beside = [literals[at - 1], literals[at + 1]].map((text) => singularOf(text?.toLowerCase() ?? ''));
  return at >= 0 &&
    beside.some((text) => /^(user|account|member|person|customer|session|profile)$/.test(text))
    ? literals[at]
    : undefined;
}

/** Collections that everyone has one of: without an identifier, the caller's is meant. */
const PERSONAL = /^(notifications|inbox|cart|basket|wishlist|favorites|favourites|bookmarks|drafts)$/i;

function personalSignal(
  endpoint: Endpoint,
  first: string,
  facts: Facts,
): GivenSignal<'implicit-scope'> | undefined {
  if (!PERSONAL.test(first) || facts.literals.length > 1 || endpoint.method === 'POST') return undefined;
  return ['personal-collection', true, `\`/${first}\` without an identifier are the caller's own`];
}

function isCallerLiteral(text: string): boolean {
  const words = wordsOf(text);
  if (CALLER.test(text) || (words[0] === 'my' && words.length > 1)) return true;
  const [, rest] = /^my(?!sql)([a-z]{4,})$/.exec(text) ?? [];
  return (
    rest !== undefined &&
    (isPlural(rest) || /^(account|profile|library|list|team|company|organization|history)$/.test(rest))
  );
}

function callerInText(endpoint: Endpoint): GivenSignal<'implicit-scope'> | undefined {
  const sentence = firstSentence(endpoint);
  const own = SEEN_BY.test(sentence) ? undefined : CALLER_TEXT.exec(sentence)?.[0];
  if (own !== undefined) return ['caller-in-summary', true, `the summary speaks of ${definite(own)}`];
  if (YOUR_OWN.test(sentence)) return ['caller-in-summary', true, 'the summary says "your own"'];
  const further = CALLER_TEXT.exec(endpoint.description.slice(0, 250))?.[0];
  if (further !== undefined)
    return ['caller-in-description', true, `the description speaks of ${definite(further)}`];
  const yours = YOURS.exec(sentence)?.[0];
  return yours === undefined
    ? undefined
    : ['yours-in-summary', true, `the summary speaks of ${yours.toLowerCase()}`];
}

/** `the current user` for `current user`, and `oneself` as it stands. */
function definite(words: string): string {
  const plain = words.toLowerCase();
  return /^(the |oneself)/.test(plain) ? plain : `the ${plain}`;
}

/** What the caller may see is not the caller's own. */
const SEEN_BY = /\b(visible|accessible|access to|can (see|view|access|read)|permissions?|allowed)\b/i;
