import { canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { PATTERN_TRAITS, type PatternName } from '../endpoints/pattern.ts';
import { type BodyStep, placeOfIdentifier } from '../endpoints/resource-from.ts';
import type { Call, ModelEndpoint } from './map-call.ts';

/** What a call holds besides the identifiers of its resources. */
export interface CallParts {
  /** The identifiers of the resources: one, or in a batch all of them. */
  readonly ids: readonly string[];
  /** The value of a path parameter that does not identify the resource. */
  readonly parameter: (name: string) => string;
  /** Further parameters of the query. */
  readonly query?: Query;
}

export type Query = readonly (readonly [name: string, values: readonly string[]])[];

/** The call of an endpoint that names these resources: `callMapper` finds the identifiers where they are put. */
export function buildCall(endpoint: ModelEndpoint, { ids, parameter, query = [] }: CallParts): Call {
  const { method, from, pattern } = endpoint;
  const place = placeOfIdentifier(from);
  const identified: Query = place.in === 'query' ? [[place.name, ids]] : [];
  const url = `${filledPath(endpoint, ids, parameter)}${printQuery([...identified, ...query])}`;
  if (place.in !== 'body') return { method, url };
  return { method, url, body: bodyWith(place.steps, leavesOf(place.steps, ids, pattern)) };
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

function filledPath(
  { path, from }: ModelEndpoint,
  ids: readonly string[],
  parameter: CallParts['parameter'],
): string {
  const filled = pathOf(path).replaceAll(PARAMETER, (_, name: string) =>
    from === `path:${name}` ? ids.map(encodeURIComponent).join(',') : encodeURIComponent(parameter(name)),
  );
  return canonicalPath(filled);
}

function printQuery(query: Query): string {
  const parts = query.map(
    ([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
