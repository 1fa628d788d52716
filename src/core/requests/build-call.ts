import { canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { PATTERN_TRAITS, type PatternName } from '../endpoints/pattern.ts';
import { type BodyStep, type IdentifierPlace, placeOfIdentifier } from '../endpoints/resource-from.ts';
import { isRecord } from '../values/record.ts';
import type { Call, ModelEndpoint } from './map-call.ts';

/** What a call holds besides the identifiers of its resources. */
export interface CallParts {
  /** The identifiers of the resources: one, or in a batch all of them. */
  readonly ids: readonly string[];
  /** The value of a path parameter that does not identify the resource. */
  readonly parameter: (name: string) => string;
  /** The identifier of what the call asks about besides, where its endpoint does. */
  readonly second?: string;
  /** Further parameters of the query. */
  readonly query?: Query;
}

export type Query = readonly (readonly [name: string, values: readonly string[]])[];

/** The call of an endpoint that names these resources: `callMapper` finds the identifiers where they are put. */
export function buildCall(endpoint: ModelEndpoint, parts: CallParts): Call {
  const { method, from, pattern } = endpoint;
  const named: readonly NamedIn[] = [
    { place: placeOfIdentifier(from), ids: parts.ids, pattern },
    ...secondIn(endpoint, parts),
  ];
  const behindPath = named.map(putBehindPath);
  const query = [...behindPath.flatMap((put) => put.query ?? []), ...(parts.query ?? [])];
  const bodies = behindPath.flatMap((put) => put.body ?? []);
  const url = `${filledPath(endpoint, parts)}${printQuery(query)}`;
  return bodies.length === 0 ? { method, url } : { method, url, body: bodies.reduce(merged) };
}

interface NamedIn {
  readonly place: IdentifierPlace;
  readonly ids: readonly string[];
  readonly pattern: PatternName;
}

function secondIn({ second }: ModelEndpoint, { second: id }: CallParts): readonly NamedIn[] {
  if (second === undefined || id === undefined) return [];
  return [{ place: placeOfIdentifier(second.from), ids: [id], pattern: 'single-resource' }];
}

/** Identifiers in their place, where that is not in the path. */
function putBehindPath({ place, ids, pattern }: NamedIn): {
  readonly query?: Query;
  readonly body?: readonly [unknown];
} {
  switch (place.in) {
    case 'application':
    case 'path':
      return {};
    case 'query':
      return { query: [[place.name, ids]] };
    case 'body':
      return { body: [bodyWith(place.steps, leavesOf(place.steps, ids, pattern))] };
  }
}

/** What two places of a body hold, in one body; where they are in lists, the first stays as it is. */
function merged(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return one;
  const common = Object.keys(one).filter((key) => Object.hasOwn(other, key));
  return {
    ...one,
    ...other,
    ...Object.fromEntries(common.map((key) => [key, merged(one[key], other[key])])),
  };
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

function filledPath({ path, from, second }: ModelEndpoint, parts: CallParts): string {
  const filled = pathOf(path).replaceAll(PARAMETER, (_, name: string) => {
    if (from === `path:${name}`) return parts.ids.map(encodeURIComponent).join(',');
    const other = second?.from === `path:${name}` ? parts.second : undefined;
    return encodeURIComponent(other ?? parts.parameter(name));
  });
  return canonicalPath(filled);
}

function printQuery(query: Query): string {
  const parts = query.map(
    ([name, values]) => `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(',')}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
