import { createRequire } from 'node:module';
import type StringWidth from 'string-width';

/** How many columns of a terminal a text takes. The package compiles large regular expressions: it is loaded when first needed. */
export function textWidth(text: string): number {
  measure ??= (require('string-width') as { readonly default: typeof StringWidth }).default;
  return measure(text);
}

const require = createRequire(import.meta.url);
let measure: typeof StringWidth | undefined;
