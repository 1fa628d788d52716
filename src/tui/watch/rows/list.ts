import { compareText } from '../../../core/values/compare-text.ts';
import { groupBy } from '../../../core/values/group.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { isShown, type RowFilter } from './filter.ts';
import { endpointName, isBad, isClosed, isOpened, type Row } from './rows.ts';

export const GROUPINGS = ['file', 'pattern', 'endpoint', 'principal'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Lines of the list: headings, which cannot be chosen, and rows. */
export type ListItem =
  | { readonly type: 'heading'; readonly text: string; readonly note: string }
  | { readonly type: 'row'; readonly row: Row };

export interface List {
  readonly items: readonly ListItem[];
  /** The rows alone, and where each stands among the items. */
  readonly rows: readonly Row[];
  readonly places: readonly number[];
  readonly indexOf: ReadonlyMap<string, number>;
}

/** What opened and closed first; then what failed, then what other policies decide now; then the rest in groups. */
export function listOf(rows: readonly Row[], grouping: Grouping, filter: RowFilter): List {
  const parts: Record<ListPart, Row[]> = { opened: [], closed: [], bad: [], otherwise: [], rest: [] };
  for (const row of rows) if (isShown(row, filter)) parts[partOf(row)].push(row);
  const { opened, closed, bad, otherwise, rest } = parts;
  const groups = [...groupBy(rest, (row) => GROUP_OF[grouping](row))];
  const sorted = grouping === 'file' ? groups : groups.sort(([a], [b]) => compareText(a, b));
  return indexed([
    ...section('opened and closed', [...opened, ...closed]),
    ...section('not as expected', bad),
    ...section('decided by other policies', otherwise),
    ...sorted.flatMap(([group, members]) => section(group, members)),
  ]);
}

type ListPart = 'opened' | 'closed' | 'bad' | 'otherwise' | 'rest';

function partOf(row: Row): ListPart {
  if (isOpened(row)) return 'opened';
  if (isClosed(row)) return 'closed';
  if (isBad(row)) return 'bad';
  return row.changes.length > 0 ? 'otherwise' : 'rest';
}

const GROUP_OF: Readonly<Record<Grouping, (row: Row) => string>> = {
  file: ({ ready }) => ready.fixture.source.file,
  pattern: ({ result }) => result.endpoint?.pattern ?? 'no pattern',
  endpoint: endpointName,
  principal: ({ ready }) => ready.fixture.as,
};

function section(text: string, rows: readonly Row[]): ListItem[] {
  if (rows.length === 0) return [];
  const what = rows.every(({ origin }) => origin === 'fixture') ? 'fixture' : 'call';
  const heading = { type: 'heading' as const, text, note: counted(rows.length, what) };
  return [heading, ...rows.map((row) => ({ type: 'row' as const, row }))];
}

function indexed(items: readonly ListItem[]): List {
  const rows: Row[] = [];
  const places: number[] = [];
  for (const [place, item] of items.entries()) {
    if (item.type !== 'row') continue;
    rows.push(item.row);
    places.push(place);
  }
  return { items, rows, places, indexOf: new Map(rows.map(({ key }, index) => [key, index])) };
}
