import { relative, resolve, sep } from 'node:path';
import type { Report } from '../../core/replay/report.ts';
import { leadsOut } from '../../project/files/contained-path.ts';
import { appendText } from '../../project/files/write.ts';
import { markdownReport } from '../../reporters/report/markdown.ts';
import { unwrap } from '../projects/inputs.ts';
import type { Terminal } from './terminal.ts';

/** Files are named from the working directory; annotations name them from the root of the repository, where that is known. */
export function repositoryPathIn({ cwd, github }: Terminal): (file: string) => string {
  const root = github?.workspace;
  if (root === undefined) return (file) => file;
  return (file) => {
    const path = relative(root, resolve(cwd, file));
    return leadsOut(path) ? file : path.split(sep).join('/');
  };
}

/** The runner takes any line for a command that looks like one. Between these two marks it does not, whatever names of fixtures say. */
export function withoutCommands(text: string): string {
  const token = crypto.randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

/** A summary that stands there already, of an earlier command of the same step, stays. */
export function appendSummary(report: Report, terminal: Terminal): void {
  const file = terminal.github?.summary;
  if (file !== undefined) unwrap(appendText(file, `${markdownReport(report)}\n`, terminal.cwd), terminal);
}
