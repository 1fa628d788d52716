import type { Decision, Engine } from './engine.ts';
import type { Entity } from './entity.ts';
import type { Request } from './request.ts';

/** Longer questions are rare, and would make the memory of the cache hard to foresee. */
const LONGEST_KEY = 8_192;

/**
 * An engine that answers a question again from memory. A decision depends on the request, the entities and the policies, and on nothing
 * else: Cedar knows no clock. All of it but the policies is the key, so an answer is never out of date. What could not be decided is
 * asked again.
 */
export function withDecisionCache(engine: Engine, size: number): Engine {
  const known = new Map<string, Decision>();
  const decide = (request: Request, entities: readonly Entity[]): Decision => {
    const key = keyOf(request, entities);
    if (key === undefined) return engine.decide(request, entities);
    const remembered = known.get(key);
    if (remembered) {
      known.delete(key);
      known.set(key, remembered);
      return remembered;
    }
    const decision = engine.decide(request, entities);
    if (decision.kind !== 'errored') known.set(key, decision);
    if (known.size > size) dropOldest(known);
    return decision;
  };
  return size > 0 ? { ...engine, decide } : engine;
}

/** What the engine would be given. `undefined` for what it would refuse. */
function keyOf(
  { principal, action, resource, context }: Request,
  entities: readonly Entity[],
): string | undefined {
  try {
    const key = JSON.stringify([principal, action, resource, context, entities]);
    return key.length <= LONGEST_KEY ? key : undefined;
  } catch {
    return undefined;
  }
}

function dropOldest(known: Map<string, Decision>): void {
  for (const key of known.keys()) {
    known.delete(key);
    return;
  }
}
