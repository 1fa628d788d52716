import { type Diagnostic, SEVERITIES, type Severity } from '../../../core/diagnostics/diagnostic.ts';
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

/** What the screen alone says: before warnings, or behind them. */
export interface SaidHere {
  readonly grave?: readonly string[];
  readonly slight?: readonly string[];
}

/** What to know about files, in as many lines as there are: the worst first, and how many there is no room for. */
export function noteLines(
  problems: readonly Diagnostic[],
  { grave = [], slight = [] }: SaidHere,
  { width, most }: { readonly width: number; readonly most: number },
): readonly Line[] {
  const of = (severity: Severity) => problems.filter((one) => one.severity === severity);
  const notes = [
    ...of('error').map((one) => problemNote(one, width)),
    ...grave.map((text) => doubtNote(text, width)),
    ...of('warning').map((one) => problemNote(one, width)),
    ...slight.map((text) => doubtNote(text, width)),
    ...of('info').map((one) => problemNote(one, width)),
  ];
  const whole = notes.flatMap((note) => note.whole);
  if (whole.length <= most) return whole;
  for (let count = notes.length; count > 0; count -= 1) {
    const said = notes.slice(0, count).flatMap((note) => note.brief);
    const rest = wrapText(restWords(notes.length - count), width, 'quiet');
    const spare = most - said.length - rest.length;
    // The beginning of the next one says what it is about.
    if (spare >= 0) return [...said, ...(notes[count]?.brief ?? []).slice(0, spare), ...rest];
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
  const kinds = SEVERITIES.flatMap((severity) => {
    const count = notes.filter((note) => note.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return wrapText(`${kinds.join(', ')}: printed at the end`, width, 'doubt').slice(0, 1);
}
