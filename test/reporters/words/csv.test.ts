import { describe, expect, it } from 'vitest';
import { csvTable } from '../../../src/reporters/words/csv.ts';

describe('a table in CSV', () => {
  it('has lines that are ended as RFC 4180 says, with quotation marks where they are needed', () => {
    const rows = [
      ['who', 'what'],
      ['a, b', 'says "x"'],
      ['c;d', ''],
    ];
    expect(csvTable(rows)).toBe('who,what\r\n"a, b","says ""x"""\r\nc;d,\r\n');
  });

  it('has no field that a spreadsheet would run, and no control character', () => {
    const rows = [['=1+2', '+1', '-1', '@cmd', '=a,"b"', '\t=1', 'a\r\n=1', ' =1', 'a=1']];
    expect(csvTable(rows)).toBe(`'=1+2,'+1,'-1,'@cmd,"'=a,""b""",\\u0009=1,a\\u000d\\u000a=1, =1,a=1\r\n`);
  });
});
