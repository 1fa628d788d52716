import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Diagnostic,
  distinctDiagnostics,
  hasErrors,
  type Outcome,
} from '../../core/diagnostics/diagnostic.ts';
import { problemAt } from '../../core/diagnostics/problem-at.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import { cedarReferences } from '../../core/fixtures/cedar-formats/cedar-tests.ts';
import { fixtureReferences } from '../../core/fixtures/read-fixtures.ts';
import type { PolicyFile } from '../../core/policies/policy.ts';
import { isRecord } from '../../core/values/record.ts';
import type { FixtureInput, SchemaSource, VerifyInput } from '../../core/verification/verify-input.ts';
import { realPathBelow, whyNotBelow } from '../files/contained-path.ts';
import { notFollowed, notThere, showPath, toldWhereNamed, unreadableFolders } from '../files/read-text.ts';
import { DISK, type SourceReader } from '../files/reader.ts';
import type { ProjectFiles } from '../project-files.ts';
import { fixtureFilesAt, kindOf, nearEntities, type UnreadFixtures } from './fixture-files.ts';
import { loadInvariants, loadProjectPolicies } from './load-policies.ts';
import { loadSchema } from './load-schema.ts';
import { pathFrom } from './path-from.ts';
import { testsByContent } from './tests-by-content.ts';

/** What was read; where something could not be, what is left may be checked all the same, so that all problems are said at once. */
export type LoadedProject =
  | Extract<Outcome<VerifyInput>, { ok: true }>
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      /** Missing when there is no schema to check anything against. */
      readonly readable?: VerifyInput;
      /** Files and folders with fixtures that are not among what is readable. */
      readonly unreadFixtures: readonly string[];
    };

const NO_SCHEMA: Outcome<SchemaSource | undefined> = { ok: true, value: undefined, diagnostics: [] };

/** Reads everything that a verification needs; all unreadable files are reported at once. */
export async function loadProject(
  files: ProjectFiles,
  cwd: string,
  reader: SourceReader = DISK,
): Promise<LoadedProject> {
  const schema =
    files.schema === undefined
      ? NO_SCHEMA
      : await loadSchema(files.schema, cwd, {
          reader,
          naming: files.namedBy?.schema,
          namespace: files.namespace,
        });
  const policies = await loadProjectPolicies(files, cwd, reader);
  const entities = await loadEntities(files, cwd, reader);
  const invariants = await loadInvariants(files, cwd, reader);
  const fixtures = await loadFixtures(files, cwd, reader);
  const diagnostics = [
    ...schema.diagnostics,
    ...policies.diagnostics,
    ...invariants.diagnostics,
    ...(entities?.diagnostics ?? []),
    ...fixtures.diagnostics,
  ];
  if (!schema.ok) return { ok: false, diagnostics, unreadFixtures: fixtures.unread };
  const value: VerifyInput = {
    name: files.name,
    ...(schema.value ? { schema: schema.value } : {}),
    policies: policies.files,
    claims: files.claims,
    ...(files.remarksOnSchema ? { remarksOnSchema: files.remarksOnSchema } : {}),
    ...(files.rules ? { rules: files.rules } : {}),
    ...(files.settings ? { settings: files.settings } : {}),
    ...(files.mayBeInvalid || isOnlyRequests(files, fixtures.inputs) ? { mayBeInvalid: true } : {}),
    ...(files.remarks ? { remarks: files.remarks } : {}),
    invariants: invariants.files,
    facts: files.facts ?? [],
    ...(files.placeOfFact ? { placeOfFact: files.placeOfFact } : {}),
    ...(entities?.ok ? { entities: entities.value } : {}),
    fixtures: fixtures.inputs,
    digest: () =>
      digestOf(
        [
          schema.value?.text ?? '',
          JSON.stringify(files.claims),
          JSON.stringify(files.rules ?? {}),
          JSON.stringify(files.facts ?? []),
        ],
        [policies.files, invariants.files],
        entities?.ok ? entities.value : undefined,
        fixtures.inputs,
      ),
  };
  return hasErrors(diagnostics)
    ? { ok: false, diagnostics, readable: value, unreadFixtures: fixtures.unread }
    : { ok: true, value, diagnostics };
}

async function loadEntities(
  { entities, namedBy }: ProjectFiles,
  cwd: string,
  reader: SourceReader,
): Promise<Outcome<Source> | undefined> {
  if (!entities) return undefined;
  const shown = showPath(entities, cwd);
  return toldWhereNamed(await reader.source(entities, shown), shown, namedBy?.entities);
}

/** What is to be verified, with what was said while it was read: so it is in the report. */
export function withLoadRemarks({
  value,
  diagnostics,
}: {
  readonly value: VerifyInput;
  readonly diagnostics: readonly Diagnostic[];
}): VerifyInput {
  return { ...value, remarks: [...(value.remarks ?? []), ...diagnostics] };
}

/** Names are part of it: ids of policies and places of fixtures follow from them. */
function digestOf(
  settings: readonly string[],
  policies: readonly (readonly PolicyFile[])[],
  entities: Source | undefined,
  fixtures: readonly FixtureInput[],
): string {
  // Loaded here, since it takes longer to load than all the files of most projects.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const add = (...texts: readonly string[]) => {
    for (const text of texts) hash.update(`${text.length}:`).update(text);
  };
  add(...settings);
  for (const files of policies) {
    add(String(files.length));
    for (const { name, text } of files) add(name, text);
  }
  for (const { source, shared, near } of fixtures) {
    add(source.file, source.text, near?.text ?? '');
    for (const [reference, { text }] of shared) add(reference, text);
  }
  add(entities?.text ?? '');
  return hash.digest('hex').slice(0, 16);
}

interface LoadedFixtures {
  readonly inputs: FixtureInput[];
  /** What is missing among them, as shown to people. */
  readonly unread: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

async function loadFixtures(files: ProjectFiles, cwd: string, reader: SourceReader): Promise<LoadedFixtures> {
  const inputs: FixtureInput[] = [];
  const left: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const read = memoizedRead(cwd, reader);
  const unread: UnreadFixtures = { unreadable: [], links: [], misnamed: [], others: [] };
  for (const file of fixtureFiles(files.fixtures, unread)) {
    const source = await read(file);
    const input = source.ok ? await withReferences(file, source.value, files, read) : undefined;
    const said = [...source.diagnostics, ...(input?.diagnostics ?? [])];
    diagnostics.push(...said);
    if (input && !hasErrors(said)) inputs.push(input.value);
    else left.push(file);
  }
  const missing = files.placeOfFixtures ? files.fixtures.filter((path) => !existsSync(path)) : [];
  return {
    inputs,
    unread: [...left, ...unread.unreadable, ...missing].map((path) => showPath(path, cwd)),
    diagnostics: distinctDiagnostics([
      ...diagnostics,
      ...missing.map((path) => ({ ...noFixtures(path, cwd), ...files.placeOfFixtures })),
      // As for a file that cannot be read: what is not replayed must not pass.
      ...unreadableFolders(unread.unreadable, cwd, 'error'),
      ...unread.links.map((link) => notFollowed(link, cwd, FIXTURES_BEHIND)),
      ...(await misnamed(unread.misnamed, HAS_FIXTURES, cwd, reader)),
      // A folder without authz.yaml may hold anything, and much of it.
      ...(files.hasNoConfig ? [] : await misnamed(unread.others, IS_FIXTURES, cwd, reader)),
    ]),
  };
}

function noFixtures(path: string, cwd: string): Diagnostic {
  return {
    ...notThere(path, 'let `authz generate-fixtures` write fixtures there'),
    message: `there is no file or folder \`${showPath(path, cwd)}\`, so there are no fixtures`,
  };
}

/** The file with those that it refers to; what cannot be read is left out and said. */
async function withReferences(
  file: string,
  source: Source,
  files: ProjectFiles,
  read: (path: string) => Promise<Outcome<Source>>,
): Promise<{ readonly value: FixtureInput; readonly diagnostics: readonly Diagnostic[] }> {
  const kind = kindOf(file, source.value);
  const shared = new Map<string, Source>();
  const diagnostics: Diagnostic[] = [];
  const references = kind === 'fixtures' ? fixtureReferences(source.value) : cedarReferences(source.value);
  for (const reference of references) {
    const path = kind === 'fixtures' ? resolve(dirname(file), reference) : pathFrom(file, reference);
    if (!mayReferTo(path, files)) {
      diagnostics.push(outsideReference(reference, path, source));
      continue;
    }
    const target = await read(path);
    diagnostics.push(...target.diagnostics);
    if (target.ok) shared.set(reference, target.value);
  }
  const isInFolder = kind === 'allow' || kind === 'deny';
  const mayLack = isInFolder
    ? !files.isEntitiesNamed
    : kind === 'cedar-tests' && files.entities === undefined;
  const beside = mayLack ? nearEntities(file) : undefined;
  // No file names it, so it may lie above a named request; but a link may not lead elsewhere.
  const isInPlace = beside !== undefined && realPathBelow(dirname(beside), beside) !== undefined;
  const near = isInPlace ? await read(beside) : undefined;
  diagnostics.push(...(near?.diagnostics ?? []));
  return { value: { source, shared, kind, ...(near?.ok ? { near: near.value } : {}) }, diagnostics };
}

/** Requests in folders were written for `cedar authorize`, which takes a schema and does not hold policies to it. */
function isOnlyRequests({ hasNoConfig }: ProjectFiles, fixtures: readonly FixtureInput[]): boolean {
  const areRequests = fixtures.every(({ kind }) => kind === 'allow' || kind === 'deny');
  return hasNoConfig === true && fixtures.length > 0 && areRequests;
}

function mayReferTo(path: string, { roots, entities }: ProjectFiles): boolean {
  return path === entities || roots.some((root) => realPathBelow(root, path) !== undefined);
}

function outsideReference(reference: string, path: string, source: Source): Diagnostic {
  const at = ['entities', 'principals'].find(
    (key) => isRecord(source.value) && source.value[key] === reference,
  );
  return problemAt(source, at === undefined ? [] : [at], {
    code: 'path-outside',
    message: `\`${reference}\` ${whyNotBelow(path)}`,
    help: 'move the file there, or name it with `--entities`',
  });
}

const FIXTURES_BEHIND = {
  severity: 'warning',
  lost: 'the fixtures behind it are not replayed',
  named: 'as an argument',
} as const;

/** Other files may be called so, too: principals, for one. */
async function misnamed(
  paths: readonly string[],
  content: RegExp,
  cwd: string,
  reader: SourceReader,
): Promise<Diagnostic[]> {
  const said: Diagnostic[] = [];
  for (const path of paths) {
    const file = showPath(path, cwd);
    const text = await reader.text(path, file);
    if (!text.ok || !content.test(text.value)) continue;
    const message = 'this file is not replayed: files with fixtures are called `*.fixtures.yaml`';
    const help = 'rename it, or name it as an argument';
    said.push({ severity: 'warning', code: 'fixtures-misnamed', message, help, file });
  }
  return said;
}

const HAS_FIXTURES = /^[\s{]*["']?(?:cases|tables)["']?\s*:/m;
/** Where the name says nothing: cases or tables at the root, and calls in them. */
const IS_FIXTURES = /^(?:cases|tables)\s*:(?=[\s\S]*\b(?:call|columns)["']?\s*:)/m;

function fixtureFiles(paths: readonly string[], unread: UnreadFixtures): string[] {
  const byName = paths.flatMap((path) => fixtureFilesAt(path, unread));
  return [...new Set([...byName, ...testsByContent(paths)])];
}

/** Files that several fixtures files share are read once, and stay one source. */
function memoizedRead(cwd: string, reader: SourceReader): (path: string) => Promise<Outcome<Source>> {
  const read = new Map<string, Promise<Outcome<Source>>>();
  return (path) => {
    const known = read.get(path) ?? reader.source(path, showPath(path, cwd));
    read.set(path, known);
    return known;
  };
}
