import { describe, expect, it } from 'vitest';
import { printDiff } from '../../../src/reporters/words/diff.ts';
import { painter } from '../../../src/reporters/words/wording.ts';

describe('a difference', () => {
  it('is a unified diff with three lines around it', () => {
    const before = 'a\nb\nc\nd\ne\nf\n';
    expect(
      printDiff({ file: 'x.json', before, after: before.replace('e', 'E') }, painter(false)),
    ).toMatchInlineSnapshot(`
      "--- x.json
      +++ x.json (generated)
      @@ -2,5 +2,5 @@
       b
       c
       d
      -e
      +E
       f
      "
    `);
  });

  it('is colored by what a line means, and shows control characters', () => {
    const diff = printDiff({ file: 'x.json', before: 'a\n', after: '\u001b[2J\n' }, painter(true));
    expect(diff).toContain('\u001b[31m-a\u001b[39m\n\u001b[32m+\\u001b[2J\u001b[39m');
  });

  it('is in what lines say, not in what they end with', () => {
    const before = 'a\r\nb\r\n';
    expect(printDiff({ file: 'x.json', before, after: before.replace('b', 'c') }, painter(false))).toContain(
      '@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    );
    expect(printDiff({ file: 'x.json', before, after: 'a\nc\n' }, painter(false))).toContain(
      '\n a\n-b\n+c\n',
    );
  });

  it('to nothing is everything', () => {
    expect(printDiff({ file: 'x.json', before: '', after: 'a\n' }, painter(false))).toContain(
      '@@ -0,0 +1,1 @@\n+a\n',
    );
  });
});
