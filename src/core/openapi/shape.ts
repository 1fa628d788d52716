import { isRecord } from '../diagnostics/record.ts';
import type { Source } from '../diagnostics/source.ts';
import type { SpecDocuments } from './documents.ts';
import type { Parameter, Property, Response, Shape, ShapeType } from './endpoint.ts';
import { type DocumentPlace, placeAlong, placeAt, placesIn, rootPlace, valueAt } from './place.ts';

/** Reads an API description's documents: follows references, and builds each body shape once. */
export interface OpenApiReader {
  readonly root: DocumentPlace;
  /** Where a place's `$ref` leads in the end, or the place itself without one; `undefined` when it leads nowhere. */
  readonly follow: (place: DocumentPlace) => DocumentPlace | undefined;
  readonly shape: (place: DocumentPlace) => Shape;
  /** What many operations refer to is read once: parameters by the value that describes them, responses by their status too. */
  readonly parameters: Map<unknown, Parameter>;
  readonly responses: Map<unknown, Map<string, Response>>;
}

/** The shape of which nothing is known. */
export const UNKNOWN_SHAPE: Shape = {
  name: undefined,
  type: 'unknown',
  format: undefined,
  nullable: false,
  description: '',
  enumeration: undefined,
  properties: new Map(),
  items: undefined,
};

/** A reader over all documents of one API description; it remembers the shapes it has built. */
export function createReader(documents: SpecDocuments): OpenApiReader {
  const known = new Map<object, Shape>();
  const find = memoizeLookUps(documents);
  const follow = (place: DocumentPlace) => followReferences(place, find);
  const reading = { follow, known };
  return {
    root: rootPlace(documents.root),
    follow,
    shape: (place) => readShape(place, reading),
    parameters: new Map(),
    responses: new Map(),
  };
}

const LONGEST_REFERENCE_CHAIN = 64;
const DEEPEST_COMPOSITION = 32;

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
function memoizeLookUps(documents: SpecDocuments): ReferenceLookUp {
  const folders = foldersOf(documents);
  const known = new Map<Source, Map<string, DocumentPlace | undefined>>();
  return (reference, from) => {
    const places = known.get(from) ?? new Map<string, DocumentPlace | undefined>();
    known.set(from, places);
    if (!places.has(reference)) places.set(reference, lookUp(reference, from, documents, folders));
    return places.get(reference);
  };
}

function followReferences(place: DocumentPlace, find: ReferenceLookUp): DocumentPlace | undefined {
  let target: DocumentPlace | undefined = place;
  for (let step = 0; step < LONGEST_REFERENCE_CHAIN && target !== undefined; step += 1) {
    const reference = valueAt(target.value, '$ref');
    if (typeof reference !== 'string') return target;
    target = find(reference, target.source);
  }
  return undefined;
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

function lastSegment(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface ShapeReading {
  readonly follow: OpenApiReader['follow'];
  readonly known: Map<object, Shape>;
}

const NOTHING: readonly object[] = [];

/** `around` are the nodes that the shape is composed into: a composition that comes back to one of them adds nothing. */
function readShape(place: DocumentPlace, reading: ShapeReading, around = NOTHING): Shape {
  const target = reading.follow(place);
  if (target === undefined || !isRecord(target.value)) return UNKNOWN_SHAPE;
  const node = target.value;
  const known = reading.known.get(node);
  if (known !== undefined) return known;
  if (around.includes(node) || around.length > DEEPEST_COMPOSITION) return UNKNOWN_SHAPE;
  const shape = buildShape(target, reading, around);
  reading.known.set(node, shape);
  return shape;
}

/** The parts that a composed shape is made of: every one of `allOf` holds, one of `oneOf` and `anyOf` does. */
interface Composition {
  readonly all: readonly Shape[];
  readonly some: readonly Shape[];
}

function buildShape(place: DocumentPlace, reading: ShapeReading, around: readonly object[]): Shape {
  const { value } = place;
  const composition = readComposition(place, reading, around);
  const type = typeOf(value, composition);
  const plain = {
    name: nameOf(place, composition) || undefined,
    type,
    format: firstText(valueAt(value, 'format'), composition, (part) => part.format) || undefined,
    nullable: isNullable(value, composition),
    description: firstText(valueAt(value, 'description'), composition, (part) => part.description),
    enumeration: enumerationOf(value, composition),
    properties: UNKNOWN_SHAPE.properties,
    items: undefined,
  };
  const hasMembers = composition !== NOT_COMPOSED || type === 'array' || type === 'map';
  return hasMembers || hasOwnProperties(value) ? new MemberShape(plain, place, composition, reading) : plain;
}

/** Its members are read when they are first asked for, since shapes may well be recursive. A class, for there are tens of thousands of them. */
class MemberShape implements Shape {
  readonly name: string | undefined;
  readonly type: ShapeType;
  readonly format: string | undefined;
  readonly nullable: boolean;
  readonly description: string;
  readonly enumeration: readonly string[] | undefined;
  readonly #place: DocumentPlace;
  readonly #composition: Composition;
  readonly #reading: ShapeReading;
  #properties: ReadonlyMap<string, Property> | undefined;
  #items: Shape | undefined;

  constructor(plain: Shape, place: DocumentPlace, composition: Composition, reading: ShapeReading) {
    this.name = plain.name;
    this.type = plain.type;
    this.format = plain.format;
    this.nullable = plain.nullable;
    this.description = plain.description;
    this.enumeration = plain.enumeration;
    this.#place = place;
    this.#composition = composition;
    this.#reading = reading;
  }

  get properties(): ReadonlyMap<string, Property> {
    this.#properties ??= readProperties(this.#place, this.#composition, this.#reading);
    return this.#properties;
  }

  get items(): Shape | undefined {
    if (this.type !== 'array' && this.type !== 'map') return undefined;
    this.#items ??= readItems(this.#place, this.type, this.#composition, this.#reading);
    return this.#items;
  }
}

const NOT_COMPOSED: Composition = { all: [], some: [] };

function readComposition(
  place: DocumentPlace,
  reading: ShapeReading,
  around: readonly object[],
): Composition {
  const { value } = place;
  if ((valueAt(value, 'allOf') ?? valueAt(value, 'oneOf') ?? valueAt(value, 'anyOf')) === undefined)
    return NOT_COMPOSED;
  const within = [...around, Object(value)];
  const parts = (key: string) =>
    placesIn(placeAt(place, key))
      .filter((part) => isRecord(part.value) && !isNull(part.value))
      .map((part) => readShape(part, reading, within));
  return { all: parts('allOf'), some: [...parts('oneOf'), ...parts('anyOf')] };
}

function isNull(node: unknown): boolean {
  const type = valueAt(node, 'type');
  return (
    type === 'null' || (Array.isArray(valueAt(node, 'enum')) && valueAt(valueAt(node, 'enum'), 0) === null)
  );
}

const TYPES: ReadonlyMap<unknown, ShapeType> = new Map<string, ShapeType>([
  ['object', 'object'],
  ['array', 'array'],
  ['string', 'string'],
  ['file', 'string'],
  ['integer', 'integer'],
  ['long', 'integer'],
  ['int', 'integer'],
  ['number', 'number'],
  ['float', 'number'],
  ['boolean', 'boolean'],
]);

function typeOf(node: unknown, composition: Composition): ShapeType {
  const declared = declaredType(node) ?? inferredType(node);
  if (declared !== undefined && (declared !== 'object' || hasOwnProperties(node))) return declared;
  const composed = knownType(composition.all) ?? commonType(composition.some);
  if (composed !== undefined && (declared === undefined || composed === 'map')) return composed;
  return declared === 'object' && composition.all.length === 0 && isMap(node)
    ? 'map'
    : (declared ?? 'unknown');
}

function declaredType(node: unknown): ShapeType | undefined {
  const type = valueAt(node, 'type');
  if (!Array.isArray(type)) return TYPES.get(type);
  const names = type.filter((name) => name !== 'null' && name !== null);
  return names.length === 1 ? TYPES.get(names[0]) : undefined;
}

function inferredType(node: unknown): ShapeType | undefined {
  if (hasOwnProperties(node)) return 'object';
  if (isMap(node)) return 'object';
  if (valueAt(node, 'items') !== undefined) return 'array';
  const example = valueAt(valueAt(node, 'enum'), 0) ?? valueAt(node, 'const');
  if (typeof example === 'string') return 'string';
  if (typeof example === 'boolean') return 'boolean';
  return typeof example === 'number' ? 'number' : undefined;
}

function hasOwnProperties(node: unknown): boolean {
  return isRecord(valueAt(node, 'properties')) && Object.keys(Object(valueAt(node, 'properties'))).length > 0;
}

function isMap(node: unknown): boolean {
  const additional = valueAt(node, 'additionalProperties');
  return additional === true || isRecord(additional) || isRecord(valueAt(node, 'patternProperties'));
}

function knownType(parts: readonly Shape[]): ShapeType | undefined {
  return parts.find((part) => part.type !== 'unknown')?.type;
}

function commonType(parts: readonly Shape[]): ShapeType | undefined {
  const types = new Set(parts.map((part) => part.type));
  return types.size === 1 ? knownType(parts) : undefined;
}

/** Where named shapes stand: OpenAPI's components and Swagger's definitions. */
const COMPONENT_FOLDERS: readonly string[] = ['schemas', 'definitions'];

function nameOf(place: DocumentPlace, composition: Composition): string {
  const { above } = place;
  if (above !== undefined && isRecord(above.value) && COMPONENT_FOLDERS.includes(above.key)) return place.key;
  if (above === undefined) return lastSegment(place.source.file).replace(/\..*$/, '');
  const parts = [...composition.all, ...composition.some];
  return parts.length === 1 && !hasOwnProperties(place.value) ? (parts[0]?.name ?? '') : '';
}

function firstText(
  own: unknown,
  composition: Composition,
  pick: (part: Shape) => string | undefined,
): string {
  if (typeof own === 'string') return own;
  const parts = composition.all.length > 0 ? composition.all : composition.some.slice(0, 1);
  for (const part of parts) {
    const text = pick(part);
    if (text !== undefined && text !== '') return text;
  }
  return '';
}

function enumerationOf(node: unknown, composition: Composition): readonly string[] | undefined {
  const values = valueAt(node, 'enum');
  if (Array.isArray(values)) return textsAmong(values);
  if (valueAt(node, 'const') !== undefined) return [String(valueAt(node, 'const'))];
  const inAll = composition.all.find((part) => part.enumeration !== undefined)?.enumeration;
  if (inAll !== undefined) return inAll;
  const { some } = composition;
  const everyEnumerated = some.length > 0 && some.every((part) => part.enumeration !== undefined);
  return everyEnumerated ? some.flatMap((part) => part.enumeration ?? []) : undefined;
}

/** Mostly they are texts already: then the document's own list will do, which may be long, and be there for each operation. */
function textsAmong(values: readonly unknown[]): readonly string[] {
  return values.every((value) => typeof value === 'string')
    ? values
    : values.filter((value) => value !== null).map(String);
}

function isNullable(node: unknown, composition: Composition): boolean {
  if (valueAt(node, 'nullable') === true || valueAt(node, 'x-nullable') === true) return true;
  const type = valueAt(node, 'type');
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  if (composition === NOT_COMPOSED) return false;
  const alternatives = [valueAt(node, 'oneOf'), valueAt(node, 'anyOf')].flat();
  if (alternatives.some(isNull) || composition.some.some((part) => part.nullable)) return true;
  return composition.all.length > 0 && composition.all.every((part) => part.nullable);
}

function readProperties(
  place: DocumentPlace,
  composition: Composition,
  reading: ShapeReading,
): Map<string, Property> {
  const merged = new Map<string, Property>();
  for (const part of composition.some) {
    for (const property of part.properties.values())
      merged.set(property.name, { ...property, required: false });
  }
  for (const part of composition.all) {
    for (const property of part.properties.values()) merged.set(property.name, property);
  }
  for (const property of ownProperties(place, reading)) merged.set(property.name, property);
  const required = valueAt(place.value, 'required');
  for (const name of Array.isArray(required) ? required : []) {
    const property = merged.get(String(name));
    if (property !== undefined) merged.set(property.name, { ...property, required: true });
  }
  return merged;
}

function ownProperties(place: DocumentPlace, reading: ShapeReading): readonly Property[] {
  const properties = placeAt(place, 'properties');
  if (!isRecord(properties.value)) return [];
  return placesIn(properties).map((property) => readProperty(property, reading));
}

function readProperty(place: DocumentPlace, reading: ShapeReading): Property {
  return {
    name: place.key,
    required: valueAt(place.value, 'required') === true,
    readOnly: valueAt(place.value, 'readOnly') === true,
    shape: readShape(place, reading),
  };
}

function readItems(
  place: DocumentPlace,
  type: ShapeType,
  composition: Composition,
  reading: ShapeReading,
): Shape {
  const own = placeAt(place, type === 'map' ? 'additionalProperties' : 'items');
  if (isRecord(own.value)) return readShape(own, reading);
  if (Array.isArray(own.value)) return readShape(placeAt(own, 0), reading);
  const parts = [...composition.all, ...composition.some];
  return parts.find((part) => part.items !== undefined)?.items ?? UNKNOWN_SHAPE;
}
