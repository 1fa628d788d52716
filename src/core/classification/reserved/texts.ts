import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';

/** So much of a description is read, in characters: whom it leaves the endpoint to is often said last. */
export const MOST_READ = 4000;

/** What one has to be "to see all values" is not asked of everybody. Looked back for behind the verb, as most texts have few of these. */
const ASKED =
  '(?:must|needs? to|(?:is|are) required to|requires? (?:the )?\\w+ to)(?<!\\bto see [^.;]{0,90})';

/** What follows is asked of whoever calls: "must be", "needs to be", "requires the caller to be either". For regular expressions. */
export const MUST_BE = `${ASKED} be(?: either)?(?: (?:authenticated|logged in|signed in) as)?`;

/** The same of what they have to have. */
export const MUST_HAVE = `${ASKED} have`;

/** That a call is said to do what is meant: by its summary, or by how its description begins where there is none. */
export function saidBy(endpoint: Endpoint, meant: RegExp): string | undefined {
  const { summary } = endpoint;
  if (summary.trim() === '') return saidFirst(endpoint, meant);
  const said = meant.exec(summary)?.[0];
  return said && `its summary says "${said.toLowerCase()}"`;
}

/** The same by how its description begins, whatever its summary says. */
export function saidFirst({ description }: Endpoint, meant: RegExp): string | undefined {
  const said = meant.exec(firstSentence(description))?.[0];
  return said && `its description says "${said.toLowerCase()}"`;
}

/** One question after the other is about one endpoint. */
const firstSentence = memoize((description) => {
  const [first = ''] = plainText(description.slice(0, MOST_READ))
    .trim()
    .split(/(?<=[.!?]) /, 1);
  return first;
});

/**
 * A description in one line, however it was wrapped, without tags, links, emphasis and quotes: `**Permissions** required: *Administer*`.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]*>|&#?\w+;/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*`'"“”‘’]/g, '');
}

// ---- credentials ----

/** "Get SDK Key", "Reset a relay proxy configuration's secret key", "Create a new JWT Token". */
export const SECRET_TEXT = new RegExp(
  [
    '^(?:gets?|retrieves?|fetch(?:es)?|shows?|reveals?|generates?|creates?|issues?|obtains?|requests?|returns?|resets?|rotates?|regenerates?|renews?|refresh(?:es)?|rolls?) ',
    "(?:(?!by\\b|with\\b|for\\b|from\\b|of\\b|using\\b|via\\b|in\\b|public\\b)[\\w'’]+ ){0,5}?",
    '(?:(?:secret|private|access|api|sdk|integration|client|jwt|bearer|auth|authentication|authori[sz]ation|master|login|session|temporary|call|room|meeting|participant|chat) (?:access )?(?:keys?|tokens?|secrets?)|(?:private|login|magic) links?|jwt)',
    '(?=$|[.,;:]| \\(| (?:for|of|to|from|that|which|with|given)\\b)',
  ].join(''),
  'i',
);

/** "Rotate DKIM Key": of what kind it is need not be said. */
export const RENEWED_TEXT =
  /^(rotates?|regenerates?|renews?|rolls?|requests? a new) (the )?(\w+ ){0,2}keys?\b/i;
