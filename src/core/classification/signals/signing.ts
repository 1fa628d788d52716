import type { Endpoint } from '../../openapi/endpoint.ts';
import { phraseOf } from '../words.ts';
import type { Facts } from './facts.ts';

const SIGN_IN =
  /^(log ?in|log ?out|sign ?(in|up|out)|signon|sign on|register|registration|((set|change|reset|send|new) )?(forgot|forgotten|lost) password|password (reset|forgot|recovery|forgotten)|(reset|recover|restore) password|authenticate|oauth token|oauth2 token|access token|request token|(verify|validate|confirm) (email|e mail|mail)( token| code| address)?|resend verification|token refresh|refresh token)$/;

/** The path ends with a word for logging in, signing up or the like. */
export function signsIn({ literals }: Facts): boolean {
  return SIGN_IN.test(phraseOf(literals.at(-1) ?? '')) && !/out$/i.test(literals.at(-1) ?? '');
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
