import { isRecord } from '../values/record.ts';
import type { Shape, ShapeType } from './endpoint.ts';
import { valueAt } from './place.ts';

/** The parts that a composed shape is made of: every one of `allOf` holds, one of `oneOf` and `anyOf` does. */
export interface Composition {
  readonly all: readonly Shape[];
  readonly some: readonly Shape[];
}

export const NOT_COMPOSED: Composition = { all: [], some: [] };

export function isNull(node: unknown): boolean {
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

export function typeOf(node: unknown, composition: Composition): ShapeType {
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

export function hasOwnProperties(node: unknown): boolean {
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

export function firstText(
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

export function enumerationOf(node: unknown, composition: Composition): readonly string[] | undefined {
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

export function isNullable(node: unknown, composition: Composition): boolean {
  if (valueAt(node, 'nullable') === true || valueAt(node, 'x-nullable') === true) return true;
  const type = valueAt(node, 'type');
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  if (composition === NOT_COMPOSED) return false;
  const alternatives = [valueAt(node, 'oneOf'), valueAt(node, 'anyOf')].flat();
  if (alternatives.some(isNull) || composition.some.some((part) => part.nullable)) return true;
  return composition.all.length > 0 && composition.all.every((part) => part.nullable);
}
