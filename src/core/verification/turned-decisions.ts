import { hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Decision } from '../engine/engine.ts';
import { describeFixture } from '../fixtures/fixture.ts';
import type { PolicyFile } from '../policies/policy.ts';
import { verify } from './verify.ts';
import type { VerifyInput } from './verify-input.ts';

/** A question of the fixtures that other policies answer otherwise. */
export interface TurnedDecision {
  /** As in `GET /campaigns/c1 as ana`, with the item of a batch. */
  readonly question: string;
  readonly before: Decision['decision'];
  readonly after: Decision['decision'];
}

/** What the fixtures ask, and how much of it turns. */
export interface TurnedDecisions {
  readonly asked: number;
  /** First what is allowed now and was not, then the others; each in the order of the fixtures. */
  readonly turned: readonly TurnedDecision[];
}

/**
 * Which decisions of a project's fixtures are otherwise by its policies than by those `before`. Both are decided as Cedar does, which
 * skips policies that cannot be evaluated; the policies before need not fit the schema of now.
 */
export function turnedDecisions(input: VerifyInput, before: readonly PolicyFile[]): Outcome<TurnedDecisions> {
  const now = verify({ ...input, mayBeInvalid: true }, { explain: 'none', evaluateAll: true });
  if (hasErrors(now.diagnostics)) return { ok: false, diagnostics: now.diagnostics };
  const then = verify(
    { ...input, policies: before, mayBeInvalid: true },
    { explain: 'none', evaluateAll: true },
  );
  if (hasErrors(then.diagnostics)) return { ok: false, diagnostics: then.diagnostics };
  const pairs = now.results.flatMap(({ fixture, decisions }, index) =>
    decisions.map(({ request: { item }, actual }, place) => {
      const earlier = then.results[index]?.decisions[place]?.actual;
      const question = `${describeFixture(fixture)}${item === undefined ? '' : ` (${item})`}`;
      return { question, before: earlier ? asCedar(earlier) : 'deny', after: asCedar(actual) };
    }),
  );
  const turned = pairs.filter((pair) => pair.before !== pair.after);
  const opened = turned.filter(({ after }) => after === 'allow');
  const closed = turned.filter(({ after }) => after === 'deny');
  return { ok: true, value: { asked: pairs.length, turned: [...opened, ...closed] }, diagnostics: [] };
}

function asCedar({ decision, skippingErrors }: Decision): Decision['decision'] {
  return skippingErrors ?? decision;
}
