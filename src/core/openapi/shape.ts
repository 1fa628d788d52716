import { isRecord } from '../values/record.ts';
import type { Property, Shape, ShapeType } from './endpoint.ts';
import { type DocumentPlace, placeAt, placesIn, valueAt } from './place.ts';
import { lastSegment } from './references.ts';
import {
  type Composition,
  enumerationOf,
  firstText,
  hasOwnProperties,
  isNull,
  isNullable,
  NOT_COMPOSED,
  typeOf,
} from './shape-facts.ts';

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

/** A composition that is nested deeper is not read. */
const DEEPEST_COMPOSITION = 32;

/** What shapes are read with: a way to follow references, and the shapes that are known by their nodes. */
interface ShapeReading {
  readonly follow: (place: DocumentPlace) => DocumentPlace | undefined;
  readonly known: Map<object, Shape>;
}

const NOTHING: readonly object[] = [];

/** `around` are the nodes that the shape is composed into: a composition that comes back to one of them adds nothing. */
export function readShape(place: DocumentPlace, reading: ShapeReading, around = NOTHING): Shape {
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

/** Where named shapes stand: OpenAPI's components and Swagger's definitions. */
const COMPONENT_FOLDERS: readonly string[] = ['schemas', 'definitions'];

function nameOf(place: DocumentPlace, composition: Composition): string {
  const { above } = place;
  if (above !== undefined && isRecord(above.value) && COMPONENT_FOLDERS.includes(above.key)) return place.key;
  if (above === undefined) return lastSegment(place.source.file).replace(/\..*$/, '');
  const parts = [...composition.all, ...composition.some];
  return parts.length === 1 && !hasOwnProperties(place.value) ? (parts[0]?.name ?? '') : '';
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
  for (const name of composition.all.length > 0 ? requiredInAll(place, reading) : requiredBy(place)) {
    const property = merged.get(name);
    if (property !== undefined) merged.set(property.name, { ...property, required: true });
  }
  return merged;
}

/** A part of `allOf` may require what another part describes: all of them hold. */
function requiredInAll(place: DocumentPlace, reading: ShapeReading): ReadonlySet<string> {
  const seen = new Set<unknown>();
  const names = new Set<string>();
  const left = [place];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const part = reading.follow(next);
    if (part === undefined || seen.has(part.value)) continue;
    seen.add(part.value);
    for (const name of requiredBy(part)) names.add(name);
    left.push(...placesIn(placeAt(part, 'allOf')));
  }
  return names;
}

function requiredBy({ value }: DocumentPlace): readonly string[] {
  const required = valueAt(value, 'required');
  return Array.isArray(required) ? required.map(String) : [];
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
    ...(valueAt(place.value, 'writeOnly') === true ? { writeOnly: true } : {}),
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
