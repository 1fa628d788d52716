import { type PlannedFile, writeFiles } from '../../project/files/write.ts';
import type { ReporterOptions } from '../../reporters/report/reporter.ts';
import { repositoryPathIn } from '../terminal/github.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';
import { reporterWritten } from './report-file.ts';

/** Reporters of something, by name. */
export type Reporters<Name extends string, Value> = Readonly<
  Record<Name, (value: Value, options: ReporterOptions) => string>
>;

/** Prints a value in each form that was asked for (`NAME` or `NAME=file`); in a job of GitHub Actions as annotations, too. */
export function writeReports<Name extends string, Value>(
  value: Value,
  reporters: Reporters<Name | 'pretty' | 'github', Value>,
  written: readonly string[],
  terminal: Terminal,
): void {
  const usual = terminal.github ? ['pretty', 'github'] : ['pretty'];
  const plan: PlannedFile[] = [];
  for (const one of written.length > 0 ? written : usual) {
    const { name, file } = reporterWritten(one, terminal.cwd);
    // The flag has checked the name.
    const text = reporters[name as Name](value, {
      color: file === undefined && terminal.color.out,
      verbose: false,
      repositoryPath: repositoryPathIn(terminal),
    });
    if (file === undefined) terminal.out(text);
    else plan.push({ path: file, text, ifExists: 'replace' });
  }
  unwrap(writeFiles(plan, terminal.cwd), terminal);
}
