import { type Entity, entityStore } from '../cedar/entity.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { placeOfIdentifier } from '../endpoints/resource-from.ts';
import type { Engine } from '../engine/engine.ts';
import { type Attribute, type Model, ownerAttribute } from '../model/model.ts';
import type { PolicySet } from '../policies/policy.ts';
import type { Call, CallMapper, ModelEndpoint } from '../requests/map-call.ts';
import {
  ANONYMOUS,
  anonymousPrincipal,
  type Claims,
  type PrincipalClaims,
  principalFromClaims,
} from '../requests/principal.ts';
import { type SliceMaker, sliceMaker } from '../requests/slice.ts';
import { compareText } from '../values/compare-text.ts';
import { freeName } from '../values/free-name.ts';
import { groupBy } from '../values/group.ts';
import { kebab } from './choose-actions.ts';
import { starterCall } from './starter-call.ts';
import { OTHER_TENANT, OWN_TENANT, OWNER, sampleValue, starterEntities } from './starter-entities.ts';

/** What a first fixtures file says, as values; the order of all parts is the order in which they are to be written. */
export interface StarterFixtures {
  readonly principals: Readonly<Record<string, Claims>>;
  readonly entities: readonly Entity[];
  readonly tables: readonly StarterTable[];
  /** Calls with a body, which no table row can hold. */
  readonly cases: readonly StarterCase[];
}

export interface StarterTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, readonly StarterExpectation[]>>;
}

export interface StarterCase {
  readonly name: string;
  readonly as: string;
  readonly call: string;
  readonly body: unknown;
  readonly expect: StarterExpectation;
}

/** One word, or one for each item of a batch when they differ. */
export type StarterExpectation = 'allow' | 'deny' | Readonly<Record<string, 'allow' | 'deny'>>;

export interface StarterInput {
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly engine: Engine;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
}

/**
 * Starter fixtures: somebody in each group that the policies name, one entity of each type (and a second one in another tenant),
 * and every endpoint called by everybody. The expectations are what the policies decide today: recorded, not reviewed.
 */
export function starterFixtures(input: StarterInput): StarterFixtures {
  const principals = starterPrincipals(input);
  const entities = starterEntities(input.model);
  const slices = sliceMaker(entityStore(entities), input.model);
  const columns = [...Object.keys(principals), ...(mayBeAnonymous(input.model) ? [ANONYMOUS] : [])];
  const recorder: Recorder = { ...input, principals, slices, columns };
  const byType = endpointsByType(input.mapper.endpoints);
  const tables = byType.flatMap(([type, endpoints]) =>
    starterTables(type, endpoints.filter(hasNoBody), recorder),
  );
  const cases = byType
    .flatMap(([, endpoints]) => endpoints.filter((endpoint) => !hasNoBody(endpoint)))
    .flatMap((endpoint) => starterCases(endpoint, recorder));
  return { principals, entities, tables, cases };
}

// ---- people ----

function starterPrincipals({ policySet, model, claims }: StarterInput): Record<string, Claims> {
  const groups = groupsInPolicies(policySet, model, claims);
  const principals: Record<string, Claims> = {};
  const free = (name: string) =>
    freeName(name, (known) => Object.hasOwn(principals, known) || known === ANONYMOUS);
  for (const group of groups)
    principals[free(kebab(group) || 'group')] = person(group, OWN_TENANT, model, claims);
  principals[free('no-group')] = person(undefined, OWN_TENANT, model, claims);
  if (model.entityTypes.some((type) => ownerAttribute(type, model))) {
    const owner = person(undefined, OWN_TENANT, model, claims);
    principals[free('owner')] = { ...owner, [claims.subject]: OWNER };
  }
  const [first] = groups;
  if (model.tenantType && first !== undefined) {
    principals[free(`other-tenant-${kebab(first)}`)] = person(first, OTHER_TENANT, model, claims);
  }
  return principals;
}

function person(group: string | undefined, tenant: string, model: Model, claims: PrincipalClaims): Claims {
  const name = [group ?? 'nobody', ...(model.tenantType ? [tenant] : [])].join('@');
  return {
    [claims.subject]: name,
    [claims.groups]: group === undefined ? [] : [group],
    ...(model.tenantType ? { [claims.tenant]: tenant } : {}),
    ...requiredClaims(model),
  };
}

/** Schemas written by others may require attributes of everybody: then there is nobody without an identity. */
function requiredAttributes(model: Model): readonly Attribute[] {
  const type = model.entityTypes.find((one) => one.name === model.principalType);
  return type?.attributes.filter((attribute) => attribute.required) ?? [];
}

function mayBeAnonymous(model: Model): boolean {
  return requiredAttributes(model).length === 0;
}

function requiredClaims(model: Model): Claims {
  return Object.fromEntries(
    requiredAttributes(model).map(({ name, type }) => [name, sampleValue(type, model)]),
  );
}

/** The names of all groups that some policy speaks of, without the prefix that tokens do not have. */
function groupsInPolicies(policySet: PolicySet, model: Model, claims: PrincipalClaims): string[] {
  const type = `${model.namespace}::${model.groupType}`;
  const prefix = claims.userPoolId ? `${claims.userPoolId}|` : '';
  const ids = policySet.policies.flatMap((policy) => idsOfType(policy.json, type));
  const groups = ids.map((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id));
  return [...new Set(groups)].sort(compareText);
}

function idsOfType(value: unknown, type: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value && 'id' in value && value.type === type ? [String(value.id)] : [];
  return [...own, ...Object.values(value).flatMap((member) => idsOfType(member, type))];
}

// ---- calls ----

interface Recorder extends StarterInput {
  readonly principals: Readonly<Record<string, Claims>>;
  readonly slices: SliceMaker;
  readonly columns: readonly string[];
}

function endpointsByType(endpoints: readonly ModelEndpoint[]): [string, ModelEndpoint[]][] {
  const byType = groupBy(endpoints, ({ action }) => action.resourceType);
  return [...byType].sort(([a], [b]) => compareText(a, b));
}

function hasNoBody(endpoint: ModelEndpoint): boolean {
  if (placeOfIdentifier(endpoint.from).in !== 'body') return true;
  // Where everything is about the application, only batches are read for identifiers.
  return endpoint.action.resourceType === APPLICATION_TYPE && !PATTERN_TRAITS[endpoint.pattern].hasItems;
}

/** A table for the own tenant; where the model has tenants, batches name one item of each. */
function starterTables(
  type: string,
  endpoints: readonly ModelEndpoint[],
  recorder: Recorder,
): StarterTable[] {
  if (endpoints.length === 0) return [];
  const rows: Record<string, readonly StarterExpectation[]> = {};
  for (const endpoint of endpoints) {
    const call = starterCall(endpoint, recorder.model);
    rows[`${call.method} ${call.url}`] = recorder.columns.map((as) => record(call, as, recorder));
  }
  return [{ name: type, columns: recorder.columns, rows }];
}

function starterCases(endpoint: ModelEndpoint, recorder: Recorder): StarterCase[] {
  const call = starterCall(endpoint, recorder.model);
  return recorder.columns.map((as) => ({
    name: `${endpoint.action.name} as ${as}`,
    as,
    call: `${call.method} ${call.url}`,
    body: call.body,
    expect: record(call, as, recorder),
  }));
}

// ---- decisions ----

function record(call: Call, as: string, recorder: Recorder): StarterExpectation {
  const { model, claims, mapper, principals, slices, engine } = recorder;
  const answer = as === ANONYMOUS ? undefined : principalFromClaims(principals[as] ?? {}, claims, model);
  const principal = answer?.ok ? answer.principal : anonymousPrincipal(model);
  const mapped = mapper.map(call, principal);
  if (mapped.type !== 'requests') return 'deny';
  const decisions = mapped.requests.map((request) => {
    const slice = slices.compose(principal, request.resource);
    const decision = slice.type === 'entities' ? engine.decide(request, slice.entities).decision : 'deny';
    return [request.item ?? '', decision] as const;
  });
  const words = new Set(decisions.map(([, decision]) => decision));
  return words.size > 1 ? Object.fromEntries(decisions) : (decisions[0]?.[1] ?? 'deny');
}
