import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Proofs } from '../../core/guarantees/invariants/invariant.ts';
import { buildInvariantReport, type InvariantReport } from '../../core/replay/invariant-result.ts';
import { buildReport, type Report } from '../../core/replay/report.ts';
import type { PreparedProject } from '../../core/verification/prepare-project.ts';
import { prettyInvariants } from '../../reporters/proofs/pretty-invariants.ts';
import { painter } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';

/** The proofs of each project; `undefined` of one in which nothing is written down. */
type WrittenProofs = readonly (Outcome<Proofs> | undefined)[];

/** Proves the invariants that projects have written down. */
export async function proveWritten(projects: readonly PreparedProject[]): Promise<WrittenProofs> {
  if (!projects.some(hasInvariants)) return [];
  // What proves is loaded only where there is something to prove.
  const { proveProject } = await import('../../core/guarantees/invariants/prove-project.ts');
  return projects.map((project) =>
    project.input && hasInvariants(project) ? proveProject(project.input, { onlyWritten: true }) : undefined,
  );
}

function hasInvariants({ input }: PreparedProject): boolean {
  return (input?.invariants ?? []).length > 0;
}

/** The report with what was proven. Invariants or facts that cannot be used are problems of their project, like any other file. */
export async function withProofs(report: Report, all: WrittenProofs): Promise<Report> {
  if (all.length === 0) return report;
  const { invariantResult } = await import('../../reporters/proofs/invariant-results.ts');
  const projects = report.projects.map((project, index) => {
    const told = all[index]?.diagnostics ?? [];
    return { ...project, diagnostics: [...project.diagnostics, ...told] };
  });
  const proved = all.flatMap((proofs) => (proofs?.ok ? [proofs.value] : []));
  const results = proved.flatMap(({ invariants }) => invariants.map(invariantResult));
  const assumptions = new Set(proved.flatMap((proofs) => proofs.assumptions));
  return {
    ...buildReport(projects, report.scope),
    invariants: buildInvariantReport(results, [...assumptions]),
  };
}

/** Prints it below the fixtures, which people on a screen have read about already. */
export function tellProofs(
  all: WrittenProofs,
  invariants: InvariantReport | undefined,
  terminal: Terminal,
): void {
  if (invariants && invariants.results.length > 0)
    terminal.out(prettyInvariants(invariants, painter(terminal.color.out)));
  for (const proofs of all) if (proofs) unwrap(proofs, terminal);
}
