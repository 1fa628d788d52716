import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import type { Run } from '../../../core/watching/session.ts';
import { isError } from './problems.ts';
import type { AllRows } from './project-rows.ts';
import { isBad, isClosed, isOpened } from './rows.ts';

/** How it stands, in numbers. */
export interface Tally {
  readonly fixtures: number;
  readonly passed: number;
  /** Failed or errored. */
  readonly failed: number;
  /** Decisions that let somebody in since the baseline, or locked somebody out; with those that no fixture asks. */
  readonly opened: number;
  readonly closed: number;
  readonly errors: number;
  readonly warnings: number;
  readonly policies: number;
  /** Whether some of the decisions are those of an earlier state. */
  readonly isOld: boolean;
}

export function tallyOf(
  run: Run | undefined,
  { fixtures, untested }: AllRows,
  problems: readonly Diagnostic[],
): Tally {
  const errors = problems.filter(isError).length;
  const turned = [...fixtures, ...untested];
  return {
    fixtures: fixtures.length,
    passed: fixtures.filter(({ result }) => result.status === 'passed').length,
    failed: fixtures.filter(isBad).length,
    opened: turned.filter(isOpened).length,
    closed: turned.filter(isClosed).length,
    errors,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
    policies: (run?.projects ?? []).reduce((sum, { report }) => sum + report.policies, 0),
    isOld: run?.projects.some(({ isCurrent, decided }) => !isCurrent && decided !== undefined) ?? false,
  };
}
