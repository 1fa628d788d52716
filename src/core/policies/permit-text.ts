import { cedarTokens } from '../cedar/tokens.ts';
import type { Policy } from './policy.ts';

/** Before the effect come annotations and comments, whose names and texts may be anything. */
const TOKEN = cedarTokens(String.raw`@\s*[A-Za-z_]\w*`, 'permit', 'forbid');

/**
 * The policy as a permit, so that the engine tells whether it applies, whatever other policies do. Of the text, since the engine takes
 * texts whose JSON form nests too deep for it.
 */
export function permitText({ text }: Pick<Policy, 'text'>): string {
  for (const { 0: token, index } of text.matchAll(TOKEN))
    if (token === 'permit' || token === 'forbid')
      return `${text.slice(0, index)}permit${text.slice(index + token.length)}`;
  return text;
}
