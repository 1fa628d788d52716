import { compareText } from './compare-text.ts';
import { isRecord } from './record.ts';

/** The same text for the same value, in whatever order its keys are; `without` are keys that do not count, at any depth. */
export function canonicalJson(value: unknown, without: readonly string[] = []): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (!isRecord(inner)) return inner;
    const entries = Object.entries(inner).filter(([key]) => !without.includes(key));
    return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
  });
}
