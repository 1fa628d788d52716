import { type AnalysisSchema, readAnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import type { CedarValueJson, SchemaJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine, type Decision } from '../../engine/engine.ts';
import type { Example } from '../examples/example.ts';
import type { Side } from './comparison.ts';

/** What one side decides about an example. */
export type Decider = (example: Example) => Decision;

/**
 * Has the engine decide with the schema and policies of one side. An example may come from a schema that has more: what this side does not
 * know is left out, as its server would.
 */
export function decideSide(
  slot: string,
  { schema, policySet }: Side,
  merged: SchemaJson<string>,
): Outcome<Decider> {
  const engine = createEngine(slot, schema.json, policySet);
  if (!engine.ok) return engine;
  const known = merged === schema.json ? undefined : readAnalysisSchema(schema.json);
  const decide: Decider = ({ request, entities }) =>
    engine.value.decide(
      known ? { ...request, context: knownContext(request.context, request.action, known) } : request,
      known ? entities.map((entity) => knownAttributes(entity, known)) : entities,
    );
  return { ok: true, value: decide, diagnostics: engine.diagnostics };
}

function knownAttributes(entity: Entity, { entityTypes }: AnalysisSchema): Entity {
  const attributes = entityTypes.get(plainUid(entity.uid).type)?.attributes;
  return attributes ? { ...entity, attrs: only(entity.attrs, attributes) } : entity;
}

function knownContext(
  context: Readonly<Record<string, CedarValueJson>>,
  action: EntityUid,
  { actions }: AnalysisSchema,
): Readonly<Record<string, CedarValueJson>> {
  const type = actions.get(entityKey(action))?.context;
  return type?.kind === 'record' ? only(context, type.attributes) : context;
}

function only(
  values: Readonly<Record<string, CedarValueJson>>,
  known: ReadonlyMap<string, unknown>,
): Record<string, CedarValueJson> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}
