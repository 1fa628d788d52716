import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { credentialsTaken, isTokenOf, signsIn, takesRefreshToken } from '../signals/signing.ts';
import { firstSentence } from '../signals/summary.ts';
import { intentOf, phraseOf } from '../words.ts';
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

function recognize(endpoint: Endpoint, facts: Facts, api: Api): Recognition | undefined {
  if (isOutOfTheQuestion(endpoint, facts)) return undefined;
  const { literals } = facts;
  const names = literals.map(phraseOf);
  const last = names.at(-1) ?? '';
  const all = names.join(' ');
  const signs = signsIn(facts) || (endpoint.method === 'POST' && isWayIn(last));
  const signIn = facts.inPath.length === 0 && signs;
  const taken = facts.inPath.length === 0 ? credentialsTaken(endpoint) : undefined;
  const evidence = weigh('open', [
    ['signs-in', signIn, `\`${literals.at(-1)}\` is how callers get an identity`],
    [
      'health',
      isReading(endpoint) && HEALTH.test(last) && facts.inPath.length === 0 && !needsQuery(endpoint),
      `\`${literals.at(-1)}\` is answered for anyone`,
    ],
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
      'signing-summary',
      endpoint.method === 'POST' && facts.inPath.length === 0 && SIGNING.test(firstSentence(endpoint)),
      'its summary speaks of signing in',
    ],
    [
      'takes-password-for-session',
      takesForSession(endpoint, last),
      'takes a password for a session or token',
    ],
    ['takes-refresh-token', takesRefreshToken(endpoint, facts), 'takes a token only to refresh it'],
    ['takes-password', taken === 'password', 'takes a name and a password'],
    ['takes-grant', taken === 'grant', 'takes what OAuth asks for'],
    [
      'ends-with-token',
      /\b(token|auth ?key|api ?key|app ?key)$/.test(last) &&
        endpoint.method === 'POST' &&
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

/** `2fa-login` and `social-login` are; `reset-login` is done to a login. */
function isWayIn(name: string): boolean {
  const [first = '', ...rest] = name.split(' ');
  return (
    rest.length > 0 && /(^| )(log|sign) ?in$/.test(rest.join(' ')) && !DONE_TO.test(intentOf(first) ?? '')
  );
}

/** What verbs do to what exists, and reading it. */
const DONE_TO = /^(update|delete|act|read|list|compute)$/;

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
      'part of the OAuth exchange',
    ],
    ['oauth', oauth && inPath.length <= 1 && !endsWithIdentifier, 'part of OAuth'],
    ['oauth-authorizes', oauth && authorizes && inPath.length === 0, 'a way to be authorized'],
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

const NO_AUTHENTICATION =
  /\b(non|un)-?authenticated (rest )?(api )?(endpoint|request|access)|\b(no|without|not require) (authentication|authorization|auth|login|credentials)( (is )?(required|needed))?\b/i;

/** "It is not possible to access our API without authentication". */
const NOT_WITHOUT =
  /\b(not (possible|allowed|permitted|available)|impossible|cannot|can't|never|denied|rejected)\b[^.]* without (authentication|authorization|auth|login|credentials)\b/i;

const SIGNING = /^((log|sign)(s)?[ -]?(in|on|up)\b|login\b|authenticates?\b)/i;

function needsQuery({ parameters }: Endpoint): boolean {
  return parameters.some(({ in: where, required }) => where === 'query' && required);
}

/** `POST /session` with a password in the body starts a session. */
function takesForSession(endpoint: Endpoint, last: string): boolean {
  if (endpoint.method !== 'POST' || !/^(sessions?|authentication|auth|tokens?)$/.test(last)) return false;
  return [...(endpoint.body?.shape.properties.keys() ?? [])].some((name) => /password/i.test(name));
}
