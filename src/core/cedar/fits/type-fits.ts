import { isPlainObject, OWNS } from '../../values/record.ts';
import {
  type EntityMeaning,
  entitiesMeant,
  meaningsOf,
  type RecordJson,
  type TypeScope,
} from '../schema/type-meaning.ts';
import type { TypeJson } from '../wasm/json.ts';
import { referenceOf } from './plain-uid.ts';

/** Whether a value is known to be of a type of the schema; `false` only means that the engine has to be asked. */
export type Fit = (value: unknown) => boolean;

const never: Fit = () => false;
export const hasNothing: Fit = (value) => {
  if (!isPlainObject(value)) return false;
  for (const _ in value) return false;
  return true;
};

/** The names that can only mean an entity type without an enumeration. */
export function entityTypesOf(written: readonly string[], scope: TypeScope): string[] {
  return written.flatMap((name) => {
    const [meaning, other] = entitiesMeant(name, scope);
    return meaning && !other && hasAnyId(meaning) ? [meaning.name] : [];
  });
}

function hasAnyId(meaning: EntityMeaning): boolean {
  return meaning.kind === 'entity' && meaning.ids === undefined;
}

/** A type whose names could mean two things is left to the engine, and so is what has a spelling of its own. */
export function fitOf(type: TypeJson, scope: TypeScope): Fit {
  const [meaning, other] = meaningsOf(type, scope);
  if (other) return never;
  switch (meaning?.kind) {
    case 'plain':
      return PLAIN_FITS[meaning.type];
    case 'set': {
      const element = fitOf(meaning.element, meaning.scope);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'record':
      return recordFit(meaning.record, meaning.scope);
    case 'entity':
      return hasAnyId(meaning)
        ? (value) => isPlainObject(value) && referenceOf(value)?.type === meaning.name
        : never;
    case 'action':
    case 'extension':
    case undefined:
      return never;
  }
}

const PLAIN_FITS = {
  String: (value) => typeof value === 'string' && value.isWellFormed(),
  Long: (value) => Number.isSafeInteger(value) && !Object.is(value, -0),
  Bool: (value) => typeof value === 'boolean',
} as const satisfies Record<string, Fit>;

/** What the engine reads in a record without a schema as something else than a record. */
export const ESCAPES = ['__entity', '__extn', '__expr'];

function recordFit(record: RecordJson, scope: TypeScope): Fit {
  if (record.additionalAttributes || ESCAPES.some((name) => Object.hasOwn(record.attributes, name)))
    return never;
  const fits = new Map(
    Object.entries(record.attributes).map(([name, attribute]) => [
      name,
      { required: attribute.required ?? true, fit: fitOf(attribute, scope) },
    ]),
  );
  const required = [...fits.values()].filter((attribute) => attribute.required).length;
  return (value) => {
    if (!isPlainObject(value)) return false;
    let found = 0;
    for (const name in value) {
      const attribute = fits.get(name);
      if (!attribute?.fit(value[name]) || !OWNS.call(value, name)) return false;
      if (attribute.required) found += 1;
    }
    return found === required;
  };
}
