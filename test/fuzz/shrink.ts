import type { World } from './world.ts';

/**
 * The smallest world in which it still holds: takes away versions, policies, queries, entities, attributes, parents and conditions as long
 * as that changes nothing about it.
 */
export async function shrunk(world: World, holds: (smaller: World) => Promise<boolean>): Promise<World> {
  let smallest = world;
  let next: World | undefined = world;
  while (next) {
    next = undefined;
    for (const candidate of smaller(smallest)) {
      if (!(await holds(candidate))) continue;
      next = candidate;
      smallest = candidate;
      break;
    }
  }
  return smallest;
}

function* smaller(world: World): Generator<World> {
  const { versions, queries, entities } = world;
  if (versions.length > 1) for (const left of without(versions)) yield { ...world, versions: left };
  for (const left of without(queries)) yield { ...world, queries: left };
  for (const [version, policies] of versions.entries()) {
    const instead = (left: readonly string[]) => ({
      ...world,
      versions: versions.map((one, index) => (index === version ? left : one)),
    });
    for (const left of without(policies)) yield instead(left);
    for (const [index, text] of policies.entries())
      for (const shorter of shorterPolicies(text)) yield instead(policies.with(index, shorter));
  }
  for (const [index, query] of queries.entries())
    for (const left of without(query.slice))
      yield { ...world, queries: queries.with(index, { ...query, slice: left }) };
  for (const [index, entity] of entities.entries()) {
    const instead = (change: object) => ({
      ...world,
      entities: entities.with(index, { ...entity, ...change }),
    });
    for (const parents of without(entity.parents)) yield instead({ parents });
    for (const name of Object.keys(entity.attrs)) {
      const { [name]: _, ...attrs } = entity.attrs;
      yield instead({ attrs });
    }
  }
}

/** The list without its first half, without its second half, and without each single one. */
function* without<T>(list: readonly T[]): Generator<T[]> {
  const half = Math.floor(list.length / 2);
  if (half > 1) {
    yield list.slice(half);
    yield list.slice(0, half);
  }
  for (const index of list.keys()) yield list.toSpliced(index, 1);
}

/** Clauses go as a whole; of conditions each side stands for the whole. */
function* shorterPolicies(text: string): Generator<string> {
  for (const [clause] of text.matchAll(/ ?(?:when|unless) \{(?:[^{}]|\{[^{}]*\})*\}/g))
    yield text.replace(clause, '');
  for (const part of bracketed(text)) {
    yield text.replace(part, 'true');
    yield text.replace(part, part.slice(1, -1));
  }
}

/** What stands in brackets, the longest first. */
function bracketed(text: string): string[] {
  const open: number[] = [];
  const found: string[] = [];
  const body = text.indexOf('{');
  for (let index = Math.max(body, 0); index < text.length; index += 1) {
    if (text[index] === '(') open.push(index);
    const start = text[index] === ')' ? open.pop() : undefined;
    if (start !== undefined) found.push(text.slice(start, index + 1));
  }
  return found.sort((a, b) => b.length - a.length);
}
