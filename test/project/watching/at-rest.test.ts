import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../src/project/in-turns.ts';
import { untilAtRest } from '../../../src/project/watching/at-rest.ts';
import { newState, update } from '../../../src/project/watching/session-state.ts';

describe('work that waits for a session', () => {
  it('goes on when the session is at rest, and not before', async () => {
    const { state, until } = sessionState();
    const taken: number[] = [];
    let waits = 0;
    const work = inTurns(longSteps(taken), {
      until: () => {
        waits += 1;
        return until();
      },
    });
    await othersHadTheirTurn();
    expect([taken.length, waits]).toEqual([1, 1]);
    update(state, { activity: { type: 'replaying', done: 1, total: 2, failed: [] } });
    update(state, { activity: { type: 'idle' } });
    expect(await work).toBe('done');
    expect(taken).toHaveLength(3);
    expect(state.listeners.size).toBe(0);
  });

  it('need not wait for a session at rest', () => {
    const { state, until } = sessionState();
    update(state, { activity: { type: 'idle' } });
    expect(until()).toBeUndefined();
  });
});

/** A session that reads, as far as whoever waits for it sees it. */
function sessionState() {
  const state = newState();
  const until = untilAtRest({
    snapshot: () => state.snapshot,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
  });
  return { state, until };
}

/** What waits for its next turn has had it twice over. */
async function othersHadTheirTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Each as long as a turn. */
function* longSteps(taken: number[]): Generator<undefined, string> {
  for (let step = 0; step < 3; step += 1) {
    taken.push(step);
    for (const from = performance.now(); performance.now() - from < 10; );
    yield;
  }
  return 'done';
}
