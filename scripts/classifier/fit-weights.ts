import type { Example } from './examples.ts';

/** Weights by `subject/signal`. */
export type WeightTable = ReadonlyMap<string, number>;

/** How strongly the labelled operations must speak against a prior: the variance of a weight around it is one half of its inverse. */
const PRIOR_STRENGTH = 1;
const STEPS = 120;

/**
 * The weights under which the right answers are most likely: a conditional logistic regression over the candidates of each operation, with
 * priors. Where several candidates are right, their sum counts. Deterministic.
 */
export function fitWeights(examples: readonly Example[], priors: WeightTable): WeightTable {
  const names = [...priors.keys()];
  const index = new Map(names.map((name, at) => [name, at]));
  const prior = Float64Array.from(names, (name) => priors.get(name) ?? 0);
  const telling = examples
    .filter(({ right }) => right.includes(true) && right.includes(false))
    .map((example) => encode(example, index));
  const weights = climb(prior, (at) => gradientAt(at, prior, telling));
  return new Map(names.map((name, at) => [name, round(weights[at] ?? 0)]));
}

/** The name of a signal of a candidate: its own, or that of how the endpoint was read. */
export function signalKey(subject: string, signal: string): string {
  return `${subject}/${signal}`;
}

interface Encoded {
  readonly weight: number;
  readonly right: readonly boolean[];
  /** The indices of the signals of each candidate. */
  readonly signals: readonly Int32Array[];
}

function encode({ weight, right, candidates }: Example, index: ReadonlyMap<string, number>): Encoded {
  const signals = candidates.map(({ evidence }) =>
    Int32Array.from(evidence, ({ subject, signal }) => index.get(signalKey(subject, signal)) ?? -1),
  );
  return { weight, right, signals };
}

function gradientAt(weights: Float64Array, prior: Float64Array, examples: readonly Encoded[]): Float64Array {
  const gradient = weights.map((weight, at) => PRIOR_STRENGTH * (weight - (prior[at] ?? 0)));
  for (const { weight, right, signals } of examples) {
    const shares = sharesOf(signals.map((own) => sumOf(own, weights)));
    const rightShare = shares.reduce((sum, share, at) => (right[at] ? sum + share : sum), 0);
    for (const [at, own] of signals.entries()) {
      const share = shares[at] ?? 0;
      const pull = weight * (share - (right[at] ? share / Math.max(rightShare, 1e-12) : 0));
      for (const signal of own) gradient[signal] = (gradient[signal] ?? 0) + pull;
    }
  }
  return gradient;
}

function sumOf(signals: Int32Array, weights: Float64Array): number {
  let sum = 0;
  for (const signal of signals) sum += weights[signal] ?? 0;
  return sum;
}

/** How likely each candidate is, given the sums of their weights. */
export function sharesOf(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Goes downhill with a step of its own for each weight, longer while its direction stays (Rprop). */
export function climb(start: Float64Array, gradientOf: (at: Float64Array) => Float64Array): Float64Array {
  const at = Float64Array.from(start);
  const steps = at.map(() => 0.05);
  let before: Float64Array = at.map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = gradientOf(at);
    before = gradient.map((slope, one) => {
      const turned = slope * (before[one] ?? 0);
      const length = (steps[one] ?? 0) * (turned > 0 ? 1.2 : turned < 0 ? 0.5 : 1);
      steps[one] = Math.min(1, Math.max(1e-6, length));
      if (turned < 0) return 0;
      at[one] = (at[one] ?? 0) - Math.sign(slope) * (steps[one] ?? 0);
      return slope;
    });
  }
  return at;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
