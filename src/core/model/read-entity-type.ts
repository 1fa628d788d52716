import type * as cedar from '../cedar/cedar.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import { localName, qualified, splitName } from '../cedar/namespace.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import {
  type Attribute,
  type AttributeType,
  type EntityType,
  PLAIN_TYPES,
  type UnreadAttribute,
} from './model.ts';

/** Where a name stands, and what it may refer to. */
export interface NameScope {
  /** The namespace of the model: types of other namespaces keep theirs in their names. */
  readonly home: string;
  readonly namespace: string;
  readonly json: SchemaJson<string>;
}

/** Where a name of a namespace stands. */
export function scopeOf(namespace: string, json: SchemaJson<string>): NameScope {
  return { home: namespace, namespace, json };
}

/** An entity type, with the attributes that authz itself reads. */
export function readEntityType(name: string, type: cedar.EntityTypeJson, scope: NameScope): EntityType {
  const parents = 'memberOfTypes' in type ? (type.memberOfTypes ?? []) : [];
  const shape = 'shape' in type ? type.shape : undefined;
  const doc = type.annotations?.doc;
  const resolved = resolveCommon(shape, scope);
  const attributes = readAttributes(resolved);
  const unread = unreadIn(resolved);
  return {
    name,
    parents: parents.map((parent) => localName(scope.home, parent)).sort(compareText),
    attributes,
    ...(unread.length > 0 ? { unreadAttributes: unread } : {}),
    ...('tags' in type && type.tags ? { hasTags: true } : {}),
    ...('enum' in type ? { ids: type.enum } : {}),
    ...(doc ? { doc } : {}),
  };
}

/** The attributes of a record, sorted; without those of types that only Cedar itself needs to understand. */
export function readRecord(written: unknown, outer: NameScope): Attribute[] {
  return readAttributes(resolveCommon(written, outer));
}

/** The attributes of a record that {@link readRecord} leaves out. */
export function readUnread(written: unknown, outer: NameScope): readonly UnreadAttribute[] {
  return unreadIn(resolveCommon(written, outer));
}

function unreadIn(resolved: Resolved): readonly UnreadAttribute[] {
  const read = new Set(readAttributes(resolved).map(({ name }) => name));
  return typesIn(resolved).flatMap(([name, type]) =>
    read.has(name) ? [] : [{ name, required: isRequired(type), ...readAttributeAnnotations(type) }],
  );
}

function readAttributes(resolved: Resolved): Attribute[] {
  return typesIn(resolved)
    .flatMap(([name, type]) => {
      const read = readType(type, resolved.scope);
      if (read === undefined) return [];
      return [{ name, required: isRequired(type), type: read, ...readAttributeAnnotations(type) }];
    })
    .sort((a, b) => compareText(a.name, b.name));
}

/** The attributes of a record with their types, as they are written. */
function typesIn({ type: shape }: Resolved): readonly (readonly [string, unknown])[] {
  return isRecord(shape) && isRecord(shape.attributes) ? Object.entries(shape.attributes) : [];
}

function isRequired(type: unknown): boolean {
  return isRecord(type) && type.required !== false;
}

function readAttributeAnnotations(type: unknown): Pick<Attribute, 'claim' | 'owner'> {
  const annotations = isRecord(type) && isRecord(type.annotations) ? type.annotations : {};
  return {
    ...(typeof annotations.claim === 'string' ? { claim: annotations.claim } : {}),
    ...(annotations.owner === undefined ? {} : { owner: true }),
  };
}

interface Resolved {
  readonly type: unknown;
  /** Where the names in it stand. */
  readonly scope: NameScope;
}

/** The type behind the name of a common type. They refer to each other without cycles, which Cedar has checked. */
export function resolveCommon(type: unknown, scope: NameScope): Resolved {
  if (!isRecord(type)) return { type, scope };
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  for (const { namespace, name: local } of placesOf(name, scope)) {
    const common = scope.json[namespace]?.commonTypes ?? {};
    if (Object.hasOwn(common, local)) return resolveCommon(common[local], { ...scope, namespace });
  }
  return { type, scope };
}

/** Where a name may be defined: in its own namespace, and then in none; a name with a namespace only there. */
function placesOf(name: string, { namespace }: NameScope): readonly ReturnType<typeof splitName>[] {
  const written = splitName(name);
  return written.namespace === '' ? [{ namespace, name }, written] : [written];
}

/** `undefined` for what only Cedar itself needs to understand. */
function readType(written: unknown, outer: NameScope): AttributeType | undefined {
  const { type, scope } = resolveCommon(written, outer);
  if (!isRecord(type)) return undefined;
  if (type.type === 'Set') {
    const element = readType(type.element, scope);
    return element && { kind: 'Set', element };
  }
  if (type.type === 'Record') {
    const unread = readUnread(type, scope);
    const attributes = readRecord(type, scope);
    return { kind: 'Record', attributes, ...(unread.length > 0 ? { unread } : {}) };
  }
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  // An entity type may be called `String` or `constructor`: names are looked up among the entity types first.
  const entity = entityNamed(name, scope);
  if (entity !== undefined && (type.type === 'EntityOrCommon' || type.type === 'Entity'))
    return { kind: 'Entity', type: entity };
  return BUILT_IN.get(unprefixed(name));
}

/** The entity type that a name stands for, as the model calls it. */
function entityNamed(name: string, scope: NameScope): string | undefined {
  const found = placesOf(name, scope).find(({ namespace, name: local }) =>
    Object.hasOwn(scope.json[namespace]?.entityTypes ?? {}, local),
  );
  return found && localName(scope.home, qualified(found.namespace, found.name));
}

const BUILT_IN: ReadonlyMap<string, AttributeType> = new Map([
  ...PLAIN_TYPES.map((kind): [string, AttributeType] => [kind, { kind }]),
  ['Boolean', { kind: 'Bool' }],
]);

function unprefixed(name: string): string {
  return name.replace(/^__cedar::/, '');
}
