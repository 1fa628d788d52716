import { canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { coversSegment, matchSegment, segmentTemplate } from './segment.ts';

/** Values that stand for a parameter where a call is tried: parameters may be restricted to some form. */
const EXAMPLES = ['authzprobe', '1', '00000000-0000-4000-8000-000000000000'];

/** Paths that a template matches, with different values. */
export function examplePaths(template: string): readonly string[] {
  return EXAMPLES.map((value) => pathOf(template).replaceAll(PARAMETER, value));
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

/** Whether some path may match both templates: `false` only where none does. */
export function mayMeet(a: string, b: string): boolean {
  const [first, second] = [keysOf(a), keysOf(b)];
  return (
    first.length === second.length && first.every((key, index) => segmentsMayMeet(key, second[index] ?? ''))
  );
}

function segmentsMayMeet(a: string, b: string): boolean {
  if (!a.includes('{}'))
    return a === b || (b.includes('{}') && matchSegment(a, segmentTemplate(b)) !== undefined);
  if (!b.includes('{}')) return segmentsMayMeet(b, a);
  const [one, other] = [segmentTemplate(a).literals, segmentTemplate(b).literals];
  const [start, end] = [one[0] ?? '', one.at(-1) ?? ''];
  const [otherStart, otherEnd] = [other[0] ?? '', other.at(-1) ?? ''];
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) &&
    (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
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
