import { memoizeRecent } from '../caching/memoize.ts';
import { METHODS } from '../endpoints/method.ts';
import { hasTooManyParameters, type ReadOtherwise, readQuery } from './query.ts';

/** The target of a call (path and query), taken apart; or why it is not one that can be decided about. */
export type Target =
  | { readonly type: 'target'; readonly path: string; readonly query: URLSearchParams }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * Only what every server reads alike: printable ASCII without `#` and `\\`. Nothing else ever stands in the target of a proper HTTP request,
 * and servers differ in what they make of it: some route such a call to another path than it seems to have.
 */
export function readTarget(url: string, otherwise?: ReadOtherwise): Target {
  if (typeof url !== 'string' || /[^!-~]|[#\\]/.test(url))
    return unusable('the target of the call has a character that no HTTP request may have');
  const path = pathTextOf(url);
  const query = queryTextOf(url);
  if (hasDotSegment(path))
    return unusable('the path has a segment `.` or `..`, which some servers resolve and others do not');
  if (LINE_END.test(path))
    return unusable('the path has a line end, which patterns of routes do not match alike');
  if (/%(?![0-9a-f]{2})/i.test(query)) return unusable('the query is not valid percent-encoding');
  if (hasTooManyParameters(query)) return unusable('the query has more parameters than many servers read');
  return { type: 'target', path, query: readQuery(query, otherwise) };
}

/** The path of a target, as it is written: what is in front of the first `?`. */
export function pathTextOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** The query of a target, as it is written: what is behind the first `?`; empty without one. */
export function queryTextOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** What stands at the target of a call, and its query; or why the target is none that can be decided about. */
export type CallPlace<Routed> =
  | { readonly type: 'place'; readonly query: URLSearchParams; readonly routed: Routed }
  | Extract<Target, { readonly type: 'unusable' }>;

/**
 * Reads the target of a call and finds its route. Calls to the same few paths come again and again: where there is no query, method and
 * path say it all, and what was found for them is found again.
 */
export function callPlaces<Routed>(
  route: (method: string, path: string) => Routed,
): (method: string, url: string, otherwise?: ReadOtherwise) => CallPlace<Routed> {
  const find = (method: string, url: string, otherwise?: ReadOtherwise): CallPlace<Routed> => {
    const target = readTarget(url, otherwise);
    if (target.type === 'unusable') return target;
    return { type: 'place', query: target.query, routed: route(method, target.path) };
  };
  const known = new Map<string, (url: string) => CallPlace<Routed>>(
    METHODS.map((method) => [method, memoizeRecent((url) => find(method, url))]),
  );
  return (method, url, otherwise) => {
    const remembered = hasNoQuery(url) && !otherwise ? known.get(method) : undefined;
    return remembered ? remembered(url) : find(method, url, otherwise);
  };
}

/** Whether the whole target is its path. JavaScript may ask about something else than a text. */
export function hasNoQuery(url: string): boolean {
  return typeof url === 'string' && !url.includes('?');
}

function unusable(reason: string): Target {
  return { type: 'unusable', reason };
}

/**
 * Whether a path has a segment `.` or `..`, also percent-encoded: URL parsers resolve both spellings. Who serves files decodes slashes before,
 * and some servers behind a proxy leave out what follows a `;`.
 */
export function hasDotSegment(path: string): boolean {
  return DOT_SEGMENT.test(path);
}

const DOT_SEGMENT = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:[/;]|%2f|%5c|$)/i;

/** Percent-encoded: what the `.` of a regular expression does not match. A route with a pattern would not be found, and another one run. */
const LINE_END = /%0[ad]|%e2%80%a[89]/i;
