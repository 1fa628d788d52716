import { canonicalPath, pathOf } from '../endpoints/path-template.ts';
import type { Model } from '../model/model.ts';
import type { Call, ModelEndpoint } from '../requests/map-call.ts';
import { sampleValue, starterId } from './starter-entities.ts';

/** A call of the endpoint that names starter entities: one, or in a batch those of both tenants. */
export function starterCall(endpoint: ModelEndpoint, model: Model): Call {
  const { method, from } = endpoint;
  const ids = starterIds(endpoint, model);
  const query = requiredQuery(endpoint, model);
  if (from.startsWith('query:')) query.unshift([from.slice('query:'.length), ids]);
  const url = `${filledPath(endpoint, ids, model)}${printQuery(query)}`;
  if (!from.startsWith('body:')) return { method, url };
  const body = { [from.slice('body:'.length)]: endpoint.pattern === 'batch' ? ids : ids[0] };
  return { method, url, body };
}

function filledPath({ path, from }: ModelEndpoint, ids: readonly string[], model: Model): string {
  const filled = pathOf(path).replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    from === `path:${name}`
      ? ids.map(encodeURIComponent).join(',')
      : encodeURIComponent(otherId(name, model)),
  );
  return canonicalPath(filled);
}

type Query = [name: string, values: readonly string[]][];

/** Schemas written by others may require query parameters in the context. */
function requiredQuery({ action }: ModelEndpoint, model: Model): Query {
  const type = action.context.find(({ name }) => name === 'queryStringParameters')?.type;
  const required = type?.kind === 'Record' ? type.attributes.filter((attribute) => attribute.required) : [];
  return required.map(({ name, type: parameter }) => [name, [String(sampleValue(parameter, model))]]);
}

function printQuery(query: Query): string {
  const parts = query.map(
    ([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function starterIds(endpoint: ModelEndpoint, model: Model): string[] {
  const type = endpoint.action.resourceType;
  const own = starterId(type, 1, model);
  if (endpoint.pattern !== 'batch') return [own];
  return [...new Set([own, starterId(type, 2, model)])];
}

/** A path parameter that is not the resource: the entity whose type is called like it, else any text. */
function otherId(parameter: string, model: Model): string {
  const word = parameter
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .replace(/ids?$/i, '')
    .toLowerCase();
  const type = model.entityTypes.find(({ name }) => word !== '' && name.toLowerCase().endsWith(word));
  return type ? starterId(type.name, 1, model) : '1';
}
