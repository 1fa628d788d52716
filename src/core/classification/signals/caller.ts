import type { Endpoint } from '../../openapi/endpoint.ts';
import { isPlural, wordsOf } from '../words.ts';
import type { Evidence } from './evidence.ts';
import type { Facts } from './facts.ts';
import { firstSentence } from './summary.ts';

/** Whole literals that mean whoever makes the call. */
const CALLER =
  /^(me|self|my|mine|myself|whoami|@me|~|current|(current|authenticated|logged[-_]?in)[-_]?user)$/i;

/** Literals that mean the caller's own when they stand in front, in the singular. */
const CALLER_ROOTS = /^(user|account|profile|viewer)$/i;

/** What summaries and descriptions call the caller. */
const CALLER_TEXT =
  /\b((currently )?(authenticated|logged[- ]?in|signed[- ]?in|authorized|calling|requesting) (user|account|member|person|customer)|current(ly)? (user|account|member)|user associated with the (given )?access[_ ]token|the caller('s)?|oneself|token'?s? owner|owner of the token)\b/i;

const YOURS =
  /\b(your (own )?(account|profile|user|settings|subscription|organization)|my (account|profile)|user'?s own)\b/i;

/** Why an endpoint is about the caller's own things; `undefined` when nothing says so. */
export function callerEvidence(endpoint: Endpoint, facts: Facts): Evidence | undefined {
  const literal = facts.literals.find(isCallerLiteral);
  if (literal !== undefined)
    return { weight: 30, text: `\`${literal}\` in the path means whoever makes the call` };
  const [first = ''] = facts.literals;
  if (CALLER_ROOTS.test(first) && !facts.rootIdentified) {
    return { weight: 30, text: `\`/${first}\` without an identifier means the caller's own` };
  }
  return personalEvidence(endpoint, first, facts) ?? callerInText(endpoint);
}

/** Collections that everyone has one of: without an identifier, the caller's is meant. */
const PERSONAL = /^(notifications|inbox|cart|basket|wishlist|favorites|favourites|bookmarks|drafts)$/i;

function personalEvidence(endpoint: Endpoint, first: string, facts: Facts): Evidence | undefined {
  if (!PERSONAL.test(first) || facts.literals.length > 1 || endpoint.method === 'POST') return undefined;
  return { weight: 9, text: `\`/${first}\` without an identifier are the caller's own` };
}

function isCallerLiteral(text: string): boolean {
  const words = wordsOf(text);
  if (CALLER.test(text) || (words[0] === 'my' && words.length > 1)) return true;
  const [, rest] = /^my([a-z]{4,})$/.exec(text) ?? [];
  return (
    rest !== undefined &&
    (isPlural(rest) || /^(account|profile|library|list|team|company|organization|history)$/.test(rest))
  );
}

function callerInText(endpoint: Endpoint): Evidence | undefined {
  const sentence = firstSentence(endpoint);
  const own = SEEN_BY.test(sentence) ? undefined : CALLER_TEXT.exec(sentence)?.[0];
  if (own !== undefined) return { weight: 9, text: `the summary speaks of the ${own.toLowerCase()}` };
  const further = CALLER_TEXT.exec(endpoint.description.slice(0, 250))?.[0];
  if (further !== undefined)
    return { weight: 5, text: `the description speaks of the ${further.toLowerCase()}` };
  const yours = YOURS.exec(sentence)?.[0];
  return yours === undefined
    ? undefined
    : { weight: 3, text: `the summary speaks of ${yours.toLowerCase()}` };
}

/** What the caller may see is not the caller's own. */
const SEEN_BY = /\b(visible|accessible|access to|can (see|view|access|read)|permissions?|allowed)\b/i;
