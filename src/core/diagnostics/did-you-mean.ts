/** The candidate that a mistyped word most likely meant, or begins; `undefined` when none is near enough to suggest. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  return (
    nearestByDistance(word, all) ??
    all.find((candidate) => isBeginning(word, candidate) || isEndOfType(word, candidate))
  );
}

/** Fewer letters say too little. */
const SHORTEST_BEGINNING = 4;

function isBeginning(word: string, candidate: string): boolean {
  return word.length >= SHORTEST_BEGINNING && candidate.toLowerCase().startsWith(word.toLowerCase());
}

/** `App::Campaign` of `App::EmailCampaign`. */
function isEndOfType(word: string, candidate: string): boolean {
  const namespace = namespaceOf(word);
  const name = word.slice(namespace.length);
  return (
    namespace !== '' &&
    namespace === namespaceOf(candidate) &&
    name.length >= SHORTEST_BEGINNING &&
    candidate.endsWith(name)
  );
}

function nearestByDistance(word: string, candidates: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const shared = namespaceOf(word) === namespaceOf(candidate) ? namespaceOf(word).length : 0;
    const allowed = Math.max(1, Math.floor((Math.max(word.length, candidate.length) - shared) / 3));
    const limit = best === undefined ? allowed : Math.min(allowed, best.distance - 1);
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit) best = { candidate, distance };
  }
  return best?.candidate;
}

/** That two names stand in one namespace makes them no more alike: `Clinic::Room` and `Clinic::Note`. */
function namespaceOf(name: string): string {
  return /^(?:\w+::)*/.exec(name)?.[0] ?? '';
}

/** Whether a word is another one with one slip; short words that differ so are mostly two words: `Card` and `Cart`. */
export function isSlipOf(word: string, other: string): boolean {
  if (word.length < SHORTEST_SLIP || Math.abs(word.length - other.length) > 1 || isPlural(word, other))
    return false;
  const [a, b] = [word.toLowerCase(), other.toLowerCase()];
  return haveEndsInCommon(a, b) && editDistance(a, b) <= 1;
}

/** Without what one slip changes, two letters at most, the ends are the same: quicker to find out than a distance, of many words. */
function haveEndsInCommon(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return start + end >= Math.max(a.length, b.length) - 2;
}

const SHORTEST_SLIP = 5;

/** Many of something may be a thing of their own. */
function isPlural(word: string, other: string): boolean {
  return `${word}s` === other || `${other}s` === word;
}

/** How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const steps = [
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ];
      current.push(Math.min(...steps));
    }
    [before, above] = [above, current];
  }
  return above[to.length] ?? 0;
}

/** The words as people list them: `a`, `b` or `c`. */
export function orList(words: readonly (string | number)[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

/** What picks the nearest of some words: {@link nearest}, or what is stricter. */
export type NearestOf = (word: string, candidates: readonly string[]) => string | undefined;

/** The same among the keys of a file, some of which are a word of what was written: `spec` of `apiSpec`. */
export function nearestKey(word: string, keys: readonly string[]): string | undefined {
  const words = word.split(/[^A-Za-z]+|(?=[A-Z])/).map((one) => one.toLowerCase());
  return nearest(word, keys) ?? keys.find((key) => key.length >= SHORTEST_BEGINNING && words.includes(key));
}

/** Goes on a message: `: did you mean `x`?`; empty when no word is near, or the input is no text. */
export function didYouMean(
  input: unknown,
  words: readonly (string | number)[],
  nearestOf: NearestOf = nearest,
): string {
  const near = typeof input === 'string' ? nearestOf(input, words.map(String)) : undefined;
  return near ? `: did you mean \`${near}\`?` : '';
}
