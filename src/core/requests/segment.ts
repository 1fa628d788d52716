import { pathOf } from '../endpoints/path-template.ts';

/** The part of a path template between two slashes, with the names of its parameters taken out: `{}.{}`. */
export interface SegmentTemplate {
  readonly key: string;
  /** The fixed text before, between and after the parameters: always one more than these. */
  readonly literals: readonly string[];
}

/** What a segment of a call makes of the parameters of a template. */
export type SegmentMatch =
  | { readonly type: 'values'; readonly values: readonly string[] }
  /** Servers differ in where one value ends and the next begins, or in whether the template matches at all. */
  | { readonly type: 'unclear' };

/** `key` has `{}` for each parameter. */
export function segmentTemplate(key: string): SegmentTemplate {
  return { key, literals: key.split('{}') };
}

/**
 * Matches a segment with a template that has a parameter; `undefined` when it does not match. No value is empty. Some servers look for the
 * first place where the text between two parameters stands and others for the last, and some have no value behind such a text hold it
 * once more, or behind a dot another dot: where that makes a difference, the match is `unclear`. Takes time in proportion to the segment.
 */
export function matchSegment(segment: string, { key, literals }: SegmentTemplate): SegmentMatch | undefined {
  if (key === '{}') return segment === '' ? undefined : { type: 'values', values: [segment] };
  const first = valuesFromStart(segment, literals);
  if (!first) return undefined;
  const last = valuesFromEnd(segment, literals);
  const isClear =
    last?.every((value, index) => value === first[index]) && first.every(isPlainBehind(literals));
  return isClear ? { type: 'values', values: first } : { type: 'unclear' };
}

/** Whether every segment that the special template matches is matched by the general one, too. */
export function coversSegment(general: SegmentTemplate, special: SegmentTemplate): boolean {
  if (general.literals.length === 1) return general.key === special.key;
  return valuesFromStart(special.key.replaceAll('{}', ANY_VALUE), general.literals) !== undefined;
}

/** The first template that something is found for, and whether one that is neither more special nor more general leads to something as well. */
export function firstMatch<S extends SegmentTemplate, M>(
  templates: readonly S[],
  find: (one: S) => M | undefined,
): { readonly match: M; readonly hasRival: boolean } | undefined {
  for (const [index, one] of templates.entries()) {
    const match = find(one);
    if (match === undefined) continue;
    const others = templates.slice(index + 1);
    return { match, hasRival: others.some((other) => !coversSegment(other, one) && find(other)) };
  }
  return undefined;
}

/** Stands in no path. */
const ANY_VALUE = '\u0000';

/** Each text between parameters as early as it stands. */
function valuesFromStart(segment: string, literals: readonly string[]): string[] | undefined {
  const end = segment.length - lastOf(literals).length;
  let position = literals[0]?.length ?? 0;
  if (!segment.startsWith(literals[0] ?? '') || !segment.endsWith(lastOf(literals))) return undefined;
  const values: string[] = [];
  for (const literal of literals.slice(1, -1)) {
    const found = segment.indexOf(literal, position + 1);
    if (found < 0) return undefined;
    values.push(segment.slice(position, found));
    position = found + literal.length;
  }
  if (end <= position) return undefined;
  return [...values, segment.slice(position, end)];
}

/** Each text between parameters as late as it stands. */
function valuesFromEnd(segment: string, literals: readonly string[]): string[] | undefined {
  const start = literals[0]?.length ?? 0;
  let end = segment.length - lastOf(literals).length;
  const values: string[] = [];
  for (const literal of literals.slice(1, -1).reverse()) {
    const latest = end - 1 - literal.length;
    const found = latest < 0 ? -1 : segment.lastIndexOf(literal, latest);
    if (found < 0) return undefined;
    values.unshift(segment.slice(found + literal.length, end));
    end = found;
  }
  if (end <= start) return undefined;
  return [segment.slice(start, end), ...values];
}

function lastOf(literals: readonly string[]): string {
  return literals.at(-1) ?? '';
}

function isPlainBehind(literals: readonly string[]): (value: string, index: number) => boolean {
  return (value, index) => {
    const before = literals[index] ?? '';
    if (before.endsWith('.')) return !value.includes('.');
    return index === 0 || before === '' || !value.includes(before);
  };
}

/** A path as servers of files, and servers behind a proxy, may read it. */
export interface OtherReading {
  readonly path: string;
  /** Why calls of the path are refused where they read another one. */
  readonly reason: string;
  /** Whether a template that matches has fixed text where the path is read otherwise. */
  readonly isFixedIn: (template: string) => boolean;
}

/** Some take an encoded slash for a slash, and some leave out what follows a `;` in a segment. */
export function otherReadings(paths: readonly string[]): readonly OtherReading[] {
  return paths.flatMap((path) => {
    const hasSlash = hasEncodedSlash(path);
    const parted = hasSlash ? [reading(path, SLASH, partsOf)] : [];
    if (!path.includes(';')) return parted;
    const cut = reading(path, SEMICOLON, (segment) => [withoutParameters(segment)]);
    const both = reading(path, SEMICOLON, (segment) => partsOf(segment).map(withoutParameters));
    return [...parted, cut, ...(hasSlash ? [both] : [])];
  });
}

const SLASH = 'the path has an encoded slash, and means another path to servers that take it for a slash';
const SEMICOLON = 'the path has a `;`, and means another path to servers that leave out what follows it';

function reading(path: string, reason: string, read: (segment: string) => readonly string[]): OtherReading {
  const pieces = path
    .split('/')
    .slice(1)
    .flatMap((segment) => {
      const texts = read(segment);
      const isOther = texts.length !== 1 || texts[0] !== segment;
      return texts.map((text) => ({ text, isOther }));
    });
  return {
    path: `/${pieces.map(({ text }) => text).join('/')}`,
    reason,
    isFixedIn: (template) => {
      const own = pathOf(template).split('/').slice(1);
      return pieces.some(({ isOther }, at) => isOther && !ONE_PARAMETER.test(own[at] ?? ''));
    },
  };
}

/** A backslash is a slash to some, and several are one. */
function partsOf(segment: string): readonly string[] {
  if (!hasEncodedSlash(segment)) return [segment];
  return segment.split(ENCODED_SLASHES).filter((text) => text !== '');
}

function withoutParameters(segment: string): string {
  return segment.replaceAll(/;(?:(?!%2f|%5c).)*/gi, '');
}

export function hasEncodedSlash(path: string): boolean {
  return path.includes('%') && ENCODED_SLASHES.test(path);
}

const ENCODED_SLASHES = /(?:%2f|%5c)+/i;
const ONE_PARAMETER = /^\{[^{}]*\}$/;

/** `undefined` for what is not valid percent-encoding. */
export function decoded(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
