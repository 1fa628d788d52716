import { createRequire } from 'node:module';
import type StringWidth from 'string-width';

/**
 * How many columns of a terminal a text takes. The package compiles large regular expressions: it is loaded for the first text that has
 * more than letters of one column each.
 */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  measure ??= (require('string-width') as { readonly default: typeof StringWidth }).default;
  return measure(text);
}

const PLAIN = /^[ -~]*$/;

const require = createRequire(import.meta.url);
let measure: typeof StringWidth | undefined;
