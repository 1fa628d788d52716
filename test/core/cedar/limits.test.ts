import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyToJson } from '../../../src/core/cedar/cedar.ts';
import { findUnusableNumber, nestingProblem } from '../../../src/core/cedar/limits.ts';

function when(condition: string): string {
  return `permit (principal, action, resource) when { ${condition} };`;
}

describe('nestingProblem', () => {
  it.each([
    ['parentheses', (depth: number) => when(`${'('.repeat(depth)}true${')'.repeat(depth)}`), 59],
    ['sets', (depth: number) => when(`${'['.repeat(depth)}1${']'.repeat(depth)}.isEmpty()`), 59],
    [
      '`if`',
      (depth: number) => when(`${'if true then '.repeat(depth)}true${' else true'.repeat(depth)}`),
      60,
    ],
    ['sums', (depth: number) => when(`${'1 + '.repeat(depth)}1 == 1`), 90],
    ['`&&`', (depth: number) => when(`${'true && '.repeat(depth)}true`), 900],
    ['`||`', (depth: number) => when(`${'true || '.repeat(depth)}true`), 900],
  ])('lets the engine have %s as deep as it can take, and no deeper', (_, policy, deepest) => {
    expect(nestingProblem(policy(deepest))).toBeUndefined();
    expect(policyToJson(policy(deepest)).ok).toBe(true);
    expect(nestingProblem(policy(deepest + 1))?.message).toMatch(/more than the policy engine can take$/);
  });

  it('does not count what stands in strings and comments', () => {
    const strings = when(`context.x == "${'('.repeat(500)}\\"${'['.repeat(500)}"`);
    expect(nestingProblem(`// ${'{'.repeat(500)}\n${strings}`)).toBeUndefined();
  });

  it('counts chains for each policy on its own', () => {
    const policy = when(`${'true && '.repeat(600)}true`);
    expect(nestingProblem(`${policy}\n${policy}`)).toBeUndefined();
  });

  it('takes texts of many megabytes', () => {
    expect(nestingProblem(when(`context.x == "${'a'.repeat(20_000_000)}"`))).toBeUndefined();
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => nestingProblem(text)?.message !== ''));
  });
});

describe('findUnusableNumber', () => {
  it('finds a number wherever it stands', () => {
    expect(findUnusableNumber({ a: [{ b: 0.5 }] })?.message).toContain('the number 0.5');
    expect(findUnusableNumber([-(2 ** 53)])?.message).toContain(String(-(2 ** 53)));
  });

  it('takes exact integers, texts, booleans and nothing', () => {
    expect(
      findUnusableNumber([0, -1, Number.MAX_SAFE_INTEGER, '0.5', true, null, undefined]),
    ).toBeUndefined();
  });

  it('refuses values that nest deeper than the engine reads, and values that contain themselves', () => {
    const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
    expect(findUnusableNumber(deep(100))).toBeUndefined();
    expect(findUnusableNumber(deep(101))?.message).toBe('a value nests more than 100 deep');
    const cyclic: Record<string, unknown> = {};
    cyclic.a = cyclic;
    cyclic.b = cyclic;
    expect(findUnusableNumber(cyclic)?.message).toBe('a value nests more than 100 deep');
  });
});

describe('operators', () => {
  const when = (condition: string) => `permit (principal, action, resource) when { ${condition} };`;

  it('count within one expression only: a long flat list is not deep', () => {
    const members = Array.from({ length: 500 }, (_, index) => `-${index}`).join(', ');
    expect(nestingProblem(when(`[${members}].contains(context.x)`))).toBeUndefined();
  });

  it('count on behind a bracket that closes', () => {
    const sum = Array.from({ length: 100 }, () => '(context.x)').join(' + ');
    expect(nestingProblem(when(`${sum} > 1`))?.message).toContain('more than 90 arithmetic operators');
  });
});
