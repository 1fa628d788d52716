import { createEngine } from '../../src/core/engine.ts';
import { readFixtures } from '../../src/core/fixture.ts';
import { matchFixtures } from '../../src/core/match-fixtures.ts';
import type { Policy, PolicySet } from '../../src/core/policy.ts';
import { readPolicies } from '../../src/core/policy-set.ts';
import { type Result, replayFixtures } from '../../src/core/replay.ts';
import { callMapper } from '../../src/core/request.ts';
import { readSchema, type Schema } from '../../src/core/schema-model.ts';
import type { VerifyInput } from '../../src/core/verify.ts';
import { loadProject, projectFiles } from '../../src/project/load.ts';
import { openProject } from '../../src/project/project.ts';
import { EXAMPLE_FOLDER } from '../../src/project/templates.ts';
import { valueIn } from './outcome.ts';

/** The worked example, loaded as the command line loads it. */
export async function loadExample(): Promise<VerifyInput> {
  const project = valueIn(await openProject(EXAMPLE_FOLDER, EXAMPLE_FOLDER));
  return valueIn(await loadProject(projectFiles(project, {}, EXAMPLE_FOLDER), EXAMPLE_FOLDER));
}

/** The example's policies, and a way to replay its fixtures with others instead. */
export interface ExampleReplay {
  readonly schema: Schema;
  readonly policySet: PolicySet;
  readonly replay: (policies: readonly Policy[]) => Result[];
}

/** Fixtures are matched up once, so that replaying them with many sets of policies is quick. */
export async function exampleReplay(): Promise<ExampleReplay> {
  const input = await loadExample();
  const schema = valueIn(readSchema(input.schema));
  const { policySet } = readPolicies(input.policies);
  const world = {
    schema: schema.json,
    model: schema.model,
    mapper: valueIn(callMapper(schema.model)),
    claims: input.claims,
    entities: undefined,
    policyIds: policySet.policies.map((policy) => policy.id),
  };
  const files = input.fixtures.map(({ source, shared }) => valueIn(readFixtures(source, shared)));
  const ready = files.flatMap((file) => valueIn(matchFixtures(file, world)));
  const replay = (policies: readonly Policy[]) =>
    replayFixtures(ready, valueIn(createEngine('example', schema.json, { policies, templates: [] })));
  return { schema, policySet, replay };
}
