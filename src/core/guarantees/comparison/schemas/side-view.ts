import type { NamespaceDefinition, SchemaJson } from '../../../cedar/cedar.ts';
import {
  type ActionDefinition,
  attributesOf,
  type ByName,
  type EntityTypeDefinition,
} from './merge-schemas.ts';

/**
 * The merged schema without the attributes, tags, parents and parts of the context that one side does not have. What both have is as it was
 * merged: where that is not what the side has, policies that look at it are not asked about.
 */
export function viewOf(own: SchemaJson<string>, merged: SchemaJson<string>): SchemaJson<string> {
  return own === merged ? merged : seenNamed(own, merged, seenNamespace);
}

function seenNamespace(
  own: NamespaceDefinition<string>,
  merged: NamespaceDefinition<string>,
): NamespaceDefinition<string> {
  return {
    ...merged,
    entityTypes: seenNamed(own.entityTypes, merged.entityTypes, seenEntityType),
    actions: seenNamed(own.actions, merged.actions, seenAction),
  };
}

function seenEntityType(own: EntityTypeDefinition, merged: EntityTypeDefinition): EntityTypeDefinition {
  if ('enum' in own || 'enum' in merged) return merged;
  const { shape, tags, ...others } = merged;
  return {
    ...others,
    memberOfTypes: own.memberOfTypes ?? [],
    ...(own.shape && shape ? { shape: seenType(own.shape, shape) } : {}),
    ...(own.tags && tags ? { tags } : {}),
  };
}

function seenAction(own: ActionDefinition, merged: ActionDefinition): ActionDefinition {
  const { memberOf: _, appliesTo, ...others } = merged;
  const groups = own.memberOf ? { memberOf: own.memberOf } : {};
  if (!own.appliesTo || !appliesTo) return { ...others, ...groups };
  const { context, ...types } = appliesTo;
  const seen = own.appliesTo.context && context ? seenType(own.appliesTo.context, context) : undefined;
  return { ...others, ...groups, appliesTo: { ...types, ...(seen ? { context: seen } : {}) } };
}

/** Of records, what the side has of them; other types as they are. */
function seenType<Type>(own: Type, merged: Type): Type {
  const [mine, all] = [attributesOf(own), attributesOf(merged)];
  if (!mine || !all) return merged;
  const seen = Object.entries(all).flatMap(([name, attribute]) => {
    const known = Object.hasOwn(mine, name) ? mine[name] : undefined;
    return known ? [[name, seenType(known, attribute)]] : [];
  });
  return { ...merged, attributes: Object.fromEntries(seen) };
}

/** Those that only the merged schema has are left as they are: policies of the side cannot name them. */
function seenNamed<Value>(
  own: ByName<Value>,
  merged: ByName<Value>,
  see: (own: Value, merged: Value) => Value,
): Record<string, Value> {
  const seen = Object.entries(merged).map(([name, value]): [string, Value] => {
    const known = Object.hasOwn(own, name) ? own[name] : undefined;
    return [name, known === undefined ? value : see(known, value)];
  });
  return Object.fromEntries(seen);
}
