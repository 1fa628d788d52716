import type { AuthorizationQuery, SchemaJson } from '../../src/core/cedar/cedar.ts';
import * as cedar from '../../src/core/cedar/cedar.ts';
import type { Entity } from '../../src/core/cedar/entity.ts';
import { plainUid } from '../../src/core/cedar/entity.ts';
import { actionReference, makeEntities, record, reference } from './entities.ts';
import { idOf, withoutSlots } from './links.ts';
import { makePolicy } from './policies.ts';
import { type Random, seeded } from './random.ts';
import { makeSchema, qualifiedName, type SchemaShape, schemaJson } from './schema.ts';

/** Everything that decisions depend on; plain data, so that it can be printed and made smaller. */
export interface World {
  readonly schema: SchemaJson<string>;
  /** The policies by version: each is an edit of the one before. A policy is one text with its own `@id`; that of a linked one says its link. */
  readonly versions: readonly (readonly string[])[];
  readonly entities: readonly Entity[];
  /** Asked in this order. */
  readonly queries: readonly WorldQuery[];
  /** Whether actions have endpoints, so that queries are calls as well. */
  readonly callable: boolean;
}

export interface WorldQuery extends Omit<AuthorizationQuery, 'entities' | 'fits'> {
  /** Which entities are sent, by their place in the world. */
  readonly slice: readonly number[];
}

/** The same world for the same seed. */
export function makeWorld(seed: number): World {
  const random = seeded(seed);
  const callable = random.percent(35);
  const shape = makeSchema(random, callable);
  const schema = schemaJson(shape, callable);
  const entities = distinct(makeEntities(shape, random, !callable && random.percent(30)));
  const first = validPolicies(
    schema,
    random.list(2, 6, (index) => makePolicy(shape, random, index)),
  );
  const versions = [first];
  for (const _ of random.list(1, 2, () => undefined))
    versions.push(validPolicies(schema, edited(versions.at(-1) ?? [], shape, random)));
  const queries = makeQueries(shape, entities, random, callable);
  return { schema, versions, entities, queries, callable };
}

/** Entities to send with a query. */
export function sliceOf({ entities }: World, { slice }: WorldQuery): Entity[] {
  return slice.flatMap((index) => entities[index] ?? []);
}

/** Only policies that fit the schema are ever decided with. */
function validPolicies(schema: SchemaJson<string>, texts: readonly string[]): string[] {
  return texts.filter((text) => {
    const answer = cedar.validatePolicies(schema, { p: withoutSlots(text) });
    return answer.ok && answer.value.errors.length === 0;
  });
}

function edited(policies: readonly string[], shape: SchemaShape, random: Random): string[] {
  const kept = policies.flatMap((text) => {
    switch (random.below(6)) {
      case 0:
        return [];
      case 1:
        return [
          text.startsWith('@id')
            ? text.replace(/(permit|forbid) \(/, random.pick(['permit (', 'forbid (']))
            : text,
        ];
      case 2:
        return [makePolicy(shape, random, Number(/\d+/.exec(text)?.[0] ?? 0))];
      default:
        return [text];
    }
  });
  const added = random.percent(40) ? [makePolicy(shape, random, 90 + random.below(9))] : [];
  return [...kept, ...added].filter(
    (text, index, all) => all.findIndex((one) => idOf(one) === idOf(text)) === index,
  );
}

function distinct(entities: readonly Entity[]): Entity[] {
  return [...new Map(entities.map((entity) => [JSON.stringify(plainUid(entity.uid)), entity])).values()];
}

/** Several that differ in little, each asked at least twice. */
function makeQueries(
  shape: SchemaShape,
  entities: readonly Entity[],
  random: Random,
  callable: boolean,
): WorldQuery[] {
  const all = entities.map((_, index) => index);
  const queries = random.list(4, 9, (): WorldQuery => {
    const action = random.pick(shape.actions);
    const [principalType, resourceType] = [random.pick(action.principals), random.pick(action.resources)];
    return {
      principal: reference(random.percent(97) ? principalType : random.pick(shape.types).name, shape, random),
      action: random.percent(97)
        ? { type: qualifiedName(shape, 'Action'), id: action.name }
        : actionReference(shape, random),
      resource: reference(random.percent(97) ? resourceType : random.pick(shape.types).name, shape, random),
      context: record(action.context, shape, random, !callable && random.percent(6)),
      slice: random.percent(70) ? all : random.some(all, 60),
    };
  });
  const others = [...shape.ids.slice(0, 2), 'nobody', 'undeclared'];
  const alike = queries.flatMap((query) =>
    random.list(0, 2, () => ({
      ...query,
      ...(random.percent(50) ? { principal: { ...query.principal, id: random.pick(others) } } : {}),
      ...(random.percent(50) ? { resource: { ...query.resource, id: random.pick(others) } } : {}),
    })),
  );
  return [...queries, ...alike, ...queries];
}
