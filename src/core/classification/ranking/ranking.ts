import type { PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import type { Evidence } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { type Candidate, candidatesFor, likeliestOfEach } from './candidates.ts';
import { confidenceOf } from './confidence.ts';

/** What the patterns make of one endpoint together: the best answer, why, how sure, and the second best. */
export interface Ranking {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The facts as they were read for the answer; `undefined` when nothing was recognized. */
  readonly facts?: Facts;
  /** Sentences, strongest first. */
  readonly evidence: readonly string[];
  /** How likely the answer is right, 0 to 0.98. */
  readonly confidence: number;
  readonly runnerUp?: RunnerUp;
}

/** The second best answer: another pattern, or the same one with another resource. */
export interface RunnerUp {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  readonly confidence: number;
}

/** Asks every pattern, and compares how much speaks for each; the order of `PATTERNS` settles a draw. */
export function rankPatterns(endpoint: Endpoint, api: Api): Ranking {
  const candidates = bestFirst(likeliestOfEach(candidatesFor(endpoint, api)));
  const [best, second] = candidates;
  if (best === undefined) return NOTHING_KNOWN;
  const share = shareOf(best, candidates);
  const confidence = confidenceOf(endpoint, best, second, share);
  return {
    pattern: best.pattern,
    from: best.from,
    facts: best.facts,
    evidence: sentencesOf(best.evidence),
    confidence,
    ...(second !== undefined && {
      runnerUp: {
        pattern: second.pattern,
        from: second.from,
        confidence: Math.min(
          confidence,
          roundedShare((1 - confidence) * (shareOf(second, candidates) / (1 - share))),
        ),
      },
    }),
  };
}

/** The likeliest candidate first. */
export function bestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => b.weight - a.weight);
}

/** What no pattern recognizes has no identifier that could be wrong: the application is its resource. */
const NOTHING_KNOWN: Ranking = {
  pattern: 'implicit-scope',
  from: 'application',
  evidence: [],
  confidence: 0.5,
};

function sentencesOf(evidence: readonly Evidence[]): readonly string[] {
  return evidence
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
}

/** How likely a candidate is beside all others. */
function shareOf(one: Candidate, candidates: readonly Candidate[]): number {
  return 1 / candidates.reduce((sum, { weight }) => sum + Math.exp(weight - one.weight), 0);
}

function roundedShare(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
}
