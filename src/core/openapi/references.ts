import type { Source } from '../diagnostics/source.ts';
import type { SpecDocuments } from './documents.ts';
import { type DocumentPlace, placeAlong, rootPlace, valueAt } from './place.ts';

const LONGEST_REFERENCE_CHAIN = 64;

type Folders = ReadonlyMap<Source, readonly string[]>;

/** The folder of every document, relative to the root document's: a reference is relative to the document it stands in. */
function foldersOf(documents: SpecDocuments): Folders {
  const others = [...documents.others].map(
    ([path, source]) => [source, path.split('/').slice(0, -1)] as const,
  );
  return new Map<Source, readonly string[]>([...others, [documents.root, []]]);
}

type ReferenceLookUp = (reference: string, from: Source) => DocumentPlace | undefined;

/** Documents refer to the same things over and over: each reference of a document is looked up once. */
export function memoizeLookUps(documents: SpecDocuments): ReferenceLookUp {
  const folders = foldersOf(documents);
  const known = new Map<Source, Map<string, DocumentPlace | undefined>>();
  // Most descriptions are one document.
  let last = documents.root;
  let places = new Map<string, DocumentPlace | undefined>();
  known.set(last, places);
  return (reference, from) => {
    if (from !== last) {
      places = known.get(from) ?? new Map();
      known.set(from, places);
      last = from;
    }
    const before = places.get(reference);
    if (before !== undefined || places.has(reference)) return before;
    const place = lookUp(reference, from, documents, folders);
    places.set(reference, place);
    return place;
  };
}

/** Where a chain of `$ref`s ends, or the place itself without one; `undefined` where a link leads nowhere, or the chain is too long or a circle. */
export function followReferences(place: DocumentPlace, find: ReferenceLookUp): DocumentPlace | undefined {
  let target: DocumentPlace | undefined = place;
  for (let step = 0; step < LONGEST_REFERENCE_CHAIN && target !== undefined; step += 1) {
    const reference = valueAt(target.value, '$ref');
    if (typeof reference !== 'string') return target;
    target = find(reference, target.source);
  }
  return undefined;
}

/** Whether a chain of `$ref`s that ends nowhere comes back to where it was. */
export function isCircle(place: DocumentPlace, documents: SpecDocuments): boolean {
  const find = memoizeLookUps(documents);
  const seen = new Set<unknown>();
  for (let target: DocumentPlace | undefined = place; target !== undefined; ) {
    if (seen.has(target.value)) return true;
    seen.add(target.value);
    const reference = valueAt(target.value, '$ref');
    target = typeof reference === 'string' ? find(reference, target.source) : undefined;
  }
  return false;
}

function lookUp(
  reference: string,
  from: Source,
  documents: SpecDocuments,
  folders: Folders,
): DocumentPlace | undefined {
  const hash = reference.indexOf('#');
  const file = hash < 0 ? reference : reference.slice(0, hash);
  const pointer = hash < 0 ? '' : decode(reference.slice(hash + 1));
  const source = file === '' ? from : findDocument(decode(file), folders.get(from) ?? [], documents);
  if (source === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const place = placeAlong(rootPlace(source), keys);
  return place.value === undefined ? undefined : place;
}

function findDocument(file: string, folder: readonly string[], documents: SpecDocuments): Source | undefined {
  const path = joinPath(folder, file);
  if (path === undefined) return undefined;
  return (
    documents.others.get(path) ?? (path === lastSegment(documents.root.file) ? documents.root : undefined)
  );
}

function joinPath(folder: readonly string[], file: string): string | undefined {
  const segments = [...folder];
  for (const segment of file.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.join('/');
}

/** The name of a file without its folders, with either kind of slash. */
export function lastSegment(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
