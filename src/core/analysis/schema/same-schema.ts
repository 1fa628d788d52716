import type { SchemaJson } from '../../cedar/cedar.ts';
import { NotDecided } from '../not-decided.ts';
import { recordType } from '../terms/type.ts';
import { type ActionInfo, type EntityTypeInfo, readAnalysisSchema } from './analysis-schema.ts';

/**
 * Whether two schemas say the same of all entities and requests, in whatever order and with whatever names of common types. Annotations
 * say nothing of them. The engine has read both. Of one with a type that is not known here, nobody can tell.
 */
export function isSameSchema(one: SchemaJson<string>, other: SchemaJson<string>): boolean {
  try {
    return meaningOfAll(one) === meaningOfAll(other);
  } catch (error) {
    if (error instanceof NotDecided) return false;
    throw error;
  }
}

function meaningOfAll(json: SchemaJson<string>): string {
  const { entityTypes, actions } = readAnalysisSchema(json);
  const types = [...entityTypes.values()].map(meaningOfType);
  return JSON.stringify([inOrder(types), inOrder([...actions].map(meaningOfAction))]);
}

function meaningOfType({ name, members, attributes, tags, ancestors }: EntityTypeInfo): string {
  const ids = members === undefined ? null : inOrder(members);
  return JSON.stringify([name, ids, recordType(attributes).key, tags?.key ?? null, inOrder(ancestors)]);
}

function meaningOfAction([key, action]: readonly [string, ActionInfo]): string {
  const { principalTypes, resourceTypes, context, within } = action;
  return JSON.stringify([key, inOrder(principalTypes), inOrder(resourceTypes), context.key, inOrder(within)]);
}

function inOrder(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}
