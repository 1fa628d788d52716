import type { Explainer } from '../explanation/explainer.ts';
import type { Explanation } from '../explanation/explanation.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { isBadResult } from '../replay/bad-result.ts';
import type { DecisionResult, Result } from '../replay/replay.ts';

/** Which decisions are explained: what is not as expected, all, or none. */
const EXPLAINED = ['failures', 'all', 'none'] as const;
export type ExplainedKind = (typeof EXPLAINED)[number];

/** The same results with explanations. It comes after the replay, so that no fixture's time has its explanation in it. */
export function explainResults(
  results: readonly Result[],
  fixtures: readonly ReadyFixture[],
  explainer: Explainer,
  which: ExplainedKind,
): readonly Result[] {
  if (which === 'none') return results;
  const isTold = (result: Result) => which === 'all' || isBadResult(result);
  const told = new Set(results.filter(isTold).map(({ fixture }) => fixture));
  if (told.size === 0) return results;
  const ready = new Map(fixtures.filter(({ fixture }) => told.has(fixture)).map((one) => [one.fixture, one]));
  return results.map((result) => {
    const fixture = ready.get(result.fixture);
    if (!fixture || !isTold(result)) return result;
    const decisions = result.decisions.map((decision) =>
      which === 'all' || decision.status !== 'passed'
        ? { ...decision, explanation: explainResult(decision, fixture, explainer) }
        : decision,
    );
    return { ...result, decisions };
  });
}

/** One decision of a fixture. */
export function explainResult(
  { request, actual }: DecisionResult,
  { fixture, endpoint, principal, slices }: ReadyFixture,
  explainer: Explainer,
): Explanation {
  return explainer.explain({
    ...(fixture.asks.type === 'call' ? { call: fixture.asks.call } : {}),
    ...(endpoint ? { endpoint } : {}),
    request,
    principal,
    slices,
    slice: slices.compose(principal, request.resource),
    decision: actual,
  });
}
