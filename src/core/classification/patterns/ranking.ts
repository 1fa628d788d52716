import type { PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import type { Evidence } from '../signals/evidence.ts';
import { PATTERNS } from './index.ts';
import type { Recognition } from './pattern.ts';

/** What the patterns make of one endpoint together: the best answer, why, how sure, and the second best. */
export interface Ranking {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** Sentences, strongest first. */
  readonly evidence: readonly string[];
  readonly confidence: number;
  readonly runnerUp?: RunnerUp;
}

/** The second best answer. */
export interface RunnerUp {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  readonly confidence: number;
}

/** Asks every pattern, and compares how much speaks for each; the order of `PATTERNS` settles a draw. */
export function rankPatterns(endpoint: Endpoint, api: Api): Ranking {
  const [best, second] = PATTERNS.flatMap((pattern) => {
    const recognition = pattern.recognize(endpoint, api);
    return recognition === undefined ? [] : [weighed(pattern.name, recognition)];
  }).sort((a, b) => b.weight - a.weight);
  if (best === undefined) return NOTHING_KNOWN;
  const confidence = confidenceOf(best.weight - (second?.weight ?? 0));
  return {
    pattern: best.pattern,
    from: best.from,
    evidence: sentencesOf(best.evidence),
    confidence,
    ...(second !== undefined && {
      runnerUp: { pattern: second.pattern, from: second.from, confidence: round(1 - confidence) },
    }),
  };
}

/** What no pattern recognizes has no identifier that could be wrong: the application is its resource. */
const NOTHING_KNOWN: Ranking = {
  pattern: 'implicit-scope',
  from: 'application',
  evidence: [],
  confidence: 0.5,
};

interface PatternCandidate {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

function weighed(pattern: PatternName, { from, evidence }: Recognition): PatternCandidate {
  return { pattern, from, weight: evidence.reduce((sum, { weight }) => sum + weight, 0), evidence };
}

function sentencesOf(evidence: readonly Evidence[]): readonly string[] {
  return evidence
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
}

/** How steeply confidence grows with the margin: fitted so that 98 of 100 answers that are 0.9 sure are right. */
const SLOPE = 0.7;

function confidenceOf(margin: number): number {
  return Math.min(0.99, round(1 / (1 + Math.exp(-SLOPE * margin))));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
