import { askedAsGet, moveChecks } from '../requests/server/asked-besides.ts';
import type { CheckedProject } from '../verification/check-project.ts';

/** The actions that calls would ask about, were they not all let through without a decision: what policies say of them changes no call. */
export function skippedActions({
  model,
  endpoints,
  mapper: { table, rules },
}: Pick<CheckedProject, 'model' | 'endpoints' | 'mapper'>): ReadonlySet<string> {
  const asked = new Set([
    ...endpoints.flatMap((endpoint) => [
      endpoint.action.name,
      ...(endpoint.second ? [endpoint.second.action] : []),
      ...askedAsGet(endpoint, { model, find: table.find }).map(({ action }) => action),
    ]),
    ...Object.values(rules.moves).flatMap((move) => moveChecks(move).map(({ action }) => action)),
  ]);
  const unasked = model.actions.filter((action) => action.endpoints.length > 0 && !asked.has(action.name));
  return new Set(unasked.map(({ name }) => name));
}
