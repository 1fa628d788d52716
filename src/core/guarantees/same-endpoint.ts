import { parameterNames } from '../endpoints/path-template.ts';
import { placeOfIdentifier, type ResourceFrom } from '../endpoints/resource-from.ts';
import type { Action, ActionEndpoint, Model } from '../model/model.ts';
import { fixedPath } from '../requests/server/endpoint-table.ts';

/** The endpoint with the same calls. The names of parameters do not matter: `GET /docs/{id}` is `GET /docs/{docId}`. */
export function sameEndpoint<T extends Pick<ActionEndpoint, 'method' | 'path'>>(
  endpoints: readonly T[],
  { method, path }: Pick<ActionEndpoint, 'method' | 'path'>,
): T | undefined {
  const ofMethod = endpoints.filter((one) => one.method === method);
  const exact = ofMethod.find((one) => one.path === path);
  if (exact) return exact;
  const fixed = fixedPath(path);
  return ofMethod.find((one) => fixedPath(one.path) === fixed);
}

/** What is said of an endpoint of an action. */
interface EndpointOfAction {
  readonly endpoint?: Pick<ActionEndpoint, 'method' | 'path'>;
  readonly action: string;
  /** The name that it has in the other state, where the two states have it by different names. */
  readonly otherAction?: string;
  readonly presence?: 'both' | 'new' | 'removed';
}

/** A state with its schema. */
interface WithSchema {
  readonly schema: { readonly model: Model };
}

/** The endpoint in that state, if there is one. */
export function endpointOn(side: WithSchema, said: EndpointOfAction): ActionEndpoint | undefined {
  const { endpoint } = said;
  return endpoint && sameEndpoint(actionOn(side, said)?.endpoints ?? [], endpoint);
}

/** Its action in that state, if there is one. */
export function actionOn(
  { schema }: WithSchema,
  { action, otherAction, presence }: EndpointOfAction,
): Action | undefined {
  const names = [action, ...(presence === 'both' && otherAction !== undefined ? [otherAction] : [])];
  return schema.model.actions.find(({ name }) => names.includes(name));
}

/** Where an identifier stands, such that the name of a path parameter does not matter: `path 0`, `query:id`. */
export function placeKey(from: ResourceFrom, path: string): string {
  const place = placeOfIdentifier(from);
  if (place.in !== 'path') return from;
  const index = parameterNames(path).indexOf(place.name);
  return index < 0 ? from : `path ${index}`;
}
