import type { Source } from '../diagnostics/source.ts';
import { isObject, isRecord } from '../values/record.ts';
import type { SpecDocuments } from './documents.ts';
import { type DocumentPlace, placesIn, rootPlace, valueAt } from './place.ts';
import type { OpenApiReader } from './reader.ts';

/** The `$ref`s below a place, and below what they lead to, that lead nowhere. */
export function findMissingReferences(
  start: DocumentPlace,
  reader: OpenApiReader,
  { root, others }: SpecDocuments,
): readonly DocumentPlace[] {
  if ([root, ...others.values()].every((source) => everyReferenceLeads(source, reader))) return [];
  const missing = missingBelow(start, reader);
  const places = new Map([...new Set(missing.values())].flatMap((source) => [...placesOf(missing, source)]));
  return [...missing.keys()].flatMap((value) => places.get(value) ?? []);
}

/**
 * Whether each `$ref` that is written in a document leads somewhere: read off its text, which takes a fraction of going through its values.
 * `false` as well where that cannot be said without them.
 */
function everyReferenceLeads(source: Source, { follow }: OpenApiReader): boolean {
  const { text } = source;
  // A source may have been made without a text.
  if (text === '' || MAY_HIDE_LETTERS.test(text)) return false;
  const known = new Set<string>();
  for (let at = text.indexOf('$ref'); at >= 0; at = text.indexOf('$ref', at + 1)) {
    if (!MAY_START_KEY.test(text.charAt(at - 1))) continue;
    WRITTEN_REFERENCE.lastIndex = at;
    const written = WRITTEN_REFERENCE.exec(text);
    if (written === null) return false;
    const [, reference] = written;
    if (reference === undefined || known.has(reference)) continue;
    known.add(reference);
    if (follow({ value: { $ref: reference }, source, key: '', above: undefined }) === undefined) return false;
  }
  return true;
}

/** Behind it, another letter of a key may be written than is meant: `"\u0024ref"`. */
const MAY_HIDE_LETTERS = /\\(u00|U|x|[\r\n])/;

/** What stands in front of a key in JSON and YAML, or nothing; `/members/$ref` is a path. */
const MAY_START_KEY = /^["'\s{,?]?$/;

/** A key with a text between quotes that means what it says, in JSON and in YAML; or with an object or a list, which refer to nothing. */
const WRITTEN_REFERENCE = /\$ref"\s*:\s*(?:"([^"\\\r\n]*)"|[{[])/y;

/** The values to look at, the last one first. Lists of their parts take less than a list of places: there are hundreds of thousands. */
interface Walk {
  readonly values: unknown[];
  readonly keys: string[];
  readonly sources: Source[];
  /** What has been looked at, or waits for it. */
  readonly seen: Set<unknown>;
}

/** What holds such a `$ref`, with its document. Hardly ever is there any: where they stand is looked for only then. */
function missingBelow(start: DocumentPlace, { follow }: OpenApiReader): ReadonlyMap<unknown, Source> {
  const missing = new Map<unknown, Source>();
  const found = new Map<Source, Set<string>>();
  const walk: Walk = { values: [], keys: [], sources: [], seen: new Set() };
  push(walk, start.value, start.key, start.source);
  for (let source = walk.sources.pop(); source !== undefined; source = walk.sources.pop()) {
    const value = walk.values.pop();
    const key = walk.keys.pop() ?? '';
    const reference = valueAt(value, '$ref');
    if (typeof reference !== 'string') {
      pushBelow(walk, value, key, source);
      continue;
    }
    const known = found.get(source) ?? new Set();
    if (known.has(reference)) continue;
    found.set(source, known);
    const target = follow({ value, source, key, above: undefined });
    if (target !== undefined) {
      known.add(reference);
      push(walk, target.value, target.key, target.source);
    } else missing.set(value, source);
  }
  return missing;
}

function push({ values, keys, sources }: Walk, value: unknown, key: string, source: Source): void {
  values.push(value);
  keys.push(key);
  sources.push(source);
}

/** Only objects and lists are looked at further, and only what holds such is noted as seen: most values of a document are neither. */
function pushBelow(walk: Walk, value: unknown, key: string, source: Source): void {
  const { seen } = walk;
  if (Array.isArray(value)) {
    if (!value.some(isObject) || !isNew(value, seen)) return;
    for (const below of value) if (isObject(below)) push(walk, below, '', source);
    return;
  }
  if (!isRecord(value)) return;
  const before = walk.values.length;
  for (const name of Object.keys(value)) {
    const below = value[name];
    if (!isObject(below) || !(isRead(name) || NAMED.has(key))) continue;
    if (walk.values.length === before && !isNew(value, seen)) return;
    push(walk, below, name, source);
  }
}

function isNew(value: unknown, seen: Set<unknown>): boolean {
  const { size } = seen;
  return seen.add(value).size > size;
}

/** Keys below which every name is a user's own. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

/** What an operation never reads: samples, and what happens beside or after the answer. */
const UNREAD: ReadonlySet<string> = new Set(
  'example examples default enum const headers links callbacks discriminator encoding'.split(' '),
);

function isRead(key: string): boolean {
  return !UNREAD.has(key) && !key.startsWith('x-');
}

/** Where some of a document's values stand. */
function placesOf(values: ReadonlyMap<unknown, Source>, source: Source): ReadonlyMap<unknown, DocumentPlace> {
  const places = new Map<unknown, DocumentPlace>();
  const seen = new Set<unknown>();
  const waiting = [rootPlace(source)];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (!isObject(place.value) || !isNew(place.value, seen)) continue;
    if (values.get(place.value) === source) places.set(place.value, place);
    for (const below of placesIn(place)) waiting.push(below);
  }
  return places;
}
