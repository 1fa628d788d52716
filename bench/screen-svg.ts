import type { IBufferCell, Terminal } from '@xterm/headless';

const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;

/** The first 16 colors, and what stands for the terminal's own; readable on pages with light and dark backgrounds. */
const PALETTE = '#484f58 #ff7b72 #7ee787 #e3b341 #79c0ff #d2a8ff #56d4dd #c9d1d9'.split(' ');
const FOREGROUND = '#e6edf3';
const BACKGROUND = '#0d1117';

/** What is on the emulator's screen, as an SVG picture with this title; what `hidden` matches (paths of this machine) is left out. */
export function screenSvg(terminal: Terminal, title: string, hidden: RegExp): string {
  const { cols, rows, buffer } = terminal;
  const width = Math.ceil(cols * CELL.width + 2 * MARGIN);
  const height = rows * CELL.height + 2 * MARGIN;
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = buffer.active.getLine(buffer.active.baseY + row);
    const cells = Array.from({ length: cols }, (_, column) => line?.getCell(column));
    return runsOf(cells)
      .map((run) => drawRun(run, row, hidden))
      .join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
${lines.filter((one) => one !== '').join('\n')}
</svg>
`;
}

interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
}

interface Look {
  readonly color: string;
  readonly fill: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** Neighbouring cells of one look. */
function runsOf(cells: readonly (IBufferCell | undefined)[]): Run[] {
  const runs: Run[] = [];
  for (const [column, cell] of cells.entries()) {
    // The right half of a wide character belongs to it.
    if (!cell || cell.getWidth() === 0) continue;
    const [look, text, last] = [lookOf(cell), cell.getChars() || ' ', runs.at(-1)];
    const isSame =
      last && JSON.stringify(last.look) === JSON.stringify(look) && last.columns + last.column === column;
    if (isSame)
      runs[runs.length - 1] = { ...last, text: last.text + text, columns: last.columns + cell.getWidth() };
    else runs.push({ column, columns: cell.getWidth(), text, look });
  }
  return runs.filter(({ text, look }) => text.trim() !== '' || look.fill !== undefined);
}

function lookOf(cell: IBufferCell): Look {
  const color = cell.isFgPalette() ? (PALETTE[cell.getFgColor() % 8] ?? FOREGROUND) : FOREGROUND;
  const isReversed = cell.isInverse() !== 0;
  return {
    color: isReversed ? BACKGROUND : color,
    fill: isReversed ? color : undefined,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
  };
}

function drawRun({ column, columns, text, look }: Run, row: number, hidden: RegExp): string {
  const x = (MARGIN + column * CELL.width).toFixed(1);
  const y = MARGIN + row * CELL.height;
  const width = (columns * CELL.width).toFixed(1);
  const box = look.fill
    ? `<rect x="${x}" y="${y}" width="${width}" height="${CELL.height}" fill="${look.fill}"/>`
    : '';
  const shown = text.replaceAll(hidden, (match) => ' '.repeat(match.length));
  if (shown.trim() === '') return box;
  const weight = look.bold ? ' font-weight="bold"' : '';
  const opacity = look.dim ? ' opacity="0.6"' : '';
  return `${box}<text x="${x}" y="${y + 13}" textLength="${width}" fill="${look.color}"${weight}${opacity}>${escaped(shown)}</text>`;
}

function escaped(text: string): string {
  // Viewers fold blanks that may be broken at.
  return text
    .replaceAll(' ', '\u00a0')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
