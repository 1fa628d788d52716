import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/core/diagnostics/diagnostic.ts';
import { locationAt } from '../../../src/core/diagnostics/source.ts';
import { countDiagnostics, printDiagnostics } from '../../../src/reporters/words/frame.ts';
import { painter } from '../../../src/reporters/words/wording.ts';

/** The frame of the first occurrence of `wanted`. */
function frameOf(text: string, wanted: string): string {
  const start = text.indexOf(wanted);
  const location = locationAt(text, start, start + wanted.length);
  const printed = printDiagnostics([{ ...PROBLEM, location }], painter(false));
  return printed.split('\n').slice(2, -1).join('\n');
}

const PROBLEM: Diagnostic = {
  severity: 'error',
  code: 'usage',
  message: 'some message',
  file: 'a.cedar',
};

describe('a diagnostic', () => {
  it('says what, where and what to do', () => {
    const location = locationAt('a\n  b c\n', 4, 5);
    const diagnostics: Diagnostic[] = [
      { ...PROBLEM, location, help: 'some help' },
      { severity: 'warning', code: 'no-fixtures', message: 'no place' },
    ];
    expect(printDiagnostics(diagnostics, painter(false))).toBe(`\
error: some message [usage]
  --> a.cedar:2:3
   |
 2 |   b c
   |   ^
  = help: some help

warning: no place [no-fixtures]
`);
    expect(countDiagnostics(diagnostics)).toBe('1 error, 1 warning');
    expect(printDiagnostics([], painter(false))).toBe('');
  });

  it('is colored when colors are wanted', () => {
    expect(printDiagnostics([PROBLEM], painter(true))).toBe(
      '\u001b[31merror:\u001b[39m \u001b[1msome message\u001b[22m \u001b[2m[usage]\u001b[22m\n  \u001b[2m-->\u001b[22m a.cedar\n',
    );
  });

  it('shows the `::` of a name that ends there as it is written', () => {
    expect(frameOf('permit (principal in Shop::Rol::"a");\n', 'Shop::Rol')).toBe(`\
   |
 1 | permit (principal in Shop::Rol::"a");
   |                      ^^^^^^^^^`);
  });

  it('shows control characters, and keeps to its line', () => {
    const told = printDiagnostics(
      [{ ...PROBLEM, message: 'a\n\u001b[2J', file: '\u001b]0;x\u0007' }],
      painter(false),
    );
    expect(told).toBe('error: a\\u000a\\u001b[2J [usage]\n  --> \\u001b]0;x\\u0007\n');
  });
});

describe('a code frame', () => {
  it.each([
    ['plain text', 'let x = wrong;', 'wrong', '   |\n 1 | let x = wrong;\n   |         ^^^^^'],
    [
      'wide characters before it',
      '"日本é😀" wrong',
      'wrong',
      '   |\n 1 | "日本é😀" wrong\n   |           ^^^^^',
    ],
    ['wide characters in it', 'a 日本 b', '日本', '   |\n 1 | a 日本 b\n   |   ^^^^'],
    ['tabs', '\ta\twrong', 'wrong', '   |\n 1 | \ta\twrong\n   | \t \t^^^^^'],
    ['control characters', 'a\u001b wrong', 'wrong', '   |\n 1 | a\\u001b wrong\n   |         ^^^^^'],
    ['another line, ended by CRLF', 'a\r\nb wrong\r\nc', 'wrong', '   |\n 2 | b wrong\n   |   ^^^^^'],
    ['several lines', 'a wrong\nthing b', 'wrong\nthing', '   |\n 1 | a wrong\n   |   ^^^^^'],
    ['nothing at all, at the end', 'abc', '', '   |\n 1 | abc\n   | ^'],
    ['a line with a long number', `${'\n'.repeat(1233)}a`, 'a', '      |\n 1234 | a\n      | ^'],
  ])('points at %s', (_, text, wanted, frame) => expect(frameOf(text, wanted)).toBe(frame));

  it('shows the middle of a very long line', () => {
    const long = `${'x'.repeat(5000)}wrong${'y'.repeat(5000)}`;
    expect(frameOf(long, 'wrong')).toBe(
      `   |\n 1 | …${'x'.repeat(48)}wrong${'y'.repeat(43)}…\n   |  ${' '.repeat(48)}^^^^^`,
    );
  });

  it('cuts what it marks when that is very long, too', () => {
    const frame = frameOf(`a ${'w'.repeat(5000)} b`, 'w'.repeat(5000));
    expect(Math.max(...frame.split('\n').map((line) => line.length))).toBeLessThan(120);
  });
});
