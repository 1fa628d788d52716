import { canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { coversSegment, matchSegment, segmentTemplate } from './segment.ts';

/** Values that stand for a parameter where a call is tried: parameters may be restricted to some form. */
const EXAMPLES = ['authzprobe', '1', '00000000-0000-4000-8000-000000000000'];

/** Paths that a template matches, with different values, as calls have them. */
export function examplePaths(template: string): readonly string[] {
  return EXAMPLES.map((value) => canonicalPath(pathOf(template).replaceAll(PARAMETER, value)));
}

/** Whether every path that the special template matches is matched by the general one, and not the reverse. */
export function coversTemplate(general: string, special: string): boolean {
  return isCovered(general, special) && !isCovered(special, general);
}

function isCovered(general: string, special: string): boolean {
  const wide = keysOf(general);
  const narrow = keysOf(special);
  return (
    wide.length === narrow.length &&
    wide.every((key, index) => coversSegment(segmentTemplate(key), segmentTemplate(narrow[index] ?? '')))
  );
}

/** A path that both templates match, as far as it can be found: of two segments with text of their own only where one covers the other. */
export function commonPath(a: string, b: string): string | undefined {
  const first = keysOf(a);
  const second = keysOf(b);
  if (first.length !== second.length) return undefined;
  const segments: string[] = [];
  for (const [index, key] of first.entries()) {
    const segment = commonSegment(key, second[index] ?? '');
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** Whether some path matches both templates. */
export function mayMeet(a: string, b: string): boolean {
  const [first, second] = [keysOf(a), keysOf(b)];
  return first.length === second.length && meetings(first, second).length > 0;
}

/**
 * Paths that the first template matches, and the second as well: as they are, or for those who take encoded slashes for slashes. One for each
 * way in which the segments of the second fit into those of the first.
 */
export function meetingPaths(a: string, b: string): readonly string[] {
  return meetings(keysOf(a), keysOf(b)).map((segments) => `/${segments.join('/')}`);
}

/** Each segment of the first meets one segment of the second, or several in a row. */
function meetings(
  [key, ...keys]: readonly string[],
  others: readonly string[],
): readonly (readonly string[])[] {
  if (key === undefined) return others.length === 0 ? [[]] : [];
  const counts = Array.from({ length: others.length - keys.length }, (_, index) => index + 1);
  return counts.flatMap((count) => {
    const segment = meetingSegment(key, others.slice(0, count).join('%2F'));
    return segment === undefined
      ? []
      : meetings(keys, others.slice(count)).map((segments) => [segment, ...segments]);
  });
}

/** A segment that both match; `undefined` only where there is none. */
function meetingSegment(a: string, b: string): string | undefined {
  if (a === b) return exampleSegment(a);
  if (!b.includes('{}'))
    return a.includes('{}') && matchSegment(b, segmentTemplate(a)) !== undefined ? b : undefined;
  if (!a.includes('{}')) return meetingSegment(b, a);
  const [one, other] = [segmentTemplate(a).literals, segmentTemplate(b).literals];
  const start = longerOf(one[0], other[0], (long, short) => long.startsWith(short));
  const end = longerOf(one.at(-1), other.at(-1), (long, short) => long.endsWith(short));
  if (start === undefined || end === undefined) return undefined;
  return exampleSegment([start, ...one.slice(1, -1), ...other.slice(1, -1), end].join('{}'));
}

/** The one of two texts that has the other in it, if it does. */
function longerOf(a = '', b = '', has: (long: string, short: string) => boolean): string | undefined {
  return has(a, b) ? a : has(b, a) ? b : undefined;
}

function commonSegment(a: string, b: string): string | undefined {
  if (a === b) return exampleSegment(a);
  return [
    { segment: exampleSegment(a), other: b },
    { segment: exampleSegment(b), other: a },
  ].find(({ segment, other }) => fits(segment, other))?.segment;
}

/** A hyphen may be what parts two parameters. */
function exampleSegment(key: string): string {
  return key.replaceAll('{}', 'authzprobe');
}

function fits(segment: string, key: string): boolean {
  return key.includes('{}')
    ? matchSegment(segment, segmentTemplate(key))?.type === 'values'
    : segment === key;
}

/** The segments of a template, with the names of parameters taken out. */
function keysOf(template: string): readonly string[] {
  return canonicalPath(pathOf(template)).replaceAll(PARAMETER, '{}').split('/').slice(1);
}
