import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/values/record.ts';
import type { FixtureKind } from '../../core/verification/verify-input.ts';
import { foldersAround } from '../files/contained-path.ts';
import { findFiles, isFile } from '../files/find-files.ts';

/** What may keep fixtures from being read. */
export interface UnreadFixtures {
  /** Folders that cannot be listed. */
  readonly unreadable: string[];
  /** They are not followed. */
  readonly links: string[];
  /** Files that are nearly called like fixtures, such as `pets.fixture.yaml`. */
  readonly misnamed: string[];
  /** Other YAML files beside fixtures: some may hold fixtures, too. */
  readonly others: string[];
}

/** The fixtures that a path stands for: a file is meant whatever it is called, a folder for those below it. */
export function fixtureFilesAt(path: string, unread?: UnreadFixtures): string[] {
  return isFile(path) ? [path] : fixtureFilesBelow(path, unread);
}

/** All files with fixtures below a folder, or the file itself when it is called like one. */
export function fixtureFilesBelow(path: string, unread?: UnreadFixtures): string[] {
  const files = findFiles(path, /\.(?:ya?ml|json)$/i, unread?.unreadable, (other) => {
    if (unread && mayHoldFixtures(other)) unread.links.push(other);
  });
  const isMeant = (file: string) => FIXTURES.test(file) || isCedarTests(file) || kindOfFolder(file);
  const rest = unread === undefined ? [] : files.filter((file) => !isMeant(file));
  for (const file of rest) {
    if (NEARLY_FIXTURES.test(basename(file))) unread?.misnamed.push(file);
    else if (/\.ya?ml$/i.test(file)) unread?.others.push(file);
  }
  return files.filter(isMeant);
}

const FIXTURES = /\.fixtures\.(?:ya?ml|json)$/i;
const NEARLY_FIXTURES = /(?:^|[._-])fixtures?\.(?:ya?ml|json)$/i;
/** Such as `tests.json`, `photos.tests.json`, `photos_test.json` and `tests-combined.json`. */
const CEDAR_TESTS = /^(?:(?:.*[._-])?tests?|tests[._-].*)\.json$/i;
/** Settings of other tools, and what belongs to tests beside their requests. */
const OTHERS = /^(?:tsconfig\.|package\.)|(?:^|\.)(?:cedar)?(?:entities|schema)\.json$|^entity\.json$/i;

function isCedarTests(file: string): boolean {
  return CEDAR_TESTS.test(basename(file)) && !OTHERS.test(basename(file));
}

/** Whether a link is called like fixtures, or leads to a folder with files that are. */
function mayHoldFixtures(path: string): boolean {
  if (FIXTURES.test(path)) return true;
  try {
    return readdirSync(path).some((name) => FIXTURES.test(name));
  } catch {
    return false;
  }
}

/** What kind of fixtures a file holds, by its folder, its name and its content. */
export function kindOf(file: string, value: unknown): FixtureKind {
  if (FIXTURES.test(file)) return 'fixtures';
  const ofFolder = kindOfFolder(file);
  if (ofFolder) return ofFolder;
  const isOurs =
    isRecord(value) && ['cases', 'tables', 'principals'].some((key) => Object.hasOwn(value, key));
  return file.endsWith('.json') && !isOurs ? 'cedar-tests' : 'fixtures';
}

/** Users of Cedar keep requests in folders that are called like the decision. */
function kindOfFolder(file: string): 'allow' | 'deny' | undefined {
  if (!file.endsWith('.json') || OTHERS.test(basename(file))) return undefined;
  const [, decision] = /^(allow|deny)(?:_(?:requests|queries))?$/i.exec(basename(dirname(file))) ?? [];
  return decision?.toLowerCase() as 'allow' | 'deny' | undefined;
}

const NEAR_ENTITIES = ['cedarentities.json', 'entities.json', 'entity.json'];
const ENTITIES = /\.(?:cedarentities|entities)\.json$/;

/** The entities of a request in such a folder lie beside it, or a little further up. */
export function nearEntities(file: string): string | undefined {
  for (const folder of foldersAround(file)) {
    const found = entitiesIn(folder, basename(file).replace(/\..*$/, ''));
    if (found || existsSync(join(folder, 'authz.yaml'))) return found;
  }
  return undefined;
}

/** The file of a name that says it by itself; else the one of this stem, or the only one. */
function entitiesIn(folder: string, stem: string): string | undefined {
  const names = readdirSync(folder);
  const others = names.filter((name) => ENTITIES.test(name)).sort();
  const name =
    others.find((one) => one.replace(ENTITIES, '') === stem) ??
    NEAR_ENTITIES.find((one) => names.includes(one)) ??
    (others.length === 1 ? others[0] : undefined);
  return name === undefined ? undefined : join(folder, name);
}
