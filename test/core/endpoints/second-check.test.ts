import { expect, it } from 'vitest';
import { alsoAsks } from '../../../src/core/endpoints/second-check.ts';

it('says whether a call asks its second question, or may ask it', () => {
  const second = { action: 'createPhoto', from: 'body:album_id' } as const;
  expect(alsoAsks(second)).toBe(', which also asks `createPhoto` (body:album_id)');
  expect(alsoAsks({ ...second, optional: true })).toBe(', which may also ask `createPhoto` (body:album_id)');
  expect(alsoAsks(undefined)).toBe('');
});
