import type { Analysis } from '../../analysis/analysis.ts';
import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { sentEntities } from '../../analysis/models/sent-entities.ts';
import type { Reason } from '../../analysis/questions/attempt.ts';
import type { Confirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { ClaimAbout } from '../../coverage/claims-about-goals.ts';
import type { Goal } from '../../coverage/goal.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CheckedProject } from '../../verification/check-project.ts';
import type { ExpectedExample } from '../examples/example-fixtures.ts';
import { makeExample } from '../examples/make-example.ts';
import { shrink } from '../examples/shrink.ts';

/** A project whose goals are to be covered. */
export interface CoveringProject extends Omit<CheckedProject, 'facts'> {
  readonly engine: Engine;
  readonly analysis: Analysis;
  readonly confirmer: Confirmer;
  readonly facts: readonly Fact[];
  readonly claimAbout: ClaimAbout;
  /** The actions that calls ask about besides their own. */
  readonly besides: ReadonlySet<string>;
}

type CoveringCandidate =
  | Omit<ExpectedExample, 'name'>
  | { readonly reason: Reason }
  /** An action that calls ask about besides, which comes to it. */
  | { readonly besides: string };

/** Calls that may come to a goal, kind of request by kind of request, small ones first; or why there may be one that is not found. */
export function* candidatesFor(goal: Goal, project: CoveringProject): Generator<CoveringCandidate> {
  const { analysis, claimAbout, confirmer, facts, besides } = project;
  for (const environment of analysis.environments) {
    const claim = claimAbout(goal, environment);
    if (!claim) continue;
    const [verdict] = analysis.prove(environment, [claim]);
    if (verdict?.kind === 'not-decided') yield { reason: verdict.reason };
    if (verdict?.kind !== 'refuted') continue;
    const { counterexample } = verdict;
    const smallest = shrink(counterexample, { confirmer, claim, facts });
    for (const one of smallest === counterexample ? [smallest] : [smallest, counterexample])
      yield* callsFor(one, goal, project);
    const { id } = environment.action;
    if (goal.type !== 'endpoint' && besides.has(id)) yield { besides: id };
  }
}

/** The request as a call of each endpoint that asks it. */
function* callsFor(
  request: Counterexample,
  goal: Goal,
  project: CoveringProject,
): Generator<CoveringCandidate> {
  const { model, policySet, endpoints, engine } = project;
  const type = qualified(model.namespace, 'Action');
  const asking = endpoints.filter(
    ({ action }) => entityKey({ type, id: action.name }) === entityKey(request.action),
  );
  for (const endpoint of goal.type === 'endpoint' ? [goal.endpoint] : asking) {
    const example = makeExample(request, { endpoint, model, policies: policySet.policies });
    const { kind, decision } = engine.decide(example.request, sentEntities(request));
    // Nobody wants a fixture that expects a policy to fail.
    if (kind !== 'errored') yield { example, expect: decision };
  }
}
