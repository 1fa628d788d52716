import { createEngine } from '../../src/core/engine/engine.ts';
import type { Policy, PolicySet } from '../../src/core/policies/policy.ts';
import { type Result, replayFixture, replayFixtures } from '../../src/core/replay/replay.ts';
import { checkProject } from '../../src/core/verification/check-project.ts';
import type { VerifyInput } from '../../src/core/verification/verify-input.ts';
import { loadProject } from '../../src/project/loading/load.ts';
import { openProject } from '../../src/project/loading/project.ts';
import { projectFiles } from '../../src/project/project-files.ts';
import { EXAMPLE_FOLDER } from '../../src/project/templates.ts';
import { valueIn } from './outcome.ts';

/** The worked example, loaded as the command line loads it. */
export async function loadExample(): Promise<VerifyInput> {
  const project = valueIn(await openProject(EXAMPLE_FOLDER, EXAMPLE_FOLDER));
  return valueIn(await loadProject(projectFiles(project, {}, EXAMPLE_FOLDER), EXAMPLE_FOLDER));
}

/** The example's policies, and a way to replay its fixtures with others instead. */
export interface ExampleReplay {
  readonly policySet: PolicySet;
  readonly replay: (policies: readonly Policy[]) => Result[];
  /** Whether all fixtures pass; no further one is replayed once one has not. */
  readonly isGreen: (policies: readonly Policy[]) => boolean;
}

/** Fixtures are matched up once, so that replaying them with many sets of policies is quick. */
export async function exampleReplay(): Promise<ExampleReplay> {
  const { schema, policySet, fixtures } = valueIn(checkProject(await loadExample()));
  const replayer = (policies: readonly Policy[]) => ({
    engine: valueIn(createEngine('example', schema, { policies, templates: [] })),
    clock: () => 0,
  });
  return {
    policySet,
    replay: (policies) => replayFixtures(fixtures, replayer(policies)),
    isGreen: (policies) => {
      const by = replayer(policies);
      return fixtures.every((one) => replayFixture(one, by).status === 'passed');
    },
  };
}
