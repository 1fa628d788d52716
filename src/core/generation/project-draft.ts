import { createMemoStore, type MemoStore, memoizeIn } from '../caching/memo-store.ts';
import { type Entity, entityStore } from '../cedar/entity.ts';
import { namespaceProblem } from '../cedar/namespace.ts';
import type { Classification, ClassifiedApi } from '../classification/classified-api.ts';
import { classifierFor, type Override } from '../classification/classify.ts';
import { matchEndpoints } from '../classification/path-pattern.ts';
import { answerComparer, type ComparedAnswers } from '../classification/ranking/compare-answers.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { DeclaredContext, DeclaredTypes } from '../model/declared-types.ts';
import {
  type AttributeChoice,
  DEFAULT_ATTRIBUTES,
  leaveOutAttributes,
  type MappingType,
  type Model,
} from '../model/model.ts';
import { printSchema, schemaFileText } from '../model/print-schema.ts';
import type { Endpoint, Spec } from '../openapi/endpoint.ts';
import { type Call, type CallMapper, callMapper, type Request } from '../requests/map-call.ts';
import { DEFAULT_CLAIMS, type PrincipalClaims, principalFromClaims } from '../requests/principal.ts';
import { type SliceMaker, sliceMaker } from '../requests/slice.ts';
import { basePathFor } from './base-path.ts';
import { type BuiltModel, buildModel } from './build-model.ts';
import { type GeneratedFile, generatePolicies, type PolicyTemplate } from './generate-policies.ts';
import { type FirstValues, NO_FIRST_VALUES } from './model/first-values.ts';
import { type Declared, readDeclared, typeNamesIn } from './model/read-declared.ts';
import type { Finding } from './model/type-draft.ts';
import { starterCall } from './recording/starter-call.ts';
import { OWN_TENANT, starterEntities } from './recording/starter-entities.ts';

/** Everything that a new project is made from, beside the API description itself. Each answer has a flag of `authz init`. */
export interface InitAnswers {
  readonly namespace: string;
  readonly mappingType: MappingType;
  readonly attributes: AttributeChoice;
  /** As in `EmailCampaign.status`. */
  readonly withoutAttributes: readonly string[];
  /** By endpoint, as in `DELETE /messages`. */
  readonly overrides: ReadonlyMap<string, Override>;
  readonly claims: PrincipalClaims;
  /** What stands before every path, when it is not what the servers share. */
  readonly basePath?: string;
  /** The entity type of the tenant, when it is not to be found. */
  readonly tenantType?: string;
  /** What the API description does not say of entity types. */
  readonly types?: DeclaredTypes;
  /** What every request may tell beside the call. */
  readonly context?: DeclaredContext;
  /** The entity type of groups, when it is not to be the one that the API suggests. */
  readonly groupType?: string;
  /** Names of policy templates. */
  readonly templates: readonly string[];
}

export const DEFAULT_ANSWERS: Omit<InitAnswers, 'namespace' | 'templates'> = {
  mappingType: 'ResourceRest',
  attributes: DEFAULT_ATTRIBUTES,
  withoutAttributes: [],
  overrides: new Map(),
  claims: DEFAULT_CLAIMS,
};

/** What answers make of an API, each part made when it is asked for, and kept as long as the answers it comes from stay. */
export interface ProjectDraft {
  /** What the classifier says by itself. */
  readonly guesses: readonly Classification[];
  /** What speaks for its answer, and for the runner-up. */
  readonly compare: (endpoint: Endpoint) => ComparedAnswers;
  readonly classify: (answers: InitAnswers) => Outcome<ClassifiedApi>;
  /** The model with all attributes to choose from. */
  readonly wholeModel: (answers: InitAnswers) => Model | undefined;
  readonly model: (answers: InitAnswers) => Model | undefined;
  /** What of the model was found in properties alone. */
  readonly findings: (answers: InitAnswers) => readonly Finding[];
  readonly firstValues: (answers: InitAnswers) => FirstValues;
  /** The schema in Cedar's own syntax; empty when there is none. */
  readonly schemaText: (answers: InitAnswers) => string;
  /** What one template says about the model; `undefined` when nothing. */
  readonly policies: (template: PolicyTemplate, answers: InitAnswers) => Outcome<GeneratedFile | undefined>;
  readonly principal: (answers: InitAnswers) => SamplePrincipal | undefined;
  readonly example: (endpoint: Endpoint, answers: InitAnswers) => ExampleCall | undefined;
}

/** Claims that a token might hold, and the entity that they become. */
export interface SamplePrincipal {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly entity: Entity;
}

/** A call of an endpoint, what it asks, and the entities that go with the first of the requests. */
export interface ExampleCall {
  readonly call: Call;
  readonly requests: readonly Request[];
  readonly slice: readonly Entity[];
}

/** A draft of the project for an API; each part is made of the parts before it, and kept until they change. */
export function createDraft(spec: Spec): ProjectDraft {
  const memos = createMemoStore();
  const guesses = classifierFor(spec)(new Map());
  const declaredIn = ({ types }: InitAnswers) =>
    memoizeIn(memos, 'declared', { types }, (given) =>
      readDeclared(spec, given.types === undefined ? {} : { types: given.types }),
    );
  const classify = (answers: InitAnswers): Outcome<ClassifiedApi> => {
    const declared = declaredIn(answers);
    if (!declared.ok) return declared;
    const classifier = memoizeIn(memos, 'classifier', { said: declared.value }, ({ said }) =>
      classifierFor(spec, typeNamesIn(said)),
    );
    return memoizeIn(memos, 'api', { classifier, overrides: answers.overrides }, (given) =>
      given.classifier(given.overrides),
    );
  };
  const built = (answers: InitAnswers) => {
    const [api, declared] = [classify(answers), declaredIn(answers)];
    return api.ok && declared.ok ? builtFrom(api.value, declared.value, answers, memos) : undefined;
  };
  const wholeModel = (answers: InitAnswers) => built(answers)?.model;
  const model = (answers: InitAnswers) => {
    const whole = wholeModel(answers);
    const { withoutAttributes } = answers;
    return (
      whole &&
      memoizeIn(memos, 'model', { whole, withoutAttributes }, (given) =>
        leaveOutAttributes(given.whole, given.withoutAttributes),
      )
    );
  };
  const firstValues = (answers: InitAnswers) => built(answers)?.firstValues ?? NO_FIRST_VALUES;
  return {
    guesses: guesses.ok ? guesses.value.classifications : [],
    compare: (endpoint) =>
      memoizeIn(memos, 'compared', { endpoint }, (given) =>
        memoizeIn(memos, 'comparer', {}, () => answerComparer(spec))(given.endpoint),
      ),
    classify,
    wholeModel,
    findings: (answers) => built(answers)?.findings ?? [],
    model,
    firstValues,
    ...partsOfModel(spec, { model, firstValues }, memos),
  };
}

function builtFrom(
  api: ClassifiedApi,
  declared: Declared,
  answers: InitAnswers,
  memos: MemoStore,
): BuiltModel | undefined {
  const { namespace, mappingType, attributes, groupType, tenantType, basePath, claims, context } = answers;
  if (namespaceProblem(namespace)) return undefined;
  const inputs = {
    api,
    declared,
    namespace,
    mappingType,
    attributes,
    groupType,
    tenantType,
    basePath,
    context,
    tenantClaim: claims.tenant,
  };
  return memoizeIn(memos, 'whole model', inputs, ({ groupType, tenantType, basePath, context, ...given }) => {
    const options = {
      ...given,
      ...(groupType ? { groupType } : {}),
      ...(tenantType ? { tenantType } : {}),
      ...(basePath === undefined ? {} : { basePath }),
      ...(context ? { context } : {}),
    };
    return buildModel(given.api, options, given.declared);
  });
}

/** What is made of the model and the claims. */
function partsOfModel(
  spec: Spec,
  { model, firstValues }: Pick<ProjectDraft, 'model' | 'firstValues'>,
  memos: MemoStore,
): Pick<ProjectDraft, 'schemaText' | 'policies' | 'principal' | 'example'> {
  const fromModel =
    <T>(key: string, make: (model: Model) => T) =>
    (answers: InitAnswers): T | undefined => {
      const made = model(answers);
      return made && memoizeIn(memos, key, { made }, (given) => make(given.made));
    };
  const mapper = fromModel('mapper', callMapper);
  const slices = (answers: InitAnswers) => {
    const made = model(answers);
    if (made === undefined) return undefined;
    return memoizeIn(memos, 'slices', { made, values: firstValues(answers) }, (given) =>
      sliceMaker(entityStore(starterEntities(given.made, given.values)), given.made),
    );
  };
  const schema = fromModel('schema', (made) => schemaFileText(printSchema(made), 'cedar'));
  const principal = (answers: InitAnswers) => {
    const made = model(answers);
    return made && samplePrincipal(answers.claims, made);
  };
  return {
    schemaText: (answers) => textOf(schema(answers)),
    policies: (template, answers) => {
      const made = model(answers);
      return made ? policiesOf(template, made, answers, memos) : NOTHING;
    },
    principal,
    example: (endpoint, answers) => {
      const path = `${basePathFor(spec, answers.basePath)}${endpoint.path}`;
      const setting = {
        model: model(answers),
        caller: principal(answers),
        mapper: mapper(answers),
        slices: slices(answers),
      };
      return exampleOf({ method: endpoint.method, path }, setting);
    },
  };
}

function policiesOf(
  template: PolicyTemplate,
  model: Model,
  { claims: { userPoolId } }: InitAnswers,
  memos: MemoStore,
): Outcome<GeneratedFile | undefined> {
  return memoizeIn(memos, `policies ${template.name}`, { model, userPoolId }, (given) =>
    oneFile(template, given.model, given.userPoolId),
  );
}

interface ExampleSetting {
  readonly model: Model | undefined;
  readonly caller: SamplePrincipal | undefined;
  readonly mapper: Outcome<CallMapper> | undefined;
  readonly slices: SliceMaker | undefined;
}

function exampleOf(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { model, caller, mapper, slices }: ExampleSetting,
): ExampleCall | undefined {
  if (!model || !caller || !mapper?.ok || !slices) return undefined;
  const own = mapper.value.endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
  if (!own) return undefined;
  const call = starterCall(own, model);
  const mapped = mapper.value.map(call, caller.entity);
  if (mapped.type !== 'requests') return undefined;
  const [first] = mapped.requests;
  const slice = first && slices.compose(caller.entity, first.resource);
  return { call, requests: mapped.requests, slice: slice?.type === 'entities' ? slice.entities : [] };
}

/** Answers that still fit another state of the API: overrides of endpoints that no longer exist are dropped, and named. */
export function dropStaleOverrides(
  answers: InitAnswers,
  spec: Spec,
): { readonly answers: InitAnswers; readonly dropped: readonly string[] } {
  const { unmatched: dropped } = matchEndpoints(spec.endpoints, answers.overrides);
  if (dropped.length === 0) return { answers, dropped };
  const overrides = new Map([...answers.overrides].filter(([key]) => !dropped.includes(key)));
  return { answers: { ...answers, overrides }, dropped };
}

const NOTHING: Outcome<undefined> = { ok: true, value: undefined, diagnostics: [] };

function textOf(text: Outcome<string> | undefined): string {
  return text?.ok ? text.value : '';
}

function oneFile(
  template: PolicyTemplate,
  model: Model,
  userPoolId: string | undefined,
): Outcome<GeneratedFile | undefined> {
  const files = generatePolicies([template], model, userPoolId === undefined ? {} : { userPoolId });
  return files.ok ? { ...files, value: files.value[0] } : files;
}

/** Somebody in a group, of the tenant that the starter fixtures are about. */
function samplePrincipal(names: PrincipalClaims, model: Model): SamplePrincipal | undefined {
  const claims = {
    [names.subject]: 'ana',
    [names.groups]: ['editor'],
    ...(model.tenantType ? { [names.tenant]: OWN_TENANT } : {}),
  };
  const answer = principalFromClaims(claims, names, model);
  return answer.ok ? { claims, entity: answer.principal } : undefined;
}
