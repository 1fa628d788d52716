import { resolve } from 'node:path';
import { hasErrors, InputError } from '../../../core/diagnostics/diagnostic.ts';
import { compareProjects } from '../../../core/guarantees/comparison/compare-projects.ts';
import { type ChangeKind, hasChanges } from '../../../core/guarantees/comparison/comparison.ts';
import { turningFixtures } from '../../../core/guarantees/comparison/turning-fixtures.ts';
import { showPath } from '../../../project/files/read-text.ts';
import { linkFiles } from '../../../project/project-files.ts';
import { COMPARISON_REPORTERS, type ComparisonReporterName } from '../../../reporters/comparison/index.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { effortOf, hintAtBudget } from '../../projects/budget.ts';
import { chooseReporters } from '../../projects/choose-reporters.ts';
import { writeExamples } from '../../projects/example-files.ts';
import { fail } from '../../projects/inputs.ts';
import { writeReports } from '../../projects/write-reports.ts';
import { repositoryPathIn } from '../../terminal/github.ts';
import { endedBySignal } from '../../terminal/interrupts.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type OpenedSide, openSide } from './open-side.ts';
import { HEAD, turnedName, withoutCase } from './turned-words.ts';

/** Which changes make the exit code 1. */
export type FailOn = 'opened' | 'closed' | 'any' | 'none';

export interface DiffOptions {
  readonly failOn: FailOn;
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  /** In seconds. */
  readonly budget?: number;
  readonly writeFixtures?: string;
  /** A file with links of templates, for both sides. */
  readonly templateLinked?: string;
}

/** `authz diff`: nothing of the repository is touched, and what was taken out of it is removed whatever happens. */
export async function diff(
  before: string | undefined,
  after: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const chosen = chooseReporters<ComparisonReporterName>(options.reporter, terminal);
  const { root: wasIn, side: old } = await readSide(before ?? 'HEAD', options, terminal);
  const { root: isIn, home, side: now } = await readSide(after, options, terminal);
  const [wasAt, isAt] = [before ?? 'HEAD', after ?? '.'].map((written) => resolve(terminal.cwd, written));
  if (wasIn !== undefined && wasIn === isIn && wasAt !== isAt) fail(...sameProject(old.name, wasIn));
  const compared = await endedBySignal(() => compareProjects(old, now, effortOf(options.budget)));
  if (!compared.ok) throw new InputError(compared.diagnostics);
  showDiagnostics(compared.diagnostics, terminal);
  const comparison = compared.value;
  const inRepository = repositoryPathIn(terminal);
  const repositoryPath = (file: string) => inRepository(showPath(resolve(home, file), terminal.cwd));
  writeReports(comparison, { chosen, reporters: COMPARISON_REPORTERS }, terminal, { repositoryPath });
  const undecided = comparison.endpoints.flatMap(({ reasons }) => reasons);
  hintAtBudget(undecided, terminal);
  if (options.writeFixtures !== undefined) {
    const { files, without } = turningFixtures(comparison, { before: old.input, now: now.input }, turnedName);
    writeExamples({ files, path: resolve(terminal.cwd, options.writeFixtures), head: HEAD }, terminal);
    for (const example of without) terminal.err(`${withoutCase(example)}\n`);
  }
  // What was opened is shown all the same; the run is no better for it.
  if (hasErrors(compared.diagnostics)) return EXIT_CODES.unusable;
  return hasChanges(comparison, FAILURES[options.failOn]) ? EXIT_CODES.unmet : EXIT_CODES.ok;
}

/** All of it: what was taken out of the repository is not needed any more. */
async function readSide(
  written: string | undefined,
  options: DiffOptions,
  terminal: Terminal,
): Promise<OpenedSide> {
  const [links] = linkFiles(options, terminal.cwd);
  const opened = await openSide(written, links, terminal);
  opened.close();
  return opened;
}

/** A folder without a project of its own stands for the project around it. */
function sameProject(name: string, folder: string): Parameters<typeof fail> {
  return [
    'side-ambiguous',
    `both sides are the project in \`${folder}\``,
    `\`${name}\` has no project of its own: name a folder that has one, or a git revision`,
  ];
}

/** What is not decided may have opened something. */
const FAILURES: Readonly<Record<FailOn, readonly ChangeKind[]>> = {
  opened: ['opened', 'both', 'not-decided'],
  closed: ['closed', 'both', 'not-decided'],
  any: ['opened', 'closed', 'both', 'not-decided'],
  none: [],
};
