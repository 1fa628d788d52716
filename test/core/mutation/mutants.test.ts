import { describe, expect, it } from 'vitest';
import type { PolicyJson } from '../../../src/core/cedar/cedar.ts';
import { mutantsOf } from '../../../src/core/mutation/mutants.ts';
import { policySetOf } from '../../helpers/policies.ts';

describe('the names of what is changed in a policy', () => {
  it('say at which place of a clause, where a clause has the same at several', () => {
    const names = namesFor('principal.n == 1 || principal.n == 2 || !(1 == principal.n)');
    expect(names).toEqual(expect.arrayContaining(['write 3 for 2', 'drop a !']));
    expect(placesOf('write != for ==', names)).toEqual([1, 2, 3]);
    expect(placesOf('drop the left of ||', names)).toEqual([1, 2]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('count the places from left to right', () => {
    const changed = (name: string) =>
      mutantsFor('principal.n == 5 || principal.m == 5').flatMap(({ change, json }) =>
        change === `in clause 1, ${name}` ? [JSON.stringify(json)] : [],
      );
    const [first = '', ...others] = changed('write 6 for 5 (place 1 of 2)');
    const [second = ''] = changed('write 6 for 5 (place 2 of 2)');
    expect(others).toEqual([]);
    expect(first.indexOf('"Value":6')).toBeLessThan(first.indexOf('"Value":5'));
    expect(second.indexOf('"Value":5')).toBeLessThan(second.indexOf('"Value":6'));
  });

  it('say what is written for comparisons of decimals and for questions about sets', () => {
    const names = namesFor(
      'principal.limit.lessThan(resource.price) && resource.price.greaterThanOrEqual(decimal("1.0")) && principal.tags.containsAll(["a", "b"]) && !principal.tags.containsAny(["c"])',
    );
    expect(names.filter((name) => name.startsWith('write '))).toEqual([
      'write lessThanOrEqual for lessThan',
      'write greaterThan for greaterThanOrEqual',
      'write containsAny for containsAll',
      'write containsAll for containsAny',
    ]);
  });

  it('say which member of a set is dropped, unless none would be left', () => {
    const names = namesFor('["a", "b"].contains(principal.name) || ["c"].contains(principal.name)');
    expect(names.filter((name) => name.includes('member'))).toEqual([
      'drop member 1 of a set',
      'drop member 2 of a set',
    ]);
    const bodies = mutantsFor('["a", "b"].contains(principal.name)').map(({ json }) => JSON.stringify(json));
    expect(bodies.filter((body) => body.includes('"Set":[{"Value":"b"}]'))).toHaveLength(1);
  });

  it('say that the condition of an `if` is negated', () => {
    expect(namesFor('if principal.isNew then principal.n == 1 else principal.isOld')).toContain(
      'negate the condition of an if',
    );
  });

  it('count the wildcards of a pattern, and nothing else in it', () => {
    const names = namesFor('principal.name like "a*b*"');
    expect(names).toEqual(expect.arrayContaining(['drop the wildcard 1', 'drop the wildcard 2']));
    expect(names.filter((name) => name.startsWith('drop the wildcard'))).toHaveLength(2);
  });
});

function mutantsFor(condition: string): ReturnType<typeof mutantsOf> {
  const { policies } = policySetOf(`permit (principal, action, resource) when { ${condition} };`);
  return policies.flatMap(({ json }: { readonly json: PolicyJson }) => mutantsOf(json));
}

/** Of what is changed within the clause. */
function namesFor(condition: string): string[] {
  const start = 'in clause 1, ';
  return mutantsFor(condition).flatMap(({ change }) =>
    change.startsWith(start) ? [change.slice(start.length)] : [],
  );
}

function placesOf(name: string, names: readonly string[]): number[] {
  return names.flatMap((one) => {
    const place = one.startsWith(`${name} (place `) ? /place (\d+) of/.exec(one)?.[1] : undefined;
    return place === undefined ? [] : [Number(place)];
  });
}
