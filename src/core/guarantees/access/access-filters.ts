import { endpointKey } from '../../endpoints/endpoint-key.ts';
import type { ActionEndpoint } from '../../model/model.ts';
import type { Schema } from '../../model/read-schema.ts';
import { type Filter, filtersOf } from '../../replay/filter.ts';
import { type AskableAction, actionName, actionsOfSchema } from '../actions-of-schema.ts';
import type { AccessRow } from './access.ts';

/** What a row of the matrix can be chosen by, before its cells are known. */
export type NamedRow = Pick<AccessRow, 'endpoint' | 'action' | 'namespace'>;

/** All rows that a matrix has, in the order of the actions. */
export function namedRows(schema: Schema): readonly NamedRow[] {
  return actionsOfSchema(schema).flatMap(({ action, ...named }): readonly NamedRow[] =>
    action && action.endpoints.length > 0
      ? action.endpoints.map((endpoint) => rowOfEndpoint(endpoint, action.name))
      : [rowOfAction(named)],
  );
}

export function rowOfEndpoint(
  { method, path }: Pick<ActionEndpoint, 'method' | 'path'>,
  action: string,
): NamedRow {
  return { endpoint: { method, path }, action };
}

/** Of an action that no endpoint asks about. */
export function rowOfAction({ uid, namespace }: Pick<AskableAction, 'uid' | 'namespace'>): NamedRow {
  return { action: uid.id, ...(namespace === undefined ? {} : { namespace }) };
}

const KEYS = { name: 'words', method: 'any-case', path: 'path', action: 'text' } as const;

export type AccessFilterKey = keyof typeof KEYS;
export type AccessFilter = Filter<AccessFilterKey>;

export const ACCESS_FILTERS = filtersOf<NamedRow, AccessFilterKey>({ noun: 'endpoint', keys: KEYS, facts });

function facts({ endpoint, ...row }: NamedRow, key: AccessFilterKey): readonly string[] {
  switch (key) {
    case 'name':
      return [...(endpoint ? [endpointKey(endpoint)] : []), actionName(row)];
    case 'method':
      return endpoint ? [endpoint.method] : [];
    case 'path':
      return endpoint ? [endpoint.path] : [];
    case 'action':
      return [row.action];
  }
}
