/** So much of a description is about the endpoint itself, in characters. */
export const MOST_READ = 400;

/** A description in one line, however it was wrapped, without links, emphasis and quotes: `**Permissions** required: *Administer*`. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*`'"“”‘’]/g, '');
}
