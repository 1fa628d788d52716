import { memoizeByIdentity } from '../../caching/memoize.ts';
import type { Classification } from '../../classification/classified-api.ts';
import { isUpdate, unaskedRemark } from '../../classification/seconds/second-checks.ts';
import { placedValues } from '../../classification/signals/values/taken-values.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import { bodyFrom, describeIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';
import { PRINCIPAL_TYPE } from '../../model/model.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { type WrappedShape, wrappedShapes } from '../../openapi/held-shape.ts';
import { asNoun, referencesIn, relationsIn } from './references.ts';
import { ancestorsOf, isOfTenant, type TypeDraft, type TypeDrafts, type TypesOfApi } from './type-draft.ts';

/** What a call names besides, that says where something is or gets: nothing keeps that in the tenant of the caller. */
export function remarksOnPlaces(classification: Classification, api: TypesOfApi): Remarks {
  return {
    ...madeOfOthers(classification, api),
    ...placedAnew(classification, api),
    ...putElsewhere(classification, api),
    ...putInWrapping(classification, api),
    ...inOtherTenant(classification, api),
  };
}

/**
 * `PUT /orders/{id}` with a `tenantId` in its body, where that property of an order is all that says which tenant it is in: whoever may
 * change the order could put it into the tenant of somebody else, and whoever may make one could make it there.
 */
function placedAnew(classification: Classification, api: TypesOfApi): Remarks {
  const { types, isolates, tenantType } = api;
  const { endpoint, pattern, resource, ancestors, memberType } = classification;
  const { effect, members, isForAnyone } = PATTERN_TRAITS[pattern];
  if (!isolates || isToldOfSecond(classification) || isForAnyone || effect === 'read' || isReading(endpoint))
    return {};
  const draft = types.get((members === 'created' ? memberType : resource.type) ?? APPLICATION_TYPE);
  if (draft === undefined || draft.parentProperties.size === 0) return {};
  const above = members === 'created' ? [resource, ...ancestors].map(({ type }) => type) : [];
  for (const [from, name] of namesTaken(endpoint)) {
    const type = parentNamed(name, draft);
    if (type === undefined || from === resource.from || above.includes(type)) continue;
    const isMadeInTenant =
      members === 'created' && resource.type === APPLICATION_TYPE && isOfTenant(type, api);
    return {
      unasked: unaskedRemark({ type, from }),
      // Members of one tenant would make things in another.
      ...(isMadeInTenant && {
        unplaced: `${describeIdentifier(from)} says which \`${tenantType}\` it is made in, and nothing asks about that`,
      }),
      ...(isPutIntoTenant(classification, type, api) && putInto(from, api)),
    };
  }
  return {};
}

/** `PATCH /departments/{id}` with a `companyId`, where no action makes or changes anything in a company, and so none can be asked. */
function putElsewhere(classification: Classification, api: TypesOfApi): Remarks {
  const { resource, unasked } = classification;
  if (unasked === undefined || !api.types.get(resource.type)?.parents.includes(unasked.type)) return {};
  return isPutIntoTenant(classification, unasked.type, api) ? putInto(unasked.from, api) : {};
}

/**
 * `PATCH /tasks/{id}` with `{ "task": { "project_id": ... } }`, or with the `relationships` of JSON:API: only what stands in the body itself
 * can be asked about.
 */
function putInWrapping(classification: Classification, api: TypesOfApi): Remarks {
  const { endpoint, resource, isAlone } = classification;
  if (isAlone === true) return {};
  const parents = ancestorsOf(resource.type, api.types);
  for (const { path, shape } of wrappingsIn(endpoint))
    for (const { property, noun } of [...referencesIn(shape), ...relationsIn(shape)]) {
      const type = typesByNoun(api.types).get(noun);
      const isPlace = type !== undefined && !property.readOnly && parents.includes(type);
      if (!isPlace || !isPutIntoTenant(classification, type, api)) continue;
      const from = inWrapping(path, property.name);
      return { unasked: unaskedRemark({ type, from }), ...putInto(from, api) };
    }
  return {};
}

/** Members of one tenant would put what is theirs into another. */
function isPutIntoTenant(
  { endpoint, pattern, resource }: Classification,
  type: string,
  api: TypesOfApi,
): boolean {
  const changesOne = isUpdate(endpoint) && isAboutOne(pattern);
  return changesOne && api.isolates && resource.type !== APPLICATION_TYPE && isOfTenant(type, api);
}

function putInto(from: ResourceFrom, { tenantType }: TypesOfApi): Remarks {
  return {
    unplaced: `${describeIdentifier(from)} says into which \`${tenantType}\` it puts the thing, and nothing asks about that`,
  };
}

/**
 * `POST /orgs/{orgId}/milestones` with a `projectId` that has to be there: only the organization is asked about, and the project may be that
 * of another one.
 */
function madeOfOthers(classification: Classification, api: TypesOfApi): Remarks {
  const { endpoint, pattern, resource, ancestors, memberType } = classification;
  const isMade = PATTERN_TRAITS[pattern].members === 'created' && resource.type !== APPLICATION_TYPE;
  if (!api.isolates || !isMade || isToldOfSecond(classification) || endpoint.body === undefined) return {};
  const told = [PRINCIPAL_TYPE, memberType, ...[resource, ...ancestors].map(({ type }) => type)];
  for (const { property, noun } of referencesIn(endpoint.body.shape)) {
    const type = typesByNoun(api.types).get(noun);
    if (type === undefined || !property.required || told.includes(type) || !isOfTenant(type, api)) continue;
    return { unasked: unaskedRemark({ type, from: bodyFrom([{ key: property.name }]) }) };
  }
  return {};
}

const typesByNoun = memoizeByIdentity(
  (types: TypeDrafts): ReadonlyMap<string, string> =>
    new Map([...types.keys()].map((name) => [asNoun(name), name])),
);

/** The names of what a call takes, also in what its body wraps. */
function namesTaken(endpoint: Endpoint): readonly (readonly [ResourceFrom, string])[] {
  const plain = placedValues(endpoint).map(([from, { name }]) => [from, name] as const);
  const inside = wrappingsIn(endpoint).flatMap(({ path, shape }) =>
    [...shape.properties.values()]
      .filter(({ readOnly }) => !readOnly)
      .map(({ name }) => [inWrapping(path, name), name] as const),
  );
  return [...plain, ...inside];
}

/** What the body of a call holds in wrappings, without the body itself. */
function wrappingsIn({ body }: Endpoint): readonly WrappedShape[] {
  return body === undefined ? [] : wrappedShapes(body.shape).slice(1);
}

function inWrapping(path: readonly string[], name: string): ResourceFrom {
  return bodyFrom([...path, name].map((key) => ({ key })));
}

/**
 * `POST /shipments/bulk-import` with a list of shipments, each with a `tenant_id`, and `POST /comments` with the `task_id` of a task in a tenant:
 * where the question is about the application, members of one tenant would act in another.
 */
function inOtherTenant({ resource, unasked }: Classification, api: TypesOfApi): Remarks {
  const acts = unasked !== undefined && resource.type === APPLICATION_TYPE && isOfTenant(unasked.type, api);
  return api.isolates && acts
    ? {
        unplaced: `${describeIdentifier(unasked.from)} says in which \`${api.tenantType}\` it acts, and nothing asks about that`,
      }
    : {};
}

/** The type that contains such a thing, where a property of that name says so. */
function parentNamed(name: string, { shape, parents, parentProperties }: TypeDraft): string | undefined {
  if (shape === undefined || !parentProperties.has(name)) return undefined;
  const named = referencesIn(shape).find(({ property }) => property.name === name);
  return (
    parents.find((parent) => asNoun(parent) === named?.noun) ??
    (parents.length === 1 ? parents[0] : undefined)
  );
}

function isToldOfSecond({ second, isAlone, remarks }: Classification): boolean {
  return second !== undefined || isAlone === true || remarks.unasked !== undefined;
}
