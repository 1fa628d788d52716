import { describe, expect, it } from 'vitest';
import { allKnown } from '../../../src/core/values/all-known.ts';
import { compareText } from '../../../src/core/values/compare-text.ts';
import { freeName } from '../../../src/core/values/free-name.ts';
import { groupBy } from '../../../src/core/values/group.ts';
import { isSameText, withLineEndsOf } from '../../../src/core/values/line-ends.ts';
import { isRecord } from '../../../src/core/values/record.ts';

describe('compareText', () => {
  it('compares code units, the same on every machine', () => {
    expect(['b', 'B', 'ä', 'a'].sort(compareText)).toEqual(['B', 'a', 'b', 'ä']);
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('a free name', () => {
  it('is the wanted name, else the first number that is free', () => {
    const taken = new Set(['ana', 'ana-2', 'ana-4']);
    const isTaken = (name: string) => taken.has(name);
    expect(['bob', 'ana'].map((name) => freeName(name, isTaken))).toEqual(['bob', 'ana-3']);
    expect(freeName('ana', isTaken, (number) => `ana (${number})`)).toBe('ana (2)');
  });
});

describe('line ends', () => {
  it('are those of the text whose place is taken, unless it mixes them', () => {
    expect(withLineEndsOf('a\r\nb\r\n', 'x\ny\r\n')).toBe('x\r\ny\r\n');
    expect(withLineEndsOf('a\r\nb\n', 'x\ny\n')).toBe('x\ny\n');
    expect(withLineEndsOf('a', 'x\ny\n')).toBe('x\ny\n');
  });

  it('make no difference between texts', () => {
    expect(isSameText('a\r\nb\r\n', 'a\nb\n')).toBe(true);
    expect(isSameText('a\r\nb', 'a\n\nb')).toBe(false);
  });
});

describe('groups', () => {
  it('keep the order in which keys and items come', () => {
    expect([...groupBy(['b1', 'a1', 'b2'], (item) => item[0])]).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1']],
    ]);
  });
});

describe('all known values', () => {
  it('are there only when none is missing', () => {
    expect([allKnown([0, '', null]), allKnown([]), allKnown([1, undefined])]).toEqual([
      [0, '', null],
      [],
      undefined,
    ]);
  });
});

describe('a record', () => {
  it('is an object that is not a list', () => {
    expect([{}, Object.create(null), [], null, 'text', undefined].map(isRecord)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
