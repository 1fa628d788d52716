import type { PageData, PageFixture } from '../page.ts';
import { element, plural } from './elements.ts';
import { isBad } from './filter.ts';

export type ShowFixtures = (title: string, fixtures: readonly PageFixture[]) => void;

/** Draws who may call what. With a filter only the rows and columns that are left; without one, endpoints that nobody calls, too. */
export function drawMatrix(
  table: HTMLTableElement,
  data: PageData,
  fixtures: readonly PageFixture[],
  show: ShowFixtures,
): void {
  const isFiltered = fixtures.length < data.fixtures.length;
  const cells = Map.groupBy(fixtures, ({ row, column }) => `${row} ${column}`);
  const used = (key: 'row' | 'column') => new Set(fixtures.map((fixture) => fixture[key]));
  const [usedRows, usedColumns] = [used('row'), used('column')];
  const rows = [...data.rows.keys()].filter((row) => !isFiltered || usedRows.has(row));
  const columns = [...data.columns.keys()].filter((column) => usedColumns.has(column));
  const body = rows.map((row) => {
    const label = element('th', '', ...breakable(data.rows[row] ?? ''));
    label.scope = 'row';
    const drawn = columns.map((column) =>
      drawCell(cells.get(`${row} ${column}`) ?? [], `${data.columns[column]}, ${data.rows[row]}`, show),
    );
    return element('tr', '', label, ...drawn);
  });
  table.replaceChildren(element('thead', '', headRow(columns, data)), element('tbody', '', ...body));
  const first = table.querySelector('button');
  if (first) first.tabIndex = 0;
}

/** A long path may be broken behind a slash, but for the first. */
function breakable(path: string): (Node | string)[] {
  return path.split(/(?<=[^ ]\/)/).flatMap((part) => [part, element('wbr')]);
}

function headRow(columns: readonly number[], data: PageData): HTMLTableRowElement {
  const heads = columns.map((column) => {
    const head = element('th', '', data.columns[column] ?? '');
    head.scope = 'col';
    return head;
  });
  return element('tr', '', element('td', 'corner'), ...heads);
}

const SIGNS = { allow: '✓ allow', deny: '✕ deny', partly: '◐ partly', none: '–' } as const;

function drawCell(fixtures: readonly PageFixture[], title: string, show: ShowFixtures): HTMLTableCellElement {
  const [first] = fixtures;
  if (!first) {
    const dash = element('span', 'cell none', '–');
    dash.title = 'not tested';
    return element('td', '', dash, element('span', 'unseen', 'not tested'));
  }
  const decisions = fixtures.flatMap((fixture) => fixture.decisions);
  const allowed = decisions.filter(({ decision }) => decision === 'allow').length;
  const kind = kindOf(allowed, decisions.length);
  const failed = fixtures.filter(isBad).length;
  const button = element('button', `cell ${kind}${failed > 0 ? ' failed' : ''}`);
  button.type = 'button';
  button.tabIndex = -1;
  button.append(kind === 'none' ? `– ${first.word.toLowerCase()}` : SIGNS[kind]);
  if (kind === 'partly') button.append(` ${allowed}/${decisions.length}`);
  if (failed > 0) button.append(' ', element('strong', '', `! ${failed} failed`));
  button.setAttribute(
    'aria-label',
    `${title}: ${button.textContent}, ${plural(decisions.length, 'decision')}`,
  );
  button.addEventListener('click', () => show(title, fixtures));
  return element('td', '', button);
}

function kindOf(allowed: number, total: number): keyof typeof SIGNS {
  if (total === 0) return 'none';
  if (allowed === total) return 'allow';
  return allowed === 0 ? 'deny' : 'partly';
}

/** One stop for the Tab key; from there, arrows go to the next cell that has something to show. */
export function moveWithArrows(table: HTMLTableElement): void {
  table.addEventListener('keydown', (event) => {
    const from = event.target;
    if (!(from instanceof HTMLButtonElement) || event.altKey || event.metaKey) return;
    const to = nextCell(table, from, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  table.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    for (const button of table.querySelectorAll<HTMLButtonElement>('button[tabindex="0"]'))
      button.tabIndex = -1;
    target.tabIndex = 0;
  });
}

function nextCell(
  table: HTMLTableElement,
  from: HTMLButtonElement,
  key: string,
  toEnd: boolean,
): HTMLButtonElement | undefined {
  const column = from.closest('td')?.cellIndex ?? 0;
  const row = from.closest('tr');
  const buttonsIn = (cells: Iterable<Element | undefined>) =>
    [...cells].flatMap((cell) => [...(cell?.querySelectorAll('button') ?? [])]);
  const line =
    key === 'ArrowUp' || key === 'ArrowDown'
      ? buttonsIn([...table.rows].map((one) => one.cells[column]))
      : buttonsIn(toEnd && (key === 'Home' || key === 'End') ? table.rows : (row?.cells ?? []));
  const at = line.indexOf(from);
  if (key === 'ArrowRight' || key === 'ArrowDown') return line[at + 1];
  if (key === 'ArrowLeft' || key === 'ArrowUp') return line[at - 1];
  if (key === 'Home') return line[0];
  return key === 'End' ? line.at(-1) : undefined;
}
