import type { AuthorizationQuery, SchemaJson, SchemaSlot } from '../../cedar/cedar.ts';
import { entityKey } from '../../cedar/entity.ts';
import { partOfSchema, type SchemaPart, separableActions } from '../../policies/action-scope.ts';
import { nextSlot } from './slots.ts';

/** What a query needs of a schema; `undefined` where it is asked under all of it. */
export type PartFor = (schema: SchemaJson<string>, query: AuthorizationQuery) => SchemaSlot | undefined;

/** So many actions that a query has nothing to do with, one after the other, cost the engine as much as it takes to prepare a part. */
const PREPARING = 1_000;

/**
 * The engine's work grows with the actions of a schema. Questions come action by action: once enough were asked about one, the next are asked
 * under what it needs of the schema. One part is kept of each schema.
 */
export function createSchemaParts(): PartFor {
  const schemas = new Map<SchemaJson<string>, PartedSchema>();
  return (schema, query) => {
    const parted: PartedSchema = schemas.get(schema) ?? { actions: separableActions(schema) };
    schemas.set(schema, parted);
    const key = entityKey(query.action);
    if (!parted.actions?.has(key)) return undefined;
    if (parted.asked?.action !== key) parted.asked = { action: key, questions: 0 };
    const { asked, actions } = parted;
    asked.questions += 1;
    if (!asked.part && asked.questions * actions.size > PREPARING) {
      const part = partOfSchema(schema, new Set([query.action.id]));
      asked.part = { ...part, name: nextSlot('part') };
    }
    return asked.part?.covers(query) ? asked.part : undefined;
  };
}

interface PartedSchema {
  /** The keys of its actions; missing where they cannot be parted. */
  readonly actions: ReadonlySet<string> | undefined;
  /** What was asked about last. */
  asked?: LastAction;
}

interface LastAction {
  readonly action: string;
  questions: number;
  part?: SchemaPart & SchemaSlot;
}
