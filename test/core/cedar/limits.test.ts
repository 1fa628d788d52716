import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import { policyToJson } from '../../../src/core/cedar/cedar.ts';
import { depthProblem, findUnusableValue, nestingProblem } from '../../../src/core/cedar/limits.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

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

describe('findUnusableValue', () => {
  it('finds a number wherever it stands', () => {
    expect(findUnusableValue({ a: [{ b: 0.5 }] })?.message).toContain('the number 0.5');
    expect(findUnusableValue([-(2 ** 53)])?.message).toContain(String(-(2 ** 53)));
  });

  it('takes exact integers, texts, booleans and nothing', () => {
    expect(findUnusableValue([0, -1, Number.MAX_SAFE_INTEGER, '0.5', true, null, undefined])).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['a `Map`, which JSON writes as {}', { a: new Map([['mfa', true]]) }, 'an object of the class `Map`'],
    ['a `Set`', [new Set([1])], 'an object of the class `Set`'],
    [
      'an object with getters of a class',
      new (class Caller {
        get mfa() {
          return true;
        }
      })(),
      'an object of the class `Caller`',
    ],
    ['an object that inherits', Object.create({ mfa: true }), 'an object of the class `Object`'],
    [
      'an object that JSON writes as another',
      Object.defineProperty({}, 'toJSON', { value: () => 1 }),
      'an object of the class `Object`',
    ],
    ['a big integer', { a: 1n }, 'a value is a bigint'],
    ['a function', { a: () => true }, 'a value is a function'],
    ['a symbol', [Symbol('a')], 'a value is a symbol'],
    ['half of a surrogate pair', { a: 'x\ud800' }, 'has half of a surrogate pair'],
    ['half of a surrogate pair in a name', { '\udc00': 1 }, 'has half of a surrogate pair'],
  ])('finds %s', (_, value, message) => {
    expect(findUnusableValue(value)?.message).toContain(message);
    expect(findUnusableValue({ deeper: [value] })?.message).toContain(message);
  });

  it('takes objects without a prototype, those of other realms, and dates', () => {
    const foreign: unknown = runInNewContext('({ a: [{ b: 1 }] })');
    const bare = Object.assign(Object.create(null), { a: 1 });
    expect(findUnusableValue([bare, foreign, new Date(0), '😀'])).toBeUndefined();
  });

  it('refuses values that nest deeper than the engine reads, and values that contain themselves', () => {
    const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
    expect(findUnusableValue(deep(100))).toBeUndefined();
    expect(findUnusableValue(deep(101))?.message).toBe('a value nests more than 100 deep');
    const cyclic: Record<string, unknown> = {};
    cyclic.a = cyclic;
    cyclic.b = cyclic;
    expect(findUnusableValue(cyclic)?.message).toBe('a value nests more than 100 deep');
  });
});

describe('depthProblem', () => {
  const SCHEMA = `entity User { boss?: User, b?: Bool, n?: Long, d?: datetime } tags User;
    action view appliesTo { principal: User, resource: User };`;
  const ana = { type: 'User', id: 'ana' };
  const attrs = {
    boss: { __entity: ana },
    b: true,
    n: 1,
    d: { __extn: { fn: 'datetime', arg: '2024-01-01' } },
  };
  const query = {
    principal: ana,
    action: { type: 'Action', id: 'view' },
    resource: ana,
    context: {},
    entities: [{ uid: ana, attrs, parents: [], tags: { t: { __entity: ana } } }],
  };
  /** Conditions so many operators deep, all of which are evaluated. */
  const chains: Readonly<Record<string, (length: number) => string>> = {
    '&&': (length) => `principal.b${' && principal.b'.repeat(length - 1)}`,
    '||': (length) => `!principal.b${' || !principal.b'.repeat(length - 2)}`,
    attributes: (length) => `principal${'.boss'.repeat(length - 1)}.b`,
    tags: (length) => `principal${'.getTag("t")'.repeat(length - 1)}.b`,
    calls: (length) => `principal.d${'.offset(duration("1h"))'.repeat(length - 2)} > datetime("2024-01-01")`,
    'records in a chain': (length) =>
      `(${'{ x: '.repeat(40)}1${' }'.repeat(40)} != { x: 1 })${' && principal.b'.repeat(length - 41)}`,
  };

  it.each(Object.entries(chains))('lets pass what the engine can evaluate of %s, and no more', (_, chain) => {
    const json = (length: number) => valueIn(policyToJson(when(chain(length))));
    expect(depthProblem(json(200))).toBeUndefined();
    expect(depthProblem(json(201))?.message).toBe(
      'an expression is 201 operators deep, and the policy engine can evaluate 200',
    );
    const schema = valueIn(cedar.schemaToJson(SCHEMA));
    const prepared = valueIn(cedar.preparePolicies('deep', schema, { p: when(chain(200)) }));
    for (let again = 0; again < 3; again += 1) {
      expect(valueIn(prepared.authorize(query)).errors).toEqual([]);
      expect(valueIn(prepared.authorize({ ...query, fits: true })).errors).toEqual([]);
    }
  });

  it('counts clauses as the chain that they are', () => {
    const clauses = (count: number) =>
      `permit (principal, action, resource) ${'when { principal.b }'.repeat(count)};`;
    expect(depthProblem(valueIn(policyToJson(clauses(200))))).toBeUndefined();
    expect(depthProblem(valueIn(policyToJson(clauses(201))))).toBeDefined();
  });

  it('takes wide expressions: a set and a record are as deep as their deepest member', () => {
    const members = Array.from({ length: 2_000 }, (_, index) => `principal.n + ${index}`).join(', ');
    expect(depthProblem(valueIn(policyToJson(when(`[${members}].contains(1)`))))).toBeUndefined();
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
