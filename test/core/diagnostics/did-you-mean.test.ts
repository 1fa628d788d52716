import { expect, test } from 'vitest';
import { editDistance, isSlipOf, nearest, nearestKey } from '../../../src/core/diagnostics/did-you-mean.ts';
import fc from '../../helpers/fast-check.ts';

const patterns = ['single-resource', 'creation', 'listing', 'batch', 'open', 'implicit-scope'];

test.each([
  ['listng', 'listing'],
  ['Listing', 'listing'],
  ['craetion', 'creation'],
  ['singleresource', 'single-resource'],
  ['opn', 'open'],
  ['single', 'single-resource'],
])('`%s` was most likely meant to be `%s`', (word, expected) => {
  expect(nearest(word, patterns)).toBe(expected);
});

test.each(['', 'something else', 'xyz'])('`%s` is like none of them', (word) => {
  expect(nearest(word, patterns)).toBeUndefined();
});

test.each([
  ['apiSpec', 'spec'],
  ['policies-folder', 'policies'],
  ['schema_file', 'schema'],
  ['polices', 'policies'],
  ['specification', undefined],
  ['as', undefined],
])('the key `%s` was most likely meant to be %j', (word, expected) => {
  expect(nearestKey(word, ['spec', 'schema', 'policies'])).toBe(expected);
});

test('a namespace that names share makes them no more alike', () => {
  const types = ['Clinic::Application', 'Clinic::Note', 'Clinic::Patient'];
  expect(nearest('Clinic::Room', types)).toBeUndefined();
  expect(nearest('Clinic::Appointment', types)).toBeUndefined();
  expect(nearest('Clinic::Pateint', types)).toBe('Clinic::Patient');
  expect(nearest('Clinic::Record', [...types, 'Clinic::DentalRecord'])).toBe('Clinic::DentalRecord');
  expect(nearest('Clinc::Note', types)).toBe('Clinic::Note');
});

test('the nearest of several wins, and the first of equals', () => {
  expect(nearest('cat', ['cart', 'bat', 'cat'])).toBe('cat');
  expect(nearest('cat', ['bat', 'rat'])).toBe('bat');
});

test('a slip is one edit at most, in words of some length that are not one and many of the same', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 's'), minLength: 3, maxLength: 8 });
  const edited = fc.tuple(word, fc.nat(8), fc.nat(2), fc.constantFrom('', 'a', 'ab', 'S'));
  const other = fc.oneof(
    word.map((second) => () => second),
    edited.map(
      ([, at, gone, put]) =>
        (first: string) =>
          first.slice(0, at) + put + first.slice(at + gone),
    ),
  );
  fc.assert(
    fc.property(word, other, (first, make) => {
      const second = make(first);
      const isOneAndMany = `${first}s` === second || `${second}s` === first;
      const isNear = editDistance(first.toLowerCase(), second.toLowerCase()) <= 1;
      expect(isSlipOf(first, second)).toBe(first.length >= 5 && !isOneAndMany && isNear);
    }),
  );
});
