/** The target of a call (path and query), taken apart; or why it is not one that can be decided about. */
export type Target =
  | { readonly type: 'target'; readonly path: string; readonly query: URLSearchParams }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * Only what every server reads alike. A fragment, a backslash, a blank or a control character never stands in the target of a proper
 * HTTP request, and servers differ in what they make of one: some route such a call to another path than it seems to have.
 */
export function readTarget(url: string): Target {
  if (typeof url !== 'string' || /[\u0000-\u0020\u007f#\\]/u.test(url)) {
    return {
      type: 'unusable',
      reason: 'the target of the call has a character that no HTTP request may have',
    };
  }
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (hasDotSegment(path)) {
    return {
      type: 'unusable',
      reason: 'the path has a segment `.` or `..`, which some servers resolve and others do not',
    };
  }
  if (/%(?![0-9a-f]{2})/i.test(query)) {
    return { type: 'unusable', reason: 'the query is not valid percent-encoding' };
  }
  return { type: 'target', path, query: query === '' ? NO_QUERY : new URLSearchParams(query) };
}

/** Whether a path has a segment `.` or `..`, also percent-encoded: URL parsers resolve both spellings. */
export function hasDotSegment(path: string): boolean {
  return DOT_SEGMENT.test(path);
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Of nearly all calls; nobody changes it. */
const NO_QUERY = new URLSearchParams();
