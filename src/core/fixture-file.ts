import { keys, mapping, oneOf, problemAt, readDefinition, text, v } from './definition.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { METHODS } from './endpoint.ts';
import type { Entity } from './entity.ts';
import type { EntityList, Expectation, ExpectedDecision, Fixture, FixtureFile, Question } from './fixture.ts';
import type { Claims } from './principal.ts';
import type { Call } from './request.ts';
import type { Source, ValuePath } from './source.ts';

/** The files that a fixtures file refers to, as written: relative to its own folder. */
export function fixtureReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { principals, entities } = value as { readonly principals?: unknown; readonly entities?: unknown };
  return [principals, entities].filter((reference) => typeof reference === 'string');
}

/** Reads a fixtures file; `shared` holds the files it refers to, by the reference as written. */
export function readFixtures(source: Source, shared: ReadonlyMap<string, Source>): Outcome<FixtureFile> {
  const file = readDefinition(fixtureFileDefinition, source, 'fixtures-invalid');
  if (!file.ok) return file;
  const principals = readPrincipals(file.value.principals, source, shared);
  if (!principals.ok) return principals;
  const entities = readEntityReference(file.value.entities, source, shared);
  if (!entities.ok) return entities;
  const { tags = [] } = file.value;
  const cases = (file.value.cases ?? []).map((one, index) => readCase(one, tags, source, ['cases', index]));
  const tables = (file.value.tables ?? []).map((table, index) =>
    readTable(table, tags, source, ['tables', index]),
  );
  const read = [...cases, ...tables];
  const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
  if (read.some((outcome) => !outcome.ok)) return { ok: false, diagnostics };
  return {
    ok: true,
    value: {
      source,
      principals: principals.value,
      principalSource: principalSource(file.value.principals, source, shared),
      entities: entities.value,
      fixtures: read.flatMap((outcome) => (outcome.ok ? outcome.value : [])),
    },
    diagnostics,
  };
}

/** Reads a file that holds a list of entities. */
export function readEntities(source: Source): Outcome<EntityList> {
  const list = readDefinition(entitiesDefinition, source, 'entities-invalid');
  if (!list.ok) return list;
  return { ok: true, value: { entities: list.value as Entity[], source, at: [] }, diagnostics: [] };
}

// ---- definitions ----

const decisionWord = oneOf(['allow', 'deny']);
const policyIds = v.array(text, 'expected a list of policy ids');

const decisionForm = keys({
  decision: decisionWord,
  because: v.optional(policyIds),
  errors: v.optional(policyIds),
});

/** Chosen by what is there, so that a message is about the form that was meant. */
const itemExpectation = v.lazy((input) => (isMapping(input) ? decisionForm : decisionWord));
const itemsForm = mapping(itemExpectation, 'expected a mapping from items to expectations');
const explicitItems = keys({ items: itemsForm });

const expectation = v.lazy((input) => {
  if (!isMapping(input)) return decisionWord;
  if ('decision' in input || 'because' in input) return decisionForm;
  return 'items' in input ? explicitItems : itemsForm;
});

const claims = anyMapping('expected a mapping of claims such as `{ sub: ana, groups: [editor] }`');
const principalsDefinition = mapping(claims, 'expected a mapping from names to claims');

const entityUid = keys({ type: text, id: v.string('expected a text') });
const entityDefinition = keys({
  uid: entityUid,
  attrs: anyMapping('expected a mapping of attributes, `{}` when there are none'),
  parents: v.array(entityUid, 'expected a list of `{ type, id }`, `[]` when there are none'),
  tags: v.optional(anyMapping('expected a mapping of tags')),
});
const entitiesDefinition = v.array(entityDefinition, 'expected a list of entities');

const labels = {
  tags: v.optional(v.array(text, 'expected a list of tags')),
  skip: v.optional(text),
  todo: v.optional(text),
};

const caseDefinition = keys({
  name: text,
  as: text,
  call: text,
  body: v.optional(v.unknown()),
  expect: expectation,
  ...labels,
});

const tableDefinition = keys({
  name: text,
  ...labels,
  columns: v.array(text, 'expected a list of principals'),
  rows: mapping(
    v.array(expectation, 'expected a list with one expectation for each column'),
    'expected a mapping from calls to expectations',
  ),
});

const fixtureFileDefinition = keys({
  tags: labels.tags,
  principals: v.optional(v.lazy((input) => (typeof input === 'string' ? text : principalsDefinition))),
  entities: v.optional(v.lazy((input) => (typeof input === 'string' ? text : entitiesDefinition))),
  cases: v.optional(v.array(caseDefinition, 'expected a list of cases')),
  tables: v.optional(v.array(tableDefinition, 'expected a list of tables')),
});

type RawCase = v.InferOutput<typeof caseDefinition>;
type RawTable = v.InferOutput<typeof tableDefinition>;
type RawExpectation = v.InferOutput<typeof expectation>;

/** Taken as it is, whatever its keys are. */
function anyMapping(message: string) {
  return v.custom<Record<string, unknown>>(isMapping, message);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// ---- principals and entities ----

function readPrincipals(
  written: string | Record<string, Record<string, unknown>> | undefined,
  source: Source,
  shared: ReadonlyMap<string, Source>,
): Outcome<ReadonlyMap<string, Claims>> {
  if (written === undefined) return { ok: true, value: new Map(), diagnostics: [] };
  if (typeof written !== 'string') return namedClaims(written, source, ['principals']);
  const file = shared.get(written);
  if (!file) return { ok: false, diagnostics: [unread(source, 'principals', written)] };
  const principals = readDefinition(principalsDefinition, file, 'principals-invalid');
  return principals.ok ? namedClaims(principals.value, file, []) : principals;
}

function namedClaims(
  principals: Record<string, Record<string, unknown>>,
  source: Source,
  at: ValuePath,
): Outcome<ReadonlyMap<string, Claims>> {
  if (Object.hasOwn(principals, 'anonymous')) {
    const message = '`anonymous` is built in: the caller without an identity';
    const place = [...at, 'anonymous'];
    const help = 'choose another name';
    return {
      ok: false,
      diagnostics: [problemAt(source, place, 'principals-invalid', message, help, 'key')],
    };
  }
  return { ok: true, value: new Map(Object.entries(principals)), diagnostics: [] };
}

function principalSource(written: unknown, source: Source, shared: ReadonlyMap<string, Source>): Source {
  return typeof written === 'string' ? (shared.get(written) ?? source) : source;
}

function readEntityReference(
  written: unknown,
  source: Source,
  shared: ReadonlyMap<string, Source>,
): Outcome<EntityList | undefined> {
  if (written === undefined) return { ok: true, value: undefined, diagnostics: [] };
  if (typeof written !== 'string') {
    return { ok: true, value: { entities: written as Entity[], source, at: ['entities'] }, diagnostics: [] };
  }
  const file = shared.get(written);
  return file ? readEntities(file) : { ok: false, diagnostics: [unread(source, 'entities', written)] };
}

function unread(source: Source, key: string, file: string): Diagnostic {
  return problemAt(source, [key], 'fixtures-invalid', `\`${file}\` could not be read`);
}

// ---- cases and tables ----

function readCase(
  raw: RawCase,
  fileTags: readonly string[],
  source: Source,
  at: ValuePath,
): Outcome<Fixture[]> {
  const call = readCall(raw.call, raw.body);
  if (!call) return { ok: false, diagnostics: [badCall(source, [...at, 'call'], raw.call)] };
  const expectation = readExpectation(raw.expect);
  const asks = { type: 'call', call } as const;
  const fixture = { name: raw.name, as: raw.as, asks, expectation, ...readLabels(raw, fileTags), source, at };
  return { ok: true, value: [fixture], diagnostics: [] };
}

function readLabels(
  { tags, skip, todo }: Pick<RawCase, 'tags' | 'skip' | 'todo'>,
  fileTags: readonly string[],
): Pick<Fixture, 'tags' | 'skip' | 'todo'> {
  return {
    tags: [...new Set([...fileTags, ...(tags ?? [])])],
    ...(skip === undefined ? {} : { skip }),
    ...(todo === undefined ? {} : { todo }),
  };
}

function readTable(
  table: RawTable,
  fileTags: readonly string[],
  source: Source,
  at: ValuePath,
): Outcome<Fixture[]> {
  const labelled = readLabels(table, fileTags);
  const fixtures: Fixture[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [row, cells] of Object.entries(table.rows)) {
    const rowAt = [...at, 'rows', row];
    const call = readCall(row, undefined);
    if (!call) diagnostics.push(badCall(source, rowAt, row, 'key'));
    else if (cells.length !== table.columns.length)
      diagnostics.push(badRow(source, rowAt, cells.length, table));
    else
      fixtures.push(
        ...cells.map((cell, index) =>
          cellFixture(table, row, { type: 'call', call }, cell, index, labelled, source, rowAt),
        ),
      );
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: fixtures, diagnostics };
}

function cellFixture(
  table: RawTable,
  row: string,
  asks: Question,
  cell: RawExpectation,
  column: number,
  labelled: Pick<Fixture, 'tags' | 'skip' | 'todo'>,
  source: Source,
  rowAt: ValuePath,
): Fixture {
  const as = table.columns[column] ?? '';
  const expected = readExpectation(cell);
  return {
    name: `${table.name}: ${row} as ${as}`,
    as,
    asks,
    expectation: expected,
    ...labelled,
    source,
    at: [...rowAt, column],
  };
}

function readCall(written: string, body: unknown): Call | undefined {
  const match = /^([A-Z]+) (\S+)$/.exec(written.trim());
  if (!match?.[1] || !match[2]) return undefined;
  return { method: match[1], url: match[2], ...(body === undefined ? {} : { body }) };
}

function readExpectation(raw: RawExpectation): Expectation {
  if (typeof raw === 'string') return { type: 'every', expected: { decision: raw } };
  if ('decision' in raw && isDecisionForm(raw)) return { type: 'every', expected: expectedDecision(raw) };
  const items = ('items' in raw ? raw.items : raw) as Record<string, v.InferOutput<typeof itemExpectation>>;
  return {
    type: 'items',
    items: new Map(Object.entries(items).map(([item, one]) => [item, expectedDecision(one)])),
  };
}

function isDecisionForm(raw: object): raw is v.InferOutput<typeof decisionForm> {
  return 'decision' in raw && typeof raw.decision === 'string';
}

function expectedDecision(raw: v.InferOutput<typeof itemExpectation>): ExpectedDecision {
  if (typeof raw === 'string') return { decision: raw };
  return {
    decision: raw.decision,
    ...(raw.because ? { because: raw.because } : {}),
    ...(raw.errors ? { errors: raw.errors } : {}),
  };
}

function badCall(
  source: Source,
  at: ValuePath,
  written: string,
  part: 'key' | 'value' = 'value',
): Diagnostic {
  const message = `\`${written}\` is no call: expected a method and a path, as in \`GET /campaigns/c1\``;
  const help = `methods are ${METHODS.join(', ')}; blanks in the path are written %20`;
  return problemAt(source, at, 'fixtures-invalid', message, help, part);
}

function badRow(source: Source, at: ValuePath, found: number, table: RawTable): Diagnostic {
  const message = `the row has ${found} expectations for ${table.columns.length} columns`;
  const help = `write one for each of ${table.columns.join(', ')}: an expectation is never implied`;
  return problemAt(source, at, 'fixtures-invalid', message, help);
}
