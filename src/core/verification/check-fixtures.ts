import { type MemoStore, memoizeIn } from '../caching/memo-store.ts';
import { isNoSchema } from '../cedar/no-schema.ts';
import { compareText, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../diagnostics/group.ts';
import { isRecord } from '../diagnostics/record.ts';
import {
  readCedarTests,
  readDecidedRequest,
  withNumberedPolicies,
} from '../fixtures/cedar-formats/cedar-tests.ts';
import { checkEntityList } from '../fixtures/check-entities.ts';
import type { EntityList, FixtureFile } from '../fixtures/fixture.ts';
import { unknownPolicies } from '../fixtures/match-expectations.ts';
import { type FixtureWorld, matchFixtures } from '../fixtures/match-fixtures.ts';
import { readEntities } from '../fixtures/read-entities.ts';
import { readFixtures } from '../fixtures/read-fixtures.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Schema } from '../model/read-schema.ts';
import type { PolicyCheck } from '../policies/check-policies.ts';
import type { CallMapper } from '../requests/map-call.ts';
import type { PrincipalClaims } from '../requests/principal.ts';
import type { FixtureInput, VerifyInput } from './verify-input.ts';

/** What the fixtures of a project are checked with. */
export interface FixtureSetting {
  readonly schema: Schema;
  readonly mapper: CallMapper;
  readonly policies: PolicyCheck;
}

/** The fixtures of a project, ready to be replayed as far as they can be, and what is wrong with them. */
export function checkFixtures(
  input: VerifyInput,
  { schema, mapper, policies }: FixtureSetting,
  memos: MemoStore,
): { fixtures: readonly ReadyFixture[]; diagnostics: Diagnostic[] } {
  const { entities: source } = input;
  const shared = source && memoizeIn(memos, 'entities', { source }, (given) => readEntities(given.source));
  const entities = shared?.ok ? shared.value : undefined;
  const files = byFile(input.fixtures).map((file) => readFile(file, memos));
  const read = files.flatMap((file) => (file.ok ? [file.value] : []));
  const world = { schema: schema.json, model: schema.model, mapper, entities };
  const matched = matchFiles(read, { ...world, claims: steadyClaims(input, memos) }, memos);
  const fixtures = withNumberedPolicies(
    matched.flatMap((outcome) => (outcome.ok ? outcome.value : [])),
    policies.policySet,
  );
  return {
    fixtures,
    diagnostics: [
      ...(shared?.diagnostics ?? []),
      ...files.flatMap((file) => file.diagnostics),
      ...entityProblems([...read.flatMap(entityLists), entities], schema, memos),
      ...(isNoSchema(schema.json) ? withoutSchema(input, read) : []),
      ...withoutEntities(input),
      ...matched.flatMap((outcome) => outcome.diagnostics),
      ...namedPolicies(fixtures, policies),
    ],
  };
}

function matchFiles(
  files: readonly FixtureFile[],
  world: FixtureWorld,
  memos: MemoStore,
): Outcome<ReadyFixture[]>[] {
  return files.map((file) =>
    memoizeIn(memos, `matched ${file.source.file}`, { file, ...world }, (given) =>
      matchFixtures(given.file, given),
    ),
  );
}

/** The same claims as before stay the same value, although `authz.yaml` was read anew. */
function steadyClaims({ claims }: VerifyInput, memos: MemoStore): PrincipalClaims {
  const text = JSON.stringify(claims);
  return memoizeIn(memos, 'claims', { text }, () => claims);
}

/** Calls are mapped by what a schema says of endpoints; everything else can be decided without one, and is held to no types. */
function withoutSchema({ name }: VerifyInput, files: readonly FixtureFile[]): Diagnostic[] {
  const calling = files.find(({ fixtures }) => fixtures.some(({ asks }) => asks.type === 'call'));
  if (!calling)
    return [
      {
        severity: 'info',
        code: 'schema-missing',
        message: 'there is no schema, so policies, entities and requests are held to no types',
        help: 'name one with `--schema <file>`',
        ...(name === '.' ? {} : { file: name }),
      },
    ];
  return [
    {
      severity: 'error',
      code: 'schema-missing',
      message: 'there is no schema, so nothing says which calls these fixtures make',
      help: 'name it with `--schema <file>`, or write it with `authz generate-schema`',
      file: calling.source.file,
    },
  ];
}

/** Of what nothing is known is denied, whatever the policies say: a request that has to be denied then passes for nothing. */
function withoutEntities({ entities, fixtures }: VerifyInput): Diagnostic[] {
  if (entities) return [];
  const bare = fixtures.filter(
    ({ kind, near, source: { value } }) =>
      (kind === 'allow' || kind === 'deny') && !near && isRecord(value) && value.entities === undefined,
  );
  const folders = new Set(bare.map(({ source }) => source.file.replace(/\/?[^/]*$/, '') || '.'));
  return [...folders].sort(compareText).map((file) => ({
    severity: 'warning',
    code: 'entities-missing',
    message: 'there are no entities for these requests, so one may be denied only because nothing is known',
    help: 'put them beside the folder as `entities.json`, or name them with `--entities <file>`',
    file,
  }));
}

function byFile(fixtures: readonly FixtureInput[]): FixtureInput[] {
  return [...fixtures].sort((a, b) => compareText(a.source.file, b.source.file));
}

function readFile(file: FixtureInput, memos: MemoStore): Outcome<FixtureFile> {
  const { source, kind, near } = file;
  const shared = steadyReferences(file, memos);
  return memoizeIn(memos, `fixtures ${source.file}`, { source, shared, kind, near }, readFixtureInput);
}

/** The same shared files as before stay the same map. */
function steadyReferences({ source, shared }: FixtureInput, memos: MemoStore): FixtureInput['shared'] {
  const byReference = Object.fromEntries(shared);
  return memoizeIn(memos, `references of ${source.file}`, byReference, () => shared);
}

/** Reads the fixtures of a file of any kind. */
export function readFixtureInput({
  source,
  shared,
  kind = 'fixtures',
  near,
}: FixtureInput): Outcome<FixtureFile> {
  switch (kind) {
    case 'fixtures':
      return readFixtures(source, shared);
    case 'cedar-tests':
      return readCedarTests(source, shared);
    case 'allow':
    case 'deny':
      return readDecidedRequest(source, kind, shared, near);
  }
}

/** Nobody knows which policies exist when some could not be read. */
function namedPolicies(
  fixtures: readonly ReadyFixture[],
  { policySet, diagnostics }: PolicyCheck,
): Diagnostic[] {
  const unread = diagnostics.some(({ code }) => code === 'policy-syntax' || code === 'policy-too-deep');
  return unread ? [] : unknownPolicies(fixtures, new Set(policySet.policies.map((policy) => policy.id)));
}

/** Shared entity files are checked once, however many fixtures files refer to them. */
function entityProblems(
  all: readonly (EntityList | undefined)[],
  { json }: Schema,
  memos: MemoStore,
): Diagnostic[] {
  const lists = all.filter((list) => list !== undefined);
  const distinct = [...groupBy(lists, ({ source }) => source).values()].flatMap((ofSource) => [
    ...new Map(ofSource.map((list) => [JSON.stringify(list.at), list])).values(),
  ]);
  return distinct.flatMap((list) => {
    const { source, at } = list;
    const key = `entities at ${JSON.stringify([source.file, ...at])}`;
    return memoizeIn(memos, key, { source, json }, (given) => checkEntityList(list, given.json));
  });
}

function entityLists({ entities, fixtures }: FixtureFile): (EntityList | undefined)[] {
  const own = fixtures.flatMap(({ asks }) => (asks.type === 'request' ? asks.entities : NONE));
  return [entities, ...own];
}

const NONE: readonly EntityList[] = [];
