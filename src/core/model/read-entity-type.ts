import type * as cedar from '../cedar/cedar.ts';
import type { TypeJson } from '../cedar/cedar.ts';
import { localName } from '../cedar/namespace.ts';
import { meaningOf, type RecordJson, type TypeScope } from '../cedar/schema/type-meaning.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import type { Attribute, AttributeType, EntityType, UnreadAttribute } from './model.ts';

/** Where a type stands, as the model sees it. */
export interface NameScope extends TypeScope {
  /** The namespace of the model: types of other namespaces keep theirs in their names. */
  readonly home: string;
}

/** An entity type, with the attributes that authz itself reads. */
export function readEntityType(name: string, type: cedar.EntityTypeJson, scope: NameScope): EntityType {
  const parents = 'memberOfTypes' in type ? (type.memberOfTypes ?? []) : [];
  const shape = 'shape' in type ? type.shape : undefined;
  const doc = type.annotations?.doc;
  const attributes = readRecord(shape, scope);
  const unread = readUnread(shape, scope);
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
export function readRecord(written: TypeJson | undefined, outer: NameScope): Attribute[] {
  return membersOf(written, outer)
    .flatMap(([name, written, scope]) => {
      const type = readType(written, scope);
      if (type === undefined) return [];
      return [{ name, required: isRequired(written), type, ...readAttributeAnnotations(written) }];
    })
    .sort((a, b) => compareText(a.name, b.name));
}

/** The attributes of a record that {@link readRecord} leaves out. */
export function readUnread(written: TypeJson | undefined, outer: NameScope): readonly UnreadAttribute[] {
  const read = new Set(readRecord(written, outer).map(({ name }) => name));
  return membersOf(written, outer).flatMap(([name, type]) =>
    read.has(name) ? [] : [{ name, required: isRequired(type), ...readAttributeAnnotations(type) }],
  );
}

type MemberJson = RecordJson['attributes'][string];
type Member = readonly [name: string, type: MemberJson, scope: NameScope];

/** The attributes of a record as they are written, with where that is; of what is no record, none. */
function membersOf(written: TypeJson | undefined, { home, ...outer }: NameScope): readonly Member[] {
  const meaning = written && meaningOf(written, outer);
  if (meaning?.kind !== 'record') return [];
  const scope = { ...meaning.scope, home };
  return Object.entries(meaning.record.attributes).map(([name, type]) => [name, type, scope]);
}

function isRequired({ required }: MemberJson): boolean {
  return required !== false;
}

function readAttributeAnnotations(type: MemberJson): Pick<Attribute, 'claim' | 'owner'> {
  const annotations = 'annotations' in type && isRecord(type.annotations) ? type.annotations : {};
  return {
    ...(typeof annotations.claim === 'string' ? { claim: annotations.claim } : {}),
    ...(annotations.owner === undefined ? {} : { owner: true }),
  };
}

/** `undefined` for what only Cedar itself needs to understand. */
function readType(written: TypeJson, { home, ...outer }: NameScope): AttributeType | undefined {
  const meaning = meaningOf(written, outer);
  switch (meaning?.kind) {
    case 'plain':
      return { kind: meaning.type };
    case 'extension':
      return { kind: meaning.name };
    case 'entity':
      return { kind: 'Entity', type: localName(home, meaning.name) };
    case 'set': {
      const element = readType(meaning.element, { ...meaning.scope, home });
      return element && { kind: 'Set', element };
    }
    case 'record': {
      const scope = { ...meaning.scope, home };
      const unread = readUnread(meaning.record, scope);
      const attributes = readRecord(meaning.record, scope);
      return { kind: 'Record', attributes, ...(unread.length > 0 ? { unread } : {}) };
    }
    case 'action':
    case undefined:
      return undefined;
  }
}
