import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { Result } from '../../core/replay/replay.ts';
import { unusableProject } from '../../core/verification/prepare-project.ts';
import {
  createVerifier,
  type Verification,
  type Verified,
} from '../../core/watching/incremental-verifier.ts';
import type { Loaded } from './load-watched.ts';
import { type SessionState, update } from './session-state.ts';

/** A project after a run. */
export interface VerifiedProject {
  readonly name: string;
  readonly verified: Verified;
  readonly affected: number;
}

/** Verifies projects without blocking keys and signals; `undefined` when files changed meanwhile, so that the results are outdated. */
export async function verifyAll(
  loaded: readonly Loaded[],
  state: SessionState,
  isOvertaken: () => boolean,
): Promise<VerifiedProject[] | undefined> {
  const results: VerifiedProject[] = [];
  for (const { name, input } of loaded) {
    if (!input.ok) {
      results.push({ name, verified: unreadable(name, input.diagnostics), affected: 0 });
      continue;
    }
    const verifier = state.verifiers.get(name) ?? createVerifier(`watch ${name}`);
    state.verifiers.set(name, verifier);
    const verification = verifier.begin(input.value);
    const verified = await replayInTurns(verification, state, isOvertaken);
    if (!verified) return undefined;
    results.push({ name, verified, affected: verification.affected });
  }
  return results;
}

function unreadable(name: string, diagnostics: readonly Diagnostic[]): Verified {
  return { report: unusableProject(name, diagnostics).report([]), decided: undefined };
}

/** How long, in milliseconds, keys and signals may have to wait. */
const LONGEST_TURN = 12;

/** How often, in milliseconds, it is told how far a replay is: to show it takes time, too. */
const PROGRESS = 150;

async function replayInTurns(
  verification: Verification,
  state: SessionState,
  isOvertaken: () => boolean,
): Promise<Verified | undefined> {
  const clock = () => performance.now();
  const replay = verification.replay();
  const failed: Result[] = [];
  let done = 0;
  let told = clock();
  for (let turn = clock(); ; ) {
    const step = replay.next();
    if (step.done) return step.value;
    done += 1;
    if (step.value.status === 'failed' || step.value.status === 'errored') failed.push(step.value);
    if (clock() - turn < LONGEST_TURN) continue;
    if (clock() - told >= PROGRESS) {
      told = clock();
      update(state, { activity: { type: 'replaying', done, total: verification.affected, failed } });
    }
    await setImmediate();
    if (isOvertaken() || state.mode === 'closed') return undefined;
    turn = clock();
  }
}
