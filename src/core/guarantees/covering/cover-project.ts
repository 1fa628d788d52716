import { createAnalysis } from '../../analysis/analysis.ts';
import { createConfirmer } from '../../analysis/questions/confirm.ts';
import type { WrittenFixtures } from '../../authoring/written-fixtures.ts';
import { createMemoStore } from '../../caching/memo-store.ts';
import { claimsAboutGoals } from '../../coverage/claims-about-goals.ts';
import { unreachableIn } from '../../coverage/find-unreachable.ts';
import type { Goal } from '../../coverage/goal.ts';
import { type CoverageRecorder, coverageRecorder } from '../../coverage/recorder.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import { replayFixture } from '../../replay/replay.ts';
import { actionsAskedBesides, mayAskBesides } from '../../requests/server/asked-besides.ts';
import { checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from '../examples/example-fixtures.ts';
import { type RememberedInput, readyExample } from '../examples/ready-example.ts';
import { type CoveringProject, candidatesFor } from './candidates.ts';
import { goalName } from './goal-name.ts';

/** Fixtures for what those of a project have not seen. */
export interface CoveringFixtures {
  /** Each has been replayed as it stands here, and passes. */
  readonly files: readonly WrittenFixtures[];
  /** How many cases there are in them. */
  readonly cases: number;
  /** What may be possible and has no fixture, with the reason. */
  readonly open: readonly { readonly goal: Goal; readonly why: string }[];
  /** How much no request comes to. */
  readonly unreachable: number;
}

/**
 * Looks for a call for each outcome that fixtures have not seen and that requests can come to. A call counts once it has been replayed as
 * the fixture that it becomes, got the decision that is written down, and been seen to come to the outcome. One call often covers several.
 */
export function coverProject(input: VerifyInput): Outcome<CoveringFixtures> {
  // Endpoints are known by identity: whatever is checked later has the same ones.
  const memos = createMemoStore();
  const checked = checkProvable(input, memos);
  if (!checked.ok) return checked;
  const facts = usableFacts(input, checked.value);
  if (!facts.ok) return facts;
  const { schema, model, mapper, policySet, endpoints, fixtures } = checked.value;
  const { policies } = policySet;
  const engine = createEngine('cover', schema, policySet);
  if (!engine.ok) return engine;
  const unreachable = unreachableIn({ ...checked.value, policies, facts: facts.value });
  const recorder = coverageRecorder('cover parts', { schema, policies, endpoints, unreachable });
  if (!recorder.ok) return recorder;
  const replayer = { engine: engine.value, clock: () => 0, observer: recorder.value };
  for (const fixture of fixtures) replayFixture(fixture, replayer);
  const known = [...frameworkFacts(model), ...facts.value];
  const project: CoveringProject = {
    ...checked.value,
    engine: engine.value,
    facts: known,
    analysis: createAnalysis(schema, { facts: known }),
    confirmer: createConfirmer(schema),
    besides: actionsAskedBesides({ model, find: mapper.table.find, moves: mapper.rules.moves }),
    claimAbout: claimsAboutGoals({ schema, model, mapper, policies, partsOf: recorder.value.partsOf }),
  };
  const value = coverGoals(project, recorder.value, tryOut({ input, memos }, project, recorder.value));
  return { ok: true, value, diagnostics: [] };
}

/** Replays an example as the fixture that it becomes; `undefined` when that does not pass, else what was seen. */
type TryOut = (example: ExpectedExample) => CoverageRecorder | undefined;

function tryOut(remembered: RememberedInput, project: CoveringProject, recorder: CoverageRecorder): TryOut {
  return (example) => {
    const fixtures = readyExample(example, project.model, remembered);
    const seen = recorder.another();
    const replayer = { engine: project.engine, clock: () => 0, observer: seen };
    const passes = fixtures.map((fixture) => replayFixture(fixture, replayer).status === 'passed');
    return passes.length > 0 && passes.every(Boolean) ? seen : undefined;
  };
}

function coverGoals(project: CoveringProject, recorder: CoverageRecorder, attempt: TryOut): CoveringFixtures {
  const unreachable = recorder.unreachable();
  const left = new Map(recorder.unseen().map((goal) => [keyOf(goal), goal]));
  for (const goal of unreachable.keys()) left.delete(keyOf(goal));
  const chosen: ExpectedExample[] = [];
  const open: { goal: Goal; why: string }[] = [];
  for (const [key, goal] of left) {
    const why = coverGoal(goal, project, (example) => {
      const seen = attempt(example);
      const missing = new Set(seen?.unseen().map(keyOf));
      if (!seen || missing.has(key)) return false;
      chosen.push(example);
      // Whatever else the call comes to needs no other.
      for (const other of left.keys()) if (!missing.has(other)) left.delete(other);
      return true;
    });
    if (why !== undefined) open.push({ goal, why });
  }
  const files = exampleFixtures(chosen, project.model, project.claims, 'coverage');
  // What a later call covers by the way is not open.
  const stillOpen = open.filter(({ goal }) => left.has(keyOf(goal)));
  return { files, cases: chosen.length, open: stillOpen, unreachable: unreachable.size };
}

/** `undefined` once a call covers the goal, else why none does. */
function coverGoal(
  goal: Goal,
  project: CoveringProject,
  isCoveredBy: (example: ExpectedExample) => boolean,
): string | undefined {
  const { model, mapper } = project;
  const mayBeDeniedBesides =
    goal.type === 'endpoint' && goal.outcome === 'denied' && mayAskBesides(goal.endpoint, model, mapper);
  let why = mayBeDeniedBesides
    ? 'what else its calls ask may deny it, for which no call is looked for'
    : 'no call comes to it, by the claims, the path and the body that a call has';
  for (const candidate of candidatesFor(goal, project)) {
    if ('reason' in candidate) why = `it is not decided whether a request does: ${candidate.reason.message}`;
    else if ('besides' in candidate)
      why = `only what calls ask besides (${candidate.besides}) comes to it, for which no call is looked for`;
    else if (isCoveredBy({ ...candidate, name: goalName(goal) })) return undefined;
  }
  return why;
}

/** The same for the same goal, whichever recorder says it. */
function keyOf(goal: Goal): string {
  switch (goal.type) {
    case 'endpoint':
      return JSON.stringify([goal.endpoint.method, goal.endpoint.path, goal.outcome]);
    case 'policy':
      return JSON.stringify([goal.policy.id]);
    case 'part':
      return JSON.stringify([goal.policy.id, goal.part.start, goal.part.end, goal.outcome]);
  }
}
