import { canonicalPath, pathOf } from '../endpoints/path-template.ts';
import type { PatternName } from '../endpoints/pattern.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { type BodyStep, placeOfIdentifier } from '../endpoints/resource-from.ts';
import type { Model } from '../model/model.ts';
import type { Call, ModelEndpoint } from '../requests/map-call.ts';
import { sampleValue, starterId } from './starter-entities.ts';

/** A call of the endpoint that names starter entities: one, or in a batch those of both tenants. */
export function starterCall(endpoint: ModelEndpoint, model: Model): Call {
  const { method, from } = endpoint;
  const ids = starterIds(endpoint, model);
  const query = requiredQuery(endpoint, model);
  const place = placeOfIdentifier(from);
  if (place.in === 'query') query.unshift([place.name, ids]);
  const url = `${filledPath(endpoint, ids, model)}${printQuery(query)}`;
  if (place.in !== 'body') return { method, url };
  return { method, url, body: bodyWith(place.steps, leavesOf(place.steps, ids, endpoint.pattern)) };
}

/** A list of its own on the way takes one identifier for each member; else a batch has all of them in one place. */
function leavesOf(
  steps: readonly BodyStep[],
  ids: readonly string[],
  pattern: PatternName,
): readonly unknown[] {
  if (steps.includes('each')) return ids;
  return PATTERN_TRAITS[pattern].hasItems ? [ids] : ids.slice(0, 1);
}

/** A body that has these at a place; the innermost list on the way has a member for each. */
function bodyWith(steps: readonly BodyStep[], leaves: readonly unknown[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return leaves[0];
  if (step !== 'each') return { [step.key]: bodyWith(rest, leaves) };
  return rest.includes('each') ? [bodyWith(rest, leaves)] : leaves.map((leaf) => bodyWith(rest, [leaf]));
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
  if (!PATTERN_TRAITS[endpoint.pattern].hasItems) return [own];
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
