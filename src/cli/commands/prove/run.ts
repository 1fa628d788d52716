import { resolve } from 'node:path';
import { proveProject } from '../../../core/guarantees/invariants/prove-project.ts';
import { refutingFixtures } from '../../../core/guarantees/invariants/refuting-fixtures.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { PROOF_REPORTERS, type ProofReporterName } from '../../../reporters/proofs/index.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { effortOf, hintAtBudget } from '../../projects/budget.ts';
import { chooseReporters } from '../../projects/choose-reporters.ts';
import { writeExamples } from '../../projects/example-files.ts';
import { unwrap } from '../../projects/inputs.ts';
import { namedProject } from '../../projects/one-project.ts';
import { writeReports } from '../../projects/write-reports.ts';
import { endedBySignal } from '../../terminal/interrupts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { HEAD, refutedName, withoutFixture } from './refuted-words.ts';

export interface ProveCommandOptions {
  /** A file with links of templates. */
  readonly templateLinked?: string;
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  /** In seconds. */
  readonly budget?: number;
  readonly writeFixtures?: string;
}

/** `authz prove` */
export async function prove(
  path: string | undefined,
  options: ProveCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const chosen = chooseReporters<ProofReporterName>(options.reporter, terminal);
  const files = await namedProject(path, options, terminal);
  const input = unwrap(await loadProject(files, terminal.cwd), terminal);
  const proofs = unwrap(await endedBySignal(() => proveProject(input, effortOf(options.budget))), terminal);
  writeReports(proofs, { chosen, reporters: PROOF_REPORTERS }, terminal);
  const undecided = proofs.invariants.flatMap(({ reasons }) => reasons);
  hintAtBudget(undecided, terminal);
  if (options.writeFixtures !== undefined) {
    const { files: found, without } = refutingFixtures(proofs, input, refutedName);
    writeExamples({ files: found, path: resolve(terminal.cwd, options.writeFixtures), head: HEAD }, terminal);
    for (const refutation of without) terminal.err(`${withoutFixture(refutation)}\n`);
  }
  return proofs.invariants.every(({ verdict }) => verdict === 'proven') ? EXIT_CODES.ok : EXIT_CODES.unmet;
}
