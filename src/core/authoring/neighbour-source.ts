import type { Entity } from '../cedar/entity.ts';
import type { FixtureFile } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';

/** A fixtures file with what became of it. */
export interface NeighbourSource {
  readonly file: FixtureFile;
  readonly fixtures: readonly ReadyFixture[];
  /** Its own, or those of the project. */
  readonly entities: readonly Entity[];
}
