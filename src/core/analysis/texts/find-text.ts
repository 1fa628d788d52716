import { NotDecided } from '../not-decided.ts';
import { Heap } from '../sat/heap.ts';
import type { LikePattern } from '../terms/term.ts';
import { matches } from './glob.ts';

/** What a text has to be like, and what not. */
export interface TextRequirements {
  readonly fits: readonly LikePattern[];
  readonly fitsNot: readonly LikePattern[];
  readonly isNot: readonly string[];
}

/** So many combinations of places in patterns are looked at before a question counts as not decided. */
const MOST_STATES = 20_000;

/** Where there is no reason for another text. */
const PLAIN = 'other';

/** A text that meets the requirements; `undefined` when there is none. `spend` hears what that took. */
export function findText(
  requirements: TextRequirements,
  spend: (effort: number) => void = () => undefined,
): string | undefined {
  const { fits, fitsNot, isNot } = requirements;
  // Most requirements are met by a text that one of the patterns suggests.
  const suggested = [PLAIN, ...fits.flatMap((pattern) => [filled(pattern, ''), filled(pattern, 'x')])];
  const found = suggested.find((text) => meets(text, requirements));
  return found ?? search(fits, [...fitsNot, ...isNot.map((text) => [...text])], spend);
}

/** A pattern with something in the place of each `*`. */
function filled(pattern: LikePattern, filling: string): string {
  return pattern.map((part) => part ?? filling).join('');
}

function meets(text: string, { fits, fitsNot, isNot }: TextRequirements): boolean {
  return (
    fits.every((pattern) => matches(pattern, text)) &&
    !fitsNot.some((pattern) => matches(pattern, text)) &&
    !isNot.includes(text)
  );
}

/** The places in one pattern that a text so far may have reached. */
type Places = readonly number[];

interface SearchState {
  readonly text: string;
  readonly places: readonly Places[];
}

/** Goes on first where the least is left of what the text must fit. */
function search(
  fits: readonly LikePattern[],
  fitsNot: readonly LikePattern[],
  spend: (effort: number) => void,
): string | undefined {
  const patterns = [...fits, ...fitsNot];
  const letters = alphabet(patterns);
  const [states, scores]: [SearchState[], number[]] = [[], []];
  const waiting = new Heap(scores);
  const seen = new Set<string>();
  const add = (text: string, places: readonly Places[]) => {
    spend(2 * patterns.length);
    if (fits.some((_, index) => places[index]?.length === 0)) return;
    const key = places.map((one) => one.join('.')).join('|');
    if (seen.has(key)) return;
    seen.add(key);
    if (seen.size > MOST_STATES)
      throw new NotDecided('like', `texts in more than ${MOST_STATES} relations to the patterns`);
    states.push({ text, places });
    scores.push(-left(fits, places) - text.length / 1000);
    waiting.add(states.length - 1);
  };
  add(
    '',
    patterns.map((pattern) => reached(pattern, [0])),
  );
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const state = states[next];
    if (!state) continue;
    if (isFound(patterns, fits.length, state)) return state.text;
    for (const letter of letters)
      add(
        state.text + letter,
        patterns.map((pattern, index) => step(pattern, state.places[index] ?? [], letter)),
      );
  }
  return undefined;
}

function isFound(patterns: readonly LikePattern[], positive: number, { places }: SearchState): boolean {
  return patterns.every(
    (pattern, index) => (places[index]?.includes(pattern.length) ?? false) === index < positive,
  );
}

/** Letters still to come in the patterns that have to fit. */
function left(fits: readonly LikePattern[], places: readonly Places[]): number {
  return fits.reduce((sum, pattern, index) => sum + pattern.length - (places[index]?.at(-1) ?? 0), 0);
}

/** The letters of the patterns, and one that stands for all others. */
function alphabet(patterns: readonly LikePattern[]): readonly string[] {
  const letters = new Set(patterns.flatMap((pattern) => pattern.filter((part) => part !== null)));
  let other = 'a'.charCodeAt(0);
  while (letters.has(String.fromCharCode(other))) other += 1;
  return [...letters, String.fromCharCode(other)];
}

function step(pattern: LikePattern, places: Places, letter: string): Places {
  const next = places.flatMap((place) => {
    const part = pattern[place];
    if (part === null) return [place];
    return part === letter ? [place + 1] : [];
  });
  return reached(pattern, next);
}

/** A `*` may take nothing. What comes before the last `*` that is reached no longer matters. */
function reached(pattern: LikePattern, places: readonly number[]): Places {
  const all = new Set(places);
  for (const place of all) if (pattern[place] === null) all.add(place + 1);
  const sorted = [...all].sort((a, b) => a - b);
  const star = sorted.findLast((place) => pattern[place] === null) ?? 0;
  return sorted.filter((place) => place >= star);
}
