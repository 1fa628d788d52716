import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Result } from '../../core/replay/replay.ts';
import { letsSomebodyIn, updateFixtures } from '../../project/writing/update-fixtures.ts';
import { placeText, questionText } from '../../reporters/words/result-text.ts';
import type { AcceptedChange, AcceptPlan } from '../../tui/watch/actions.ts';
import type { Row } from '../../tui/watch/rows/rows.ts';

/** The same edits as `authz test --update` makes, of the expectations of these rows; several principals may share one. */
export function planAccept(rows: readonly Row[]): Outcome<AcceptPlan> {
  const results = [...new Set(rows.flatMap(sharing))];
  const { files, diagnostics } = updateFixtures(results);
  if (files.length === 0)
    return { ok: false, diagnostics: diagnostics.length > 0 ? diagnostics : [UNDECIDED] };
  const changed = results.filter(({ status }) => status === 'failed');
  const opening = changed.filter(letsSomebodyIn);
  const value: AcceptPlan = {
    keys: rows.map(({ key }) => key),
    files,
    accepted: [...opening, ...changed.filter((result) => !letsSomebodyIn(result))].map(acceptedChange),
    opening: opening.length,
    left: diagnostics,
  };
  return { ok: true, value, diagnostics };
}

const UNDECIDED = {
  severity: 'error',
  code: 'fixture-not-updated',
  message: 'a call that was not decided has no decision to expect',
} as const;

/** All results that speak about the same expectation. */
function sharing({ project, result }: Row): Result[] {
  const { source, at } = result.fixture;
  const place = JSON.stringify(at);
  return [...(project.decided?.results.values() ?? [])].filter(
    ({ fixture }) => fixture.source === source && JSON.stringify(fixture.at) === place,
  );
}

function acceptedChange(result: Result): AcceptedChange {
  const { fixture } = result;
  return { change: changeText(result), place: placeText(fixture), call: questionText(fixture) };
}

function changeText({ decisions }: Result): string {
  const wrong = decisions.find(({ status }) => status === 'failed');
  if (!wrong) return 'as it came';
  const { expected, actual } = wrong;
  if (expected.decision !== actual.decision) return `${expected.decision} -> ${actual.decision}`;
  return `${actual.decision}, decided by ${actual.determining.map(({ id }) => id).join(', ') || 'no policy'}`;
}
