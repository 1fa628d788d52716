import { describe, expect, it } from 'vitest';
import { exactNumber } from '../../../src/core/cedar/exact-number.ts';
import { frozenCopy, isSameData } from '../../../src/core/values/frozen-data.ts';
import fc from '../../helpers/fast-check.ts';

const anyData = fc.jsonValue({ maxDepth: 3 });

describe('a frozen copy', () => {
  it('is the same data as what it was made of, and stays so when that changes', () => {
    fc.assert(
      fc.property(anyData, (value) => {
        const copy = frozenCopy(value);
        if (copy === undefined) return;
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(isSameData(value, copy)).toBe(true);
        expect(isSameData(structuredClone(value), copy)).toBe(true);
        if (typeof value !== 'object' || value === null) return;
        const before = JSON.stringify(copy);
        Object.assign(value, { added: 1 });
        expect(JSON.stringify(copy)).toBe(before);
        if (!Array.isArray(value)) expect(isSameData(value, copy)).toBe(false);
      }),
    );
  });

  it('cannot be changed anywhere in it', () => {
    const copy = frozenCopy({ attrs: { list: [{ a: 1 }] } });
    expect(() => Object.assign(copy?.attrs.list[0] ?? {}, { a: 2 })).toThrow(TypeError);
    expect(() => copy?.attrs.list.push({ a: 2 })).toThrow(TypeError);
  });

  it.each([
    ['a date', { at: new Date(0) }],
    ['a map', new Map()],
    ['a function', { now: () => 1 }],
    ['nothing', { a: undefined }],
    ['a hole', new Array(2)],
    ['an object of a class', new (class Campaign {})()],
    ['an object that writes itself otherwise', { toJSON: () => 1 }],
    ['a list that writes itself otherwise', Object.assign([1], { toJSON: () => 1 })],
    ['a list of a class', new (class List extends Array {})()],
    ['a member that would be a prototype', JSON.parse('{"__proto__": {"a": 1}}')],
    ['members that are inherited', Object.create(Object.assign(Object.create(null), { a: 1 }))],
    ['a large whole number of its own kind', { n: 1n }],
    ['a number with more digits than JavaScript keeps', { n: exactNumber('9007199254740993') }],
    ['more than 100 values', Array.from({ length: 100 }, () => 1)],
    ['more than 4,000 characters', { text: 'x'.repeat(4_001) }],
  ])('is not made where there is %s', (_, value) => {
    expect(frozenCopy(value)).toBeUndefined();
  });
});

describe('two values', () => {
  it('are the same data just where JSON writes the same, whatever the order of members', () => {
    fc.assert(
      fc.property(anyData, anyData, (a, b) => {
        const copy = frozenCopy(b);
        if (copy !== undefined) expect(isSameData(a, copy)).toBe(canonical(a) === canonical(b));
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['0 and -0', { n: -0 }, { n: 0 }],
    ['a number and its text', { n: '1' }, { n: 1 }],
    ['one with a member less', {}, { a: 1 }],
    ['one with a member more', { a: 1, b: 2 }, { a: 1 }],
    ['one with another name', { b: 1 }, { a: 1 }],
    ['one with a name that every object inherits', { toString: Object.prototype.toString }, { a: 1 }],
    ['a list and an object with its places', { 0: 1 }, [1]],
    ['a shorter list', [1], [1, 2]],
    ['a list in another order', [2, 1], [1, 2]],
    ['null and an object', null, {}],
    ['one that inherits the member', Object.create({ a: 1 }), { a: 1 }],
    ['one whose member JSON does not write', Object.defineProperty({}, 'a', { value: 1 }), { a: 1 }],
    ['one that writes itself otherwise', { a: 1, toJSON: () => 1 }, { a: 1 }],
    ['one of a class', Object.assign(new (class Campaign {})(), { a: 1 }), { a: 1 }],
  ])('are other data: %s', (_, value, copied) => {
    const copy = frozenCopy(copied);
    expect(copy).toEqual(copied);
    expect(isSameData(value, copy)).toBe(false);
  });
});

/** As JSON with sorted members; -0 is told apart. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (Object.is(one, -0)) return '-0 as a number';
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
