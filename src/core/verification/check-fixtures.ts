import { type MemoStore, memoizeIn } from '../caching/memo-store.ts';
import { isNoSchema } from '../cedar/schema/no-schema.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import {
  bringsNoEntities,
  readCedarTests,
  readDecidedRequest,
  withNumberedPolicies,
} from '../fixtures/cedar-formats/cedar-tests.ts';
import { checkEntityList } from '../fixtures/check-entities.ts';
import { missingParents, severalTenants } from '../fixtures/check-parents.ts';
import type { EntityList, FixtureFile } from '../fixtures/fixture.ts';
import { unknownPolicies } from '../fixtures/match-expectations.ts';
import { type FixtureWorld, matchFixtures } from '../fixtures/match-fixtures.ts';
import { readEntities } from '../fixtures/read-entities.ts';
import { readFixtures } from '../fixtures/read-fixtures.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Schema } from '../model/read-schema.ts';
import type { PolicyCheck } from '../policies/check-policies.ts';
import type { PrincipalClaims } from '../requests/principal.ts';
import type { ServerMapper } from '../requests/server/server-mapper.ts';
import { compareText } from '../values/compare-text.ts';
import type { FixtureInput, VerifyInput } from './verify-input.ts';

/** What the fixtures of a project are checked with. */
export interface FixtureSetting {
  readonly schema: Schema;
  readonly mapper: ServerMapper;
  readonly policies: PolicyCheck;
}

/** What there is in the fixtures files of a project. */
export interface CheckedFixtures {
  /** All fixtures, when there is no error among the diagnostics. */
  readonly fixtures: readonly ReadyFixture[];
  /** The files that could be read, by name; `entities` are for those that name none. */
  readonly files: readonly FixtureFile[];
  readonly entities: EntityList | undefined;
}

/** The fixtures of a project, ready to be replayed as far as they can be, and what is wrong with them. */
export function checkFixtures(
  input: VerifyInput,
  { schema, mapper, policies }: FixtureSetting,
  memos: MemoStore,
): CheckedFixtures & { readonly diagnostics: Diagnostic[] } {
  const { entities: source } = input;
  const shared = source && memoizeIn(memos, 'entities', { source }, (given) => readEntities(given.source));
  const entities = shared?.ok ? shared.value : undefined;
  const files = byFile(input.fixtures).map((file) => readFile(file, memos));
  const read = files.flatMap((file) => (file.ok ? [file.value] : []));
  const world = { schema: schema.json, model: schema.model, mapper, entities };
  const matched = matchFiles(read, { ...world, claims: steadyClaims(input, memos) }, memos);
  const ofAll = entityProblems(sharedLists(read, entities), schema, memos);
  const ofRequests = entityProblems(ownLists(read), schema, memos);
  const ready = matched.flatMap((outcome) => (outcome.ok ? outcome.value : []));
  const fixtures = withNumberedPolicies(
    ready.map((one) => markUnchecked(one, ofRequests)),
    policies.policySet,
  );
  return {
    fixtures,
    files: read,
    entities,
    diagnostics: [
      ...(shared?.diagnostics ?? []),
      ...files.flatMap((file) => file.diagnostics),
      ...allProblems(ofAll),
      ...asWarnings(allProblems(ofRequests)),
      ...parentsOfCalls(read, entities, { schema, memos, facts: input.facts }),
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

/** The same claims as before stay the same value, although `authz.yaml` was read again. */
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
        message: 'there is no schema, so policies, entities and requests are not checked against types',
        help: 'name one with `--schema <file>`',
        ...(name === '.' ? {} : { file: name }),
      },
    ];
  return [
    {
      severity: 'error',
      code: 'schema-missing',
      message: 'there is no schema, so the calls of these fixtures cannot be mapped',
      help: 'name it with `--schema <file>`, or write it with `authz generate-schema`',
      file: calling.source.file,
    },
  ];
}

/** Of what nothing is known is denied, whatever the policies say: a request that has to be denied then passes for nothing. */
function withoutEntities({ entities, fixtures }: VerifyInput): Diagnostic[] {
  if (entities) return [];
  const bare = fixtures.filter(
    ({ kind = 'fixtures', near, source: { value } }) =>
      kind !== 'fixtures' && !near && bringsNoEntities(value),
  );
  const places = new Set(
    bare.map(({ kind, source: { file } }) =>
      kind === 'cedar-tests' ? file : file.replace(/\/?[^/]*$/, '') || '.',
    ),
  );
  return [...places].sort(compareText).map((file) => ({
    severity: 'warning',
    code: 'entities-missing',
    message: 'there are no entities for these requests, so one may be denied only because nothing is known',
    help: 'put them into `entities.json` there or in the folder above, or name them with `--entities <file>`; of several `*.entities.json` none is taken',
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
      return readCedarTests(source, shared, near);
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
  return diagnostics.some(({ code }) => UNREAD.has(code)) ? [] : unknownPolicies(fixtures, policySet);
}

const UNREAD: ReadonlySet<Diagnostic['code']> = new Set<Diagnostic['code']>([
  'policy-syntax',
  'policy-too-deep',
  'policy-json-unknown',
  'policy-link-unusable',
]);

/** What is wrong with lists of entities: by the file, and where in it they stand. */
type EntityProblems = ReadonlyMap<Source, ReadonlyMap<string, readonly Diagnostic[]>>;

/** Shared entity files are checked once, however many fixtures files refer to them. */
function entityProblems(lists: readonly EntityList[], { json }: Schema, memos: MemoStore): EntityProblems {
  const found = new Map<Source, Map<string, readonly Diagnostic[]>>();
  for (const list of lists) {
    const { source, at } = list;
    const ofSource = found.get(source) ?? new Map<string, readonly Diagnostic[]>();
    found.set(source, ofSource);
    const place = JSON.stringify(at);
    if (ofSource.has(place)) continue;
    const key = `entities at ${JSON.stringify([source.file, ...at])}`;
    const problems = memoizeIn(memos, key, { source, json }, (given) => checkEntityList(list, given.json));
    ofSource.set(place, problems);
  }
  return found;
}

function allProblems(problems: EntityProblems): Diagnostic[] {
  return [...problems.values()].flatMap((ofSource) => [...ofSource.values()].flat());
}

/** The entities that fixtures share, without which none of them can be replayed. */
function sharedLists(files: readonly FixtureFile[], ofProject: EntityList | undefined): EntityList[] {
  return [...files.map(({ entities }) => entities), ofProject].filter((list) => list !== undefined);
}

/** What the slices of a server would lack that the decisions about calls do without. */
function parentsOfCalls(
  files: readonly FixtureFile[],
  ofProject: EntityList | undefined,
  { schema: { model }, memos, facts = [] }: { schema: Schema; memos: MemoStore; facts: VerifyInput['facts'] },
): Diagnostic[] {
  const calling = files.filter(({ fixtures }) => fixtures.some(({ asks }) => asks.type === 'call'));
  const lists = new Map<string, EntityList>();
  for (const { entities = ofProject } of calling)
    if (entities) lists.set(JSON.stringify([entities.source.file, ...entities.at]), entities);
  const isInOne = facts.includes('one-tenant-per-resource');
  return [...lists].flatMap(([place, list]) =>
    memoizeIn(memos, `parents at ${place}`, { source: list.source, model, isInOne }, (given) => [
      ...missingParents(list, given.model),
      ...(given.isInOne ? severalTenants(list, given.model) : []),
    ]),
  );
}

/** Those that single requests bring. */
function ownLists(files: readonly FixtureFile[]): EntityList[] {
  return files.flatMap(({ fixtures }) =>
    fixtures.flatMap(({ asks }) => (asks.type === 'request' && asks.entities ? [asks.entities] : [])),
  );
}

/** What is wrong with the entities of single requests is said, and the others are decided all the same. */
function asWarnings(problems: readonly Diagnostic[]): Diagnostic[] {
  return problems.map((problem) => ({ ...problem, severity: 'warning' }));
}

function markUnchecked(ready: ReadyFixture, problems: EntityProblems): ReadyFixture {
  const { asks } = ready.fixture;
  const own = asks.type === 'request' ? asks.entities : undefined;
  const found = own && problems.get(own.source)?.get(JSON.stringify(own.at));
  return found && found.length > 0 ? { ...ready, isUnchecked: true } : ready;
}
