import { checkProject, type VerifyInput } from './check-project.ts';
import { type Diagnostic, hasErrors } from './diagnostic.ts';
import { createEngine } from './engine.ts';
import { type Clock, type Result, replayFixtures } from './replay.ts';
import type { ProjectReport } from './report.ts';
import type { ModelEndpoint } from './request.ts';

export interface VerifyOptions {
  /** Measures how long each fixture takes; without one the durations are 0. */
  readonly clock?: Clock;
}

/**
 * The second half of the product as one straight function: schema, policies and fixtures in, a report out.
 * Nothing is replayed unless everything fits.
 */
export function verify(input: VerifyInput, { clock = () => 0 }: VerifyOptions = {}): ProjectReport {
  const checked = checkProject(input);
  if (!checked.ok) return unusable(input, checked.diagnostics);
  const { schema, policySet, endpoints, fixtures } = checked.value;
  const { diagnostics } = checked;
  const report = {
    name: input.name,
    policies: policySet.policies.length,
    endpoints: endpoints.length,
    untested: [],
    results: [],
    diagnostics,
  };
  if (hasErrors(diagnostics)) return report;
  const engine = createEngine('verify', schema, policySet);
  if (!engine.ok) return { ...report, diagnostics: [...diagnostics, ...engine.diagnostics] };
  const results = replayFixtures(fixtures, engine.value, clock);
  return { ...report, results, untested: untestedEndpoints(endpoints, results) };
}

function untestedEndpoints(endpoints: readonly ModelEndpoint[], results: readonly Result[]): string[] {
  const tested = new Set(
    results.filter(({ status }) => status !== 'skipped').map(({ endpoint }) => endpoint),
  );
  return endpoints.filter((endpoint) => !tested.has(endpoint)).map(({ method, path }) => `${method} ${path}`);
}

function unusable(input: VerifyInput, diagnostics: readonly Diagnostic[]): ProjectReport {
  return { name: input.name, policies: 0, endpoints: 0, untested: [], results: [], diagnostics };
}
