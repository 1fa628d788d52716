import { memoize } from '../../caching/memoize.ts';
import type { ClassifiedApi } from '../../classification/classified-api.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PlaceOfSetting } from '../../diagnostics/source.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { type AttributeChoice, type EntityType, GROUP_TYPE, PRINCIPAL_TYPE } from '../../model/model.ts';
import { compareText } from '../../values/compare-text.ts';
import { applyDeclared, problem, unknownType } from './apply-declared.ts';
import { type AttributeContext, attributesOf, byName, isOwner } from './attributes.ts';
import { withDeclaredAttributes } from './declared-attributes.ts';
import { findContainers } from './find-containers.ts';
import type { Declared } from './read-declared.ts';
import { asNoun } from './references.ts';
import {
  ancestorsOf,
  draftOf,
  type Finding,
  parentTypesOf,
  type TypeDraft,
  type TypeDrafts,
} from './type-draft.ts';

export interface EntityTypeInput {
  readonly api: ClassifiedApi;
  readonly declared: Declared;
  readonly attributes: AttributeChoice;
  readonly tenantClaim: string;
  /** The type that somebody said is the tenant. */
  readonly tenantType?: string;
  readonly placeOfSetting?: PlaceOfSetting;
  /** The type that somebody said groups have. */
  readonly groupType?: string;
}

export interface EntityTypes {
  /** Sorted by name. */
  readonly entityTypes: readonly EntityType[];
  readonly drafts: TypeDrafts;
  readonly tenantType: string | undefined;
  readonly groupType: string;
  /** What was found in properties alone. */
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The entity types of an API: what its endpoints identify, what their properties tell, and what people said. */
export function modelEntityTypes(input: EntityTypeInput): EntityTypes {
  const { api, declared, tenantClaim } = input;
  const { components } = api.spec;
  const applied = applyDeclared(withPrincipal(foundTypes(api), api), declared, components);
  const given = checkTenant(input, applied.types);
  const found = findContainers({
    types: applied.types,
    components,
    tenantClaim,
    ...(given.tenantType === undefined ? {} : { tenantType: given.tenantType }),
  });
  const diagnostics = [...applied.diagnostics, ...given.diagnostics];
  const groupType = input.groupType ?? groupTypeOf(found.types.get(PRINCIPAL_TYPE));
  const names = [...new Set([...found.types.keys(), groupType, APPLICATION_TYPE])];
  const context = attributeContext(names, input.attributes);
  const scope = {
    types: names,
    placeOf: declared.placeOf,
    report: (one: Diagnostic) => diagnostics.push(one),
  };
  const entityTypes = names.map((name): EntityType => {
    const draft = found.types.get(name) ?? draftOf(name);
    const attributes = withDeclaredAttributes(draft, attributesOf(draft, context), scope);
    if (name === PRINCIPAL_TYPE)
      return principalEntityType({ name, parents: [], attributes }, found.types, groupType, found.tenantType);
    return { name, parents: parentTypesOf(draft, found.types), attributes };
  });
  return {
    entityTypes: byName(entityTypes),
    drafts: found.types,
    tenantType: found.tenantType,
    groupType,
    findings: [...found.findings, ...ownersFound(found.types, context)],
    diagnostics,
  };
}

function foundTypes(api: ClassifiedApi): Map<string, TypeDraft> {
  return new Map(
    api.entityTypes.map(({ name, shape, parents }) => [
      name,
      draftOf(name, { parents, ...(shape ? { shape } : {}) }),
    ]),
  );
}

/** The caller is described by the API's own user type, else by its component of that name. */
function withPrincipal(types: Map<string, TypeDraft>, { spec }: ClassifiedApi): TypeDrafts {
  const shape = types.get(PRINCIPAL_TYPE)?.shape ?? spec.components.get(PRINCIPAL_TYPE);
  const known = types.get(PRINCIPAL_TYPE) ?? draftOf(PRINCIPAL_TYPE);
  return types.set(PRINCIPAL_TYPE, shape ? { ...known, shape } : known);
}

function checkTenant(
  { tenantType, placeOfSetting = () => ({}) }: EntityTypeInput,
  types: TypeDrafts,
): { readonly tenantType?: string; readonly diagnostics: readonly Diagnostic[] } {
  if (tenantType === undefined) return { diagnostics: [] };
  if (types.has(tenantType) && tenantType !== PRINCIPAL_TYPE) return { tenantType, diagnostics: [] };
  const wrong =
    tenantType === PRINCIPAL_TYPE
      ? problem(
          `\`${tenantType}\` is the type of the callers, and cannot be their tenant`,
          'name another type',
        )
      : unknownType(tenantType, [...types.keys()]);
  return { diagnostics: [{ ...wrong, ...placeOfSetting(['principal', 'tenant', 'type'], 'value') }] };
}

/** An API whose users have `roles` speaks of roles. */
function groupTypeOf(principal: TypeDraft | undefined): string {
  return principal?.shape?.properties.has('roles') ? 'Role' : GROUP_TYPE;
}

function attributeContext(names: readonly string[], choice: AttributeChoice): AttributeContext {
  const nouns = names.filter((name) => name !== PRINCIPAL_TYPE).map(asNoun);
  return { choice, isReferred: memoize((noun) => nouns.some((name) => name.endsWith(noun))) };
}

/** No attribute of a principal is sure to be there: the anonymous one has none, and a token may leave any claim out. */
function principalEntityType(
  { name, attributes }: EntityType,
  types: TypeDrafts,
  groupType: string,
  tenantType: string | undefined,
): EntityType {
  const parents = [...ancestorsOf(name, types), groupType, ...(tenantType ? [tenantType] : [])];
  return {
    name,
    parents: [...new Set(parents)].sort(compareText),
    attributes: attributes.map((attribute) => ({ ...attribute, required: false })),
  };
}

/** A name that ends in an identifier says more than a plain `owner`, which may be a text. */
function ownersFound(types: TypeDrafts, context: AttributeContext): Finding[] {
  return [...types.values()].flatMap(({ name: type, shape, declared }) => {
    const property = [...(shape?.properties.values() ?? [])].find((one) => isOwner(one, context));
    const isSaid =
      declared?.owner !== undefined || Object.hasOwn(declared?.attributes ?? {}, property?.name ?? '');
    if (property === undefined || isSaid || type === PRINCIPAL_TYPE) return [];
    const sureness = /id$/i.test(property.name) ? 0.9 : 0.75;
    return [{ type, property: property.name, text: 'is owned by the `User` it names', sureness }];
  });
}
