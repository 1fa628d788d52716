import headless from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import Output from '../../node_modules/ink/build/output.js';
import sanitizeAnsi from '../../node_modules/ink/build/sanitize-ansi.js';
import { type InkOperation, isPlain, quickFrame } from '../../src/tui/quick-frame.ts';
import { paintTone, type Tone } from '../../src/tui/theme.ts';
import fc from '../helpers/fast-check.ts';

const WIDTH = 24;
const HEIGHT = 4;

const tones: readonly (Tone | undefined)[] = [undefined, 'good', 'bad', 'chosen', 'match', 'quiet', 'title'];
const words = fc.oneof(
  fc.constantFrom('✓ ', '日本', '👩', '  ', 'é', 'a│b', ''),
  fc.string({ maxLength: 6 }),
);
const painted = fc
  .array(
    fc.tuple(
      words.map((text) => text.replaceAll(/\p{Control}/gu, '?')),
      fc.constantFrom(...tones),
    ),
    { maxLength: 3 },
  )
  .map((spans) => spans.map(([text, tone]) => paintTone(text, tone, true)).join(''));
const block = fc.array(painted, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));

describe('a quick frame', () => {
  it('looks as that of Ink, wherever it is made', async () => {
    let quick = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4 }), block), {
          maxLength: 4,
        }),
        async (writes) => {
          const frame = quickFrame(
            writes.map(([x, y, text]) => write(x, y, text)),
            HEIGHT,
          );
          if (frame === undefined) return;
          quick += 1;
          expect(await cellsOf(frame)).toEqual(await cellsOf(byInk(writes)));
        },
      ),
    );
    expect(quick).toBeGreaterThan(20);
  });

  it('is made of blocks beside each other, and of lines with looks of their own', () => {
    const operations = [
      write(0, 0, 'left\n\u001b[31mred\u001b[39m'),
      write(6, 0, '│\n│'),
      { ...write(8, 1, 'right'), transformers: [(line: string) => line.toUpperCase()] },
    ];
    expect(quickFrame(operations, 3)).toBe('left  │\n\u001b[31mred\u001b[39m   │ RIGHT\n');
  });

  it('is left to Ink where texts stand on each other, where they are cut, and where a character needs care', () => {
    expect(quickFrame([write(0, 0, 'below'), write(3, 0, 'above')], 1)).toBeUndefined();
    expect(quickFrame([{ type: 'clip' }, write(0, 0, 'text'), { type: 'unclip' }], 1)).toBeUndefined();
    for (const text of ['e\u0301', '\u200b', 'a\u00adb', '\u001b]8;;x\u0007', '\t', '\u001b[2J'])
      expect(quickFrame([write(0, 0, text)], 1)).toBeUndefined();
  });

  it('has texts that Ink would leave as they are', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b[1;39m',
        '\u001b[0m',
        '\u001b[m',
        '\u001b[4:3m',
        '\u001b',
        '\u009b',
      ),
      fc.constantFrom('日本', 'e\u0301', '\u0301', '\u200d', '\t', '\n', '\r\n', 'é'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        if (isPlain(text)) expect(sanitizeAnsi(text)).toBe(text);
      }),
    );
  });
});

function write(x: number, y: number, text: string): InkOperation {
  return { type: 'write', x, y, text, transformers: [] };
}

function byInk(writes: readonly (readonly [x: number, y: number, text: string])[]): string {
  const output = new Output({ width: WIDTH, height: HEIGHT });
  for (const [x, y, text] of writes) output.write(x, y, text, { transformers: [] });
  return output.get().output;
}

/** What a terminal makes of it: each character with its look, blanks at the ends aside. */
async function cellsOf(frame: string): Promise<string[]> {
  const terminal = new headless.Terminal({ cols: 80, rows: HEIGHT, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(frame.replaceAll('\n', '\r\n'), done));
  const lines = Array.from({ length: HEIGHT }, (_, row) => {
    const line = terminal.buffer.active.getLine(row);
    const cells = Array.from({ length: 80 }, (_, column) => {
      const cell = line?.getCell(column);
      if (!cell) return '';
      const look = [cell.getFgColor(), cell.isBold(), cell.isDim(), cell.isInverse(), cell.isUnderline()];
      return `${cell.getChars() || ' '}${look.join()}`;
    });
    return cells.join(' ');
  });
  terminal.dispose();
  return lines;
}
