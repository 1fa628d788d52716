import { isRecord } from '../values/record.ts';

/**
 * A whole number with more digits than a JavaScript number keeps, as it stands in a JSON file. Where JavaScript can write such a number into
 * JSON (`JSON.rawJSON`, Node 22), the engine gets it exactly; elsewhere it is refused, in the words of the file.
 */
export function exactNumber(text: string): object {
  const made = RAW ? RAW(text) : { [TEXT]: text };
  texts.set(made, text);
  return made;
}

/** The digits of an {@link exactNumber}; `undefined` for every other value. */
export function exactNumberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}

/** Whether the engine can be given such a number, and takes it: Cedar counts to 2^63. */
export function isPassedOnExactly(text: string): boolean {
  const number = BigInt(text);
  return RAW !== undefined && number >= -(2n ** 63n) && number < 2n ** 63n;
}

/**
 * What a whole number was before JavaScript rounded it, by the text that it was read from; `undefined` where several numbers of the text are
 * rounded alike. Digits in strings and comments only make it more doubtful.
 */
export function unroundedIn(text: string, rounded: number): bigint | undefined {
  const written = new Set((text.match(/\d{16,}/g) ?? []).map(BigInt));
  const mayBe = (one: bigint) => Number(one) === Math.abs(rounded) && (rounded < 0 || one < 2n ** 63n);
  const [only, another] = [...written].filter(mayBe);
  if (only === undefined || another !== undefined) return undefined;
  return rounded < 0 ? -only : only;
}

/** Data with the numbers that JavaScript rounded as the text has them, where that is known. */
export function unrounded<Data>(data: Data, text: string): Data {
  if (!LONG_NUMBER.test(text)) return data;
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const exact = unroundedIn(text, value);
    return exact === undefined ? value : exactNumber(String(exact));
  });
}

const TEXT = Symbol('exact number');
const texts = new WeakMap<object, string>();
const { rawJSON: RAW } = JSON as { readonly rawJSON?: (text: string) => object };

// ---- reading ----

/** As `JSON.parse`, but whole numbers of more digits than a JavaScript number keeps become exact numbers instead of others. */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  // Text that is not JSON must not become JSON.
  const plain: unknown = JSON.parse(text);
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) =>
    isTooLong(token) ? `{"${MARK}":"${token}"}` : token,
  );
  if (marked === text) return plain;
  return JSON.parse(marked, (_, value: unknown) => {
    const digits = isRecord(value) ? value[MARK_KEY] : undefined;
    return typeof digits === 'string' ? exactNumber(digits) : value;
  });
}

const LONG_NUMBER = /\d{16}/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** No file has a key with this character in it by chance. */
const MARK = '\\u0000exact number';
const MARK_KEY = '\u0000exact number';

function isTooLong(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}
