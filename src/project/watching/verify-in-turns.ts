import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { isBadResult } from '../../core/replay/bad-result.ts';
import type { Result } from '../../core/replay/replay.ts';
import { unusableProject } from '../../core/verification/prepare-project.ts';
import {
  createVerifier,
  type Verification,
  type Verified,
} from '../../core/watching/incremental-verifier.ts';
import { inTurns } from '../in-turns.ts';
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

/** How often, in milliseconds, it is told how far a replay is: to show it takes time, too. */
const PROGRESS = 150;

function replayInTurns(
  { affected: total, replay }: Verification,
  state: SessionState,
  isOvertaken: () => boolean,
): Promise<Verified | undefined> {
  const failed: Result[] = [];
  let done = 0;
  let told = performance.now();
  return inTurns(replay(), {
    heard: (result) => {
      done += 1;
      if (isBadResult(result)) failed.push(result);
      if (performance.now() - told < PROGRESS) return;
      told = performance.now();
      update(state, { activity: { type: 'replaying', done, total, failed } });
    },
    isGivenUp: () => isOvertaken() || state.mode === 'closed',
  });
}
