import { describe, expect, it, vi } from 'vitest';
import { locationAt, utf16Offset } from '../../../src/core/diagnostics/source.ts';
import fc from '../../helpers/fast-check.ts';

const text = fc
  .array(fc.constantFrom('a', 'é', '€', '😀', '\n', '\r\n', '\r', '\t', ' ', '\u2028'))
  .map((parts) => parts.join(''));

/** Lines counted one character at a time. */
function naiveLocation(content: string, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let index = 0; index < offset; index += 1) {
    const ends = content[index] === '\n' || (content[index] === '\r' && content[index + 1] !== '\n');
    line += ends ? 1 : 0;
    column = ends ? 1 : column + 1;
  }
  return { line, column };
}

describe('locationAt', () => {
  it('agrees with counting characters, at every offset of any text', () => {
    fc.assert(
      fc.property(text, fc.nat(60), fc.nat(60), (content, from, to) => {
        const start = Math.min(from, content.length);
        const end = Math.max(start, Math.min(to, content.length));
        const location = locationAt(content, start, end);
        const last = naiveLocation(content, end);
        expect(location).toMatchObject(naiveLocation(content, start));
        expect(location).toMatchObject({ endLine: last.line, endColumn: last.column });
        expect(location.excerpt).toBe(content.split(/\r\n|\n|\r/)[location.line - 1]);
      }),
    );
  });

  it('finds the lines of a text once, however many places in it are asked for', () => {
    const content = 'one\ntwo\n'.repeat(20);
    const reads = vi.spyOn(String.prototype, 'matchAll');
    for (let offset = 0; offset < content.length; offset += 1) locationAt(content, offset);
    const count = reads.mock.calls.length;
    reads.mockRestore();
    expect(count).toBeLessThan(2);
  });

  it('takes no notice of a byte order mark, as editors do', () => {
    const marked = '\uFEFFab\ncd';
    expect(locationAt(marked, 2, 5)).toEqual(locationAt('ab\ncd', 1, 4));
    expect(locationAt(marked, 0)).toEqual(locationAt('ab\ncd', 0));
    expect(locationAt(marked, 0).excerpt).toBe('ab');
  });

  it('is a point when no end is given, and when the end lies before the start', () => {
    const point = { line: 2, column: 2, endLine: 2, endColumn: 2, excerpt: 'cd' };
    expect(locationAt('ab\ncd', 4)).toEqual(point);
    expect(locationAt('ab\ncd', 4, 1)).toEqual(point);
  });
});

describe('utf16Offset', () => {
  it('agrees with encoding the text, at every character', () => {
    fc.assert(
      fc.property(text, (content) => {
        const characters = [...content];
        for (let index = 0; index <= characters.length; index += 1) {
          const before = characters.slice(0, index).join('');
          expect(utf16Offset(content, new TextEncoder().encode(before).length)).toBe(before.length);
        }
      }),
    );
  });

  it('gives the end for offsets past it', () => {
    expect(utf16Offset('é', 99)).toBe(1);
  });
});
