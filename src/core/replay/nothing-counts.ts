import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { buildReport, type Report } from './report.ts';

/** The report, with a word where it is green only because no fixture could have failed. A shard may well have none that can. */
export function warnIfNothingCounts(report: Report): Report {
  const { skipped, todo, fixtures } = report.counts;
  if (report.scope?.shard || fixtures === 0 || skipped + todo < fixtures) return report;
  const what = todo === 0 ? 'skipped' : skipped === 0 ? 'to do' : 'skipped or to do';
  const found = fixtures === 1 ? `the only fixture is ${what}` : `all ${fixtures} fixtures are ${what}`;
  return withDiagnostic(report, {
    severity: 'warning',
    code: 'fixtures-all-skipped',
    message: `${found}, so nothing was tested that could fail`,
    help: 'take `skip` and `todo` away from those that count',
  });
}

/** With something that is true of the whole run, told with the first project. */
export function withDiagnostic(report: Report, diagnostic: Diagnostic): Report {
  const [first, ...others] = report.projects;
  if (!first) return report;
  const diagnostics = [...first.diagnostics, diagnostic];
  return buildReport([{ ...first, diagnostics }, ...others], report.scope);
}
