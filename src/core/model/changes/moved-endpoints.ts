import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { alsoAsks } from '../../endpoints/second-check.ts';
import { groupBy } from '../../values/group.ts';
import type { ActionEndpoint, Model } from '../model.ts';

/** An endpoint, and what its calls ask. */
export interface NamedEndpoint extends ActionEndpoint {
  readonly action: string;
  readonly resourceType: string;
}

/** By their keys. */
export type Endpoints = ReadonlyMap<string, NamedEndpoint>;

export function endpointsOf(model: Model): Endpoints {
  const all = model.actions.flatMap((action) =>
    action.endpoints.map((endpoint) => ({
      ...endpoint,
      action: action.name,
      resourceType: action.resourceType,
    })),
  );
  return new Map(all.map((endpoint) => [endpointKey(endpoint), endpoint]));
}

/**
 * By the key of an endpoint: where it was before. Its path has other names of parameters; or it has another path, such as another base path,
 * and the same action asks for the same about a thing of the same type. An identifier that moves from the path into the body makes
 * another endpoint.
 */
export function movedEndpoints(before: Endpoints, after: Endpoints): ReadonlyMap<string, string> {
  const gone = [...before].filter(([key]) => !after.has(key));
  const come = [...after].filter(([key]) => !before.has(key));
  const renamed = pairs(gone, come, ([key]) => key.replaceAll(/\{[^}]*\}/g, '{}'));
  const origins = new Set(renamed.values());
  const moved = pairs(
    gone.filter(([key]) => !origins.has(key)),
    come.filter(([key]) => !renamed.has(key)),
    ([, endpoint]) => natureOf(endpoint),
  );
  return new Map([...renamed, ...moved]);
}

type Entry = readonly [key: string, endpoint: NamedEndpoint];

/** Those that are alike in some way, where there is one on either side. */
function pairs(
  gone: readonly Entry[],
  come: readonly Entry[],
  likeness: (entry: Entry) => string,
): Map<string, string> {
  const old = groupBy(gone, likeness);
  return new Map(
    [...groupBy(come, likeness)].flatMap(([alike, [first, ...others]]) => {
      const [was, ...more] = old.get(alike) ?? [];
      return first && was && others.length + more.length === 0 ? [[first[0], was[0]] as const] : [];
    }),
  );
}

function natureOf(endpoint: NamedEndpoint): string {
  const { method, action, resourceType, pattern, second } = endpoint;
  return JSON.stringify([method, action, resourceType, pattern, placeKind(endpoint), alsoAsks(second)]);
}

/** Where the identifier is: which name a parameter of the path has, calls do not say. */
export function placeKind({ from }: NamedEndpoint): string {
  return from.startsWith('path:') ? 'path' : from;
}
