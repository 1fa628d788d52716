import { findFiles } from '../../project/find-files.ts';
import { loadProject } from '../../project/load.ts';
import { POLICY_PATTERN } from '../../project/load-policies.ts';
import type { FileOverrides, ProjectFiles } from '../../project/project-files.ts';
import { painter } from '../../reporters/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';
import { chooseProjects } from './projects.ts';

/** Proves the invariants that projects have written down, and prints what does not hold. Says whether all hold; they do where there are none. */
export async function proveWritten(
  paths: readonly string[],
  overrides: FileOverrides,
  print: (text: string) => void,
  terminal: Terminal,
): Promise<boolean> {
  const projects = await chooseProjects(paths, overrides, terminal.cwd);
  const written = projects.ok ? projects.value.filter(hasInvariants) : [];
  if (written.length === 0) return true;
  // What proves is loaded only where there is something to prove.
  const { proveProject } = await import('../../core/guarantees/invariants/prove-project.ts');
  const { countWords, prettyProofs } = await import('../../reporters/proofs/pretty.ts');
  const paint = painter(terminal.color.out);
  let hold = true;
  for (const files of written) {
    const input = unwrap(await loadProject(files, terminal.cwd), terminal);
    const proofs = unwrap(proveProject(input, { onlyWritten: true }), terminal);
    const open = proofs.invariants.filter(({ verdict }) => verdict !== 'proven');
    hold &&= open.length === 0;
    // Whoever tests wants to know what does not hold.
    print(open.length > 0 ? prettyProofs(proofs, paint) : `${countWords(proofs.invariants)}\n`);
  }
  return hold;
}

function hasInvariants({ invariants }: ProjectFiles): boolean {
  return invariants !== undefined && findFiles(invariants, POLICY_PATTERN).length > 0;
}
