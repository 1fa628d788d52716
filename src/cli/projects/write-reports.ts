import { type PlannedFile, writeFiles } from '../../project/files/write.ts';
import type { ReporterName } from '../../reporters/report/index.ts';
import type { ReporterOptions } from '../../reporters/report/reporter.ts';
import { repositoryPathIn, withoutCommands } from '../terminal/github.ts';
import { screenWidth, type Terminal } from '../terminal/terminal.ts';
import { type ChosenReporter, isAnnotations, isOnScreen } from './choose-reporters.ts';
import { unwrap } from './inputs.ts';

/** Reporters of something, by name. */
export type Reporters<Name extends ReporterName, Value> = Readonly<
  Record<Name, (value: Value, options: ReporterOptions) => string>
>;

/** What some reporters are told besides what all are told; `repositoryPath` where files are not named from the working directory. */
export type ToldBesides = Partial<Pick<ReporterOptions, 'verbose' | 'access' | 'repositoryPath'>>;

/** Prints and writes a value in every chosen form. */
export function writeReports<Name extends ReporterName, Value>(
  value: Value,
  {
    chosen,
    reporters,
  }: { readonly chosen: readonly ChosenReporter<Name>[]; readonly reporters: Reporters<Name, Value> },
  terminal: Terminal,
  besides: ToldBesides = {},
): void {
  const annotates = chosen.some(isAnnotations);
  const repositoryPath = repositoryPathIn(terminal);
  const plan: PlannedFile[] = [];
  for (const one of chosen) {
    const { name, file } = one;
    const text = reporters[name](value, {
      verbose: false,
      repositoryPath,
      ...besides,
      color: file === undefined && terminal.color.out,
      ...(file === undefined ? screenWidth(terminal) : {}),
    });
    if (file !== undefined) plan.push({ path: file, text, ifExists: 'replace' });
    else terminal.out(annotates && isOnScreen(one) ? withoutCommands(text) : text);
  }
  unwrap(writeFiles(plan, terminal.cwd), terminal);
}
