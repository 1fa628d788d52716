import { type Entity, entityStore } from '../cedar/entity.ts';
import type { FixtureFile } from '../fixtures/fixture.ts';
import { makePrincipals } from '../fixtures/match-principals.ts';
import { ANONYMOUS, anonymousPrincipal } from '../requests/principal.ts';
import { type SliceMaker, sliceMaker } from '../requests/slice.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import type { CheckedProject } from '../verification/check-project.ts';

/** Somebody whom the fixtures of a project may name. */
export interface NamedCaller {
  readonly name: string;
  readonly principal: Entity;
  /** The slices of the file that names the caller. */
  readonly slices: SliceMaker;
  /** `undefined` for `anonymous` in a project without fixtures. */
  readonly file: FixtureFile | undefined;
  /** A later file that means somebody else by the name: who is meant is not guessed. */
  readonly otherIn?: FixtureFile;
}

/** The callers of a project in the order in which its files name them; `anonymous` comes last. Of two of one name the first counts. */
export function callersOf(project: CheckedProject): readonly NamedCaller[] {
  const { schema, model, claims, files } = project;
  const found = new Map<string, NamedCaller>();
  for (const file of files) {
    const { principals } = makePrincipals(file, { schema, model, claims });
    const slices = slicesOf(file, project);
    for (const [name, principal] of principals) {
      if (name === ANONYMOUS) continue;
      const first = found.get(name);
      if (!first) found.set(name, { name, principal, slices, file });
      else if (!first.otherIn && canonicalJson(first.principal) !== canonicalJson(principal))
        found.set(name, { ...first, otherIn: file });
    }
  }
  const [file] = files;
  const nobody = { name: ANONYMOUS, principal: anonymousPrincipal(model), file };
  return [...found.values(), { ...nobody, slices: slicesOf(file, project) }];
}

function slicesOf(file: FixtureFile | undefined, { entities, model }: CheckedProject): SliceMaker {
  return sliceMaker(entityStore((file?.entities ?? entities)?.entities ?? []), model);
}
