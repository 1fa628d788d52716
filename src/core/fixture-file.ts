import type { GivenContext } from './context.ts';
import { problemAt, readDefinition } from './definition.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { METHODS } from './endpoint.ts';
import type { Entity } from './entity.ts';
import { readExpectation } from './expectation.ts';
import type { EntityList, Fixture, FixtureFile, Question } from './fixture.ts';
import {
  entitiesDefinition,
  fixtureFileDefinition,
  type RawCase,
  type RawExpectation,
  type RawTable,
} from './fixture-definition.ts';
import { type Principals, readPrincipals, unreadReference } from './fixture-principals.ts';
import type { Source, ValuePath } from './source.ts';
import { type TableRow, tableCell } from './table-cell.ts';

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
  const { tags = [], cases = [], tables = [] } = file.value;
  const reader: Reader = { source, tags, groups: principals.value.groups };
  const written = allOf(cases.map((one, index) => readCase(one, reader, ['cases', index])));
  const cells = allOf(tables.map((table, index) => readTable(table, reader, ['tables', index])));
  const diagnostics = [...written.diagnostics, ...cells.diagnostics];
  if (!written.ok || !cells.ok) return { ok: false, diagnostics };
  const fixtures = [...written.value, ...cells.value];
  const comparable = haveOwnNames(tables, written.value, reader) ? written.value : fixtures;
  return {
    ok: true,
    value: {
      source,
      principals: principals.value.claims,
      groups: [...principals.value.groups.keys()],
      principalSource: principals.value.source,
      entities: entities.value,
      fixtures,
    },
    diagnostics: [...diagnostics, ...repeatedNames(comparable)],
  };
}

function allOf(read: readonly Outcome<Fixture[]>[]): Outcome<Fixture[]> {
  const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
  if (read.some((outcome) => !outcome.ok)) return { ok: false, diagnostics };
  return { ok: true, value: read.flatMap((outcome) => (outcome.ok ? outcome.value : [])), diagnostics };
}

/** Reads a file that holds a list of entities. */
export function readEntities(source: Source): Outcome<EntityList> {
  const list = readDefinition(entitiesDefinition, source, 'entities-invalid');
  if (!list.ok) return list;
  return { ok: true, value: { entities: list.value as Entity[], source, at: [] }, diagnostics: [] };
}

/** The entities that are written below `at`, or in the shared file that is named there. */
export function readEntityReference(
  written: unknown,
  source: Source,
  shared: ReadonlyMap<string, Source>,
  at: ValuePath = [],
): Outcome<EntityList | undefined> {
  if (written === undefined) return { ok: true, value: undefined, diagnostics: [] };
  if (typeof written !== 'string') {
    return {
      ok: true,
      value: { entities: written as Entity[], source, at: [...at, 'entities'] },
      diagnostics: [],
    };
  }
  const file = shared.get(written);
  return file
    ? readEntities(file)
    : { ok: false, diagnostics: [unreadReference(source, [...at, 'entities'], written)] };
}

/** What the cases and tables of one file share. */
interface Reader {
  readonly source: Source;
  readonly tags: readonly string[];
  readonly groups: Principals['groups'];
}

/** What all fixtures of a case or a table share. */
type Labelled = Pick<Fixture, 'tags' | 'skip' | 'todo' | 'source'>;

function readLabels({ tags, skip, todo }: Pick<RawCase, 'tags' | 'skip' | 'todo'>, reader: Reader): Labelled {
  return {
    tags: [...new Set([...reader.tags, ...(tags ?? [])])],
    ...(skip === undefined ? {} : { skip }),
    ...(todo === undefined ? {} : { todo }),
    source: reader.source,
  };
}

// ---- cases ----

/** A case that names several principals is a fixture for each of them. */
function readCase(raw: RawCase, reader: Reader, at: ValuePath): Outcome<Fixture[]> {
  const asks = readQuestion(raw.call, raw);
  if (!asks) return { ok: false, diagnostics: [badCall(reader.source, [...at, 'call'], raw.call)] };
  const shared = { asks, expectation: readExpectation(raw.expect), ...readLabels(raw, reader), at };
  if (typeof raw.as === 'string' && !reader.groups.has(raw.as))
    return { ok: true, value: [{ name: raw.name, as: raw.as, ...shared }], diagnostics: [] };
  const written = typeof raw.as === 'string' ? [raw.as] : raw.as;
  const fixtures = written.flatMap((word, asIndex) =>
    membersOf(word, reader).map((as) => ({ name: `${raw.name} (${as})`, as, asIndex, ...shared })),
  );
  return { ok: true, value: fixtures, diagnostics: [] };
}

/** The principals that a name stands for: itself, or the members of the group of that name. */
function membersOf(name: string, { groups }: Reader): readonly string[] {
  return groups.get(name) ?? [name];
}

function readQuestion(
  written: string,
  { headers, context, body }: Partial<Pick<RawCase, 'headers' | 'context' | 'body'>>,
): Question | undefined {
  const match = /^([A-Z]+) (\S+)$/.exec(written.trim());
  if (!match?.[1] || !match[2]) return undefined;
  const call = {
    method: match[1],
    url: match[2],
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  };
  return { type: 'call', call, ...(context === undefined ? {} : { context: context as GivenContext }) };
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

// ---- tables ----

function readTable(table: RawTable, reader: Reader, at: ValuePath): Outcome<Fixture[]> {
  const labels = readLabels(table, reader);
  const columns = table.columns.map((column) => membersOf(column, reader));
  const fixtures: Fixture[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [row, cells] of Object.entries(table.rows)) {
    const rowAt = [...at, 'rows', row];
    const asks = readQuestion(row, { headers: table.headers, context: table.context });
    if (!asks) diagnostics.push(badCall(reader.source, rowAt, row, 'key'));
    else if (cells.length !== columns.length)
      diagnostics.push(badRow(reader.source, rowAt, cells.length, table));
    else addCells(fixtures, { name: `${table.name}: ${row}`, asks, ...labels, at: rowAt }, columns, cells);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: fixtures, diagnostics };
}

/** A cell is one fixture; below a group it is one for each member. */
function addCells(
  fixtures: Fixture[],
  row: TableRow,
  columns: readonly (readonly string[])[],
  cells: readonly RawExpectation[],
): void {
  for (const [column, cell] of cells.entries()) {
    const expectation = readExpectation(cell);
    for (const as of columns[column] ?? []) fixtures.push(tableCell(row, column, as, expectation));
  }
}

function badRow(source: Source, at: ValuePath, found: number, table: RawTable): Diagnostic {
  const message = `the row has ${found} expectations for ${table.columns.length} columns`;
  const help = `write one for each of ${table.columns.join(', ')}: an expectation is never implied`;
  return problemAt(source, at, 'fixtures-invalid', message, help);
}

// ---- names ----

/**
 * Whether the names of tables and columns alone tell that no cell is called like another fixture, so that not every name has to be made.
 * A cell's name begins with that of its table, and in one table the call and the principal are at the same places of it.
 */
function haveOwnNames(tables: readonly RawTable[], written: readonly Fixture[], reader: Reader): boolean {
  if (tables.length * (tables.length + written.length) > MOST_COMPARED) return false;
  const starts = tables.map(({ name }) => `${name}: `);
  const names = [...starts, ...written.map(({ name }) => name)];
  const isShared = (start: string, index: number) =>
    names.some((name, other) => other !== index && name.startsWith(start));
  const columns = tables.map((table) => table.columns.flatMap((column) => membersOf(column, reader)));
  return !starts.some(isShared) && columns.every((all) => new Set(all).size === all.length);
}

/** Beyond that, looking at all names is quicker. */
const MOST_COMPARED = 100_000;

/** Only a warning: both are replayed, but neither a report nor a filter can tell them apart. */
function repeatedNames(fixtures: readonly Fixture[]): Diagnostic[] {
  const seen = new Set<string>();
  return fixtures.flatMap((fixture) => {
    if (!seen.has(fixture.name)) {
      seen.add(fixture.name);
      return [];
    }
    const message = `another fixture of this file is called \`${fixture.name}\`, too`;
    const help = 'give each its own name: reports and filters tell them apart by it';
    const found = problemAt(fixture.source, fixture.at, 'name-repeated', message, help);
    return [{ ...found, severity: 'warning' as const }];
  });
}
