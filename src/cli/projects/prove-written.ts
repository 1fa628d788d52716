import type { PreparedProject } from '../../core/verification/prepare-project.ts';
import { painter } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';

/**
 * Proves the invariants that projects have written down, and prints what does not hold: with the report for people, which also counts those
 * that hold, else on standard error. Says whether all hold; they do where there are none.
 */
export async function proveWritten(
  projects: readonly PreparedProject[],
  report: ((text: string) => void) | undefined,
  terminal: Terminal,
): Promise<boolean> {
  const written = projects.flatMap(({ input }) => (input && hasInvariants(input) ? [input] : []));
  if (written.length === 0) return true;
  // What proves is loaded only where there is something to prove.
  const { proveProject } = await import('../../core/guarantees/invariants/prove-project.ts');
  const { countWords, prettyProofs } = await import('../../reporters/proofs/pretty.ts');
  const paint = painter(terminal.color.out);
  let hold = true;
  for (const input of written) {
    const proofs = unwrap(proveProject(input, { onlyWritten: true }), terminal);
    const open = proofs.invariants.filter(({ verdict }) => verdict !== 'proven');
    hold &&= open.length === 0;
    if (open.length > 0) (report ?? terminal.err)(prettyProofs(proofs, paint));
    else report?.(`${countWords(proofs.invariants)}\n`);
  }
  return hold;
}

function hasInvariants({ invariants = [] }: NonNullable<PreparedProject['input']>): boolean {
  return invariants.length > 0;
}
