import { describe, expect, it } from 'vitest';
import { readablePath } from '../../src/tui/paths.ts';

describe('a path that people read', () => {
  it.each(['/संगठन', '/مستخدمون/1', '/🚀/launches', '/größe', '/日本語'])(
    'has letters and signs as they are meant: %s',
    (path) => {
      expect(readablePath(encodeURI(path))).toBe(path);
    },
  );

  it.each([
    ['what means something in a path', '/a%2Fb%20c%3Fd%25'],
    ['signs that look like a slash', '/a%E2%81%84b%E2%88%95c%EF%BC%8Fd'],
    ['what cannot be seen, or turns the direction', '/a%E2%80%8Bb%E2%80%AEc'],
    ['bytes that are no text', '/a%FF%C3b%C0%AF'],
  ])('keeps %s encoded', (_, path) => {
    expect(readablePath(path)).toBe(path);
  });
});
