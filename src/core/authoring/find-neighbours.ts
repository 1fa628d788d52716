import { type UntriedCallers, untriedCallers } from '../coverage/untried-callers.ts';
import { hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { FixtureFile } from '../fixtures/fixture.ts';
import { readEntities } from '../fixtures/read-entities.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { readFixtureInput } from '../verification/check-fixtures.ts';
import { checkProject } from '../verification/check-project.ts';
import type { FixtureInput, VerifyInput } from '../verification/verify-input.ts';
import type { NeighbourSource } from './neighbour-source.ts';
import { neighboursOf } from './neighbours.ts';
import type { WrittenFixtures } from './written-fixtures.ts';

/** What stands next to the fixtures of a project. */
export interface FoundNeighbours {
  /** For each fixtures file with allowed calls: what should be denied beside them. */
  readonly files: readonly { readonly file: FixtureFile; readonly fixtures: WrittenFixtures }[];
  readonly untriedCallers: readonly UntriedCallers[];
}

/** Looks for the neighbours of a project's allowed calls, and for callers that its patterns want to see tried. Only calls have any. */
export function findNeighbours(input: VerifyInput): Outcome<FoundNeighbours> {
  const checked = checkProject(input);
  if (!checked.ok) return checked;
  if (hasErrors(checked.diagnostics)) return { ok: false, diagnostics: checked.diagnostics };
  const { model, mapper, endpoints, fixtures } = checked.value;
  const shared = input.entities && readEntities(input.entities);
  const entities = shared?.ok ? shared.value.entities : [];
  const sources = input.fixtures.flatMap((one) => sourceOf(one, fixtures, entities));
  return {
    ok: true,
    value: {
      files: neighboursOf(sources, { model, mapper, claims: input.claims }),
      untriedCallers: untriedCallers(endpoints, fixtures, model),
    },
    diagnostics: checked.diagnostics,
  };
}

function sourceOf(
  input: FixtureInput,
  fixtures: readonly ReadyFixture[],
  entities: NeighbourSource['entities'],
): NeighbourSource[] {
  const file = readFixtureInput(input);
  if (!file.ok) return [];
  const own = fixtures.filter(({ fixture }) => fixture.source === input.source);
  return [{ file: file.value, fixtures: own, entities: file.value.entities?.entities ?? entities }];
}
