import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { span } from '../../src/tui/line.ts';
import { type Column, layOut, Table } from '../../src/tui/table.tsx';

interface Row {
  readonly name: string;
  readonly sure: number;
  readonly note: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'NAME', least: 6, drop: 0, cell: ({ name }) => span(name) },
  { title: 'SURE', least: 4, drop: 1, cell: ({ sure }) => span(sure.toFixed(2)) },
  { title: 'NOTE', least: 8, most: 12, drop: 2, cell: ({ note }) => span(note, 'quiet') },
];

const PATH = '/repos/{owner}/{repo}/issues/{index}';

const rows = Array.from({ length: 10_000 }, (_, index) => ({
  name: `row ${index}`,
  sure: 0.5,
  note: 'a longer note here',
}));

function show(chosen: number, width: number, height = 5, shown: readonly Row[] = rows): string {
  return renderToString(
    <Table columns={COLUMNS} rows={shown} chosen={chosen} width={width} height={height} empty="nothing" />,
    { columns: width },
  );
}

/** What is underlined in a line of the terminal. */
function underlined(line: string): string[] {
  return [...line.matchAll(/\u001b\[4m(.*?)\u001b\[24m/g)].map(([, text = '']) => text);
}

describe('a table', () => {
  it('shows the rows around the chosen one', () => {
    expect(
      stripVTControlCharacters(show(5000, 40))
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      '  NAME      SURE  NOTE',
      '  row 4998  0.50  a longer no…',
      '  row 4999  0.50  a longer no…',
      '> row 5000  0.50  a longer no…',
      '  row 5001  0.50  a longer no…',
    ]);
  });

  it('cuts paths that differ in their middle so that they can be told apart', () => {
    const columns: readonly Column<Row>[] = [
      { title: 'PATH', least: 20, most: 20, drop: 0, cut: 'middle', cell: ({ name }) => span(name) },
    ];
    const long = ['goes-on', 'goes-off'].map((name) => ({
      name: `/projects/{project_id}/that-${name}/and-its-approvals`,
      sure: 1,
      note: '',
    }));
    const shown = renderToString(<Table columns={columns} rows={long} chosen={0} width={24} height={4} />, {
      columns: 24,
    });
    const [, one, other] = stripVTControlCharacters(shown).split('\n');
    expect(one?.slice(1).trim()).not.toBe(other?.slice(1).trim());
  });

  it('shows in a path that is too long what it was searched for, and both ends', () => {
    const columns: readonly Column<Row>[] = [
      { title: 'PATH', least: 24, most: 24, drop: 0, cut: 'middle', cell: ({ name }) => span(name) },
    ];
    const searchedFor = (search: string, name = PATH) =>
      renderToString(
        <Table
          columns={columns}
          rows={[rows[0] as Row, { ...(rows[0] as Row), name }]}
          chosen={0}
          width={30}
          height={3}
          search={search}
        />,
        { columns: 30 },
      ).split('\n')[2] ?? '';
    expect(stripVTControlCharacters(searchedFor('')).trim()).toBe('/repos/{owne…ues/{index}');
    expect(stripVTControlCharacters(searchedFor('ISSUES')).trim()).toBe('/repos/{o…issues/{index}');
    expect(underlined(searchedFor('ISSUES'))).toEqual(['issues']);
    expect(stripVTControlCharacters(searchedFor('}/issues/{index}', `${PATH}/of/a/person`)).trim()).toBe(
      '/repos/{owne…of/a/person',
    );
    expect(stripVTControlCharacters(searchedFor('repos -issues')).trim()).toBe('/repos/{owne…ues/{index}');
    expect(stripVTControlCharacters(searchedFor('日本', '/repos/{owner}/日本語/issues/{index}')).trim()).toBe(
      '/repo…日本語/is…/{index}',
    );
  });

  it('marks what its rows were searched for, in any column', () => {
    const text = renderToString(
      <Table columns={COLUMNS} rows={rows} chosen={0} width={40} height={3} search="ROW longer" />,
      { columns: 40 },
    );
    const [, , second = ''] = text.split('\n');
    expect(underlined(second)).toEqual(['row', 'longer']);
  });

  it('cuts what does not fit in its middle where both ends say what it is', () => {
    const path = {
      title: 'PATH',
      least: 20,
      most: 20,
      drop: 0,
      cut: 'middle',
      cell: () => span(PATH),
    } as const;
    const text = renderToString(<Table columns={[path]} rows={[1]} chosen={0} width={22} height={2} />);
    expect(stripVTControlCharacters(text)).toContain('> /repos/{ow…s/{index}');
  });

  it.each([
    [0, 'row 0', 'row 3'],
    [1, 'row 0', 'row 3'],
    [9_999, 'row 9996', 'row 9999'],
  ])('stays inside when row %i is chosen', (chosen, first, last) => {
    const lines = show(chosen, 40).split('\n');
    expect(lines[1]).toContain(first);
    expect(lines[4]).toContain(last);
  });

  it('drops columns, the least important first, when it is narrow', () => {
    const titles = (width: number) => layOut(COLUMNS, [8, 4, 18], width).map(({ column }) => column.title);
    expect(titles(40)).toEqual(['NAME', 'SURE', 'NOTE']);
    expect(titles(20)).toEqual(['NAME', 'SURE']);
    expect(titles(8)).toEqual(['NAME']);
  });

  it('lines up wide characters and keeps control characters from the terminal', () => {
    const odd = ['日本語', '👩‍👩‍👧', 'e\u0301', '\u001b[2J', 'plain'].map((name) => ({
      name,
      sure: 1,
      note: '',
    }));
    const lines = show(0, 30, 6, odd).split('\n').slice(1);
    const columns = lines.map((line) => stringWidth(line.slice(0, line.indexOf('1.00'))));
    expect(new Set(columns).size).toBe(1);
    expect(lines.join('')).not.toContain('\u001b[2J');
  });

  it('says when there is nothing in it', () => {
    expect(show(0, 40, 3, [])).toContain('nothing');
  });
});
