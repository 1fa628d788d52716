import { describe, expect, it } from 'vitest';
import { FIXTURE_FILTERS } from '../../../src/core/replay/fixture-filters.ts';
import { selectFixtures } from '../../../src/core/replay/selection.ts';
import { prepareProject } from '../../../src/core/verification/prepare-project.ts';
import { loadExample } from '../../helpers/example.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

const { fixtures } = prepareProject(await loadExample());

/** The example's fixtures dealt out to several projects, some of them empty. */
const projects = fc
  .array(fc.nat(fixtures.length), { maxLength: 4 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), fixtures.length])
  .map((cuts) => cuts.slice(1).map((end, index) => fixtures.slice(cuts[index], end)));

const filters = fc
  .constantFrom([], ['principal=ana'], ['tag=none'], ['method=GET', 'path=/campaigns/*'])
  .map((written) => valueIn(FIXTURE_FILTERS.read(written)));

describe('shards', () => {
  it('are together the whole, have nothing in common, and differ by one fixture at most', () => {
    fc.assert(
      fc.property(projects, filters, fc.integer({ min: 1, max: 12 }), (parts, chosen, total) => {
        const whole = selectFixtures(parts, { filters: chosen });
        const shards = Array.from({ length: total }, (_, index) =>
          selectFixtures(parts, { filters: chosen, shard: { index: index + 1, total } }),
        );
        for (const [index, { fixtures: all, leftOut }] of whole.entries()) {
          const inShards = shards.flatMap((shard) => shard[index]?.fixtures ?? []);
          expect(inShards).toHaveLength(all.length);
          expect(all.every((one) => inShards.includes(one))).toBe(true);
          for (const shard of shards) {
            const { fixtures: mine = [], leftOut: without } = shard[index] ?? {};
            expect(without).toEqual({ ...leftOut, byShard: all.length - mine.length });
          }
        }
        const sizes = shards.map((shard) => shard.flatMap((selection) => selection.fixtures).length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
