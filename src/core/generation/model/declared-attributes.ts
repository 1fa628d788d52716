import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/did-you-mean.ts';
import {
  ATTRIBUTE_TYPE_FORMS,
  type DeclaredAttributeForm,
  type PlaceOfDeclared,
  parseAttributeType,
} from '../../model/declared-types.ts';
import { type Attribute, type AttributeType, PRINCIPAL_TYPE } from '../../model/model.ts';
import { formOf, problem, unknownType } from './apply-declared.ts';
import { byName } from './attributes.ts';
import type { TypeDraft } from './type-draft.ts';

/** What declared attributes are checked against. */
export interface AttributeScope {
  /** The names of all entity types. */
  readonly types: readonly string[];
  readonly placeOf: PlaceOfDeclared;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** The attributes of a type with those that were declared, which win; and the owner marked that was named. */
export function withDeclaredAttributes(
  draft: TypeDraft,
  found: readonly Attribute[],
  scope: AttributeScope,
): readonly Attribute[] {
  const { attributes = {}, owner } = draft.declared ?? {};
  const attributesByName = new Map(found.map((attribute) => [attribute.name, attribute]));
  for (const [name, written] of Object.entries(attributes)) {
    const form = formOf(written);
    reportUnused(draft, name, form, scope);
    if (form.parent !== undefined) continue;
    const attribute = declaredAttribute(draft, { name, form }, attributesByName.get(name), scope);
    if (attribute) attributesByName.set(name, attribute);
  }
  const all = byName([...attributesByName.values()]);
  return owner === undefined ? all : withOwner(draft, owner, all, scope);
}

function declaredAttribute(
  draft: TypeDraft,
  { name, form }: { readonly name: string; readonly form: DeclaredAttributeForm },
  found: Attribute | undefined,
  scope: AttributeScope,
): Attribute | undefined {
  const at = [draft.name, 'attributes', name];
  const type = form.type === undefined ? found?.type : typeFor(form.type, at, scope);
  if (type === undefined) {
    if (form.type === undefined) scope.report(withoutType(name, at, scope));
    return undefined;
  }
  // A token may leave any claim out, and the anonymous principal has none.
  const required = draft.name !== PRINCIPAL_TYPE && !(form.optional ?? (found ? !found.required : false));
  return { name, required, type, ...(form.claim === undefined ? {} : { claim: form.claim }) };
}

/** Silence would read as if the key had an effect. */
function reportUnused(
  { name: type }: TypeDraft,
  name: string,
  { parent, claim, type: written }: DeclaredAttributeForm,
  { placeOf, report }: AttributeScope,
): void {
  const at = [type, 'attributes', name];
  const attribute = `\`${type}.${name}\``;
  if (parent !== undefined && (written !== undefined || claim !== undefined)) {
    const key = written === undefined ? 'claim' : 'type';
    const found = problem(
      `${attribute} has a \`parent\` and a \`${key}\`: what holds the identifier of a parent is no attribute`,
      'remove one of the two',
    );
    report({ ...found, ...placeOf([...at, key]) });
  } else if (claim !== undefined && type !== PRINCIPAL_TYPE) {
    const found = problem(
      `${attribute} has a \`claim\`, but only attributes of \`${PRINCIPAL_TYPE}\` are read from a token`,
      `remove it, or say it of \`${PRINCIPAL_TYPE}\``,
    );
    report({ ...found, ...placeOf([...at, 'claim']) });
  }
}

function withoutType(name: string, at: readonly string[], { placeOf }: AttributeScope): Diagnostic {
  return {
    ...problem(`\`${at[0]}.${name}\` has no type`, 'add one, as in `{ type: String }`'),
    ...placeOf(at),
  };
}

/** The type that was written; `undefined`, and a report, when there is no such type. */
export function typeFor(
  written: string,
  at: readonly string[],
  scope: AttributeScope,
): AttributeType | undefined {
  const type = parseAttributeType(written);
  const entity = type && entityIn(type);
  if (type && (entity === undefined || scope.types.includes(entity))) return type;
  const known = [...ATTRIBUTE_TYPE_FORMS, ...scope.types];
  const near = nearest(written, known);
  scope.report({
    ...(entity === undefined
      ? problem(
          `\`${written}\` is not a type`,
          `a type is ${ATTRIBUTE_TYPE_FORMS.join(', ')} or an entity type`,
        )
      : unknownType(entity, scope.types)),
    ...(near === undefined ? {} : { help: `did you mean \`${near}\`?` }),
    ...scope.placeOf(at),
  });
  return undefined;
}

function entityIn(type: AttributeType): string | undefined {
  if (type.kind === 'Set') return entityIn(type.element);
  return type.kind === 'Entity' ? type.type : undefined;
}

/** The owner is a person, whatever type the API description gives the property. */
function withOwner(
  draft: TypeDraft,
  owner: string,
  attributes: readonly Attribute[],
  { placeOf, report }: AttributeScope,
): readonly Attribute[] {
  const property = draft.shape?.properties.get(owner);
  const known = attributes.find(({ name }) => name === owner);
  if (property === undefined && known === undefined) {
    const names = [...attributes.map(({ name }) => name), ...(draft.shape?.properties.keys() ?? [])];
    const near = nearest(owner, names);
    const help =
      near === undefined ? 'add it under `attributes`, with its type' : `did you mean \`${near}\`?`;
    report({
      ...problem(`\`${draft.name}\` has no \`${owner}\` that could name its owner`, help),
      ...placeOf([draft.name, 'owner']),
    });
    return attributes;
  }
  const required = known?.required ?? (property?.required === true && !property.shape.nullable);
  const attribute: Attribute = {
    name: owner,
    required,
    type: { kind: 'Entity', type: PRINCIPAL_TYPE },
    owner: true,
  };
  return byName([...attributes.filter(({ name }) => name !== owner), attribute]);
}
