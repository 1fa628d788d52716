import { type Decision, decideAsAsked, type Engine, undecided } from '../engine/engine.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type Replayer, type Result, replayFixture } from './replay.ts';

/** What an engine decided for one fixture, in the order in which it was asked, and how long that took. */
export interface RecordedDecisions {
  readonly decisions: readonly Decision[];
  readonly milliseconds: number;
}

/** Replays a fixture for what the engine says on the way. */
export function recordDecisions(ready: ReadyFixture, replayer: Replayer): RecordedDecisions {
  const decisions: Decision[] = [];
  const { engine } = replayer;
  const decide: Engine['decide'] = (request, entities) => {
    const decision = decideAsAsked(engine, request, entities, !ready.isUnchecked);
    decisions.push(decision);
    return decision;
  };
  const recording = { ...engine, decide, decideUnchecked: decide, decideMisfit: decide };
  const { milliseconds } = replayFixture(ready, { ...replayer, engine: recording });
  return { decisions, milliseconds };
}

/** Replays a fixture with the decisions that another engine made for it. One that is missing is a deny. */
export function replayRecorded(
  ready: ReadyFixture,
  { decisions, milliseconds }: RecordedDecisions,
  replayer: Replayer,
): Result {
  const waiting = decisions.values();
  const decide: Engine['decide'] = () =>
    waiting.next().value ?? undecided('no decision was recorded for this call');
  const engine = { ...replayer.engine, decide, decideUnchecked: decide, decideMisfit: decide };
  const result = replayFixture(ready, { ...replayer, engine });
  return { ...result, milliseconds };
}
