import { hasTooManyParameters, readQuery } from './query.ts';

/** The target of a call (path and query), taken apart; or why it is not one that can be decided about. */
export type Target =
  | { readonly type: 'target'; readonly path: string; readonly query: URLSearchParams }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * Only what every server reads alike: printable ASCII without `#` and `\\`. Nothing else ever stands in the target of a proper HTTP request,
 * and servers differ in what they make of it: some route such a call to another path than it seems to have.
 */
export function readTarget(url: string): Target {
  if (typeof url !== 'string' || /[^!-~]|[#\\]/.test(url))
    return unusable('the target of the call has a character that no HTTP request may have');
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (hasDotSegment(path))
    return unusable('the path has a segment `.` or `..`, which some servers resolve and others do not');
  if (/%(?![0-9a-f]{2})/i.test(query)) return unusable('the query is not valid percent-encoding');
  if (hasTooManyParameters(query)) return unusable('the query has more parameters than many servers read');
  return { type: 'target', path, query: readQuery(query) };
}

function unusable(reason: string): Target {
  return { type: 'unusable', reason };
}

/** Whether a path has a segment `.` or `..`, also percent-encoded: URL parsers resolve both spellings. */
export function hasDotSegment(path: string): boolean {
  return DOT_SEGMENT.test(path);
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
