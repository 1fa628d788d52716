import { type Candidate, likeliestOfEach } from '../../src/core/classification/ranking/candidates.ts';
import {
  certaintyOf,
  contradictionOf,
  doubtsOf,
  MOST_SURE,
} from '../../src/core/classification/ranking/confidence.ts';
import { CONFIDENCE } from '../../src/core/classification/ranking/confidence-weights.ts';
import { bestFirst } from '../../src/core/classification/ranking/ranking.ts';
import { type Example, isAccepted } from './examples.ts';
import { climb, round, sharesOf, signalKey, type WeightTable } from './fit-weights.ts';

/** What the classifier answers with some weights, and what there is to say about how sure it can be. */
export interface Answer {
  readonly example: Example;
  readonly answer: string;
  readonly isRight: boolean;
  readonly certainty: number;
  readonly contradiction: number;
  readonly doubts: readonly string[];
}

export function answerOf(example: Example, weights: WeightTable): Answer {
  const candidates = bestFirst(likeliestOfEach(example.candidates.map((one) => weighedAnew(one, weights))));
  const [candidate, second] = candidates;
  if (candidate === undefined) throw new Error(`${example.operation} has no candidate`);
  return {
    example,
    answer: `${candidate.pattern} ${candidate.from}`,
    isRight: isAccepted(candidate, example.accept),
    certainty: certaintyOf(sharesOf(candidates.map(({ weight }) => weight))[0] ?? 0),
    contradiction: contradictionOf(candidate, second),
    doubts: doubtsOf(example.endpoint, candidate),
  };
}

/** The candidate as it would be with other weights than those that are compiled in. */
function weighedAnew(candidate: Candidate, weights: WeightTable): Candidate {
  const evidence = candidate.evidence.map((one) => ({
    ...one,
    weight: weights.get(signalKey(one.subject, one.signal)) ?? 0,
  }));
  return { ...candidate, evidence, weight: evidence.reduce((sum, { weight }) => sum + weight, 0) };
}

export type ConfidenceTable = Readonly<Record<string, number>>;

/** How strongly the doubts are held to zero. */
const STRENGTH = 10;

/**
 * What is known of left-out providers is too good: signals were found by reading the misses of just these, and answers for operations that were labelled
 * before anything was known of them are right less often. Those that were labelled because they had been unsure make up for most of it.
 */
const OPTIMISM = 0.1;

/** What the certainty of an answer and the doubts about it are worth: a logistic regression of whether it is right. */
export function fitConfidence(
  answers: readonly Answer[],
  weightOf: (one: Answer) => number,
): ConfidenceTable {
  const names = Object.keys(CONFIDENCE);
  const start = Float64Array.from(names, (name) => (name === 'certainty' ? 1 : 0));
  const rows = answers.map((one) => ({
    values: valuesOf(one, names),
    weight: weightOf(one),
    isRight: one.isRight,
  }));
  const fitted = climb(start, (at) => {
    const gradient = at.map((weight, index) =>
      names[index] === 'base' ? 0 : STRENGTH * (weight - (start[index] ?? 0)),
    );
    for (const { values, weight, isRight } of rows) {
      const sum = values.reduce((total, value, index) => total + value * (at[index] ?? 0), 0);
      const error = weight * (1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0));
      for (const [index, value] of values.entries()) gradient[index] = (gradient[index] ?? 0) + error * value;
    }
    return gradient;
  });
  return Object.fromEntries(
    names.map((name, index) => [name, round((fitted[index] ?? 0) - (name === 'base' ? OPTIMISM : 0))]),
  );
}

function valuesOf({ certainty, contradiction, doubts }: Answer, names: readonly string[]): readonly number[] {
  const measured: Readonly<Record<string, number>> = { base: 1, certainty, contradiction };
  return names.map((name) => measured[name] ?? (doubts.includes(name) ? 1 : 0));
}

export function confidenceWith(table: ConfidenceTable, answer: Answer): number {
  const names = Object.keys(table);
  const values = valuesOf(answer, names);
  const sum = names.reduce((total, name, index) => total + (table[name] ?? 0) * (values[index] ?? 0), 0);
  return Math.min(MOST_SURE, round(1 / (1 + Math.exp(-sum))));
}
