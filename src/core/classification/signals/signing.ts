import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { phrases } from '../phrases.ts';
import { intentOf, phraseOf, singularOf, wordsOf } from '../words.ts';
import type { Facts } from './facts.ts';

const SIGN_IN = phrases`
  log ?in | sign ?(in|up) | signon | sign on | register | registration
  ((set|change|reset|send|new) )?(forgot|forgotten|lost) password
  password (reset|forgot|recovery|forgotten)
  (reset|recover|restore) password | authenticate | oauth token | oauth2 token | access token
  request token
  (verify|validate|confirm) (email|e mail|mail)( token| code| address)?
  resend verification
  (reset|change|forgot) password (request|code|link|mail|email)
  request (password reset|reset password)
  (access|bearer|jwt|auth) token (new|create|generate|obtain)
  token (new|obtain|pair) | token refresh | refresh token
`;

/** By whom somebody may sign in, as in `/auth/google/callback`. */
const SIGN_IN_WITH =
  /^(o?auth( ?2)?|log ?in|sign ?in|sso|saml|oidc) ((google|facebook|github|gitlab|twitter|linked ?in|apple|microsoft|azure( ad)?|okta|discord|slack)( (callback|redirect|return|token|mobile|log ?in))?|callback|acs)$/;

/** The path ends with words for logging in, signing up or the like, in one step or in several: `/password/reset`. */
export function signsIn({ literals }: Facts): boolean {
  if (signsOut({ literals })) return false;
  const phrases = [-1, -2, -3].map((start) => literals.slice(start).map(phraseOf).join(' '));
  const [last = ''] = phrases;
  const before = literals.at(-2);
  if (ANYTHING_TOO.test(last) && isOfThings(before)) return false;
  if (TOKEN.test(last) && isTokenOf(before)) return false;
  return phrases.some((phrase) => SIGN_IN.test(phrase) || SIGN_IN_WITH.test(phrase));
}

/** The same, and `POST /users/2fa-login`. */
export function leadsIn({ method }: Endpoint, facts: Facts): boolean {
  return signsIn(facts) || (method === 'POST' && isWayIn(phraseOf(facts.literals.at(-1) ?? '')));
}

/** `2fa-login` and `social-login` are; `reset-login` is done to a login. */
function isWayIn(name: string): boolean {
  const [first = '', ...rest] = name.split(' ');
  return (
    rest.length > 0 && /(^| )(log|sign) ?in$/.test(rest.join(' ')) && !DONE_TO.test(intentOf(first) ?? '')
  );
}

/** What verbs do to what exists, and reading it. */
const DONE_TO = /^(update|delete|act|read|list|compute)$/;

/** What is done to devices, webhooks and domains as well. */
const ANYTHING_TOO = /^(register|registration|sign ?up)$/;

const TOKEN = /^(access|request) token$/;

/** `/devices/register` registers a device; `/users/register` and `/api/register` get somebody an identity. */
function isOfThings(before: string | undefined): boolean {
  return (
    before !== undefined &&
    !wordsOf(before).some((word) => isSomebody(word) || ENTRANCE.test(singularOf(word)))
  );
}

/** A token behind things or people is one of theirs, made or read by whoever may: `POST /customers/persons/accessToken`. */
export function isTokenOf(before: string | undefined): boolean {
  return isOfThings(before) || wordsOf(before ?? '').some(isSomebody);
}

function isSomebody(word: string): boolean {
  return /^(user|account|customer|member|person|people|player|profile)$/.test(singularOf(word));
}

/** What stands in front of a way in, or of any path. */
const ENTRANCE =
  /^(auth|authentication|oauth|oauth2|sso|identity|session|login|signin|signup|register|registration|email|phone|password|api|rest|public|app|web|mobile|v|v?\d+)$/;

/** The path ends with a word for ending one's session. */
export function signsOut({ literals }: Pick<Facts, 'literals'>): boolean {
  return /^(log|sign) ?(out|off)$/.test(phraseOf(literals.at(-1) ?? ''));
}

/** What callers identify themselves with, among the names of what a call takes: a password, or what OAuth asks for. */
export function credentialsTaken({ body, parameters }: Endpoint): 'password' | 'grant' | undefined {
  const names = [
    ...(body?.shape.properties.keys() ?? []),
    ...parameters.filter(({ in: where, required }) => where === 'query' && required).map(({ name }) => name),
  ].map(phraseOf);
  if (names.some((name) => /^(grant type|response type|oauth consumer key|client secret)$/.test(name)))
    return 'grant';
  const secret = names.some((name) => /^(pass ?word|passwd|pwd|pass)$/.test(name));
  const who = names.some((name) =>
    /^(user ?name|email|login|user|user id|login name|email address|account)$/.test(name),
  );
  return secret && who ? 'password' : undefined;
}

/** "Refresh token" with the token itself, or at a path that is about signing in. */
export function takesRefreshToken(
  endpoint: Endpoint,
  { inPath, literals, summary, exchange }: Facts,
): boolean {
  if (inPath.length > 0 || isReading(endpoint)) return false;
  const refreshes = [...literals.map(phraseOf), summary.words.slice(0, 4).join(' ')].some((text) =>
    /\brefresh(es)?\b/.test(text),
  );
  return refreshes && (holdsRefreshToken(endpoint) || exchange().answersToken);
}

function holdsRefreshToken({ body }: Endpoint): boolean {
  return [...(body?.shape.properties.keys() ?? [])].some((name) => /^refresh ?token$/.test(phraseOf(name)));
}

/** A call that brings what says who somebody is, to a path that is there for it, needs nothing besides. */
export function bringsCredentials(endpoint: Endpoint, facts: Facts): boolean {
  const signs = facts.inPath.length === 0 && signsIn(facts) && credentialsTaken(endpoint) === 'password';
  return signs || (holdsRefreshToken(endpoint) && takesRefreshToken(endpoint, facts));
}
