import { exactNumber } from '../../core/cedar/exact-number.ts';
import { isRecord } from '../../core/values/record.ts';

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
