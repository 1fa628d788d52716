import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../caching/memo-store.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import { isNoSchema } from '../cedar/no-schema.ts';
import {
  compareText,
  type Diagnostic,
  distinctDiagnostics,
  type Outcome,
} from '../diagnostics/diagnostic.ts';
import { groupBy } from '../diagnostics/group.ts';
import type { Source } from '../diagnostics/source.ts';
import { readCedarTests, readDecidedRequest, withNumberedPolicies } from '../fixtures/cedar-tests.ts';
import { checkEntityList } from '../fixtures/check-entities.ts';
import type { EntityList, FixtureFile } from '../fixtures/fixture.ts';
import { unknownPolicies } from '../fixtures/match-expectations.ts';
import { matchFixtures } from '../fixtures/match-fixtures.ts';
import { readEntities, readFixtures } from '../fixtures/read-fixtures.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Model } from '../model/model.ts';
import { readSchema, type Schema, WITHOUT_SCHEMA } from '../model/read-schema.ts';
import { checkPolicies, noPolicies, type PolicyCheck } from '../policies/check-policies.ts';
import type { PolicyFile, PolicySet } from '../policies/policy.ts';
import { type CallMapper, callMapper, type ModelEndpoint } from '../requests/map-call.ts';
import type { PrincipalClaims } from '../requests/principal.ts';

/** Everything that a project's verification reads, already loaded. */
export interface VerifyInput {
  /** The project's folder, as shown to people. */
  readonly name: string;
  /** `undefined` where there is none: Cedar decides without one as well, but only requests of its own. */
  readonly schema?: SchemaSource;
  readonly policies: readonly PolicyFile[];
  readonly claims: PrincipalClaims;
  /** The project's entities, for fixtures files that name none. */
  readonly entities?: Source;
  readonly fixtures: readonly FixtureInput[];
  /** The same for the same files and for no others; reports of one run are known by it. */
  readonly digest?: () => string;
}

/** The text of a schema file; in JSON when it starts with `{`, else in Cedar syntax. */
export interface SchemaSource {
  readonly file: string;
  readonly text: string;
}

export interface FixtureInput {
  readonly source: Source;
  /** The files it refers to, by the reference as written. */
  readonly shared: ReadonlyMap<string, Source>;
  /** What kind of file it is; a fixtures file when left out. */
  readonly kind?: FixtureKind;
  /** Of a request in a folder `ALLOW` or `DENY`: the entities that lie beside those folders. */
  readonly near?: Source;
}

/** A fixtures file; tests for `cedar run-tests`; or one request, whose folder says what it must get. */
export const FIXTURE_KINDS = ['fixtures', 'cedar-tests', 'allow', 'deny'] as const;
export type FixtureKind = (typeof FIXTURE_KINDS)[number];

/** A project whose parts have been read and fitted together, as far as they fit. */
export interface CheckedProject {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly endpoints: readonly ModelEndpoint[];
  /** All fixtures, when there is no error among the diagnostics. */
  readonly fixtures: readonly ReadyFixture[];
}

/**
 * Reads and checks everything before anything is decided, so that all problems are reported at once. With a memory, parts that have not
 * changed since an earlier check are neither read nor checked again, and stay the same values.
 */
export function checkProject(input: VerifyInput, memory: MemoStore = NO_MEMO_STORE): Outcome<CheckedProject> {
  const schema = readProjectSchema(input, memory);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const mapper = memoizeIn(memory, 'call mapper', [model], () => callMapper(model));
  if (!mapper.ok) return mapper;
  const policies = checkPolicies(input.policies, json, memory);
  const { fixtures, diagnostics } = checkFixtures(input, schema.value, mapper.value, policies, memory);
  return {
    ok: true,
    value: {
      schema: schema.value.json,
      model: schema.value.model,
      policySet: policies.policySet,
      endpoints: mapper.value.endpoints,
      fixtures,
    },
    diagnostics: distinctDiagnostics([
      ...mapper.diagnostics,
      ...policies.diagnostics,
      ...diagnostics,
      ...(policies.policySet.policies.length === 0 ? [noPolicies()] : []),
    ]),
  };
}

/** The schema of a project, or what stands in for it where there is none. */
export function readProjectSchema(
  { schema }: Pick<VerifyInput, 'schema'>,
  memory: MemoStore = NO_MEMO_STORE,
): Outcome<Schema> {
  if (!schema) return { ok: true, value: WITHOUT_SCHEMA, diagnostics: [] };
  return memoizeIn(memory, 'schema', [schema.file, schema.text], () => readSchema(schema));
}

function checkFixtures(
  input: VerifyInput,
  schema: Schema,
  mapper: CallMapper,
  policies: PolicyCheck,
  memory: MemoStore,
): { fixtures: readonly ReadyFixture[]; diagnostics: Diagnostic[] } {
  const { entities: source, claims } = input;
  const shared = source && memoizeIn(memory, 'entities', [source], () => readEntities(source));
  const entities = shared?.ok ? shared.value : undefined;
  const files = byFile(input.fixtures).map((file) => readFile(file, memory));
  const read = files.flatMap((file) => (file.ok ? [file.value] : []));
  const { json, model } = schema;
  const world = { schema: json, model, mapper, claims, entities };
  const matched = read.map((file) =>
    memoizeIn(
      memory,
      `matched ${file.source.file}`,
      [file, json, model, mapper, JSON.stringify(claims), entities],
      () => matchFixtures(file, world),
    ),
  );
  const fixtures = withNumberedPolicies(
    matched.flatMap((outcome) => (outcome.ok ? outcome.value : [])),
    policies.policySet,
  );
  return {
    fixtures,
    diagnostics: [
      ...(shared?.diagnostics ?? []),
      ...files.flatMap((file) => file.diagnostics),
      ...entityProblems(read, entities, schema, memory),
      ...(isNoSchema(json) ? withoutSchema(input, read) : []),
      ...matched.flatMap((outcome) => outcome.diagnostics),
      ...namedPolicies(fixtures, policies),
    ],
  };
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

function byFile(fixtures: readonly FixtureInput[]): FixtureInput[] {
  return [...fixtures].sort((a, b) => compareText(a.source.file, b.source.file));
}

function readFile(file: FixtureInput, memory: MemoStore): Outcome<FixtureFile> {
  const { source, shared, kind, near } = file;
  return memoizeIn(memory, `fixtures ${source.file}`, [source, kind, near, ...[...shared].flat()], () =>
    readFixtureInput(file),
  );
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
  files: readonly FixtureFile[],
  project: EntityList | undefined,
  { json }: Schema,
  memory: MemoStore,
): Diagnostic[] {
  const lists = [...files.flatMap(entityLists), project].filter((list) => list !== undefined);
  const distinct = [...groupBy(lists, ({ source }) => source).values()].flatMap((ofSource) => [
    ...new Map(ofSource.map((list) => [JSON.stringify(list.at), list])).values(),
  ]);
  return distinct.flatMap((list) =>
    memoizeIn(
      memory,
      `entities at ${JSON.stringify([list.source.file, ...list.at])}`,
      [list.source, json],
      () => checkEntityList(list, json),
    ),
  );
}

function entityLists({ entities, fixtures }: FixtureFile): (EntityList | undefined)[] {
  const own = fixtures.flatMap(({ asks }) => (asks.type === 'request' ? asks.entities : NONE));
  return [entities, ...own];
}

const NONE: readonly EntityList[] = [];
