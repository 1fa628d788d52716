import { isRefusal } from '../../core/engine/http-status.ts';
import type { Result } from '../../core/replay/replay.ts';
import type { Report } from '../../core/replay/report.ts';

/**
 * The ways in which a fixture can miss what it expects, the worst first: somebody gets in, somebody is kept out, the decision is right for
 * other reasons, or there is none.
 */
export const FAILURE_KINDS = {
  'allowed-unexpectedly': 'Allowed, but must be denied',
  'could-not-decide': 'Could not be decided',
  'denied-unexpectedly': 'Denied, but must be allowed',
  'decided-otherwise': 'Decided otherwise than expected',
} as const;

export type FailureKind = keyof typeof FAILURE_KINDS;

/** `undefined` for what passed, and for what does not count. */
export function failureKindOf({ status, decisions, refusal }: Result): FailureKind | undefined {
  if (status !== 'failed' && status !== 'errored') return undefined;
  const wrong = decisions.filter((one) => one.status !== 'passed');
  const isLetIn = wrong.some(
    ({ expected, actual }) => expected.decision === 'deny' && actual.decision === 'allow',
  );
  if (isLetIn || isLetThrough(refusal)) return 'allowed-unexpectedly';
  if (status === 'errored') return 'could-not-decide';
  const isKeptOut = wrong.some(({ expected, actual }) => expected.decision !== actual.decision);
  return isKeptOut ? 'denied-unexpectedly' : 'decided-otherwise';
}

/** Where it should have been refused. */
function isLetThrough(refusal: Result['refusal']): boolean {
  return refusal !== undefined && isRefusal(refusal.expected) && !isRefusal(refusal.actual);
}

/** What failed, the worst first; of one kind in the order of the report. */
export function failuresOf(report: Report): { readonly kind: FailureKind; readonly result: Result }[] {
  const all = report.projects.flatMap(({ results }) =>
    results.flatMap((result) => {
      const kind = failureKindOf(result);
      return kind ? [{ kind, result }] : [];
    }),
  );
  const order = Object.keys(FAILURE_KINDS);
  return all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
