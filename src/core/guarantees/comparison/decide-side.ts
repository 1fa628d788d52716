import { sentEntities } from '../../analysis/models/sent-entities.ts';
import type { AnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import { entitiesKnownTo, requestKnownTo } from '../../analysis/schema/known-to.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine, type Decision } from '../../engine/engine.ts';
import type { Example } from '../examples/example.ts';
import type { Side } from './comparison.ts';

/** What one side decides about an example. */
export type Decider = (example: Example) => Decision;

/**
 * Has the engine decide with the policies of one side, and with what that side sees of requests that fit both. An example may have more: what
 * this side does not know is left out, as its server would.
 */
export function decideSide(
  slot: string,
  { policySet }: Pick<Side, 'policySet'>,
  view: AnalysisSchema,
): Outcome<Decider> {
  const engine = createEngine(slot, view.json, policySet);
  if (!engine.ok) return engine;
  const decide: Decider = ({ request, entities, isSlice }) => {
    const known = { ...request, entities: entitiesKnownTo(view, entities), ...(isSlice ? { isSlice } : {}) };
    return engine.value.decide(requestKnownTo(view, request), sentEntities(known));
  };
  return { ok: true, value: decide, diagnostics: engine.diagnostics };
}
