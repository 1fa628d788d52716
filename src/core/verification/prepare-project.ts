import type { Thresholds } from '../coverage/coverage.ts';
import type { CoverageProofs } from '../coverage/coverage-proofs.ts';
import { type CoveredProject, coverageRecorder } from '../coverage/recorder.ts';
import { untriedCallers } from '../coverage/untried-callers.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { createEngine } from '../engine/engine.ts';
import { createExplainer } from '../explanation/explainer.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type RecordedDecisions, recordDecisions, replayRecorded } from '../replay/recorded-decisions.ts';
import { type Clock, type Replayer, type Result, replayFixture } from '../replay/replay.ts';
import type { LeftOutFixtures, ProjectReport } from '../replay/report.ts';
import type { ModelEndpoint } from '../requests/map-call.ts';
import { type CheckedProject, checkProject } from './check-project.ts';
import { type ExplainedKind, explainResults } from './explain-results.ts';
import type { VerifyInput } from './verify-input.ts';

/** How a project is verified; everything may be left out. */
export interface VerifyOptions {
  /** The time in milliseconds: measures how long each fixture takes. Without it the durations are 0. */
  readonly clock?: Clock;
  /** Asks for coverage, and says what it has to reach. */
  readonly coverage?: Thresholds | undefined;
  /** Which decisions are explained: `failures` unless said otherwise. */
  readonly explain?: ExplainedKind;
  /** Says which callers no fixture tries. */
  readonly untriedCallers?: boolean;
  /** Says which files the report is about, so that it can be merged with those of other shards. */
  readonly digest?: boolean;
  /** Has the engine evaluate every decision, also where others say what it must be. */
  readonly evaluateAll?: boolean | undefined;
  /** Says which of the decisions that were not evaluated are compared with the engine's. */
  readonly crossCheck?: (() => boolean) | undefined;
}

/** What coverage is measured with. */
export interface PrepareProjectOptions extends VerifyOptions {
  /** What proves that coverage asks for what cannot be; without it, nothing is proven. */
  readonly proofs?: CoverageProofs | undefined;
}

/** A project with everything read and checked; without fixtures when something does not fit. */
export interface PreparedProject {
  /** What it was made of; missing when something does not fit. */
  readonly input?: VerifyInput;
  readonly fixtures: readonly ReadyFixture[];
  /** Decides fixtures one by one, so that the caller may stop, or do something else in between; or takes what was decided elsewhere. */
  readonly replay: (
    fixtures: readonly ReadyFixture[],
    recorded?: readonly RecordedDecisions[],
  ) => Iterable<Result>;
  /** Only what the engine says, to be replayed elsewhere. */
  readonly record: (fixtures: readonly ReadyFixture[]) => RecordedDecisions[];
  /** With explanations and coverage, where they were asked for. */
  readonly report: (results: readonly Result[], leftOut?: LeftOutFixtures) => ProjectReport;
}

/** Everything up to the first decision. */
export function prepareProject(input: VerifyInput, options: PrepareProjectOptions = {}): PreparedProject {
  const checked = checkProject(input);
  if (!checked.ok) return unusableProject(input.name, checked.diagnostics);
  const { policySet, hasInvalidPolicies, endpoints, fixtures, model } = checked.value;
  const counts = { policies: policySet.policies.length, endpoints: endpoints.length };
  if (hasErrors(checked.diagnostics)) return unusableProject(input.name, checked.diagnostics, counts);
  const evaluateAll = options.evaluateAll || hasInvalidPolicies;
  const isProven = options.coverage !== undefined && !hasInvalidPolicies;
  const proofs = isProven ? options.proofs : undefined;
  const facts = proofs?.usableFacts(input, checked.value);
  if (facts && !facts.ok)
    return unusableProject(input.name, [...checked.diagnostics, ...facts.diagnostics], counts);
  const unreachable =
    proofs &&
    facts &&
    proofs.unreachableIn({ ...checked.value, policies: policySet.policies, facts: facts.value });
  const replayed = replayable(checked.value, { ...options, evaluateAll }, unreachable);
  if (!replayed.ok)
    return unusableProject(input.name, [...checked.diagnostics, ...replayed.diagnostics], counts);
  const { replay, record, outcome } = replayed.value;
  return {
    input,
    fixtures,
    replay,
    record,
    report: (results, leftOut) => ({
      name: input.name,
      ...counts,
      ...(options.digest && input.digest ? { digest: input.digest() } : {}),
      ...(leftOut ? { leftOut } : {}),
      ...outcome(results),
      ...(options.untriedCallers ? { untriedCallers: untriedCallers(endpoints, fixtures, model) } : {}),
      diagnostics: checked.diagnostics,
    }),
  };
}

/** A project of which nothing can be replayed, and why. */
export function unusableProject(
  name: string,
  diagnostics: readonly Diagnostic[],
  counts: Pick<ProjectReport, 'policies' | 'endpoints'> = { policies: 0, endpoints: 0 },
): PreparedProject {
  return {
    fixtures: [],
    replay: () => [],
    record: () => [],
    report: () => ({ name, ...counts, untested: [], results: [], diagnostics }),
  };
}

interface Replayable {
  readonly replay: PreparedProject['replay'];
  readonly record: PreparedProject['record'];
  readonly outcome: (results: readonly Result[]) => Pick<ProjectReport, 'results' | 'untested' | 'coverage'>;
}

function replayable(
  { schema, model, policySet, endpoints, fixtures }: CheckedProject,
  { clock = () => 0, coverage: thresholds, explain = 'failures', evaluateAll, crossCheck }: VerifyOptions,
  unreachable: CoveredProject['unreachable'],
): Outcome<Replayable> {
  const engine = createEngine(
    'verify',
    schema,
    policySet,
    evaluateAll ? undefined : { areChecked: true, crossCheck },
  );
  if (!engine.ok) return engine;
  const recorder =
    thresholds &&
    coverageRecorder(
      'coverage',
      { schema, policies: policySet.policies, endpoints, unreachable },
      evaluateAll,
    );
  if (recorder && !recorder.ok) return recorder;
  const replayer = { engine: engine.value, clock, observer: recorder?.value };
  const outcome: Replayable['outcome'] = (replayed) => {
    const explainer = createExplainer('verify parts', {
      schema,
      model,
      policySet,
      engine: engine.value,
      evaluateAll,
    });
    const results = explainResults(replayed, fixtures, explainer, explain);
    const coverage = recorder?.value.coverage(thresholds ?? {});
    return { results, untested: untestedEndpoints(endpoints, results), ...(coverage ? { coverage } : {}) };
  };
  const replay: Replayable['replay'] = (chosen, recorded) => replayEach(chosen, replayer, recorded);
  const record: Replayable['record'] = (chosen) => chosen.map((ready) => recordDecisions(ready, replayer));
  return { ok: true, value: { replay, record, outcome }, diagnostics: [] };
}

function* replayEach(
  fixtures: readonly ReadyFixture[],
  replayer: Replayer,
  recorded: readonly RecordedDecisions[] = [],
): Generator<Result, void> {
  for (const [index, ready] of fixtures.entries()) {
    const known = recorded[index];
    yield known ? replayRecorded(ready, known, replayer) : replayFixture(ready, replayer);
  }
}

/** As `GET /path`: the endpoints that no fixture asked which was not skipped. */
export function untestedEndpoints(endpoints: readonly ModelEndpoint[], results: readonly Result[]): string[] {
  const tested = new Set<ModelEndpoint>();
  for (const { status, endpoint } of results) if (endpoint && status !== 'skipped') tested.add(endpoint);
  return endpoints.filter((endpoint) => !tested.has(endpoint)).map(endpointKey);
}
