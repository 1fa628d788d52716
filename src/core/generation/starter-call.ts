import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Model } from '../model/model.ts';
import { typeCalledLike } from '../model/type-called-like.ts';
import { buildCall, type Query } from '../requests/build-call.ts';
import type { Call, ModelEndpoint } from '../requests/map-call.ts';
import { sampleValue, starterId } from './starter-entities.ts';

/** A call of the endpoint that names starter entities: one, or in a batch those of both tenants. */
export function starterCall(endpoint: ModelEndpoint, model: Model): Call {
  return buildCall(endpoint, {
    ids: starterIds(endpoint, model),
    parameter: (name) => otherId(name, model),
    query: requiredQuery(endpoint, model),
  });
}

/** Schemas written by others may require query parameters in the context. */
function requiredQuery({ action }: ModelEndpoint, model: Model): Query {
  const type = action.context.find(({ name }) => name === 'queryStringParameters')?.type;
  const required = type?.kind === 'Record' ? type.attributes.filter((attribute) => attribute.required) : [];
  return required.map(({ name, type: parameter }) => [name, [String(sampleValue(parameter, model))]]);
}

function starterIds(endpoint: ModelEndpoint, model: Model): string[] {
  const type = endpoint.action.resourceType;
  const own = starterId(type, 1, model);
  if (!PATTERN_TRAITS[endpoint.pattern].hasItems) return [own];
  return [...new Set([own, starterId(type, 2, model)])];
}

/** A path parameter that is not the resource: the entity whose type is called like it, else any text. */
function otherId(parameter: string, model: Model): string {
  const type = typeCalledLike(parameter, model);
  return type === undefined ? '1' : starterId(type, 1, model);
}
