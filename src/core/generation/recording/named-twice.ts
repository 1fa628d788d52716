import { parameterNames } from '../../endpoints/path-template.ts';
import type { Action, ActionEndpoint, Model } from '../../model/model.ts';
import { typeCalledLike } from '../../model/type-called-like.ts';

/** Whether the calls of an endpoint name a further thing of the type of their resource: `POST /guests/{id}/merge/{other_guest_id}`. */
export function namesAnother(endpoint: ActionEndpoint, resourceType: string, model: Model): boolean {
  return otherTypes(endpoint, model).includes(resourceType);
}

/** The types of which some call names two things. */
export function typesNamedTwice(model: Model): ReadonlySet<string> {
  const isTwice = ({ endpoints, resourceType }: Action) =>
    endpoints.some((endpoint) => namesAnother(endpoint, resourceType, model));
  return new Set(model.actions.filter(isTwice).map(({ resourceType }) => resourceType));
}

function otherTypes({ path, from, second }: ActionEndpoint, model: Model): (string | undefined)[] {
  const places: readonly (string | undefined)[] = [from, second?.from];
  const names = parameterNames(path);
  const besides = names.filter((name) => !places.includes(`path:${name}`));
  const asked = second && model.actions.find(({ name }) => name === second.action)?.resourceType;
  return [asked, ...besides.map((name) => typeCalledLike(name, model))];
}
