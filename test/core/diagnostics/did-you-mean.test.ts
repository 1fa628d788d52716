import { expect, test } from 'vitest';
import { nearest } from '../../../src/core/diagnostics/did-you-mean.ts';

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

test('the nearest of several wins, and the first of equals', () => {
  expect(nearest('cat', ['cart', 'bat', 'cat'])).toBe('cat');
  expect(nearest('cat', ['bat', 'rat'])).toBe('bat');
});
