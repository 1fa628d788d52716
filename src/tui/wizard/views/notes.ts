import type { Diagnostic, Severity } from '../../../core/diagnostics/diagnostic.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { type Line, wrapText } from '../../line.ts';
import { problemLines } from './problems.ts';

/** Something to know, whole and in short; nothing of an error is left out, as it ends here. */
interface Note {
  /** Missing where the screen alone says it: the others are printed at the end as well. */
  readonly severity?: Severity;
  readonly whole: readonly Line[];
  readonly brief: readonly Line[];
}

/** What to know about files, in as many lines as there are: the worst first, then what is said here alone, and how many there is no room for. */
export function noteLines(
  problems: readonly Diagnostic[],
  doubts: readonly string[],
  { width, most }: { readonly width: number; readonly most: number },
): readonly Line[] {
  const of = (severity: Severity) => problems.filter((one) => one.severity === severity);
  const notes = [
    ...of('error').map((one) => problemNote(one, width)),
    ...doubts.map((text) => doubtNote(text, width)),
    ...[...of('warning'), ...of('info')].map((one) => problemNote(one, width)),
  ];
  const whole = notes.flatMap((note) => note.whole);
  if (whole.length <= most) return whole;
  for (let count = notes.length; count > 0; count -= 1) {
    const lines = [
      ...notes.slice(0, count).flatMap((note) => note.brief),
      ...wrapText(restWords(notes.length - count), width, 'quiet'),
    ];
    if (lines.length <= most) return lines;
  }
  return [...(notes[0]?.brief ?? []).slice(0, most - 1), ...kindLines(notes, width)].slice(
    0,
    Math.max(0, most),
  );
}

function problemNote(problem: Diagnostic, width: number): Note {
  const { severity, message, code } = problem;
  const whole = problemLines([problem], width);
  return {
    severity,
    whole,
    brief: severity === 'error' ? whole : problemLines([{ severity, message, code }], width),
  };
}

function doubtNote(text: string, width: number): Note {
  const lines = wrapText(text, width, 'doubt');
  return { whole: lines, brief: lines };
}

function restWords(hidden: number): string {
  const more = hidden === 0 ? '' : `and ${hidden} more; `;
  return `${more}what to do is printed at the end`;
}

/** Where not even the first one fits. */
function kindLines(notes: readonly Note[], width: number): Line[] {
  const kinds = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = notes.filter((note) => note.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return wrapText(`${kinds.join(', ')}: printed at the end`, width, 'doubt').slice(0, 1);
}
