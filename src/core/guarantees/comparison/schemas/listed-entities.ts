import type { EntityTypeJson, SchemaJson } from '../../../cedar/cedar.ts';
import { qualified } from '../../../cedar/namespace.ts';

/** Entities of a type that one schema has, and another does not: these, or all that the other does not list. */
export interface MissingEntities {
  readonly type: string;
  readonly ids: readonly string[] | 'others';
}

/**
 * Whom it concerns that the entities of a type are other ones. Policies of the earlier side are asked about those that only the later one has as
 * about any entity that they do not name. But a call that names such an entity was refused before, whatever policies say. A type whose entities
 * have something of their own can be no list.
 */
export function listConflict(
  before: EntityTypeJson,
  after: EntityTypeJson,
): 'calls' | 'entities' | undefined {
  const [old, now] = [idsOf(before), idsOf(after)];
  if (!old || !now) return 'entities';
  return without(now, old).length > 0 ? 'calls' : undefined;
}

/** What a schema does not have of the entities of another, of the types that both have and at least one lists. */
export function missingIn(schema: SchemaJson<string>, other: SchemaJson<string>): readonly MissingEntities[] {
  return Object.entries(other).flatMap(([namespace, { entityTypes }]) =>
    Object.entries(entityTypes).flatMap(([name, type]): MissingEntities[] => {
      const here = schema[namespace]?.entityTypes ?? {};
      const own = Object.hasOwn(here, name) ? here[name] : undefined;
      const [ids, known] = [idsOf(type), own && idsOf(own)];
      if (!ids || !known) return [];
      const missing = without(ids, known);
      return missing.length > 0 ? [{ type: qualified(namespace, name), ids: missing }] : [];
    }),
  );
}

/** The entities that there are: the listed ones, or any; `undefined` where they have more than their ids. */
function idsOf(type: EntityTypeJson): MissingEntities['ids'] | undefined {
  if ('enum' in type) return type.enum;
  const { shape, tags, memberOfTypes = [] } = type;
  const isBare = Object.keys((shape as { attributes?: object } | undefined)?.attributes ?? {}).length === 0;
  return isBare && !tags && memberOfTypes.length === 0 ? 'others' : undefined;
}

function without(ids: MissingEntities['ids'], others: MissingEntities['ids']): MissingEntities['ids'] {
  if (others === 'others') return [];
  return ids === 'others' ? ids : ids.filter((id) => !others.includes(id));
}
