import { type Diagnostic, errorsAmong, type Location, placeText } from '../../core/diagnostics/diagnostic.ts';
import { textWidth } from './text-width.ts';
import { counted, type Paint, SEVERITY_MEANINGS, visible } from './wording.ts';

/** Diagnostics as text: message, place, the line with a caret under it, and what to do. Ends with a line that counts them. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], paint: Paint): string {
  if (diagnostics.length === 0) return '';
  const blocks = diagnostics.map((diagnostic) => printDiagnostic(diagnostic, paint));
  return `${blocks.join('\n\n')}\n`;
}

/** `2 errors, 1 warning`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = errorsAmong(diagnostics).length;
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

/** `file:line:column`, as far as it is known; of a value in JSON also the way to it. */
export function printPlace(file: string | undefined, location: Location | undefined): string {
  if (!file) return '';
  const pointer = location?.pointer === undefined ? '' : ` ${visible(location.pointer)}`;
  return `${placeText(visible(file), location)}${pointer}`;
}

function printDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, code, message, help, details = [], file, location } = diagnostic;
  const head = `${paint(SEVERITY_MEANINGS[severity], `${severity}:`)} ${paint('strong', visible(message))} ${paint('quiet', `[${code}]`)}`;
  const place = printPlace(file, location);
  const lines = [head];
  if (place) lines.push(`  ${paint('quiet', '-->')} ${place}`);
  if (location) lines.push(...printFrame(location, paint));
  if (help) lines.push(`  ${paint('quiet', '=')} help: ${visible(help)}`);
  lines.push(...details.map((detail) => `      ${visible(detail)}`));
  return lines.join('\n');
}

/** Wide enough for a policy line, short enough for a terminal. */
const FRAME_WIDTH = 96;

/** The line with a caret under the place. */
export function printFrame(location: Location, paint: Paint): string[] {
  const { before, marked, after } = cutLine(location);
  if (before === '' && marked === '' && after === '') return [];
  const gutter = String(location.line);
  const empty = ' '.repeat(gutter.length);
  const indent = before.replaceAll(/[^\t]+/g, (text) => ' '.repeat(textWidth(visible(text))));
  // As in the whole line: a piece may begin with `::`, which at the beginning of a line would be a command.
  const width = textWidth(visible(`${before}${marked}`)) - textWidth(visible(before));
  const carets = '^'.repeat(Math.max(1, width));
  return [
    ` ${paint('quiet', `${empty} |`)}`,
    ` ${paint('quiet', `${gutter} |`)} ${keepTabs(`${before}${marked}${after}`)}`,
    ` ${paint('quiet', `${empty} |`)} ${indent}${paint('bad', carets)}`,
  ];
}

/** The line in three parts: before, under and after the caret; the middle of a very long line only. */
function cutLine(location: Location): { before: string; marked: string; after: string } {
  const { excerpt } = location;
  const start = location.column - 1;
  const end = location.endLine === location.line ? location.endColumn - 1 : excerpt.length;
  const from = excerpt.length > FRAME_WIDTH ? Math.max(0, start - FRAME_WIDTH / 2) : 0;
  const to = Math.max(Math.min(end, start + FRAME_WIDTH / 2), Math.min(excerpt.length, from + FRAME_WIDTH));
  const markedEnd = Math.min(end, to);
  return {
    before: `${from > 0 ? '…' : ''}${excerpt.slice(from, start)}`,
    marked: excerpt.slice(start, markedEnd),
    after: `${excerpt.slice(markedEnd, to)}${to < excerpt.length ? '…' : ''}`,
  };
}

function keepTabs(text: string): string {
  return text.split('\t').map(visible).join('\t');
}
