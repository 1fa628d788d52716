import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Action, Model } from '../../model/model.ts';
import { typeCalledLike } from '../../model/type-called-like.ts';
import { buildCall, type Query } from '../../requests/build-call.ts';
import type { Call, ModelEndpoint } from '../../requests/map-call.ts';
import { namesAnother } from './named-twice.ts';
import { anotherStarterId, sampleValue, starterId } from './starter-entities.ts';

/** A call of the endpoint that names starter entities: one, or in a batch those of both tenants. */
export function starterCall(endpoint: ModelEndpoint, model: Model, idsOf?: IdsOf): Call {
  const { resourceType } = endpoint.action;
  const ids = idsFor(endpoint, model, idsOf);
  const isTwice = namesAnother(endpoint, resourceType, model);
  const idOf = (type: string) =>
    isTwice && type === resourceType
      ? otherIdOf(type, ids, { model, idsOf })
      : (idsOf?.(type)[0] ?? starterId(type, 1, model));
  return callAbout(endpoint, { ids, idOf }, model);
}

/** A call that joins two things of one type names two, where there are two. */
function otherIdOf(
  type: string,
  ids: readonly string[],
  { model, idsOf }: { readonly model: Model; readonly idsOf: IdsOf | undefined },
): string {
  const known = idsOf?.(type) ?? [];
  if (known.length === 0) return anotherStarterId(type, model);
  return known.find((id) => !ids.includes(id)) ?? known[0] ?? '';
}

/** The identifiers of a type that somebody knows. */
type IdsOf = (type: string) => readonly string[];

/** What a call names. */
export interface NamedResources {
  /** The resource, or in a batch several; not looked at where the application itself is the resource. */
  readonly ids: readonly string[];
  /** The entity of another type, which stands in the path as well. */
  readonly idOf: (type: string) => string;
}

/** A call of the endpoint about these entities. */
export function callAbout(endpoint: ModelEndpoint, { ids, idOf }: NamedResources, model: Model): Call {
  const parameter = (name: string) => otherId(name, idOf, model);
  const besides = secondAction(endpoint, model);
  return buildCall(endpoint, {
    ids,
    parameter,
    query: requiredQuery(endpoint, model),
    ...(besides ? { second: idOf(besides.resourceType) } : {}),
  });
}

/** What the calls of an endpoint ask besides. */
function secondAction({ second }: ModelEndpoint, { actions }: Model): Action | undefined {
  return second && actions.find(({ name }) => name === second.action);
}

/** Schemas written by others may require query parameters in the context. */
function requiredQuery({ action }: ModelEndpoint, model: Model): Query {
  const type = action.context.find(({ name }) => name === 'queryStringParameters')?.type;
  const required = type?.kind === 'Record' ? type.attributes.filter((attribute) => attribute.required) : [];
  return required.map(({ name, type: parameter }) => [name, [String(sampleValue(parameter, model))]]);
}

/** Identifiers that there are, as far as somebody knows some; else those of the starter entities. */
function idsFor(endpoint: ModelEndpoint, model: Model, idsOf: IdsOf | undefined): string[] {
  const known = idsOf?.(endpoint.action.resourceType) ?? [];
  if (known.length === 0) return starterIds(endpoint, model);
  return known.slice(0, PATTERN_TRAITS[endpoint.pattern].hasItems ? 2 : 1);
}

function starterIds(endpoint: ModelEndpoint, model: Model): string[] {
  const type = endpoint.action.resourceType;
  const own = starterId(type, 1, model);
  if (!PATTERN_TRAITS[endpoint.pattern].hasItems) return [own];
  return [...new Set([own, starterId(type, 2, model)])];
}

/** A path parameter that is not the resource: the entity whose type is called like it, else any text. */
function otherId(parameter: string, idOf: NamedResources['idOf'], model: Model): string {
  const type = typeCalledLike(parameter, model);
  return type === undefined ? '1' : idOf(type);
}
