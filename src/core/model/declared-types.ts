import { ALWAYS, forms, IS_TEXT, keys, mapping, text, v } from '../diagnostics/definition.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type AttributeType, PLAIN_TYPES } from './model.ts';

/**
 * What people say of entity types where the API description does not: in `types` of `authz.yaml`, and in `x-authz` objects of the API
 * description.
 */
export type DeclaredTypes = Readonly<Record<string, DeclaredType>>;

export interface DeclaredType {
  /** The type that it really is: both names stand for one. */
  readonly is?: string | undefined;
  /** It is a type of its own although the API has one of nearly the same name. */
  readonly new?: boolean | undefined;
  /** Types that contain it. */
  readonly parents?: readonly string[] | undefined;
  /** The attribute that names its owner. */
  readonly owner?: string | undefined;
  readonly attributes?: Readonly<Record<string, DeclaredAttribute>> | undefined;
}

/** A Cedar type by its name, or more about an attribute. */
export type DeclaredAttribute = string | DeclaredAttributeForm;

export interface DeclaredAttributeForm {
  readonly type?: string | undefined;
  readonly optional?: boolean | undefined;
  /** The property holds the identifier of a parent of this type, and so is not an attribute. */
  readonly parent?: string | undefined;
  /** Of the principal: the claim of a token that it is read from. */
  readonly claim?: string | undefined;
}

/**
 * Attributes of every action's context that no call shows, such as the time or an address, by name: their Cedar types. One may be missing
 * from a request unless it says `optional: false`.
 */
export type DeclaredContext = Readonly<
  Record<string, string | { readonly type: string; readonly optional?: boolean | undefined }>
>;

/** Where something that was declared stands, for messages about it. */
export type PlaceOfDeclared = (path: readonly string[]) => Pick<Diagnostic, 'file' | 'location'>;

const attributeDefinition = forms(
  { when: IS_TEXT, use: text },
  {
    when: ALWAYS,
    use: keys({
      type: v.optional(text),
      optional: v.optional(v.boolean('expected `true` or `false`')),
      parent: v.optional(text),
      claim: v.optional(text),
    }),
  },
);

const typeDefinition = keys({
  is: v.optional(text),
  new: v.optional(v.boolean('expected `true` or `false`')),
  parents: v.optional(v.array(text, 'expected a list of entity types, as in `[Tenant]`')),
  owner: v.optional(text),
  attributes: v.optional(
    mapping(
      attributeDefinition,
      'expected a mapping from attributes to their types, as in `{ status: String }`',
    ),
  ),
});

export const declaredTypesDefinition = mapping(
  typeDefinition,
  'expected a mapping from entity types to what is said of them',
);

export const declaredContextDefinition = mapping(
  forms(
    { when: IS_TEXT, use: text },
    {
      when: ALWAYS,
      use: keys({ type: text, optional: v.optional(v.boolean('expected `true` or `false`')) }),
    },
  ),
  'expected a mapping from attributes to their types, as in `{ now: datetime }`',
);

/** One type alone: what an `x-authz` object of a component may say. */
export const declaredTypeDefinition = typeDefinition;

/** The whole `x-authz` object at the root of an API description. */
export const rootExtensionDefinition = keys({ types: v.optional(declaredTypesDefinition) });

/** What a person may write for a type of an attribute, beside entity types. */
export const ATTRIBUTE_TYPE_FORMS = [...PLAIN_TYPES, 'Set<String>'];

/** Reads the name of a Cedar type, such as `String`, `Set<Long>` or an entity type; `undefined` for what is none. */
export function parseAttributeType(written: string): AttributeType | undefined {
  const [, element] = /^\s*Set\s*<(.*)>\s*$/s.exec(written) ?? [];
  if (element !== undefined) {
    const inner = parseAttributeType(element);
    return inner && { kind: 'Set', element: inner };
  }
  const name = written.trim();
  const plain = PLAIN_TYPES.find((kind) => kind === name || (kind === 'Bool' && name === 'Boolean'));
  if (plain !== undefined) return { kind: plain };
  return /^[A-Za-z_]\w*$/.test(name) ? { kind: 'Entity', type: name } : undefined;
}

/** What several places declare of types: the later ones win, key by key and attribute by attribute. */
export function mergeDeclared(layers: readonly DeclaredTypes[]): DeclaredTypes {
  const names = new Set(layers.flatMap((layer) => Object.keys(layer)));
  return Object.fromEntries(
    [...names].map((name) => {
      const said = layers.flatMap((layer) => (Object.hasOwn(layer, name) ? [layer[name] ?? {}] : []));
      const attributes = Object.assign({}, ...said.map((one) => one.attributes ?? {}));
      const merged: DeclaredType = Object.assign({}, ...said);
      return [name, Object.keys(attributes).length > 0 ? { ...merged, attributes } : merged];
    }),
  );
}
