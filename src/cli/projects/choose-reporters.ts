import { basename, resolve } from 'node:path';
import { showPath } from '../../project/files/read-text.ts';
import type { ReporterName } from '../../reporters/report/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fail } from './inputs.ts';

/** A reporter, and where its text goes. */
export interface ChosenReporter<Name extends ReporterName = ReporterName> {
  readonly name: Name;
  /** Absolute; `undefined` for standard output. */
  readonly file: string | undefined;
}

/**
 * The reporters as `--reporter` names them, or the usual ones. Before anything is run: a mistake in a flag is said at once. The flag itself
 * has checked their names.
 */
export function chooseReporters<Name extends ReporterName = ReporterName>(
  written: readonly string[],
  { cwd, github }: Terminal,
): readonly ChosenReporter<Name>[] {
  const usual = github ? ['pretty', 'github'] : ['pretty'];
  const chosen = (written.length > 0 ? written : usual).map((one) => reporterWritten<Name>(one, cwd));
  const isText = chosen.some(isOnScreen);
  // Annotations are lines of a log, and stand well below what people read there.
  const alone = chosen.filter((one) => !(isText && isAnnotations(one)));
  const targets = alone.map(({ file }) => file);
  const shared = targets.find((file, index) => targets.indexOf(file) < index);
  if (new Set(targets).size < targets.length) {
    fail(
      'reporters-collide',
      `two reporters would write to ${shared === undefined ? 'standard output' : `\`${showPath(shared, cwd)}\``}`,
      'give each its own file: `--reporter json=report.json`',
    );
  }
  return chosen;
}

/** Who reads what a reporter prints. */
const READ_BY: Readonly<Record<ReporterName, 'people' | 'programs' | 'the runner of GitHub Actions'>> = {
  pretty: 'people',
  dot: 'people',
  json: 'programs',
  junit: 'programs',
  lcov: 'programs',
  tap: 'programs',
  sarif: 'programs',
  github: 'the runner of GitHub Actions',
  markdown: 'programs',
  html: 'programs',
};

/** Whether people read this report while the command runs. */
export function isOnScreen({ name, file }: ChosenReporter): boolean {
  return READ_BY[name] === 'people' && file === undefined;
}

/** Whether they are lines for GitHub Actions, which looks for them in what the command prints. */
export function isAnnotations({ name, file }: ChosenReporter): boolean {
  return READ_BY[name] === 'the runner of GitHub Actions' && file === undefined;
}

/** Files that people write, or that others are checked against: no report takes their place. */
const NO_REPORT =
  /^cedarschema$|\.(cedar|schema|cedarschema|cedarschema\.json|policyschema\.json|fixtures\.(ya?ml|json))$|^authz\.ya?ml$|(^|\.)(entities|openapi|principals|swagger)\.(ya?ml|json)$/i;

/** What `--reporter NAME=file` names. */
function reporterWritten<Name extends ReporterName>(written: string, cwd: string): ChosenReporter<Name> {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(written) ?? [];
  if (file === '')
    fail('usage', `\`--reporter ${written}\` names no file`, 'write `--reporter json=report.json`');
  if (file !== undefined && NO_REPORT.test(basename(file)))
    fail(
      'usage',
      `\`--reporter ${written}\` would write a report over a file of the project`,
      'write `--reporter json=report.json`',
    );
  return { name: name as Name, file: file === undefined ? undefined : resolve(cwd, file) };
}
