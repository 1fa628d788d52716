/**
 * Regular expressions for long lists of words and phrases, written so that they can be read: each line, and what stands between ` | ` in
 * a line, is one alternative.
 *
 *     phrases`
 *       allowlist | denylist | firewall
 *       access (control|level)s?
 *     `
 */

type Lists = (lists: TemplateStringsArray, ...parts: readonly string[]) => RegExp;

/** For texts that are one of them from the first to the last character. */
export const phrases: Lists = between('^', '$');

/** For texts in which one of them stands, as whole words. */
export const within: Lists = between('\\b', '\\b');

/** For texts whose last words are one of them. */
export const lastWords: Lists = between('(?:^| )', '$');

/** For texts that hold one of them in any place, unless the alternative says itself where. */
export const either: Lists = between('', '');

/** The same for what people write, where letter case does not count. */
export const sentences: Lists = between('', '', 'i');

/** For texts in which one of them stands between what two regular expressions take, such as `^` and `( id)?$`. */
export function between(before: string, after: string, flags = ''): Lists {
  return (lists, ...parts) => {
    const alternatives = String.raw(lists, ...parts)
      .split(/\n| \| /)
      .map((alternative) => alternative.trim())
      .filter((alternative) => alternative !== '');
    return new RegExp(`${before}(?:${alternatives.join('|')})${after}`, flags);
  };
}
