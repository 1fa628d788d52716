import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { overallDecision, replayFixture } from '../replay/replay.ts';
import type { NamedCaller } from './callers.ts';
import type { PinnedAnswer, PinnedCall } from './live-calls.ts';
import type { DecidedProject } from './replay-again.ts';
import { readTypedCall, readyTypedCall } from './tried-call.ts';

/** A project that calls can be tried in. */
export interface TryingPlace {
  readonly name: string;
  readonly decided: DecidedProject;
  readonly callers: readonly NamedCaller[];
}

/**
 * Decides a typed call: in the first project that has an endpoint for it and knows the caller, else as the first one takes it. `near` is the
 * project to be tried first.
 */
export function decideTyped(
  text: string,
  places: readonly TryingPlace[],
  near?: string,
): Outcome<PinnedAnswer> {
  const typed = readTypedCall(text);
  if (!typed.ok) return typed;
  const nearFirst = [
    ...places.filter(({ name }) => name === near),
    ...places.filter(({ name }) => name !== near),
  ];
  const outcomes = nearFirst.map(({ name, decided, callers }): Outcome<PinnedAnswer> => {
    const ready = readyTypedCall(typed.value, decided.project, callers);
    if (!ready.ok) return ready;
    const result = replayFixture(ready.value, { engine: decided.engine, clock: () => 0 });
    return { ok: true, value: { project: name, ready: ready.value, result }, diagnostics: [] };
  });
  const answered = outcomes.find((outcome) => outcome.ok && outcome.value.result.endpoint !== undefined);
  return answered ?? outcomes.find(({ ok }) => ok) ?? outcomes[0] ?? { ok: false, diagnostics: [UNDECIDED] };
}

const UNDECIDED: Diagnostic = {
  severity: 'error',
  code: 'call-invalid',
  message: 'nothing can be decided before the project has been read without an error',
};

/** The call as its project decides it now; a turn of its decision is remembered until the next one. */
export function pinnedAgain(pinned: PinnedCall, places: readonly TryingPlace[], run: number): PinnedCall {
  const { text, project } = pinned;
  const outcome = decideTyped(
    text,
    places.filter(({ name }) => name === project),
  );
  const from = decisionOf(pinned.outcome);
  const to = decisionOf(outcome);
  const turned = from && to && from !== to ? { from, to, run } : pinned.turned;
  return { text, project, outcome, ...(turned ? { turned } : {}) };
}

/** `undefined` where the call could not be understood. */
function decisionOf(outcome: Outcome<PinnedAnswer>): 'allow' | 'deny' | undefined {
  return outcome.ok ? overallDecision(outcome.value.result) : undefined;
}
