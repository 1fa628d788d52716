import { compareText } from '../../core/diagnostics/diagnostic.ts';
import { groupBy } from '../../core/diagnostics/group.ts';
import { describeFixture } from '../../core/fixtures/fixture.ts';
import type { ReadyFixture } from '../../core/fixtures/ready-fixture.ts';
import type { Result } from '../../core/replay/replay.ts';
import { CHANGE_KINDS, type DecisionChange } from '../../core/watching/decision-changes.ts';
import type { Run, WatchedProject } from '../../core/watching/session.ts';
import { counted } from '../../reporters/wording.ts';
import type { Grouping } from './state.ts';

/** One fixture of the list. */
export interface ResultRow {
  readonly key: string;
  readonly project: WatchedProject;
  readonly ready: ReadyFixture;
  readonly result: Result;
  /** How its decisions changed in the last run. */
  readonly changes: readonly DecisionChange[];
}

/** Lines of the list: headings, which cannot be chosen, and rows. */
export type ListItem =
  | { readonly type: 'heading'; readonly text: string; readonly note: string }
  | { readonly type: 'row'; readonly row: ResultRow };

export interface List {
  readonly items: readonly ListItem[];
  /** The rows alone, and where each stands among the items. */
  readonly rows: readonly ResultRow[];
  readonly places: readonly number[];
  readonly indexOf: ReadonlyMap<string, number>;
}

export interface ListOptions {
  readonly grouping: Grouping;
  readonly filter: string;
  readonly failedOnly: boolean;
  readonly changedOnly: boolean;
}

/** Every fixture of a run, in the order of the project. */
export function allRows(run: Run | undefined): readonly ResultRow[] {
  return (run?.projects ?? []).flatMap((project) => {
    const changes = groupBy(project.changes.decisions, ({ ready }) => ready);
    return [...(project.decided?.results ?? [])].map(([ready, result]) => ({
      key: `${project.name}\n${ready.fixture.source.file}\n${JSON.stringify(ready.fixture.at)}`,
      project,
      ready,
      result,
      changes: changes.get(ready) ?? [],
    }));
  });
}

/** What changed first, allowed before denied; then what failed; then the rest in groups. */
export function listOf(rows: readonly ResultRow[], options: ListOptions): List {
  const shown = rows.filter((row) => isShown(row, options));
  const changed = CHANGE_KINDS.flatMap((kind) => shown.filter((row) => firstKind(row) === kind));
  const bad = shown.filter((row) => row.changes.length === 0 && isBad(row));
  const rest = shown.filter((row) => row.changes.length === 0 && !isBad(row));
  const groups = [...groupBy(rest, (row) => groupOf(row, options.grouping))];
  const sorted = options.grouping === 'file' ? groups : groups.sort(([a], [b]) => compareText(a, b));
  return indexed([
    ...section('changed in the last run', changed),
    ...section('not as expected', bad),
    ...sorted.flatMap(([group, members]) => section(group, members)),
  ]);
}

export function isBad({ result }: ResultRow): boolean {
  return result.status === 'failed' || result.status === 'errored';
}

function firstKind({ changes }: ResultRow) {
  return CHANGE_KINDS.find((kind) => changes.some((change) => change.kind === kind));
}

function isShown(row: ResultRow, { filter, failedOnly, changedOnly }: ListOptions): boolean {
  if (failedOnly && !isBad(row)) return false;
  if (changedOnly && row.changes.length === 0) return false;
  if (filter === '') return true;
  const text = searchText(row);
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Made once for each result: typing a filter looks through all of them with every key. */
const searchTexts = new WeakMap<Result, string>();

function searchText({ ready, result }: ResultRow): string {
  const known = searchTexts.get(result) ?? makeSearchText(ready, result);
  searchTexts.set(result, known);
  return known;
}

function makeSearchText({ fixture }: ReadyFixture, result: Result): string {
  const { endpoint, decisions, status } = result;
  const words = decisions.flatMap(({ actual }) => [
    actual.decision,
    actual.kind,
    ...actual.determining.map(({ id }) => id),
  ]);
  const about = endpoint
    ? [endpoint.pattern, `${endpoint.method} ${endpoint.path}`, endpoint.action.name]
    : [];
  return [
    describeFixture(fixture),
    fixture.name,
    fixture.source.file,
    status,
    ...fixture.tags,
    ...about,
    ...words,
  ]
    .join('\n')
    .toLowerCase();
}

function groupOf({ ready, result }: ResultRow, grouping: Grouping): string {
  const { fixture } = ready;
  switch (grouping) {
    case 'file':
      return fixture.source.file;
    case 'pattern':
      return result.endpoint?.pattern ?? 'no pattern';
    case 'endpoint':
      return result.endpoint ? `${result.endpoint.method} ${result.endpoint.path}` : 'no endpoint';
    case 'principal':
      return fixture.as;
    default:
      return grouping satisfies never;
  }
}

function section(text: string, rows: readonly ResultRow[]): ListItem[] {
  if (rows.length === 0) return [];
  const heading = { type: 'heading' as const, text, note: counted(rows.length, 'fixture') };
  return [heading, ...rows.map((row) => ({ type: 'row' as const, row }))];
}

function indexed(items: readonly ListItem[]): List {
  const rows: ResultRow[] = [];
  const places: number[] = [];
  for (const [place, item] of items.entries()) {
    if (item.type !== 'row') continue;
    rows.push(item.row);
    places.push(place);
  }
  return { items, rows, places, indexOf: new Map(rows.map(({ key }, index) => [key, index])) };
}
