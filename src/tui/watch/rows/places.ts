import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../../core/fixtures/fixture.ts';
import type { DecisionResult } from '../../../core/replay/replay.ts';
import type { FindCauses, OpenPlace } from '../actions.ts';
import type { Row } from './rows.ts';

/** Where a fixture is written; calls that no fixture makes are written nowhere. */
export function fixturePlace({ origin, ready }: Row): OpenPlace | undefined {
  if (origin !== 'fixture') return undefined;
  return { file: ready.fixture.source.file, location: locateFixture(ready.fixture) };
}

/** The clause that turned the decision, else the policy that decides or cannot be evaluated. */
export function policyPlace(row: Row, causesOf: FindCauses): OpenPlace | undefined {
  const causes = row.changes.flatMap((change) => causesOf(row, change));
  const cause = causes.find(({ file }) => file !== undefined);
  if (cause?.file !== undefined) return { file: cause.file, location: cause.location };
  const [{ errors, determining } = NO_POLICY] = decidingOf(row).map(({ actual }) => actual);
  const failing = errors.find(({ policy }) => policy !== undefined);
  if (failing?.policy)
    return { file: failing.policy.file, location: failing.location ?? failing.policy.location };
  const [policy] = determining;
  return policy && { file: policy.file, location: policy.location };
}

const NO_POLICY: Pick<DecisionResult['actual'], 'errors' | 'determining'> = { errors: [], determining: [] };

/** Without the questions of a call that do not decide what becomes of it: another one is refused. */
export function decidingOf({ result }: Row): readonly DecisionResult[] {
  return result.decisions.filter(({ isCompanion }) => !isCompanion);
}

/** Where a problem is, as far as it has a place. */
export function problemPlace(problem: Diagnostic | undefined): OpenPlace | undefined {
  return problem?.file === undefined ? undefined : { file: problem.file, location: problem.location };
}
