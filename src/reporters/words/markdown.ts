import { visible } from './wording.ts';

/** Text in Markdown that is nothing but text, whatever it holds: no markup, and nobody is mentioned, nothing linked and no issue referred to. */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, '\\$&')
    .replaceAll(/[@#]|:(?=\/\/)|www(?=\.)|\bGH(?=-\d)/gi, `$&${NOTHING}`);
}

/** Mentions, links and references are looked for in what is shown, where a backslash is gone: a space of no width parts them. */
const NOTHING = '&#8203;';
