import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../src/core/cedar/cedar.ts';
import { compareWays, noCounts, WAYS } from './fuzz.ts';
import { plainAnswer } from './oracle.ts';
import type { Way } from './ways.ts';
import { makeWorld, sliceOf } from './world.ts';

/** `npm run fuzz` tries as many as there is time for. */
const WORLDS = Number(process.env.FUZZ_WORLDS ?? 10);

describe('every way of deciding', () => {
  it('says what the plain engine says, about everything', async () => {
    const counts = noCounts();
    for (let seed = 1; seed <= WORLDS; seed += 1) expect(await compareWays(seed, counts)).toBeUndefined();
    const silent = Object.keys(WAYS).filter((way) => !counts.answers[way]);
    expect(silent).toEqual([]);
    expect(Object.keys(counts.kinds)).toEqual(
      expect.arrayContaining(['allowed', 'forbidden', 'not-permitted', 'refused', 'status 200']),
    );
  });
});

describe('the fuzzer', () => {
  const some = Array.from({ length: 80 }, (_, seed) => makeWorld(seed));

  it('makes the same world for the same seed, and another one for another', () => {
    expect(makeWorld(7)).toEqual(makeWorld(7));
    expect(makeWorld(7)).not.toEqual(makeWorld(8));
  });

  it.each([
    ['groups of actions', /"memberOf":\[\{/],
    ['enumerations', /"enum"/],
    ['required attributes', /"required":true/],
    ['tags', /"tags":\{"type"/],
    ['extension types', /"Extension"/],
    ['attributes that hold actions', /"name":"Action"/],
    ['schemas without a namespace', /"schema":\{"":/],
    ['types of another namespace', /"name":"Lib::\w+"/],
    [
      'extension values in the short spelling',
      /(?<!"arg"):"(?:127\.0\.0\.1(?:\/32)?|10\.0\.0\.0\/8|::1|1\.00|60m)"/,
    ],
    ['templates that are linked', /\/\/ link \{/],
    ['common types', /"commonTypes":\{"Common0"/],
    ['records that look like references to entities', /"attributes":\{"__entity":\{/],
    ['ids that look like something else', /"id":"(?:__proto__|App::User::|e\u0301|a |\*)/],
    ['attributes with the names of members of every object', /"(?:__proto__|constructor|toString)":\{"type"/],
    ['callers that need attributes', /"User":\{"memberOfTypes":\["UserGroup"\],[^}]*\}?[^}]*"required":true/],
    ['literals of other actions in conditions', /Action::\\"\w+\\" in /],
  ])('makes worlds with %s', (_, feature) => {
    expect(some.some((world) => feature.test(JSON.stringify(world)))).toBe(true);
  });

  it('makes policies that cannot be evaluated now and then', () => {
    const kinds = some.flatMap((world) =>
      world.queries.slice(0, 5).map((query) => {
        const [policies = []] = world.versions;
        return plainAnswer(world, policies, query, sliceOf(world, query)).kind;
      }),
    );
    expect(kinds).toContain('errored');
  });

  it('makes schemas that are schemas, and slices that leave entities out', () => {
    expect(some.filter(({ schema }) => !checkSchema(schema).ok)).toEqual([]);
    expect(
      some.some((world) =>
        world.queries.some((query) => sliceOf(world, query).length < world.entities.length),
      ),
    ).toBe(true);
  });

  it('finds a way that decides wrongly now and then, in a small world', async () => {
    const forgetful: Way = (world) =>
      world.versions.flatMap((policies) =>
        world.queries.map((query) => {
          const slice = sliceOf(world, query);
          const expected = plainAnswer(world, policies, query, slice);
          const permits = policies.filter((text) => !text.includes('forbid') || !text.includes('in '));
          return {
            query: JSON.stringify(query),
            expected,
            actual: plainAnswer(world, permits, query, slice),
          };
        }),
      );
    let found: Awaited<ReturnType<typeof compareWays>>;
    for (let seed = 1; !found; seed += 1) found = await compareWays(seed, noCounts(), { forgetful });
    expect(found).toMatchObject({ way: 'forgetful', world: { versions: [[expect.anything()]] } });
    expect(found.world.queries).toHaveLength(1);
    expect(found.answer.actual).not.toEqual(found.answer.expected);
  });
});
