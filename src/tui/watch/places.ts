import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { Run } from '../../core/watching/session.ts';
import type { OpenPlace, WatchActions } from './actions.ts';
import type { ResultRow } from './rows.ts';
import { problemsOf } from './texts.ts';

/** Where a fixture is written. */
export function fixturePlace({ ready }: ResultRow): OpenPlace {
  return { file: ready.fixture.source.file, location: locateFixture(ready.fixture) };
}

/** The clause that turned the decision, else the policy that decides or cannot be evaluated. */
export function policyPlace(row: ResultRow, causesOf: WatchActions['causesOf']): OpenPlace | undefined {
  const causes = row.changes.flatMap((change) => causesOf(row, change));
  const cause = causes.find(({ file }) => file !== undefined);
  if (cause?.file !== undefined) return { file: cause.file, location: cause.location };
  const { errors, determining } = row.result.decisions[0]?.actual ?? { errors: [], determining: [] };
  const failing = errors.find(({ policy }) => policy !== undefined);
  if (failing?.policy)
    return { file: failing.policy.file, location: failing.location ?? failing.policy.location };
  const [policy] = determining;
  return policy && { file: policy.file, location: policy.location };
}

/** The first problem that has a place. */
export function problemPlace(run: Run | undefined): OpenPlace | undefined {
  const problem = problemsOf(run).find(({ file }) => file !== undefined);
  return problem?.file === undefined ? undefined : { file: problem.file, location: problem.location };
}
