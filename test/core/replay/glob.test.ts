import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../../src/core/replay/glob.ts';
import fc from '../../helpers/fast-check.ts';

const globs = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '*', '*', '**', '?', '{', '.'),
  minLength: 1,
  maxLength: 8,
});
const values = fc.string({ unit: fc.constantFrom('a', 'b', 'a', '/', '{'), minLength: 1, maxLength: 10 });

describe('a glob', () => {
  it.each([
    ['/campaigns/*', '/campaigns/c1', true],
    ['/campaigns/*', '/campaigns/c1/', true],
    ['/campaigns/*', '/campaigns/', false],
    ['/campaigns/*', '/campaigns/c1/messages', false],
    ['/campaigns/**', '/campaigns/c1/messages', true],
    ['/campaigns/**', '/campaigns', true],
    ['/**/messages', '/campaigns/c1/messages', true],
    ['/**/messages', '/messages', true],
    ['/campaigns/{campaign_id}', '/campaigns/{campaign_id}', true],
    ['/campaigns/c?', '/campaigns/c1', true],
    ['/campaigns?c1', '/campaigns/c1', false],
    ['**', '/a/b', true],
  ])('%s for a path: %s is %s', (glob, path, expected) => {
    expect(globMatcher(glob, { isPath: true, ignoresCase: false })(path)).toBe(expected);
  });

  it('means in paths what globs mean elsewhere', () => {
    fc.assert(
      fc.property(globs, values, (glob, value) => {
        // Other libraries differ in what many stars, or empty segments, are.
        fc.pre(!/\*{3}|[^/]\*\*|\*\*[^/]|\/\//.test(glob) && !/\/\/|\/$/.test(value));
        const escaped = glob.replaceAll(/[^\w\s*?/-]/gu, '\\$&');
        const expected = picomatch(escaped, { dot: true })(value);
        expect(globMatcher(glob, { isPath: true, ignoresCase: false })(value)).toBe(expected);
      }),
    );
  });

  it('means in names what the regular expression for it means', () => {
    fc.assert(
      fc.property(globs, values, (glob, value) => {
        const source = glob
          .replaceAll(/[^\w*?]/g, '\\$&')
          .replaceAll('?', '.')
          .replaceAll(/\*+/g, '.*');
        const expected = new RegExp(`^${source}$`, 'i').test(value);
        expect(globMatcher(glob.toUpperCase(), { isPath: false, ignoresCase: true })(value)).toBe(expected);
      }),
    );
  });

  it('is quickly matched with a long value, whatever stars it has', () => {
    const glob = `${'*a'.repeat(200)}b`;
    const value = 'a'.repeat(5_000);
    expect(globMatcher(glob, { isPath: false, ignoresCase: true })(value)).toBe(false);
    expect(globMatcher(glob, { isPath: true, ignoresCase: false })(`/${value}`)).toBe(false);
  });
});
