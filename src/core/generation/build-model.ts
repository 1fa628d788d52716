import type { ClassifiedApi } from '../classification/classified-api.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import type { PlaceOfSetting } from '../diagnostics/source.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import {
  type AttributeChoice,
  attributePath,
  type EntityType,
  leaveOutAttributes,
  type MappingType,
  type Model,
  PRINCIPAL_TYPE,
} from '../model/model.ts';
import { DEFAULT_CLAIMS } from '../requests/principal.ts';
import { modelActions } from './model/actions.ts';
import { type ContextOptions, declaredContext } from './model/declared-context.ts';
import { type EntityTypes, modelEntityTypes } from './model/entity-types.ts';
import { type FirstValues, firstValuesOf } from './model/first-values.ts';
import type { Declared } from './model/read-declared.ts';
import type { Finding } from './model/type-draft.ts';

/** How entity types, attributes and actions are made of an API. */
export interface ModelOptions extends ContextOptions {
  readonly namespace: string;
  readonly mappingType: MappingType;
  /** Which properties become attributes: `none`, `needed`, `scalar` or `all`, as `attributes` of `authz.yaml` says. */
  readonly attributes: AttributeChoice;
  /** Attributes that are left out all the same, as in `EmailCampaign.status`. */
  readonly withoutAttributes?: readonly string[];
  /** Where a setting of `authz.yaml` stands, for messages. */
  readonly placeOfSetting?: PlaceOfSetting;
  /** In front of every path; the document's own when left out. */
  readonly basePath?: string;
  /** Overrides the entity type of the groups; else it is read from the API. */
  readonly groupType?: string;
  /** The entity type of the tenant; else it is found. */
  readonly tenantType?: string;
  /** The claim that names the tenant of a caller. */
  readonly tenantClaim?: string;
}

export interface BuiltModel {
  readonly model: Model;
  /** What was found in properties alone: worth a look by a person. */
  readonly findings: readonly Finding[];
  readonly firstValues: FirstValues;
  /** Errors are about what was declared; what else could not be modelled is said, and left out. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the model of an API from what was found of it, and what was declared of its types. */
export function buildModel(
  api: ClassifiedApi,
  options: ModelOptions,
  declared: Declared = { types: {}, placeOf: () => ({}) },
): BuiltModel {
  const { namespace, mappingType, attributes, tenantClaim = DEFAULT_CLAIMS.tenant } = options;
  const { tenantType, groupType } = options;
  const types = modelEntityTypes({
    api,
    declared,
    attributes,
    tenantClaim,
    ...(tenantType === undefined ? {} : { tenantType }),
    ...(options.placeOfSetting ? { placeOfSetting: options.placeOfSetting } : {}),
    ...(groupType === undefined ? {} : { groupType }),
  });
  const diagnostics = [...types.diagnostics];
  const simple = mappingType === 'SimpleRest';
  const entityTypes = simple ? simpleEntityTypes(types) : types.entityTypes;
  const typeNames = entityTypes.map(({ name }) => name);
  const model: Model = {
    namespace,
    mappingType,
    entityTypes,
    actions: modelActions({
      api,
      options,
      types: types.drafts,
      tenantType: types.tenantType,
      declaredContext: declaredContext(options, typeNames, (one) => diagnostics.push(one)),
      diagnostics,
    }),
    principalType: PRINCIPAL_TYPE,
    groupType: types.groupType,
    ...(types.tenantType && !simple ? { tenantType: types.tenantType } : {}),
  };
  const left = options.withoutAttributes ?? [];
  return {
    model: leaveOutAttributes(model, left),
    findings: simple ? [] : types.findings,
    firstValues: firstValuesOf(types.drafts),
    diagnostics: [...diagnostics, ...unknownAttributes(model, left, options.placeOfSetting)],
  };
}

/** The application, those who call it, and their groups. */
function simpleEntityTypes({ entityTypes, groupType }: EntityTypes): EntityType[] {
  return entityTypes
    .filter(({ name }) => [PRINCIPAL_TYPE, groupType, APPLICATION_TYPE].includes(name))
    .map((type) => ({
      ...type,
      parents: type.name === PRINCIPAL_TYPE ? [groupType] : [],
      attributes: type.name === PRINCIPAL_TYPE ? type.attributes : [],
    }));
}

function unknownAttributes(
  model: Model,
  left: readonly string[],
  placeOfSetting: PlaceOfSetting = () => ({}),
): Diagnostic[] {
  const known = model.entityTypes.flatMap((type) =>
    type.attributes.map((attribute) => attributePath(type, attribute)),
  );
  const unknown = left.filter((path) => !known.includes(path));
  return unknown.map((path) => {
    const near = nearest(path, known);
    return {
      severity: 'warning',
      code: 'attribute-unknown',
      message: `\`${path}\` is to be left out, but the model has no such attribute`,
      ...(near ? { help: `did you mean \`${near}\`?` } : {}),
      ...placeOfSetting(['withoutAttributes', String(left.indexOf(path))], 'value'),
    };
  });
}
