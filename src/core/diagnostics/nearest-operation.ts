import { memoize } from '../caching/memoize.ts';
import { editDistance, nearest } from './did-you-mean.ts';

/**
 * The name that a mistyped one meant, where another name is another permission. To share a word is not enough: only a slip of the pen is
 * taken for one, since what is suggested may be copied without a second look.
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  return nearest(
    written,
    [...names].filter((name) => isSlip(written, name)),
  );
}

/** The same for an action as policies write it: `App::Action::"getPet"`. What stands before the name says too little. */
export function nearestAction(written: string, actions: readonly string[]): string | undefined {
  const name = nameOfAction(written);
  return nearest(
    written,
    actions.filter((action) => isSlip(name, nameOfAction(action))),
  );
}

function nameOfAction(action: string): string {
  return /"([\s\S]*)"$/.exec(action)?.[1] ?? action;
}

/** The same for an endpoint, `POST /pets/{id}/feed`, also with values in the place of parameters; the method may be another one. */
export function nearestEndpointKey(written: string, keys: readonly string[]): string | undefined {
  const path = partsOf(written);
  const filled = keys
    .filter((key) => isSlipOfPath(path, partsOf(key)))
    .map((key) => ({ key, text: filledLike(path, partsOf(key)) }));
  const near = nearest(
    path.join('/'),
    filled.map(({ text }) => text),
  );
  return filled.find(({ text }) => text === near)?.key;
}

/** The method, and the segments that are not empty. */
function partsOf(key: string): string[] {
  const at = key.indexOf('/');
  const [method, path] = at < 0 ? [key, ''] : [key.slice(0, at), key.slice(at)];
  return [method, ...path.split('/').filter((segment) => segment !== '')];
}

/** An identifier may be missing at the end, and nothing else. */
function isSlipOfPath([, ...written]: readonly string[], [, ...template]: readonly string[]): boolean {
  if (written.length > template.length) return false;
  return template.every((segment, at) => {
    const given = written[at];
    return segment.includes('{') || (given !== undefined && isSlip(given, segment));
  });
}

function filledLike(written: readonly string[], template: readonly string[]): string {
  return template
    .slice(0, written.length)
    .map((segment, at) => (segment.includes('{') ? (written[at] ?? segment) : segment))
    .join('/');
}

// ---- slips of the pen ----

/** Shorter words have no letter to spare: `v1` is not `v2`. */
const SHORTEST_SLIP = 3;

/** One letter in this many may be wrong. */
const LETTERS_PER_SLIP = 5;

/** What two names say differently must be nearly the same itself, and begin the same: `set` is not `get`, `unlock` is not `lock`. */
function isSlip(written: string, name: string): boolean {
  const [one, other] = whatDiffers(wordsOf(written), wordsOf(name));
  if (one === other) return true;
  const length = Math.max(one.length, other.length);
  if (length < SHORTEST_SLIP || one[0] !== other[0] || areTwoSides(one, other)) return false;
  return editDistance(one, other) <= Math.max(1, Math.floor(length / LETTERS_PER_SLIP));
}

/** Who does something, and to whom it is done, are two: `employer` and `employee`. */
function areTwoSides(one: string, other: string): boolean {
  return [one, other].some((word) => DONE_TO.test(word)) && [one, other].some((word) => DOES.test(word));
}

const DONE_TO = /ees?$/;

const DOES = /[eo]rs?$/;

const wordsOf = memoize((name: string): readonly string[] => {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|[^\p{Lu}\p{Ll}\p{N}\p{P}\p{Z}]+/gu);
  // Some write as it sounds: `foto`.
  return (words ?? []).map((word) => word.toLowerCase().replaceAll('ph', 'f'));
});

/** Without the words that both begin with, and both end with. */
function whatDiffers(one: readonly string[], other: readonly string[]): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const rest = (words: readonly string[]) => words.slice(start, words.length - end).join('');
  return [rest(one), rest(other)];
}
