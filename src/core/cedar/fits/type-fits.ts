import { isPlainObject, OWNS } from '../../values/record.ts';
import { qualified, splitName } from '../namespace.ts';
import type { SchemaJson, TypeJson } from '../wasm/json.ts';
import { referenceOf } from './plain-uid.ts';

/** Whether a value is known to be of a type of the schema; `false` only means that the engine has to be asked. */
export type Fit = (value: unknown) => boolean;

const never: Fit = () => false;
export const hasNothing: Fit = (value) => {
  if (!isPlainObject(value)) return false;
  for (const _ in value) return false;
  return true;
};

/** What a name in a schema stands for; `undefined` when nothing, or more than one thing. */
export type TypeLookup = (name: string) => TypeRef | undefined;

type TypeRef =
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'common'; readonly type: TypeJson; readonly names: TypeLookup }
  | { readonly kind: 'primitive'; readonly type: string };

const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'String',
  Long: 'Long',
  Bool: 'Boolean',
  Boolean: 'Boolean',
};

export function namesIn(schema: SchemaJson<string>, namespace: string): TypeLookup {
  return (name) => {
    const found = [...new Set([qualified(namespace, name), name])].flatMap((full) => typeRefs(full, schema));
    const primitive = PRIMITIVES[name.replace(/^__cedar::/, '')];
    if (primitive) found.push({ kind: 'primitive', type: primitive });
    return found.length === 1 ? found[0] : undefined;
  };
}

function typeRefs(full: string, schema: SchemaJson<string>): TypeRef[] {
  const { namespace, name } = splitName(full);
  const definition = Object.hasOwn(schema, namespace) ? schema[namespace] : undefined;
  const { entityTypes = {}, commonTypes = {} } = definition ?? {};
  const common = Object.hasOwn(commonTypes, name) ? commonTypes[name] : undefined;
  const entity = Object.hasOwn(entityTypes, name) ? entityTypes[name] : undefined;
  return [
    ...(entity && !('enum' in entity) ? [{ kind: 'entity', name: full } as const] : []),
    ...(common ? [{ kind: 'common', type: common, names: namesIn(schema, namespace) } as const] : []),
  ];
}

/** The names that can only mean an entity type without an enumeration. */
export function entityTypesOf(written: readonly string[], names: TypeLookup): string[] {
  return written.flatMap((name) => {
    const meaning = names(name);
    return meaning?.kind === 'entity' ? [meaning.name] : [];
  });
}

/** Common types cannot contain themselves; deeper than this nobody writes one. */
const DEEPEST = 30;

export function fitOf(type: TypeJson, names: TypeLookup, depth: number): Fit {
  if (depth > DEEPEST) return never;
  switch (type.type) {
    case 'String':
      return (value) => typeof value === 'string' && value.isWellFormed();
    case 'Long':
      return (value) => Number.isSafeInteger(value) && !Object.is(value, -0);
    case 'Boolean':
      return (value) => typeof value === 'boolean';
    case 'Set': {
      const element = 'element' in type ? fitOf(type.element, names, depth + 1) : never;
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'Record':
      return 'attributes' in type ? recordFit(type, names, depth) : never;
    case 'Extension':
      return never;
    default:
      return namedFit('name' in type ? type.name : type.type, names, depth);
  }
}

function namedFit(name: string, names: TypeLookup, depth: number): Fit {
  const meaning = names(name);
  switch (meaning?.kind) {
    case 'primitive':
      return fitOf({ type: meaning.type }, names, depth + 1);
    case 'common':
      return fitOf(meaning.type, meaning.names, depth + 1);
    case 'entity':
      return (value) => isPlainObject(value) && referenceOf(value)?.type === meaning.name;
    default:
      return never;
  }
}

/** What the engine reads in a record without a schema as something else than a record. */
export const ESCAPES = ['__entity', '__extn', '__expr'];

function recordFit(type: Extract<TypeJson, { attributes: unknown }>, names: TypeLookup, depth: number): Fit {
  if (type.additionalAttributes || ESCAPES.some((name) => Object.hasOwn(type.attributes, name))) return never;
  const fits = new Map(
    Object.entries(type.attributes).map(([name, attribute]) => [
      name,
      { required: attribute.required ?? true, fit: fitOf(attribute, names, depth + 1) },
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
