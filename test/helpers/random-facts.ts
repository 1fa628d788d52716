import type { Fact } from '../../src/core/analysis/questions/fact.ts';
import { type EntityUid, entityKey, plainUid } from '../../src/core/cedar/entity.ts';
import type { RandomSchema } from './random-schema.ts';
import { IDS } from './random-schema.ts';
import type { Random } from './random-source.ts';
import type { World } from './random-world.ts';

/** What is taken for granted of random requests, and whether it is so in one of them. */
export interface RandomFact {
  readonly fact: Fact;
  readonly holds: (world: World) => boolean;
}

export function randomFacts(
  random: Random,
  schema: RandomSchema,
  principalType: string,
): readonly RandomFact[] {
  const facts: RandomFact[] = [];
  if (random.once(2)) facts.push(atMostOne(random.pick(['Team', 'Doc'])));
  if (random.once(2)) facts.push(bare({ type: principalType, id: random.pick(IDS) }));
  if (random.once(6)) facts.push(onlyResource({ type: 'Doc', id: random.pick(IDS) }));
  for (const [attribute, { type }] of Object.entries(schema.context))
    if (type.kind === 'Set' && type.element.kind === 'Entity' && random.once(2))
      facts.push(contextHolds(attribute, type.element.name));
  return facts;
}

function atMostOne(type: string): RandomFact {
  return {
    fact: { kind: 'at-most-one-ancestor', type },
    holds: ({ resource, entities }) =>
      ancestorsOf(resource, entities).filter((uid) => uid.type === type).length <= 1,
  };
}

function onlyResource(only: EntityUid): RandomFact {
  return {
    fact: { kind: 'only-resource', only },
    holds: ({ resource }) => resource.type !== only.type || resource.id === only.id,
  };
}

/** Policies see the slice alone: it says nothing of what there is. */
export const ONLY_SLICE: RandomFact = { fact: { kind: 'only-slice' }, holds: () => true };

export function sliceOf(world: World): World {
  const { principal, resource, entities } = world;
  const above = [principal, resource].flatMap((uid) => [uid, ...ancestorsOf(uid, entities)]);
  const sent = new Set(above.map(entityKey));
  return { ...world, entities: entities.filter(({ uid }) => sent.has(entityKey(plainUid(uid)))) };
}

function bare(principal: EntityUid): RandomFact {
  return {
    fact: { kind: 'bare-principal', principal },
    holds: (world) => {
      if (entityKey(world.principal) !== entityKey(principal)) return true;
      const own = entityIn(world.entities, principal);
      return !own || (own.parents.length === 0 && Object.keys(own.attrs).length === 0);
    },
  };
}

function contextHolds(attribute: string, type: string): RandomFact {
  return {
    fact: { kind: 'context-holds-ancestors', attribute, type },
    holds: ({ principal, context, entities }) => {
      const held = context[attribute];
      if (held === undefined) return true;
      const parents = (entityIn(entities, principal)?.parents ?? []).map(plainUid);
      const keys = (uids: readonly EntityUid[]) => [...new Set(uids.map(entityKey))].sort().join(' ');
      const said = (held as readonly { readonly __entity: EntityUid }[]).map((one) => one.__entity);
      return keys(said) === keys(parents.filter((uid) => uid.type === type));
    },
  };
}

/** The same world where the facts about parents and contexts hold, as far as that is easily done. */
export function withFacts(world: World, facts: readonly RandomFact[]): World {
  let made = world;
  for (const { fact } of facts) made = withFact(made, fact);
  return made;
}

function withFact(world: World, fact: Fact): World {
  if (fact.kind === 'bare-principal' && entityKey(fact.principal) === entityKey(world.principal))
    return changed(world, fact.principal, { attrs: {}, parents: [] });
  if (fact.kind !== 'context-holds-ancestors' || world.context[fact.attribute] === undefined) return world;
  const parents = (entityIn(world.entities, world.principal)?.parents ?? []).map(plainUid);
  const held = parents.filter((uid) => uid.type === fact.type).map((uid) => ({ __entity: { ...uid } }));
  return { ...world, context: { ...world.context, [fact.attribute]: held } };
}

function changed(world: World, uid: EntityUid, change: Partial<World['entities'][number]>): World {
  const key = entityKey(uid);
  return {
    ...world,
    entities: world.entities.map((one) =>
      entityKey(plainUid(one.uid)) === key ? { ...one, ...change } : one,
    ),
  };
}

function entityIn(entities: World['entities'], uid: EntityUid) {
  return entities.find((one) => entityKey(plainUid(one.uid)) === entityKey(uid));
}

function ancestorsOf(uid: EntityUid, entities: World['entities']): readonly EntityUid[] {
  const found = new Map<string, EntityUid>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const parent of (entityIn(entities, next)?.parents ?? []).map(plainUid)) {
      if (found.has(entityKey(parent))) continue;
      found.set(entityKey(parent), parent);
      waiting.push(parent);
    }
  return [...found.values()];
}
