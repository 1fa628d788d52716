import { isBlank, type JsonMistake, shorten, skipBlanks } from '../../core/diagnostics/json-text.ts';
import { isObject, isRecord } from '../../core/values/record.ts';

/**
 * The first key that an object of valid JSON has twice; `JSON.parse` would forget its first value without a word. `value` is what it made
 * of the text: with as many keys as the text, it has lost none, which is sooner counted than looked for.
 */
export function findRepeatedKey(text: string, value: unknown): JsonMistake | undefined {
  return mostKeysInText(text) === keysInValue(value) ? undefined : searchRepeatedKey(text);
}

/**
 * How many colons stand behind a quote that ends a string, or may be thought to: each key has one, so there are no more keys. A text that
 * begins with a colon counts, too, which costs a search. So no key is lost where the value has as many: it has at most one for each in the text.
 */
function mostKeysInText(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === QUOTE && !isEscaped(text, before)) count += 1;
  }
  return count;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Its loops make neither lists of keys nor iterators: there are hundreds of thousands of objects and lists. */
function keysInValue(value: unknown): number {
  let count = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      for (let at = 0; at < next.length; at += 1) if (isObject(next[at])) waiting.push(next[at]);
    } else if (isRecord(next)) {
      for (const key in next) {
        count += 1;
        const inside = next[key];
        if (isObject(inside)) waiting.push(inside);
      }
    }
  }
  return count;
}

/**
 * One pass over text of any length and depth: keys are compared by numbers made of them, and only those that have the same number are cut
 * out of the text.
 */
function searchRepeatedKey(text: string): JsonMistake | undefined {
  const keys = openKeys(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACE || code === OPENING_BRACKET) keys.open();
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) keys.close();
    else if (code === QUOTE) {
      const end = closingQuote(text, at);
      const next = skipBlanks(text, end + 1);
      // Only keys are followed by a colon.
      if (text.charCodeAt(next) === COLON && keys.isRepeated(at, end)) return repeated(text, at, end + 1);
      at = next - 1;
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function repeated(text: string, start: number, end: number): JsonMistake {
  const key = shorten(keyAt(text, start, end - 1));
  return { start, end, message: `the key \`${key}\` is there twice, and only the last would count` };
}

/** The key between two quotes, without its escapes. */
function keyAt(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end);
  return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
}

interface OpenKeys {
  readonly open: () => void;
  readonly close: () => void;
  /** Takes note of a key of the innermost object, and says whether it was there before. */
  readonly isRepeated: (start: number, end: number) => boolean;
}

/** From this many keys on, an object's keys are kept as a set: comparing each with all others would take too long. */
const MANY = 64;

/** The keys of all objects that are open, those of inner ones behind those of outer ones. */
function openKeys(text: string): OpenKeys {
  const numbers: number[] = [];
  const starts: number[] = [];
  const firsts: number[] = [];
  const sets: (Set<string> | undefined)[] = [];
  let count = 0;
  let depth = -1;
  const same = (index: number, start: number, end: number) => {
    const other = starts[index] ?? 0;
    return keyAt(text, other, closingQuote(text, other)) === keyAt(text, start, end);
  };
  const setOf = (first: number) => {
    const known = starts.slice(first, count).map((other) => keyAt(text, other, closingQuote(text, other)));
    return new Set(known);
  };
  return {
    open: () => {
      depth += 1;
      firsts[depth] = count;
      sets[depth] = undefined;
    },
    close: () => {
      count = firsts[depth] ?? 0;
      depth -= 1;
    },
    isRepeated: (start, end) => {
      const first = firsts[depth] ?? 0;
      if (count - first >= MANY) {
        const set = sets[depth] ?? setOf(first);
        sets[depth] = set;
        const { size } = set;
        return set.add(keyAt(text, start, end)).size === size;
      }
      const number = numberOf(text, start, end);
      for (let index = first; index < count; index += 1)
        if (numbers[index] === number && same(index, start, end)) return true;
      numbers[count] = number;
      starts[count] = start;
      count += 1;
      return false;
    },
  };
}

/** Equal keys have equal numbers, however they are escaped. */
function numberOf(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    // Rare enough to be cut out.
    if (code === BACKSLASH) return numberOfPlain(keyAt(text, start, end));
    number = (Math.imul(number, 31) + code) & LARGEST;
  }
  return number;
}

function numberOfPlain(key: string): number {
  let number = 0;
  for (let at = 0; at < key.length; at += 1) number = (Math.imul(number, 31) + key.charCodeAt(at)) & LARGEST;
  return number;
}

/** The largest number that engines keep without an object of its own. */
const LARGEST = 0x3fffffff;
