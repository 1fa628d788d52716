import type { Classification } from '../../core/classification/classified-api.ts';
import type { Override } from '../../core/classification/classify.ts';
import { endpointsLike, matchEndpoints } from '../../core/classification/path-pattern.ts';
import { placesOf } from '../../core/classification/patterns/override.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import type { Endpoint } from '../../core/openapi/endpoint.ts';
import type { WizardState } from './state.ts';

/** Endpoints that look like one, and the path pattern that fits them and it. */
export type Alike = NonNullable<ReturnType<typeof endpointsLike>>;

/** The endpoints that the classifier took for the same as this one, while this one is changed and they are not. */
export function alikeTo(chosen: Classification, { api, answers }: WizardState): Alike | undefined {
  const guesses = api.read?.drafter.guesses ?? [];
  const guess = guesses.find(({ endpoint }) => endpoint === chosen.endpoint);
  if (guess === undefined || !answers.overrides.has(endpointKey(chosen.endpoint))) return undefined;
  const alike = endpointsLike(guess, guesses);
  return alike && !answers.overrides.has(alike.pathPattern) ? alike : undefined;
}

/**
 * What is said of the chosen endpoint, said of all that look like it, in one override of their path pattern. What not all of them can
 * have stays with the chosen one: its own override counts before that of a path pattern.
 */
export function saidOfAlike(
  chosen: Classification,
  { pathPattern, others }: Alike,
  overrides: ReadonlyMap<string, Override>,
): ReadonlyMap<string, Override> {
  const key = endpointKey(chosen.endpoint);
  const own = overrides.get(key) ?? {};
  const { pattern = chosen.pattern, resource, ...rest } = own;
  const isShared =
    resource !== undefined && others.every(({ endpoint }) => placesOf(endpoint).includes(resource));
  const said: Override = isShared ? { pattern, resource } : { pattern };
  const isWhole = Object.keys(rest).length === 0 && (resource === undefined || isShared);
  const kept = [...overrides].filter(([other]) => other !== key || !isWhole);
  return new Map([...kept, [pathPattern, said]]);
}

/** Whether an override is for the endpoint, alone or with others. */
export function isOverridden(endpoint: Endpoint, overrides: ReadonlyMap<string, Override>): boolean {
  return matchEndpoints([endpoint], overrides).byKey.size > 0;
}

/** The overrides without those that are for the endpoint. */
export function withoutThoseOf(
  endpoint: Endpoint,
  overrides: ReadonlyMap<string, Override>,
): ReadonlyMap<string, Override> {
  return new Map([...overrides].filter(([key, said]) => !isOverridden(endpoint, new Map([[key, said]]))));
}
