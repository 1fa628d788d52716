import { looksFurther } from '../../analysis/findings/find-unsent.ts';
import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { sentEntities } from '../../analysis/models/sent-entities.ts';
import { type Claim, policiesIn } from '../../analysis/questions/claim.ts';
import type { Confirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import type { CedarValueJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityAmong, entityKey, plainUid } from '../../cedar/entity.ts';
import { uidsIn } from '../../cedar/print-value.ts';
import { type InSteps, lastOf } from '../../values/last-of.ts';

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
export function* shrinkInSteps(counterexample: Counterexample, shown: Shown): InSteps<Counterexample> {
  // A fact in the form of a policy may speak about anything: then nothing is left out.
  if (shown.facts.some(({ kind }) => kind === 'condition')) return counterexample;
  const { confirmer, claim } = shown;
  confirmer.see([claim]);
  let smallest = counterexample;
  const cuts = cutsOf(counterexample, shown);
  // Round and round, until none of them can be taken any more.
  for (let at = 0, inVain = 0; inVain < cuts.length; at = (at + 1) % cuts.length) {
    inVain += 1;
    const smaller = cuts[at]?.(smallest);
    if (!smaller) continue;
    yield;
    if (confirmer.refusalOf(claim, smaller) !== undefined) continue;
    smallest = smaller;
    inVain = 0;
  }
  return smallest;
}

/** Leaves something out; `undefined` where it is gone already. */
type Cut = (counterexample: Counterexample) => Counterexample | undefined;

function cutsOf({ entities }: Counterexample, { confirmer, claim, facts }: Shown): readonly Cut[] {
  const policies = policiesIn(claim);
  const settle: Settle = (made) => settled(made, facts, uidsIn(policies.map(({ json }) => json.conditions)));
  // What a statement looks into exists, whether it is sent or not.
  const isAllSeen = policies.some(({ isStatement, json }) => isStatement && looksFurther(json.conditions));
  const cutsOfEntity = ({ uid, parents, attrs }: Entity): readonly Cut[] => {
    const { type, id } = plainUid(uid);
    const optional = Object.keys(attrs).filter((name) => !confirmer.requires(type, name));
    return [
      ...parents.map((parent) => cutOf({ type, id }, settle, (entity) => withoutParent(entity, parent))),
      ...optional.map((name) => cutOf({ type, id }, settle, (entity) => withoutAttribute(entity, name))),
    ];
  };
  return [isAllSeen ? fewer(settle) : fewer(onlySent), ...entities.flatMap(cutsOfEntity)];
}

/** Leaves out entities, where some can be. */
function fewer(cut: Settle): Cut {
  return (counterexample) => {
    const smaller = cut(counterexample);
    return smaller.entities.length < counterexample.entities.length ? smaller : undefined;
  };
}

function onlySent(counterexample: Counterexample): Counterexample {
  return { ...counterexample, entities: sentEntities(counterexample) };
}

/** Lets the rest follow what is left out. */
type Settle = (counterexample: Counterexample) => Counterexample;

/** Leaves something out of one entity, and lets the rest follow. */
function cutOf(uid: EntityUid, settle: Settle, without: (entity: Entity) => Entity | undefined): Cut {
  return (counterexample) => {
    const { entities } = counterexample;
    const at = entities.findIndex((entity) => entityKey(plainUid(entity.uid)) === entityKey(uid));
    const entity = entities[at];
    const smaller = entity && without(entity);
    return smaller && settle({ ...counterexample, entities: entities.with(at, smaller) });
  };
}

function withoutParent(entity: Entity, parent: Entity['parents'][number]): Entity | undefined {
  const key = entityKey(plainUid(parent));
  const parents = entity.parents.filter((one) => entityKey(plainUid(one)) !== key);
  return parents.length < entity.parents.length ? { ...entity, parents } : undefined;
}

function withoutAttribute(entity: Entity, name: string): Entity | undefined {
  const { [name]: left, ...attrs } = entity.attrs;
  return left === undefined ? undefined : { ...entity, attrs };
}

/** The context as the facts want it, and no entity that nothing refers to, nor a policy names. */
function settled(
  counterexample: Counterexample,
  facts: readonly Fact[],
  named: readonly EntityUid[],
): Counterexample {
  const derived = facts.flatMap((fact) => (fact.kind === 'context-holds-ancestors' ? [fact] : []));
  const above = parentsOf(counterexample.principal, counterexample.entities);
  const context: Record<string, CedarValueJson> = { ...counterexample.context };
  for (const { attribute, type } of derived) {
    if (!Object.hasOwn(context, attribute)) continue;
    const held = above.filter((uid) => uid.type === type);
    context[attribute] = held.map(({ type: of, id }) => ({ __entity: { type: of, id } }));
  }
  return { ...counterexample, context, entities: referredTo({ ...counterexample, context }, named) };
}

function parentsOf(uid: EntityUid, entities: readonly Entity[]): readonly EntityUid[] {
  return (entityAmong(entities, uid)?.parents ?? []).map(plainUid);
}

/** The entities that the request, or an entity that is kept, refers to, beside those that are named. */
function referredTo(
  { principal, resource, context, entities }: Counterexample,
  named: readonly EntityUid[],
): readonly Entity[] {
  const byKey = new Map(entities.map((entity) => [entityKey(plainUid(entity.uid)), entity]));
  const kept = new Set<string>();
  const waiting = [principal, resource, ...named, ...uidsIn(context)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = entityKey(next);
    const entity = byKey.get(key);
    if (!entity || kept.has(key)) continue;
    kept.add(key);
    waiting.push(...entity.parents.map(plainUid), ...uidsIn(entity.attrs), ...uidsIn(entity.tags));
  }
  return entities.filter((entity) => kept.has(entityKey(plainUid(entity.uid))));
}
