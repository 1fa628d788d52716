import { type Diagnostic, SEVERITIES, sortDiagnostics } from '../../../core/diagnostics/diagnostic.ts';
import type { Run } from '../../../core/watching/session.ts';
import { keyCounter } from './rows.ts';

/** All problems of a run and of the calls beside it, the worst first. */
export function problemsOf(run: Run | undefined, ofCalls: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!run) return [];
  const sorted = sortDiagnostics([
    ...run.diagnostics,
    ...run.projects.flatMap(({ report }) => report.diagnostics),
    ...ofCalls,
  ]);
  return SEVERITIES.flatMap((severity) => sorted.filter((one) => one.severity === severity));
}

/** What each says of which file, wherever it stands there. */
export function problemKeys(problems: readonly Diagnostic[]): readonly string[] {
  const keyOf = keyCounter();
  return problems.map(({ code, file = '', message }) => keyOf(`${code}\n${file}\n${message}`));
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** Whether anything has been decided, now or before the files had an error. */
export function hasDecisions(run: Run | undefined): boolean {
  return run?.projects.some(({ decided }) => decided !== undefined) ?? false;
}
