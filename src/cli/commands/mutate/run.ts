import { resolve } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { InputError } from '../../../core/diagnostics/diagnostic.ts';
import { createEngine } from '../../../core/engine/engine.ts';
import { frameworkFacts } from '../../../core/facts/framework-facts.ts';
import { usableFacts } from '../../../core/facts/usable-facts.ts';
import { killingFixtures } from '../../../core/mutation/killing-fixtures.ts';
import { mutate as tryMutations } from '../../../core/mutation/mutate.ts';
import { type MutationResult, scoreOf } from '../../../core/mutation/mutation.ts';
import { validMutations } from '../../../core/mutation/valid-mutations.ts';
import { isBadResult } from '../../../core/replay/bad-result.ts';
import { replayFixtures } from '../../../core/replay/replay.ts';
import { type CheckedProject, checkProvable } from '../../../core/verification/check-project.ts';
import type { VerifyInput } from '../../../core/verification/verify-input.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { MUTATION_REPORTERS, type MutationReporterName } from '../../../reporters/mutations/index.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { effortOf, hintAtBudget } from '../../projects/budget.ts';
import { chooseReporters } from '../../projects/choose-reporters.ts';
import { writeExamples } from '../../projects/example-files.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { namedProject } from '../../projects/one-project.ts';
import { writeReports } from '../../projects/write-reports.ts';
import { untilInterrupted } from '../../terminal/interrupts.ts';
import { stepsFor } from '../../terminal/progress.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { HEAD, withoutFixture } from './survivor-words.ts';

export interface MutateOptions {
  /** A file with links of templates. */
  readonly templateLinked?: string;
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  /** In seconds. */
  readonly budget?: number;
  readonly threshold?: number;
  readonly writeFixtures?: string;
}

/** `authz mutate` */
export async function mutate(
  path: string | undefined,
  options: MutateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const chosen = chooseReporters<MutationReporterName>(options.reporter, terminal);
  const files = await namedProject(path, options, terminal);
  const input = unwrap(await loadProject(files, terminal.cwd), terminal);
  const project = unwrap(checkProvable(input), terminal);
  needPassing(project);
  const { results, isWhole } = await resultsSoFar(project, input, options, terminal);
  writeReports(results, { chosen, reporters: MUTATION_REPORTERS }, terminal);
  const undecided = results.flatMap((result) => ('reason' in result ? [result.reason] : []));
  hintAtBudget(undecided, terminal);
  if (options.writeFixtures !== undefined) {
    const { files: found, without } = killingFixtures(results, project, input);
    writeExamples({ files: found, path: resolve(terminal.cwd, options.writeFixtures), head: HEAD }, terminal);
    for (const survivor of without) terminal.err(`${withoutFixture(survivor)}\n`);
  }
  if (!isWhole) return EXIT_CODES.interrupted;
  return scoreOf(results).percent < (options.threshold ?? 0) ? EXIT_CODES.unmet : EXIT_CODES.ok;
}

/** A fixture that fails anyway would seem to notice every mutation. */
function needPassing({ schema, policySet, fixtures }: CheckedProject): void {
  const engine = createEngine('mutation', schema, policySet);
  if (!engine.ok) throw new InputError(engine.diagnostics);
  const results = replayFixtures(fixtures, { engine: engine.value, clock: () => 0 });
  const failing = results.filter(isBadResult);
  const [first] = failing;
  if (first)
    fail(
      'fixtures-failing',
      `${failing.length === 1 ? 'a fixture fails' : `${failing.length} fixtures fail`} without any mutation, first \`${first.fixture.name}\``,
      'run `authz test`, and go on when all pass',
    );
}

/** All results; on Ctrl-C those that are there. */
async function resultsSoFar(
  project: CheckedProject,
  input: VerifyInput,
  { budget }: MutateOptions,
  terminal: Terminal,
): Promise<{ readonly results: readonly MutationResult[]; readonly isWhole: boolean }> {
  const { schema, model, policySet } = project;
  const facts = [...frameworkFacts(model), ...unwrap(usableFacts(input, project), terminal)];
  const mutations = validMutations(schema, policySet.policies);
  const results: MutationResult[] = [];
  // However little there is to read, there may be much to prove.
  const step = stepsFor(Number.POSITIVE_INFINITY);
  const isWhole = await untilInterrupted(
    () => undefined,
    (isInterrupted) =>
      step(soFar(results, mutations.length), async (tell) => {
        for (const result of tryMutations({ project, mutations, facts, ...effortOf(budget) })) {
          if (result) {
            results.push(result);
            tell(soFar(results, mutations.length));
          }
          await breathe();
          if (isInterrupted()) return false;
        }
        return true;
      }),
  );
  const texts = mutations.map(({ mutant }) => mutant.text);
  return { results: inOrder(results, texts), isWhole };
}

/** `57 of 130 mutations: 54 killed, 3 survived; Ctrl-C shows what is found by then` */
function soFar(results: readonly MutationResult[], all: number): string {
  const { killed, survived } = scoreOf(results).counts;
  const found = `${killed} killed, ${survived} survived`;
  return `${results.length} of ${counted(all, 'mutation')}: ${found}; Ctrl-C shows what is found by then`;
}

/** By policy and change, not by when they were found. */
function inOrder(results: readonly MutationResult[], texts: readonly string[]): readonly MutationResult[] {
  const places = new Map(texts.map((text, index) => [text, index]));
  const place = ({ mutation }: MutationResult) => places.get(mutation.mutant.text) ?? 0;
  return [...results].sort((a, b) => place(a) - place(b));
}
