import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { weigh } from '../signals/evidence.ts';
import { firstSentence } from '../signals/summary.ts';
import { wordsOf } from '../words.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** Called without an identity, or in order to get one: log in, sign up, reset a password, get a token, health. */
export const open: Pattern<'open'> = { name: 'open', recognize };

const SIGN_IN =
  /^(log ?in|sign ?(in|up)|signon|sign on|register|registration|forgot password|forgotten password|password (reset|forgot|recovery)|reset password|recover password|authenticate|oauth token|oauth2 token|access token|verify email|resend verification|confirm email|token refresh|refresh token)$/;
const HEALTH =
  /^(health|healthz|healthcheck|health check|ping|ready|readyz|readiness|live|livez|liveness|well known|openid configuration|jwks|heartbeat|robots)$/;

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined) return undefined;
  const { literals } = facts;
  const names = literals.map(phraseOf);
  const last = names.at(-1) ?? '';
  const all = names.join(' ');
  const signs = SIGN_IN.test(last) || (endpoint.method === 'POST' && / (log|sign) ?in$/.test(last));
  const signIn = facts.inPath.length === 0 && signs;
  const oauth = names.some((name) => /^oauth ?2?$/.test(name));
  const authorizes = names.slice(0, -1).some((name) => /^(access|access token|token|authorize)$/.test(name));
  const text = `${endpoint.summary} ${endpoint.description}`;
  const evidence = weigh([
    [signIn, 12, `\`${literals.at(-1)}\` is how callers get an identity`],
    [HEALTH.test(last) && facts.inPath.length === 0, 10, `\`${literals.at(-1)}\` is answered for anyone`],
    [/\btoken\b/.test(all) && /^(exchange|refresh)$/.test(last), 9, 'a token is exchanged or refreshed'],
    [
      oauth && /^(access|token|authorize|exchange|authorization)$/.test(last),
      9,
      'part of the OAuth exchange',
    ],
    [oauth && facts.inPath.length <= 1, 4, 'part of OAuth'],
    [oauth && authorizes && facts.inPath.length === 0, 5, 'a way to be authorized'],
    [endpoint.security === 'none' && api.secured, 14, 'the operation needs no authentication, others do'],
    [
      endpoint.method === 'POST' && facts.inPath.length === 0 && SIGNING.test(firstSentence(endpoint)),
      8,
      'its summary speaks of signing in',
    ],
    [signsIn(endpoint, last), 8, 'takes a password for a session or token'],
    [
      /\boauth ?2?(\.0)? (authorization|token) endpoint\b/i.test(text),
      6,
      'the description calls it an OAuth endpoint',
    ],
    [
      /\b(no|without|not require) (authentication|authorization)( (is )?(required|needed))?\b/i.test(text),
      5,
      'the description says that no authentication is needed',
    ],
  ]);
  return evidence.length === 0 ? undefined : { from: 'application', evidence };
}

const phraseOf = memoize((literal) => wordsOf(literal).join(' '));

const SIGNING = /^((log|sign)(s)?[ -]?(in|on|up)\b|login\b|authenticates?\b)/i;

/** `POST /session` with a password in the body starts a session. */
function signsIn(endpoint: Endpoint, last: string): boolean {
  if (endpoint.method !== 'POST' || !/^(sessions?|authentication|auth|tokens?)$/.test(last)) return false;
  return [...(endpoint.body?.shape.properties.keys() ?? [])].some((name) => /password/i.test(name));
}
