import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Proofs, ProvedInvariant } from '../../core/guarantees/invariants/invariant.ts';
import type { InvariantCounts } from '../../core/replay/report.ts';
import type { PreparedProject } from '../../core/verification/prepare-project.ts';
import { painter } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';

/** Proves the invariants that projects have written down. */
export async function proveWritten(projects: readonly PreparedProject[]): Promise<Outcome<Proofs>[]> {
  const inputs = projects.flatMap(({ input }) => (input && hasInvariants(input) ? [input] : []));
  if (inputs.length === 0) return [];
  // What proves is loaded only where there is something to prove.
  const { proveProject } = await import('../../core/guarantees/invariants/prove-project.ts');
  return inputs.map((input) => proveProject(input, { onlyWritten: true }));
}

function hasInvariants({ invariants = [] }: NonNullable<PreparedProject['input']>): boolean {
  return invariants.length > 0;
}

/** A project whose invariants or facts cannot be used counts as one that is not decided. `undefined` where nothing is written down. */
export function countProofs(all: readonly Outcome<Proofs>[]): InvariantCounts | undefined {
  if (all.length === 0) return undefined;
  const proved = all.flatMap((proofs) => (proofs.ok ? proofs.value.invariants : []));
  const count = (verdict: ProvedInvariant['verdict']) =>
    proved.filter((one) => one.verdict === verdict).length;
  const unusable = all.filter(({ ok }) => !ok).length;
  return {
    proven: count('proven'),
    refuted: count('refuted'),
    undecided: count('not-decided') + unusable,
  };
}

/**
 * Prints what does not hold: with the report for people, which also counts those that hold, else on standard error. Says whether all hold;
 * they do where there are none.
 */
export async function tellProofs(
  all: readonly Outcome<Proofs>[],
  report: ((text: string) => void) | undefined,
  terminal: Terminal,
): Promise<boolean> {
  if (all.length === 0) return true;
  const { countWords, prettyProofs } = await import('../../reporters/proofs/pretty.ts');
  const paint = painter(terminal.color.out);
  let hold = true;
  for (const proofs of all) {
    const told = unwrap(proofs, terminal);
    const { invariants } = told;
    const open = invariants.filter(({ verdict }) => verdict !== 'proven');
    hold &&= open.length === 0;
    if (open.length > 0) (report ?? terminal.err)(prettyProofs(told, paint));
    else report?.(`${countWords(invariants)}\n`);
  }
  return hold;
}
