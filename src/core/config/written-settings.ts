import { canonicalJson } from '../values/canonical-json.ts';
import { isRecord } from '../values/record.ts';

/** All that a configuration says, by the way to it: `server.maxUrlLength` is `8192`. What is not a mapping is one value, as JSON. */
export function writtenSettings(value: unknown): ReadonlyMap<string, string> {
  return new Map(settingsBelow(value, []));
}

function settingsBelow(value: unknown, path: readonly string[]): [string, string][] {
  const entries = isRecord(value) ? Object.entries(value).filter(([, inner]) => inner !== undefined) : [];
  if (entries.length === 0) return [[path.join('.'), canonicalJson(value)]];
  return entries.flatMap(([key, inner]) => settingsBelow(inner, [...path, key]));
}
