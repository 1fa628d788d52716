import type { ExtensionType } from '../../cedar/schema/type-meaning.ts';

/** The types of Cedar's values, resolved: no names of common types are left. */
export type Type =
  | { readonly kind: 'bool'; readonly key: string }
  | { readonly kind: 'long'; readonly key: string }
  | { readonly kind: 'string'; readonly key: string }
  | { readonly kind: 'extension'; readonly name: ExtensionType; readonly key: string }
  | { readonly kind: 'entity'; readonly name: string; readonly key: string }
  | { readonly kind: 'set'; readonly element: Type; readonly key: string }
  | { readonly kind: 'record'; readonly attributes: Attributes; readonly key: string }
  /** What an element of `[]` would be. */
  | { readonly kind: 'nothing'; readonly key: string };

export interface RecordAttribute {
  readonly type: Type;
  readonly required: boolean;
}

export type Attributes = ReadonlyMap<string, RecordAttribute>;
export type EntityReferenceType = Extract<Type, { kind: 'entity' }>;
export type SetType = Extract<Type, { kind: 'set' }>;
export type RecordType = Extract<Type, { kind: 'record' }>;

export const BOOL: Type = { kind: 'bool', key: 'bool' };
export const LONG: Type = { kind: 'long', key: 'long' };
export const STRING: Type = { kind: 'string', key: 'string' };
export const NOTHING: Type = { kind: 'nothing', key: 'nothing' };

/** `key` is the same for equal types and for no others. */
export function extensionType(name: ExtensionType): Type {
  return { kind: 'extension', name, key: name };
}

export function entityType(name: string): EntityReferenceType {
  return { kind: 'entity', name, key: `entity ${name}` };
}

export function setType(element: Type): SetType {
  return { kind: 'set', element, key: `set of ${element.key}` };
}

export function recordType(attributes: Attributes): RecordType {
  const members = [...attributes].map(([name, { type, required }]) => [name, type.key, required]);
  return { kind: 'record', attributes, key: JSON.stringify(members.sort()) };
}

/** How deep sets nest in the type: 0 where there are none. */
export function setDepth(type: Type): number {
  if (type.kind === 'set') return 1 + setDepth(type.element);
  if (type.kind !== 'record') return 0;
  return Math.max(0, ...[...type.attributes.values()].map((attribute) => setDepth(attribute.type)));
}

/** Whether the values are 64-bit numbers. */
export function isNumeric(type: Type): boolean {
  return type.kind === 'long' || (type.kind === 'extension' && type.name !== 'ipaddr');
}
