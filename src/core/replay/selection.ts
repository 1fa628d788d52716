import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { FIXTURE_FILTERS, type FixtureFilter } from './fixture-filters.ts';
import type { LeftOutFixtures, Shard } from './report.ts';

/** Which of all fixtures are to be replayed. */
export interface SelectionOptions {
  readonly filters: readonly FixtureFilter[];
  /** One of several equal parts of what the filters choose. */
  readonly shard?: Shard;
}

/** What is replayed of one project, in the order of the project, and how much was left out before. */
export interface Selection {
  readonly fixtures: readonly ReadyFixture[];
  readonly leftOut: LeftOutFixtures;
}

/**
 * Chooses from the fixtures of all projects. Shards take turns, fixture by fixture, so that they differ by one fixture at most; the
 * place of a fixture in its shard tells its place in the whole (see `mergeReports`).
 */
export function selectFixtures(
  projects: readonly (readonly ReadyFixture[])[],
  { filters, shard }: SelectionOptions,
): Selection[] {
  let position = 0;
  return projects.map((fixtures) => {
    const chosen =
      filters.length === 0 ? fixtures : fixtures.filter((one) => FIXTURE_FILTERS.matches(one, filters));
    const first = position;
    position += chosen.length;
    const mine = shard
      ? chosen.filter((_, index) => (first + index) % shard.total === shard.index - 1)
      : chosen;
    const leftOut = { byFilter: fixtures.length - chosen.length, byShard: chosen.length - mine.length };
    return { fixtures: mine, leftOut: { ...leftOut, byBail: 0 } };
  });
}
