import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { parameterNames } from '../../endpoints/path-template.ts';
import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Action, ActionEndpoint, Model } from '../../model/model.ts';
import { typeCalledLike } from '../../model/type-called-like.ts';
import { article } from '../../values/article.ts';

/**
 * Actions on a thing that is identified, below another thing, by the id of a third: `/shifts/{id}/assignments/{nurse_id}`. The assignments of
 * one nurse to several shifts have one id then, and a policy that looks at one of them may be shown another.
 */
export function describeSharedIdentifiers(model: Model): Diagnostic[] {
  const shared = model.actions.flatMap((action) => {
    const [said] = action.endpoints.flatMap((endpoint) => sharedBy(action, endpoint, model) ?? []);
    return said === undefined ? [] : [`${action.name}: ${said}`];
  });
  if (shared.length === 0) return [];
  const count = shared.length === 1 ? '1 action is' : `${shared.length} actions are`;
  return [
    {
      severity: 'info',
      code: 'identifier-shared',
      message: `${count} about a thing that calls identify by the id of another thing: several may have the same id`,
      help: 'where an id does not say which one is meant, have the policies asked about what contains it, as in `overrides: { METHOD /path: { resource: path:id } }` in authz.yaml',
      details: shared,
    },
  ];
}

/** A thing that nothing else comes before may be one for each of the others: `/profiles/{user_id}`. */
function sharedBy(
  { resourceType }: Action,
  { path, from }: ActionEndpoint,
  model: Model,
): string | undefined {
  const place = placeOfIdentifier(from);
  if (place.in !== 'path' || resourceType === APPLICATION_TYPE) return undefined;
  const [before] = parameterNames(path).slice(0, parameterNames(path).indexOf(place.name)).slice(-1);
  const named = typeCalledLike(place.name, model);
  const isItsOwn = named === undefined || isCalledLike(place.name, resourceType, model);
  if (before === undefined || isItsOwn) return undefined;
  return `\`{${place.name}}\` names ${article(named)} \`${named}\`, and the policies are asked about the \`${resourceType}\` of that id, whatever \`{${before}}\` says`;
}

/** Several types may end with one word: `{message_id}` is that of an `EmailMessage`. */
function isCalledLike(parameter: string, type: string, model: Model): boolean {
  const own = model.entityTypes.filter(({ name }) => name === type);
  return typeCalledLike(parameter, { ...model, entityTypes: own }) !== undefined;
}
