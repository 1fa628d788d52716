import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../core/diagnostics/diagnostic.ts';
import type { ModelEndpoint } from '../../core/requests/map-call.ts';
import type { Run } from '../../core/watching/session.ts';
import { printDiagnostics } from '../../reporters/frame.ts';
import { painter } from '../../reporters/wording.ts';
import type { Room } from '../frame.tsx';
import { helpLines } from '../key-help.ts';
import { fitText, type Line, span } from '../line.ts';
import { paintedLines } from '../painted.ts';
import { KEYS, type View } from './keys.ts';
import type { ResultRow } from './rows.ts';

/** All problems of a run, errors first among those of a place. */
export function problemsOf(run: Run | undefined): Diagnostic[] {
  if (!run) return [];
  const all = [...run.diagnostics, ...run.projects.flatMap(({ report }) => report.diagnostics)];
  const sorted = sortDiagnostics(all);
  return [
    ...sorted.filter(({ severity }) => severity === 'error'),
    ...sorted.filter(({ severity }) => severity !== 'error'),
  ];
}

/** Problems as every command prints them, each with its line and a caret under it. */
export function diagnosticLines(run: Run | undefined): Line[] {
  const problems = problemsOf(run);
  if (problems.length === 0) return [[span('no problems: everything parses and fits', 'good')]];
  return paintedLines(printDiagnostics(problems, painter(true)));
}

/** The first error over a list of decisions that are no longer those of the files. */
export function bannerLines(run: Run | undefined): Line[] {
  const [first, ...others] = problemsOf(run).filter(({ severity }) => severity === 'error');
  if (!first) return [];
  const lines = paintedLines(printDiagnostics([first], painter(true)));
  const more = others.length > 0 ? `and ${others.length} more: d shows them. ` : '';
  return [...lines, [span(`${more}What follows is the last good state.`, 'doubt')], []];
}

/** Every key of a view, in one column: the screen can be scrolled. */
export function helpScreen(view: View, { width }: Room): Line[] {
  return [
    [span(`Keys of the ${view}`, 'strong')],
    ...helpLines(KEYS, view, { width, height: Number.POSITIVE_INFINITY }),
    [],
    [span('Marks', 'strong')],
    [span('DENY -> ALLOW', 'bad'), span('  a decision let somebody in since the last good run')],
    [span('ALLOW -> DENY', 'doubt'), span('  a decision locked somebody out')],
    [span('grey', 'quiet'), span('  decisions of the last good run, while the files have an error')],
  ];
}

/** Endpoints with how often the fixtures saw them allow and deny; what was never seen stands first. */
export function coverageLines(rows: readonly ResultRow[], { width }: Room): Line[] {
  const seen = new Map<ModelEndpoint, { allowed: number; denied: number }>();
  for (const { project } of rows.slice(0, 1))
    for (const endpoint of project.decided?.project.endpoints ?? [])
      seen.set(endpoint, { allowed: 0, denied: 0 });
  for (const { result } of rows) {
    if (!result.endpoint) continue;
    const counts = seen.get(result.endpoint) ?? { allowed: 0, denied: 0 };
    for (const { actual } of result.decisions)
      counts[actual.decision === 'allow' ? 'allowed' : 'denied'] += 1;
    seen.set(result.endpoint, counts);
  }
  const table = [...seen].map(([{ method, path }, counts]) => ({ name: `${method} ${path}`, ...counts }));
  const gaps = table.filter(({ allowed, denied }) => allowed === 0 || denied === 0);
  const whole = table.filter((one) => !gaps.includes(one));
  const nameWidth = Math.max(20, width - 44);
  const line = ({ name, allowed, denied }: (typeof table)[number]): Line => [
    span(fitText(name, nameWidth)),
    span(` ${String(allowed).padStart(7)} `, allowed === 0 ? 'doubt' : undefined),
    span(`${String(denied).padStart(7)}  `, denied === 0 ? 'doubt' : undefined),
    span(gapWords(allowed, denied), 'doubt'),
  ];
  return [
    [span(`${whole.length} of ${table.length} endpoints were seen to allow and to deny`, 'strong')],
    [span(`${fitText('', nameWidth)} allowed  denied`, 'quiet')],
    ...gaps.map(line),
    ...whole.map(line),
  ];
}

function gapWords(allowed: number, denied: number): string {
  if (allowed + denied === 0) return 'never called';
  if (allowed === 0) return 'never allowed';
  return denied === 0 ? 'never denied' : '';
}
