import type { Method } from './method.ts';
import { parameterNames } from './path-template.ts';
import type { PatternName } from './pattern.ts';
import type { ResourceFrom } from './resource-from.ts';
import type { SecondCheck } from './second-check.ts';

/** What makes two endpoints of one route ask for the same decision. */
export interface DecidedEndpoint {
  readonly method: Method;
  readonly path: string;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The type of the resource, or whatever else tells decisions apart. */
  readonly about: string;
  /** What is asked besides, if anything. */
  readonly second?: SecondCheck | undefined;
}

/** Whether a call that fits both asks the same, whichever of the two the application then runs. */
export function isSameDecision(a: DecidedEndpoint, b: DecidedEndpoint): boolean {
  return decisionKey(a) === decisionKey(b);
}

/** Whether calls of both ask the same questions of their actions, so that it is all the same which of the two a server runs. */
export function asksTheSame(a: AskingEndpoint, b: AskingEndpoint): boolean {
  return isSameDecision({ ...a, about: a.action.name }, { ...b, about: b.action.name });
}

interface AskingEndpoint extends Omit<DecidedEndpoint, 'about'> {
  readonly action: { readonly name: string };
}

/**
 * A text that is the same for endpoints of one route that ask for the same. They may call the identifier differently: what counts is which
 * parameter of the path it is.
 */
export function decisionKey({ path, pattern, from, about, second }: DecidedEndpoint): string {
  const names = parameterNames(path).map((name) => `path:${name}`);
  const placeOf = (one: ResourceFrom) => (names.includes(one) ? names.indexOf(one) : one);
  const besides = second && [second.action, placeOf(second.from), second.optional === true];
  return JSON.stringify([pattern, about, placeOf(from), besides]);
}
