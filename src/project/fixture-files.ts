import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FixtureKind } from '../core/verification/verify-input.ts';
import { findFiles, isFile } from './find-files.ts';

/** The fixtures that a path stands for: a file is meant whatever it is called, a folder for those below it. */
export function fixtureFilesAt(path: string): string[] {
  return isFile(path) ? [path] : fixtureFilesBelow(path);
}

/** All files with fixtures below a folder, or the file itself when it is called like one. */
export function fixtureFilesBelow(path: string): string[] {
  const files = findFiles(path, /\.(?:ya?ml|json)$/);
  return files.filter(
    (file) => FIXTURES.test(file) || CEDAR_TESTS.test(basename(file)) || kindOfFolder(file),
  );
}

const FIXTURES = /\.fixtures\.(?:ya?ml|json)$/;
/** Such as `tests.json`, `cedar-tests.json` and `photos.tests.json`. */
const CEDAR_TESTS = /^(?:.*[._-])?tests\.json$/i;

/** What kind of fixtures a file holds, by its folder, its name and its content. */
export function kindOf(file: string, value: unknown): FixtureKind {
  if (FIXTURES.test(file)) return 'fixtures';
  const ofFolder = kindOfFolder(file);
  if (ofFolder) return ofFolder;
  return CEDAR_TESTS.test(basename(file)) || Array.isArray(value) ? 'cedar-tests' : 'fixtures';
}

/** Users of Cedar keep requests in folders that are called like the decision. */
function kindOfFolder(file: string): 'allow' | 'deny' | undefined {
  if (!file.endsWith('.json')) return undefined;
  return ({ ALLOW: 'allow', DENY: 'deny' } as const)[basename(dirname(file))];
}

const NEAR_ENTITIES = ['cedarentities.json', 'entities.json'];
const MOST_LEVELS = 3;

/** The entities of a request in such a folder lie beside the folder, or a little further up. */
export function nearEntities(file: string): string | undefined {
  let folder = dirname(file);
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    folder = dirname(folder);
    const found = NEAR_ENTITIES.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found || existsSync(join(folder, 'authz.yaml'))) return found;
  }
  return undefined;
}
