/** A parameter in a path template. */
export const PARAMETER = /\{([^{}]*)\}/g;

/**
 * A path as it goes over the wire: what cannot stand in a URL is percent-encoded, in upper case. What is encoded without need stays so: to
 * some routers it is another path, to others not, see {@link otherSpellings}.
 */
export function canonicalPath(path: string): string {
  if (CANONICAL.test(path)) return path;
  return path
    .toWellFormed()
    .replaceAll(/(?:[^\u0021-\u007e]|["<>\\^`|])+/gu, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

/**
 * The paths that routers may take a path for that decode before they match (Fastify and Hono do, Express does not): without what is encoded
 * and need not be, and without any encoding but that of slashes. None where nothing is encoded, or where no router could decode it.
 */
export function otherSpellings(path: string): readonly string[] {
  if (!path.includes('%')) return [];
  try {
    return [...new Set(KEPT.map((kept) => decodedBut(kept, path)))];
  } catch {
    return [];
  }
}

/** What `decodeURI` leaves as it is; and what nobody decodes before the path is parted. */
const KEPT = [/%(?=2[3-6BCF]|3[ABDF]|40)/gi, /%(?=25|2F)/gi];

function decodedBut(kept: RegExp, path: string): string {
  return canonicalPath(decodeURIComponent(path.replaceAll(kept, '%25')));
}

/** A path as routers match it that decode all but separators; as it is where it cannot be decoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Nothing to encode, and nothing encoded, as in nearly all paths. */
const CANONICAL = /^[!#$&-;=?-[\]_a-z{}~]*$/;

/** What can stand in front of every path: no address, no query, and nothing with a blank. */
export const BASE_PATH = /^(?!.*:\/\/)[^\s?#]*$/;

export const BASE_PATH_HELP = 'a base path is what calls begin with, such as `/api/v2`, or `/` for nothing';

/** The names of the parameters of a template, in their order. */
export function parameterNames(path: string): readonly string[] {
  return [...pathOf(path).matchAll(PARAMETER)].map(([, name = '']) => name);
}

/** The path of a template or target, without query and fragment: some documents tell operations apart by one that no router ever sees. */
export function pathOf(path: string): string {
  return path.replace(/[?#].*$/s, '');
}

/** What stands behind the path of a template: some documents write there what a call says in its query or a header. */
export function behindPath(path: string): string {
  return path.slice(pathOf(path).length);
}

/** Whether two templates differ behind `#` or `?`. */
export function differsBehindPath(a: string, b: string): boolean {
  return behindPath(a) !== behindPath(b);
}
