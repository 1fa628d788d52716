import { compareText } from '../../values/compare-text.ts';
import type { EngineAnswer } from './engine-types.ts';
import type { DetailedError } from './json.ts';

/** An answer with a value. */
export function success<T>(value: T): EngineAnswer<T> {
  return { ok: true, value };
}

/** Nested `related` errors are errors of their own to a reader. */
export function failure(errors: readonly DetailedError[]): {
  ok: false;
  errors: readonly DetailedError[];
} {
  return { ok: false, errors: sortedBy(errors.flatMap(withRelated), describeError) };
}

function withRelated(error: DetailedError): DetailedError[] {
  return [error, ...(error.related ?? []).flatMap(withRelated)];
}

/** The answer to input that the engine never gets, or that it refused as a whole. */
export function refusal(
  message: string,
  help: string | null = null,
): { ok: false; errors: readonly DetailedError[] } {
  return { ok: false, errors: [{ message, help, code: null, url: null, severity: null }] };
}

export type EngineRefusal = ReturnType<typeof refusal>;

/** The values in the order of their keys, by code units. */
export function sortedBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return values
    .map((value) => ({ value, key: key(value) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ value }) => value);
}

/** What errors are sorted by: place, message and help. */
export function describeError(error: DetailedError): string {
  const start = error.sourceLocations?.[0]?.start ?? 0;
  return `${String(start).padStart(10, '0')}\n${error.message}\n${error.help ?? ''}`;
}
