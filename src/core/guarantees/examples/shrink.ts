import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { sentEntities } from '../../analysis/models/sent-entities.ts';
import type { Claim } from '../../analysis/questions/claim.ts';
import type { Confirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import type { CedarValueJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import { uidsIn } from '../../cedar/print-value.ts';
import { lastOf } from '../../values/last-of.ts';

/** What a counterexample must stay: one to this claim, under these facts. */
export interface Shown {
  /** Asks the engine. */
  readonly confirmer: Confirmer;
  readonly claim: Claim;
  readonly facts: readonly Fact[];
}

/**
 * Leaves out of a counterexample what it does not need: groups, tenants and optional attributes. Whatever is left is again one, which the
 * engine has confirmed. Facts about the context are kept by making the context again.
 */
export function shrink(counterexample: Counterexample, shown: Shown): Counterexample {
  return lastOf(shrinkInSteps(counterexample, shown));
}

/** The same, with a stop before each question to the engine. */
export function* shrinkInSteps(
  counterexample: Counterexample,
  shown: Shown,
): Generator<undefined, Counterexample, undefined> {
  // A fact in the form of a policy may speak about anything: then nothing is left out.
  if (shown.facts.some(({ kind }) => kind === 'condition')) return counterexample;
  const { confirmer, claim } = shown;
  confirmer.see([claim]);
  let smallest = counterexample;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const smaller of smallerThan(smallest, shown.facts)) {
      yield;
      if (confirmer.refusalOf(claim, smaller) !== undefined) continue;
      smallest = smaller;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(counterexample: Counterexample, facts: readonly Fact[]): Generator<Counterexample> {
  const { entities } = counterexample;
  const sent = sentEntities(counterexample);
  if (sent.length < entities.length) yield { ...counterexample, entities: sent };
  for (const [index, entity] of entities.entries()) {
    const others = (changed: Entity) => entities.map((one, at) => (at === index ? changed : one));
    for (const parent of entity.parents) {
      const parents = entity.parents.filter((one) => one !== parent);
      yield settled({ ...counterexample, entities: others({ ...entity, parents }) }, facts);
    }
    for (const name of Object.keys(entity.attrs)) {
      const { [name]: _, ...attrs } = entity.attrs;
      yield settled({ ...counterexample, entities: others({ ...entity, attrs }) }, facts);
    }
  }
}

/** The context as the facts want it, and no entity that nothing refers to. */
function settled(counterexample: Counterexample, facts: readonly Fact[]): Counterexample {
  const derived = facts.flatMap((fact) => (fact.kind === 'context-holds-ancestors' ? [fact] : []));
  const above = parentsOf(counterexample.principal, counterexample.entities);
  const context: Record<string, CedarValueJson> = { ...counterexample.context };
  for (const { attribute, type } of derived) {
    if (!Object.hasOwn(context, attribute)) continue;
    const held = above.filter((uid) => uid.type === type);
    context[attribute] = held.map(({ type: of, id }) => ({ __entity: { type: of, id } }));
  }
  return { ...counterexample, context, entities: referredTo({ ...counterexample, context }) };
}

function parentsOf(uid: EntityUid, entities: readonly Entity[]): readonly EntityUid[] {
  const own = entities.find((one) => entityKey(plainUid(one.uid)) === entityKey(uid));
  return (own?.parents ?? []).map(plainUid);
}

/** The entities that the request, or an entity that is kept, refers to. */
function referredTo({ principal, resource, context, entities }: Counterexample): readonly Entity[] {
  const byKey = new Map(entities.map((entity) => [entityKey(plainUid(entity.uid)), entity]));
  const kept = new Set<string>();
  const waiting = [principal, resource, ...uidsIn(context)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = entityKey(next);
    const entity = byKey.get(key);
    if (!entity || kept.has(key)) continue;
    kept.add(key);
    waiting.push(...entity.parents.map(plainUid), ...uidsIn(entity.attrs), ...uidsIn(entity.tags));
  }
  return entities.filter((entity) => kept.has(entityKey(plainUid(entity.uid))));
}
