import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import {
  decisionOfName,
  decisionsIn,
  hasTestsOfCedar,
  isListOfTests,
  isRequest,
} from '../../core/fixtures/cedar-formats/test-forms.ts';
import { distinct } from '../../core/values/distinct.ts';
import { isRecord } from '../../core/values/record.ts';
import type { FixtureKind } from '../../core/verification/verify-input.ts';
import { foldersAround, leadsOut } from '../files/contained-path.ts';
import { findFiles, isFile } from '../files/find-files.ts';
import { readText } from '../files/read-text.ts';

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
  const isMeant = (file: string) =>
    FIXTURES.test(file) ||
    isCedarTests(file) ||
    decisionOf(file, (folder) => !leadsOut(relative(path, folder))) !== undefined;
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
const LIKE_TESTS = /^(?:(?:.*[._-])?tests?|tests[._-].*)\.(?:json|ya?ml)$/i;
/** Settings of other tools, and what belongs to tests beside their requests. */
const OTHERS = /^(?:tsconfig\.|package\.)|(?:^|\.)(?:cedar)?(?:entities|schema)\.json$|^entity\.json$/i;

function isCedarTests(file: string): boolean {
  return JSON_FILE.test(file) && isNamedLikeTests(file);
}

/** Whether a file is called as tests are. In YAML, others are called so as well. */
export function isNamedLikeTests(file: string): boolean {
  return LIKE_TESTS.test(basename(file)) && !OTHERS.test(basename(file));
}

const JSON_FILE = /\.json$/i;

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
  const [decision, ...others] = decisionsOf(file, value);
  if (decision && others.length === 0) return decision;
  const isForeign = !isOurs(value) && (JSON_FILE.test(file) || hasTestsOfCedar(value));
  return isForeign ? 'cedar-tests' : 'fixtures';
}

/** What a request must get, as its folder, its file and the name of it say. */
function decisionsOf(file: string, value: unknown): ('allow' | 'deny')[] {
  const ofFile = isOneRequest(value) ? decisionsIn(value) : [];
  return distinct([...ofFile, decisionAround(file, value)].filter((said) => said !== undefined));
}

/** What a request must get, as its folder says, or else its name: in such a folder, the name says what the request is about. */
export function decisionAround(file: string, value: unknown): 'allow' | 'deny' | undefined {
  const ofFolder = decisionOf(file, (folder) => folder === dirname(file) || isMaybeRequest(value));
  if (ofFolder !== undefined || !isOneRequest(value)) return ofFolder;
  const [, allowed, denied] = LIKE_DECISION.exec(basename(dirname(file))) ?? [];
  if (allowed ?? denied) return allowed ? 'allow' : 'deny';
  return decisionOfName(basename(file), value);
}

/** Folders that are called nearly so may hold anything: there, what is a request counts. */
const LIKE_DECISION =
  /^(?:(?:should|expect)[_-])?(?:(allow(?:ed)?|permitted)|(deny|denied|forbidden))(?:[_-](?:requests|queries|tests|cases))?$/i;

/** Whether a file is one request, whose name or content may say what it must get. */
function isOneRequest(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRequest(value) && isMaybeRequest(value);
}

/** A whole checkout may lie in a folder that is called like a decision, with lists of tests and fixtures of ours. */
function isMaybeRequest(value: unknown): boolean {
  return isRecord(value) && !isOurs(value) && !isListOfTests(value);
}

function isOurs(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.hasOwn(value, 'tables') || Object.hasOwn(value, 'principals') || areOurs(value.cases);
}

/** Other tools have cases as well, which are about no calls. */
function areOurs(cases: unknown): boolean {
  if (!Array.isArray(cases)) return cases !== undefined;
  const isOfCall = (one: unknown) => isRecord(one) && ['call', 'as'].some((key) => Object.hasOwn(one, key));
  return cases.length === 0 || cases.some(isOfCall);
}

/** Users of Cedar keep requests in folders that are called like the decision, and in folders of these: the nearest says it. */
function decisionOf(file: string, mayDecide: (folder: string) => boolean): 'allow' | 'deny' | undefined {
  if (!IN_DECISION.test(file) || OTHERS.test(basename(file))) return undefined;
  const folder = foldersAround(file).find((one) => DECISION.test(basename(one)));
  if (folder === undefined || !mayDecide(folder)) return undefined;
  return /^allow/i.test(basename(folder)) ? 'allow' : 'deny';
}

const DECISION = /^(?:allow|deny)(?:_(?:requests|queries))?$/i;
/** Most files are in none: then no folder is looked at. */
const IN_DECISION = /(?:^|[\\/])(?:allow|deny)(?:_(?:requests|queries))?[\\/].*\.json$/i;

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
    onlyOne(others.length > 0 ? others : likeEntities(folder, names));
  return name === undefined ? undefined : join(folder, name);
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

/** Files called nearly so. Requests may be, too. */
function likeEntities(folder: string, names: readonly string[]): string[] {
  return names
    .filter((name) => LIKE_ENTITIES.test(name))
    .filter((name) => {
      const text = readText(join(folder, name), name);
      return text.ok && /^\s*\[[\s\S]*"uid"/.test(text.value);
    });
}

const LIKE_ENTITIES = /[_-](?:cedar)?entities\.json$/;
