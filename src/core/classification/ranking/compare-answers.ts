import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { nearestEndpointKey } from '../../diagnostics/nearest-operation.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import type { PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint, Spec } from '../../openapi/endpoint.ts';
import { describeApi } from '../api.ts';
import { suggest } from '../patterns/override.ts';
import type { Evidence } from '../signals/evidence.ts';
import { type Candidate, candidatesFor, likeliestOfEach } from './candidates.ts';
import { bestFirst, rankPatterns } from './ranking.ts';

/** The answer of the classifier for one endpoint and the runner-up, with everything that speaks for and against both. */
export interface ComparedAnswers {
  /** `METHOD /path` */
  readonly endpoint: string;
  /** How likely the answer is right, 0 to 0.98. */
  readonly confidence: number;
  /** The answer, and the runner-up where there is one. */
  readonly answers: readonly ComparedAnswer[];
}

export interface ComparedAnswer {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The sum of the weights. */
  readonly weight: number;
  /** The weightiest first, whether for or against. */
  readonly evidence: readonly Evidence[];
}

/**
 * What the classifier weighed for the endpoint with that key, as the API description writes it or as calls do, below the base path; what it
 * says by itself, whatever overrides there are.
 */
export function compareAnswers(spec: Spec, key: string): Outcome<ComparedAnswers> {
  const { basePath } = spec;
  const [, method, path] = /^([a-z]+) (.*)$/i.exec(key) ?? [];
  const asked = method === undefined ? key : `${method.toUpperCase()} ${path}`;
  const endpoint =
    spec.endpoints.find((one) => endpointKey(one) === asked) ??
    spec.endpoints.find((one) => endpointKey({ ...one, path: `${basePath}${one.path}` }) === asked);
  if (endpoint === undefined) {
    const message = `the API description has no endpoint \`${key}\``;
    const help = suggest(key, likeliest(key, spec.endpoints.map(endpointKey)), nearestEndpointKey);
    return { ok: false, diagnostics: [{ severity: 'error', code: 'unknown-endpoint', message, help }] };
  }
  return { ok: true, value: answerComparer(spec)(endpoint), diagnostics: [] };
}

/** Those of the very path, where the key is no more than that. */
function likeliest(key: string, keys: readonly string[]): readonly string[] {
  const same = keys.filter((one) => one.endsWith(` ${key}`));
  return same.length > 0 ? same : keys;
}

/** The same for any endpoint of the API, which is described once. */
export function answerComparer(spec: Spec): (endpoint: Endpoint) => ComparedAnswers {
  const api = describeApi(spec);
  return (endpoint) => {
    const answers = bestFirst(likeliestOfEach(candidatesFor(endpoint, api)))
      .slice(0, 2)
      .map(comparedAnswer);
    const { confidence } = rankPatterns(endpoint, api);
    return { endpoint: endpointKey(endpoint), confidence, answers };
  };
}

function comparedAnswer({ pattern, from, weight, evidence }: Candidate): ComparedAnswer {
  const weightiest = [...evidence].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return { pattern, from, weight, evidence: weightiest };
}
