import { hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { EvaluationError } from '../engine/engine.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import { fixtureProblem } from '../fixtures/problem.ts';
import type { ExplainedDecision } from './explain-call.ts';
import { verify } from './verify.ts';
import type { FixtureInput, VerifyInput } from './verify-input.ts';

/** The explanation of a request that was given as such, not as a call. */
export interface ExplainedRequest {
  /** The request as it was read. */
  readonly fixture: Fixture;
  readonly decisions: readonly ExplainedDecision[];
  /** Policies that could not be evaluated: Cedar skips them, and so does the decision. */
  readonly skipped: readonly EvaluationError[];
}

/**
 * Decides one request as Cedar does, with all entities that it brings or that lie near it, and says why. One that the engine refuses,
 * since it does not fit the schema, has no decision.
 */
export function explainRequest(input: VerifyInput, asked: FixtureInput): Outcome<ExplainedRequest> {
  // Which decision would be right is not asked here.
  const fixtures = [{ ...asked, kind: 'allow' as const }];
  const { results, diagnostics } = verify({ ...input, fixtures }, { explain: 'all' });
  const [result] = results;
  const [decided] = result?.decisions ?? [];
  const explanation = decided?.explanation;
  if (hasErrors(diagnostics) || !result || !decided || !explanation) return { ok: false, diagnostics };
  const { request, actual } = decided;
  const refused = actual.errors.filter(({ policy }) => !policy);
  if (refused.length > 0) {
    const problems = refused.flatMap(
      ({ message }) => fixtureProblem(result.fixture, message, undefined, 'call').diagnostics,
    );
    return { ok: false, diagnostics: [...diagnostics, ...problems] };
  }
  const decisions = [{ request, explanation }];
  return { ok: true, value: { fixture: result.fixture, decisions, skipped: actual.errors }, diagnostics };
}
