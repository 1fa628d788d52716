import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { sentences } from '../phrases.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { credentialsTaken, isTokenOf, leadsIn, takesRefreshToken } from '../signals/signing.ts';
import { firstSentence } from '../signals/summary.ts';
import { phraseOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Called without an identity, or in order to get one: log in, sign up, reset a password, get a token, health. */
export const open: Pattern<'open'> = { name: 'open', recognize };

/** Where the path identifies something, only these words and the security of the operation can speak for it: most endpoints end here. */
function isOutOfTheQuestion({ path, security, summary, description }: Endpoint, { inPath }: Facts): boolean {
  if (inPath.length === 0 || security === 'none') return false;
  return !IN_PATH.test(path) && !IN_TEXT.test(summary) && !IN_TEXT.test(description);
}

const IN_PATH = /token|auth|key|session/i;
const IN_TEXT = /auth|login|credentials/i;

const HEALTH =
  /^(health|healthz|healthcheck|health check|ping|ready|readyz|readiness|live|livez|liveness|well known|openid configuration|jwks|heartbeat|robots)$/;

const DISCOVERY = /^((open ?api|swagger)( (json|yaml|ui|docs?))?|api docs|certs|jwks json)$/;

const RECOVERY = /^(.+ )?(recovery|forgot|forgotten|anonymous|magic ?link|magic ?url)( .+)?$/;

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  if (isOutOfTheQuestion(endpoint, facts)) return undefined;
  const { literals } = facts;
  const names = literals.map(phraseOf);
  const last = names.at(-1) ?? '';
  const all = names.join(' ');
  const signs = leadsIn(endpoint, facts);
  const signIn = facts.inPath.length === 0 && signs && !checksAddress(endpoint, last);
  const taken = facts.inPath.length === 0 ? credentialsTaken(endpoint) : undefined;
  const evidence = weigh('open', [
    ['signs-in', signIn, `\`${literals.at(-1)}\` is how callers get an identity`],
    [
      'signs-in-by-token',
      signs && endsWithToken(facts),
      `\`${literals.at(-1)}\` with a token is how callers get an identity`,
    ],
    [
      'health',
      isReading(endpoint) && HEALTH.test(last) && facts.inPath.length === 0 && !needsQuery(endpoint),
      `\`${literals.at(-1)}\` is answered for anyone`,
    ],
    ...unsignedLines(endpoint, facts, names),
    [
      'token-exchange',
      /\btoken\b/.test(all) && /^(exchange|refresh)$/.test(last),
      'a token is exchanged or refreshed',
    ],
    ...oauthLines(facts, names),
    [
      'no-security',
      endpoint.security === 'none' && api.secured,
      'the operation needs no authentication, others do',
    ],
    [
      'takes-password-for-session',
      takesForSession(endpoint, last),
      'it takes a password for a session or token',
    ],
    ['takes-refresh-token', takesRefreshToken(endpoint, facts), 'it takes a token only to refresh it'],
    ['takes-password', taken === 'password', 'it takes a name and a password'],
    ['takes-grant', taken === 'grant', 'it takes what OAuth asks for'],
    [
      'ends-with-token',
      /\b(token|auth ?key|api ?key|app ?key)$/.test(last) &&
        endpoint.method === 'POST' &&
        !CHANGES_TOKEN.test(last) &&
        !isTokenOf(literals.at(-2)),
      `\`${literals.at(-1)}\` is what callers identify themselves with`,
    ],
    [
      'own-security-none',
      endpoint.security === 'none' && !api.secured,
      'the operation says that it needs no authentication',
    ],
    ...descriptionLines(endpoint),
  ]);
  return evidence.length === 0 ? undefined : { from: 'application', evidence };
}

/** What is read before anything is known of the caller, and done where a password is lost. */
function unsignedLines(
  endpoint: Endpoint,
  { inPath, literals }: Facts,
  names: readonly string[],
): readonly EvidenceLine<'open'>[] {
  if (inPath.length > 0) return [];
  const last = names.at(-1) ?? '';
  return [
    [
      'discovery',
      isReading(endpoint) && DISCOVERY.test(last),
      `\`${literals.at(-1)}\` tells how the API is called`,
    ],
    [
      'recovers-account',
      !isReading(endpoint) && names.some((name) => RECOVERY.test(name)),
      'the path speaks of getting an account back, or of none',
    ],
    [
      'signing-summary',
      endpoint.method === 'POST' && SIGNING.test(firstSentence(endpoint)),
      'its summary speaks of signing in',
    ],
    [
      'speaks-of-signing',
      !isReading(endpoint) && SPEAKS_OF_SIGNING.test(endpoint.description.slice(0, 200)),
      'its description speaks of signing in or up',
    ],
    ['summary-gets-token', GETS_TOKEN.test(firstSentence(endpoint)), 'its summary speaks of getting a token'],
    ['steps-in', stepsIn(endpoint, names), 'it is a step of authentication'],
    [
      'asks-for-grant',
      isReading(endpoint) && /^authorize$/.test(last) && credentialsTaken(endpoint) === 'grant',
      'what OAuth asks for is brought to be authorized',
    ],
  ];
}

/** `/forgot-password/{resetToken}`. */
function endsWithToken({ inPath, endsWithIdentifier }: Facts): boolean {
  return inPath.length === 1 && endsWithIdentifier && SENT_CODE.test(inPath[0]?.name ?? '');
}

/** `GET /validateEmail?email=` looks whether an address is a good one; with a code, it confirms whose it is. */
function checksAddress(endpoint: Endpoint, last: string): boolean {
  if (!isReading(endpoint) || !/mail( address)?$/.test(last)) return false;
  return !endpoint.parameters.some(({ name }) => SENT_CODE.test(name));
}

/** What is sent to somebody who has no identity yet. */
const SENT_CODE = /token|code|hash|signature/i;

function oauthLines(
  { inPath, endsWithIdentifier }: Facts,
  names: readonly string[],
): readonly EvidenceLine<'open'>[] {
  const last = names.at(-1) ?? '';
  const oauth = names.some((name) => /^oauth ?2?$/.test(name));
  const authorizes = names.slice(0, -1).some((name) => /^(access|access token|token|authorize)$/.test(name));
  return [
    [
      'oauth-exchange',
      oauth && /^(access|token|authorize|exchange|authorization)$/.test(last),
      'it is part of the OAuth exchange',
    ],
    ['oauth', oauth && inPath.length <= 1 && !endsWithIdentifier, 'it is part of OAuth'],
    ['oauth-authorizes', oauth && authorizes && inPath.length === 0, 'it is a way to be authorized'],
  ];
}

function descriptionLines({ summary, description }: Endpoint): readonly EvidenceLine<'open'>[] {
  const text = `${summary} ${description}`;
  return [
    [
      'called-oauth-endpoint',
      /\boauth ?2?(\.0)? (authorization|token) endpoint\b/i.test(text),
      'the description calls it an OAuth endpoint',
    ],
    [
      'says-no-authentication',
      NO_AUTHENTICATION.test(text) && !NOT_WITHOUT.test(text),
      'the description says that no authentication is needed',
    ],
    [
      'summary-says-no-authentication',
      /^\W*(non|un)-?authenticated\b/i.test(text),
      'its summary says first that no authentication is needed',
    ],
  ];
}

const NO_AUTHENTICATION = sentences`
  \b(non|un)-?authenticated (rest )?(api )?(endpoint|request|access)
  \b(no|without|not require) (authentication|authorization|auth|login|credentials)( (is )?(required|needed))?\b
`;

/** "It is not possible to access our API without authentication". */
const NOT_WITHOUT =
  /\b(not (possible|allowed|permitted|available)|impossible|cannot|can't|never|denied|rejected)\b[^.]* without (authentication|authorization|auth|login|credentials)\b/i;

const SIGNING =
  /^((log|sign)(s)?[ -]?(in|on|up)\b|login\b|authenticates?\b|(initiate|start|begin)s? (the |an? )?(oauth ?2?(\.0)? )?(authentication|authorization|login|sign[ -]?in)\b)/i;

/** "Allows the user to log in", "the second part of login". */
const SPEAKS_OF_SIGNING = sentences`
  \b(to|can) ((log|sign) ?in|sign ?up|register an? (new )?(user|account)|authenticate (an? |the )?users?)\b
  \b(part|step) of (the )?(log-?in|sign-?(in|up)|authentication)\b
  \b(reset|forgot(ten)?) (your|their|a user's|the user's) password\b
`;

/** "Get a JWT", "Request an access token". */
const GETS_TOKEN =
  /^(get|request|obtain|generate|create|issue|return|retrieve|fetch|exchange|receive)s? (an? |the |your |user |new )*(jwt|((oauth ?2?|access|bearer|auth|authentication|authorization|security|session|api|jwt|user|device) ){1,2}(token|code))\b/i;

/** What is done to a token that there is. */
const CHANGES_TOKEN =
  /^(expire|revoke|check|verify|validate|delete|remove|update|invalidate|decode|introspect) /;

/** `/auth/start` and `/authorization/device/code` lead to an identity. */
function stepsIn({ method }: Endpoint, names: readonly string[]): boolean {
  const below = names.slice(0, -1).some((name) => ENTRANCES.test(name));
  return method === 'POST' && below && STEP.test(names.at(-1) ?? '');
}

const ENTRANCES = /^(auth|authentication|authorization|registration|log ?in|sign ?(in|up))$/;

const STEP =
  /^(start|init|initiate|poll|code|callback|(confirm|verify|generate|send|resend|request|check)( .*)?|.* (otp|code))$/;

function needsQuery({ parameters }: Endpoint): boolean {
  return parameters.some(({ in: where, required }) => where === 'query' && required);
}

/** `POST /session` with a password in the body starts a session. */
function takesForSession(endpoint: Endpoint, last: string): boolean {
  if (endpoint.method !== 'POST' || !/^(sessions?|authentication|auth|tokens?)$/.test(last)) return false;
  return [...(endpoint.body?.shape.properties.keys() ?? [])].some((name) => /password/i.test(name));
}
