/** A parameter in a path template. */
export const PARAMETER = /\{([^{}]*)\}/g;

/**
 * A path as it goes over the wire: what cannot stand in a URL is percent-encoded, in upper case. What is encoded without need stays so,
 * and is another path: no router would take it for the same.
 */
export function canonicalPath(path: string): string {
  if (CANONICAL.test(path)) return path;
  return path
    .toWellFormed()
    .replaceAll(/(?:[^\u0021-\u007e]|["<>\\^`|])+/gu, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

/** Nothing to encode, and nothing encoded, as in nearly all paths. */
const CANONICAL = /^[!#$&-;=?-[\]_a-z{}~]*$/;

/** The path of a template or target, without query and fragment: some documents tell operations apart by one that no router ever sees. */
export function pathOf(path: string): string {
  return path.replace(/[?#].*$/s, '');
}

/** Whether two templates differ behind `#` or `?`, where some documents write what a call says in its query or a header. */
export function differsBehindPath(a: string, b: string): boolean {
  return a.slice(pathOf(a).length) !== b.slice(pathOf(b).length);
}
