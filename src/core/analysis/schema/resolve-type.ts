import type { TypeJson } from '../../cedar/cedar.ts';
import {
  entitiesMeant,
  meaningOf,
  type RecordJson,
  type TypeScope,
} from '../../cedar/schema/type-meaning.ts';
import { NotDecided } from '../not-decided.ts';
import {
  BOOL,
  entityType,
  extensionType,
  LONG,
  type RecordAttribute,
  recordType,
  STRING,
  setType,
  type Type,
} from '../terms/type.ts';

/** The entity type that a name means, with its namespace. */
export function resolveEntityType(name: string, scope: TypeScope): string {
  return entitiesMeant(name, scope)[0]?.name ?? name;
}

/** The type that a type expression of the schema means. */
export function resolveType(json: TypeJson, scope: TypeScope): Type {
  const meaning = meaningOf(json, scope);
  switch (meaning?.kind) {
    case 'plain':
      return PLAIN[meaning.type];
    case 'extension':
      return extensionType(meaning.name);
    case 'entity':
    case 'action':
      return entityType(meaning.name);
    case 'set':
      return setType(resolveType(meaning.element, meaning.scope));
    case 'record':
      return resolveRecord(meaning.record, meaning.scope);
    case undefined: {
      const name = 'name' in json ? json.name : json.type;
      throw new NotDecided(`the type \`${name}\``, `the type \`${name}\` is not known`);
    }
  }
}

const PLAIN = { String: STRING, Long: LONG, Bool: BOOL } as const;

function resolveRecord({ attributes }: RecordJson, scope: TypeScope): Type {
  const resolved = Object.entries(attributes).map(([name, attribute]): [string, RecordAttribute] => [
    name,
    { type: resolveType(attribute, scope), required: attribute.required !== false },
  ]);
  return recordType(new Map(resolved));
}
