import { visible } from '../words/wording.ts';

/** Text for elements and quoted attributes, with everything invisible shown. */
export function escapeHtml(text: string): string {
  return visible(text)
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
