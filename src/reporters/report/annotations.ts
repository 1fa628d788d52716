import type { Location } from '../../core/diagnostics/diagnostic.ts';
import { counted, visible } from '../words/wording.ts';

const COMMANDS = ['error', 'warning', 'notice'] as const;

/** What GitHub Actions shows at a line of a file. */
export interface Annotation {
  readonly command: (typeof COMMANDS)[number];
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly location?: Location | undefined;
}

/** The commands of the runner, one for each line: errors, then warnings, then notices, as many of each as GitHub shows. */
export function printAnnotations(
  annotations: readonly Annotation[],
  repositoryPath: (file: string) => string,
): string {
  const shown = COMMANDS.flatMap((command) => atMost(annotations.filter((one) => one.command === command)));
  return shown.map((annotation) => `${print(annotation, repositoryPath)}\n`).join('');
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
