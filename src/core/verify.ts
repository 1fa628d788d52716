import { type CheckedProject, checkProject, type VerifyInput } from './check-project.ts';
import type { Thresholds } from './coverage.ts';
import { coverageRecorder } from './coverage-recorder.ts';
import { type Diagnostic, hasErrors, type Outcome } from './diagnostic.ts';
import { createEngine } from './engine.ts';
import { type Explained, explainResults } from './explain-results.ts';
import { createExplainer } from './explainer.ts';
import { type Clock, type Result, replayFixtures } from './replay.ts';
import type { ProjectReport } from './report.ts';
import type { ModelEndpoint } from './request.ts';

export interface VerifyOptions {
  /** Measures how long each fixture takes; without one the durations are 0. */
  readonly clock?: Clock;
  /** Asks for coverage, and says what it has to reach. */
  readonly coverage?: Thresholds | undefined;
  /** Which decisions are explained: `failures` unless said otherwise. */
  readonly explain?: Explained;
}

/**
 * The second half of the product as one straight function: schema, policies and fixtures in, a report out.
 * Nothing is replayed unless everything fits.
 */
export function verify(input: VerifyInput, options: VerifyOptions = {}): ProjectReport {
  const checked = checkProject(input);
  if (!checked.ok) return unusable(input, checked.diagnostics);
  const { diagnostics } = checked;
  const report = {
    name: input.name,
    policies: checked.value.policySet.policies.length,
    endpoints: checked.value.endpoints.length,
    untested: [],
    results: [],
    diagnostics,
  };
  if (hasErrors(diagnostics)) return report;
  const replayed = replayProject(checked.value, options);
  return replayed.ok
    ? { ...report, ...replayed.value }
    : { ...report, diagnostics: [...diagnostics, ...replayed.diagnostics] };
}

type Replayed = Pick<ProjectReport, 'results' | 'untested' | 'coverage'>;

function replayProject(
  { schema, model, policySet, endpoints, fixtures }: CheckedProject,
  { clock = () => 0, coverage: thresholds, explain = 'failures' }: VerifyOptions,
): Outcome<Replayed> {
  const engine = createEngine('verify', schema, policySet);
  if (!engine.ok) return engine;
  const recorder = thresholds && coverageRecorder('coverage', schema, policySet.policies, endpoints);
  if (recorder && !recorder.ok) return recorder;
  const observe = recorder?.value.record;
  const replayed = replayFixtures(fixtures, { engine: engine.value, clock, observe });
  const explainer = createExplainer('verify parts', { schema, model, policySet, engine: engine.value });
  const results = explainResults(replayed, fixtures, explainer, explain);
  const coverage = recorder?.value.coverage(thresholds ?? {});
  const untested = untestedEndpoints(endpoints, results);
  return { ok: true, value: { results, untested, ...(coverage ? { coverage } : {}) }, diagnostics: [] };
}

/** The endpoints that no fixture calls, as `METHOD /path`. */
export function untestedEndpoints(endpoints: readonly ModelEndpoint[], results: readonly Result[]): string[] {
  const tested = new Set(
    results.filter(({ status }) => status !== 'skipped').map(({ endpoint }) => endpoint),
  );
  return endpoints.filter((endpoint) => !tested.has(endpoint)).map(({ method, path }) => `${method} ${path}`);
}

function unusable(input: VerifyInput, diagnostics: readonly Diagnostic[]): ProjectReport {
  return { name: input.name, policies: 0, endpoints: 0, untested: [], results: [], diagnostics };
}
