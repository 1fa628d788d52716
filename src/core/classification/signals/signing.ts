import type { Endpoint } from '../../openapi/endpoint.ts';
import { phraseOf } from '../words.ts';
import type { Facts } from './facts.ts';

const SIGN_IN =
  /^(log ?in|sign ?(in|up)|signon|sign on|register|registration|((set|change|reset|send|new) )?(forgot|forgotten|lost) password|password (reset|forgot|recovery|forgotten)|(reset|recover|restore) password|authenticate|oauth token|oauth2 token|access token|request token|(verify|validate|confirm) (email|e mail|mail)( token| code| address)?|resend verification|token refresh|refresh token)$/;

/** By whom somebody may sign in, as in `/auth/google/callback`. */
const SIGN_IN_WITH =
  /^(o?auth( ?2)?|log ?in|sign ?in|sso|saml|oidc) ((google|facebook|github|gitlab|twitter|linked ?in|apple|microsoft|azure( ad)?|okta|discord|slack)( (callback|redirect|return|token|mobile|log ?in))?|callback|acs)$/;

/** The path ends with words for logging in, signing up or the like, in one step or in several: `/password/reset`. */
export function signsIn({ literals }: Facts): boolean {
  if (signsOut({ literals })) return false;
  const phrases = [-1, -2, -3].map((start) => literals.slice(start).map(phraseOf).join(' '));
  return phrases.some((phrase) => SIGN_IN.test(phrase) || SIGN_IN_WITH.test(phrase));
}

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
  if (names.some((name) => /^(grant type|oauth consumer key|client secret)$/.test(name))) return 'grant';
  const secret = names.some((name) => /^(pass ?word|passwd|pwd|pass)$/.test(name));
  const who = names.some((name) =>
    /^(user ?name|email|login|user|user id|login name|email address|account)$/.test(name),
  );
  return secret && who ? 'password' : undefined;
}
