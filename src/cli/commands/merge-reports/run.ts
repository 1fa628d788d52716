import { resolve } from 'node:path';
import { mergeReports, type NamedReport } from '../../../core/replay/merge-reports.ts';
import { readSource, showPath } from '../../../project/files/read-text.ts';
import { readJsonReport } from '../../../reporters/report/read-json.ts';
import type { ExitCode } from '../../exit-code.ts';
import { chooseReporters } from '../../projects/choose-reporters.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { type ReportingOptions, writeReport } from '../../projects/write-report.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `authz merge-reports` */
export async function mergeReportFiles(
  files: readonly string[],
  options: ReportingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const reporters = chooseReporters(options.reporter, terminal);
  const reports: NamedReport[] = [];
  for (const written of files) {
    const path = resolve(terminal.cwd, written);
    const file = showPath(path, terminal.cwd);
    if (reporters.some((one) => one.file === path))
      fail(
        'reporters-collide',
        `a reporter would write to \`${file}\`, which is one of the reports that are merged`,
        'give it a file of its own: `--reporter json=merged.json`',
      );
    const report = readJsonReport(unwrap(await readSource(path, file), terminal));
    reports.push({ file, report: unwrap(report, terminal) });
  }
  const merged = unwrap(mergeReports(reports), terminal);
  return writeReport(merged, reporters, options, terminal);
}
