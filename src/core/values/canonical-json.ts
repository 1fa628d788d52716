import { compareText } from './compare-text.ts';
import { isRecord } from './record.ts';

/** The same text for the same value, in whatever order its keys are. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareText(a, b))) : inner,
  );
}
