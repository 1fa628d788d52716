import { visible } from './wording.ts';

/** Text in Markdown that is nothing but text, whatever it holds: no markup, and nobody is mentioned, nothing linked and no issue referred to. */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, '\\$&')
    .replaceAll(/[@#]|:(?=\/\/)|www(?=\.)|\bGH(?=-\d)/gi, `$&${NOTHING}`);
}

/** Mentions, links and references are looked for in what is shown, where a backslash is gone: a space of no width parts them. */
const NOTHING = '&#8203;';

/** Text in Markdown as code, whatever it holds: a fence longer than any run of backticks in it. Readers take one blank away on each side. */
export function markdownCode(text: string): string {
  const shown = visible(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 || /^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}
