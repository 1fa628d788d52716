import type { Classification } from '../../core/classification/classified-api.ts';
import type { Override } from '../../core/classification/classify.ts';
import { endpointsLike, matchEndpoints } from '../../core/classification/path-pattern.ts';
import { type Endpoint, endpointKey } from '../../core/openapi/endpoint.ts';
import type { WizardState } from './state.ts';

/** The endpoints that the classifier took for the same as this one, while this one is changed by itself. */
export function alikeTo(chosen: Classification, state: WizardState): ReturnType<typeof endpointsLike> {
  const guesses = state.api.read?.drafter.guesses ?? [];
  const guess = guesses.find(({ endpoint }) => endpoint === chosen.endpoint);
  const isChangedAlone = state.answers.overrides.has(endpointKey(chosen.endpoint));
  return guess !== undefined && isChangedAlone ? endpointsLike(guess, guesses) : undefined;
}

/** What is said of the chosen endpoint, said of all that look like it, in one override of their path pattern. */
export function saidOfAlike(
  chosen: Classification,
  pathPattern: string,
  overrides: ReadonlyMap<string, Override>,
): ReadonlyMap<string, Override> {
  const key = endpointKey(chosen.endpoint);
  const { pattern = chosen.pattern, resource } = overrides.get(key) ?? {};
  const others = [...overrides].filter(([other]) => other !== key);
  // A parameter of this path may be called otherwise in the others.
  const said: Override = resource === 'application' ? { pattern, resource } : { pattern };
  return new Map([...others, [pathPattern, said]]);
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
