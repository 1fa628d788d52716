import type { PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { PATTERNS } from '../patterns/index.ts';
import type { Recognition } from '../patterns/pattern.ts';
import { type Evidence, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import type { Reading } from '../signals/readings.ts';

/** A possible answer, with what speaks for and against it. */
export interface Candidate {
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The facts as they were read. */
  readonly facts: Facts;
  /** The sum of its evidence: the logarithm of how likely it is beside the others. */
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

/**
 * What every pattern makes of an endpoint, however it is read, in the order that settles a draw. There may be several ways to one answer.
 */
export function candidatesFor(endpoint: Endpoint, api: Api): readonly Candidate[] {
  const readings = api.readingsOf(endpoint);
  const candidates: Candidate[] = [];
  for (const pattern of PATTERNS)
    for (const reading of readings) {
      const recognition = pattern.recognize(endpoint, reading.facts, api);
      if (recognition !== undefined) candidates.push(candidateOf(pattern.name, recognition, reading));
    }
  return candidates;
}

/** Of several ways to the same answer, the likeliest. */
export function likeliestOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const candidate of candidates) {
    const { pattern, from, weight } = candidate;
    // There are a dozen of them: that is sooner looked through than put into a map.
    const at = found.findIndex((other) => other.pattern === pattern && other.from === from);
    const before = found[at];
    if (before === undefined) found.push(candidate);
    else if (before.weight < weight) found[at] = candidate;
  }
  return found;
}

function candidateOf(pattern: PatternName, { from, evidence }: Recognition, reading: Reading): Candidate {
  const all = reading.signals.length === 0 ? evidence : evidence.concat(weigh('reading', reading.signals));
  let weight = 0;
  for (const one of all) weight += one.weight;
  return { pattern, from, facts: reading.facts, weight, evidence: all };
}
