import { EFFORT_OF_SECOND } from '../../core/analysis/models/model-finder.ts';
import { BUDGET, type Reason } from '../../core/analysis/questions/attempt.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `--budget` comes to; nothing where it is not given. */
export function effortOf(seconds: number | undefined): { readonly mostEffort?: number } {
  return seconds === undefined ? {} : { mostEffort: Math.ceil(seconds * EFFORT_OF_SECOND) };
}

/** Said once below the answers, where more effort may decide more. How much a question may be about does not depend on it. */
export function hintAtBudget(reasons: readonly Reason[], terminal: Terminal): void {
  if (!reasons.some(({ message }) => message === BUDGET.message)) return;
  const hint = {
    severity: 'info',
    code: 'budget-used-up',
    message: 'a question would have taken more than its budget, so it is not decided',
    help: 'allow more with `--budget <seconds>`, or ask less in one condition',
  } as const;
  showDiagnostics([hint], terminal);
}
