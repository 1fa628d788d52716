import type { Diagnostic, Location } from '../../core/diagnostics/diagnostic.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import { parseSource } from './parse.ts';

/** Lines of JSON, each with the file's own line numbers; and what is none. */
export interface JsonLines {
  readonly lines: readonly Source[];
  /** Warnings, one for each line that cannot be read. */
  readonly unreadable: readonly Diagnostic[];
}

/** Reads a file with a mapping on each line, such as a log. Empty lines are nothing; what cannot be read stops no other line. */
export function parseJsonLines(file: string, text: string): JsonLines {
  const lines: Source[] = [];
  const unreadable: Diagnostic[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const there = (location: Location | undefined) =>
      location && { ...location, line: location.line + index, endLine: location.endLine + index };
    const warn = (message: string, location: Location | undefined) =>
      unreadable.push({
        severity: 'warning',
        code: 'log-line-invalid',
        message,
        file,
        ...(location ? { location } : {}),
      });
    const start = line.search(/\S/);
    if (line[start] !== '{') {
      warn('this is not a line of JSON: expected `{`', there(startOf(line, start)));
      continue;
    }
    const parsed = parseSource(LINE, line);
    if (parsed.ok)
      lines.push({ ...parsed.value, file, locate: (path, part) => there(parsed.value.locate(path, part)) });
    else
      for (const { message, location } of parsed.diagnostics)
        warn(message, there(location ?? startOf(line, start)));
  }
  return { lines, unreadable };
}

/** What a line is read as: not as YAML. */
const LINE = 'line.json';

function startOf(line: string, start: number): Location {
  return { line: 1, column: start + 1, endLine: 1, endColumn: start + 2, excerpt: line };
}
