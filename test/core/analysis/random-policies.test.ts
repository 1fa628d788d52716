import { describe, expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import { schemaOf } from '../../helpers/analysis.ts';
import { emptyTally, fuzzOnce } from '../../helpers/analysis-fuzzer.ts';
import { conditionsFor, fuzzChosen } from '../../helpers/chosen-fuzzer.ts';
import { CHOSEN_SCHEMAS } from '../../helpers/chosen-schemas.ts';
import { fuzzComparison } from '../../helpers/comparison-fuzzer.ts';
import { randomSource } from '../../helpers/random-source.ts';

describe('answers about random policies over random schemas', () => {
  const tally = emptyTally();
  for (let seed = 1; seed <= 25; seed += 1) fuzzOnce(seed, tally, { withLinks: seed % 2 === 0 });

  it('are never contradicted by the engine', () => {
    expect(tally.wrong).toEqual([]);
  });

  it('are right about what was written down wrongly once: the entity that an `if` leads to', () => {
    const again = emptyTally();
    fuzzOnce(301_392, again);
    expect(again.wrong).toEqual([]);
  });

  it('are right about odd conditions, further claims and facts, and no counterexample is against a fact', () => {
    const odd = emptyTally();
    // A principal that is in more than its context says, by way of an entity with required attributes.
    for (const seed of [167, 1, 2, 3, 4, 5]) fuzzOnce(seed, odd, { isOdd: true, mostRequests: 32 });
    expect(odd.wrong).toEqual([]);
    expect(odd.proven).toBeGreaterThan(20);
    expect(odd.refuted).toBeGreaterThan(50);
  });

  it('find possible what the engine has shown to be possible, and refute and prove often enough to mean something', () => {
    expect(tally.worlds).toBe(200);
    expect(tally.refuted).toBeGreaterThan(200);
    expect(tally.proven).toBeGreaterThan(50);
    expect(tally.seconded).toBeGreaterThan(100);
    expect([...tally.notDecided.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(25);
  });
});

describe('answers about random policies over schemas of kinds that random ones are not', () => {
  it('are never contradicted by the engine', () => {
    const tally = emptyTally();
    for (let seed = 1; seed <= 12; seed += 1) fuzzChosen(seed, tally, { mostRequests: 32 });
    expect(tally.wrong).toEqual([]);
    expect(tally.refuted).toBeGreaterThan(200);
    expect(tally.proven).toBeGreaterThan(100);
    expect([...tally.notDecided.keys()]).toEqual([]);
  });

  it('are about every condition that is written down', () => {
    for (const chosen of CHOSEN_SCHEMAS) {
      const { environments } = createAnalysis(schemaOf(chosen.schema));
      const fitting = environments.flatMap((one) => conditionsFor(randomSource(1), chosen, one));
      expect(chosen.conditions.filter((one) => !fitting.includes(one))).toEqual([]);
    }
  });
});

describe('what is said of a change of random policies and of their schema', () => {
  const tally = emptyTally();
  // Entities that were in others by a way that one schema did not know.
  for (const seed of [1_403_206, 1_403_581, 1_404_260]) fuzzComparison(seed, tally);
  for (let seed = 1; seed <= 60; seed += 1) fuzzComparison(seed, tally, { isServed: seed % 4 === 0 });

  it('is never contradicted by the engines of the two states', () => {
    expect(tally.wrong).toEqual([]);
  });

  it('is often enough a proof or an example to mean something', () => {
    expect(tally.refuted).toBeGreaterThan(20);
    expect(tally.proven).toBeGreaterThan(30);
    expect(tally.attacks).toBeGreaterThan(1000);
  });
});
