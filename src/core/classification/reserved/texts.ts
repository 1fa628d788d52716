import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { between, either, phrases } from '../phrases.ts';

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

/** At the end of names in paths and of operation ids. */
export const SECRET = between('\\b', '$')`
  credentials? | secrets? | kube ?config | passwords? | passwd | pwd | pass ?(phrase|code)s?
  (recovery|backup|access|door|entry|lock|unlock|auth|authori[sz]ation|epp) codes?
  connection (string|ur[il])s? | (login|magic|sign in) ?links?
  (api|app|access|auth|refresh|personal|private|secret|service|registration|deploy|session|client|push|upload|stream|unlock|tls|tsig|master|decryption) ?(tokens?|keys?|secrets?)
  (env|environment|pipeline|deployment|config) (vars?|variables?)
`;

/** A `gift-certificate` is not a certificate. */
export const CERTIFICATES = either`
  ^((ssl|tls|mtls|ca|client|server|custom|root|signing|x509|domain) )?certificates?$
  ^certificate (signing )?requests?$ | ^csrs?$ | ^(pkcs ?12|p ?12|pfx|certs?|crl|ssl)$
  ^(trust|key) ?stores?$ | certificatesigningrequests$
  ^(\w+ )?(key ?pairs?|(ssh|gpg|crypto|shared|signing) ?keys?)$
`;

/** In answers. */
export const SECRET_PROPERTY = phrases`
  (\w+ )?(password|passwd|passphrase) | (\w+ )?secret
  (\w+ )?(private|secret|api|access|signing) ?key
  (api|access|refresh|auth|bearer|session) ?tokens?
  jwt( token)? | connection (string|uri)
  (\w+ )?(master|symmetric|recovery|shared access) key
  (\w+ )?sas (token|ur[il]) | (recovery|backup) codes? | mnemonic | seed phrase | (wi ?fi |wpa )?psk
  pre ?shared key | stream key | (cvv|cvc)( 2)?
`;

/** In bodies. */
export const SECRET_TAKEN = either`
  \b(private|secret|signing) key$
  \b(client|app|application|consumer|shared) secret$
  \bconnection (string|ur[il])$ | ^(sqlalchemy ur[il]|csr)$
  ^(redirect ur[il]|reply ur[il]|(allowed )?callback ur[il])s$
`;

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
