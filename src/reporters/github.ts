import type { Diagnostic, Location, Severity } from '../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../core/fixtures/fixture.ts';
import type { Result } from '../core/replay/replay.ts';
import type { Report } from '../core/replay/report.ts';
import { FAILURE_KINDS, type FailureKind, failuresOf } from './failure-kind.ts';
import type { ReporterOptions } from './reporter.ts';
import { outcomeLines, questionText } from './result-text.ts';
import { counted, visible } from './wording.ts';

/** Annotations for GitHub Actions: problems, then what failed, the worst first, each at its line. */
export function githubReport(report: Report, { repositoryPath }: ReporterOptions): string {
  const problems = report.projects.flatMap(({ diagnostics }) => diagnostics.map(problemAnnotation));
  const failures = failuresOf(report).map(({ kind, result }) => failureAnnotation(kind, result));
  const all = [...problems, ...failures];
  const shown = COMMANDS.flatMap((command) => atMost(all.filter((one) => one.command === command)));
  return shown.map((annotation) => `${print(annotation, repositoryPath)}\n`).join('');
}

const COMMANDS = ['error', 'warning', 'notice'] as const;

interface Annotation {
  readonly command: (typeof COMMANDS)[number];
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly location?: Location | undefined;
}

/** GitHub shows this many of a kind for each step of a job, and drops all others without a word. */
const MOST_SHOWN = 10;

/** The last one tells how many more there are. */
function atMost(annotations: readonly Annotation[]): Annotation[] {
  const [first] = annotations;
  if (!first || annotations.length <= MOST_SHOWN) return [...annotations];
  const rest = annotations.length - MOST_SHOWN + 1;
  const noun = first.command === 'error' ? 'failure' : first.command;
  const message = 'The job summary has them all.';
  return [
    ...annotations.slice(0, MOST_SHOWN - 1),
    { command: first.command, title: `${counted(rest, noun)} more`, message },
  ];
}

const SEVERITY_COMMANDS: Readonly<Record<Severity, Annotation['command']>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

function problemAnnotation({ severity, code, message, help, file, location }: Diagnostic): Annotation {
  const lines = [visible(message), ...(help ? [visible(help)] : [])];
  return { command: SEVERITY_COMMANDS[severity], title: code, message: lines.join('\n'), file, location };
}

function failureAnnotation(kind: FailureKind, result: Result): Annotation {
  const { fixture } = result;
  return {
    command: 'error',
    title: `${FAILURE_KINDS[kind]}: ${visible(fixture.name)}`,
    message: [questionText(fixture), ...outcomeLines(result)].join('\n'),
    file: fixture.source.file,
    location: locateFixture(fixture),
  };
}

function print(
  { command, title, message, file, location }: Annotation,
  path: (file: string) => string,
): string {
  const properties = {
    ...(file === undefined ? {} : { file: visible(path(file)) }),
    ...(location ? { line: location.line, col: location.column } : {}),
    title,
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${command} ${written.join(',')}::${data(message)}`;
}

/** What the runner decodes again. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
