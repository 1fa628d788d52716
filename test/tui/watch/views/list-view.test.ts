import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

it('the list of fixtures shows letters of all scripts in paths as they are meant', async () => {
  const table = `principals: ../principals.yaml
entities: ../entities.json
tables:
  - name: names
    columns: [ada]
    rows:
      GET /messages/${encodeURIComponent('संगठन')}: [deny]
      GET /messages/a%2Fb: [deny]
`;
  const watch = await headlessWatch({
    prepare: (folder) => {
      writeFileSync(join(folder, 'fixtures/names.fixtures.yaml'), table);
      return [folder];
    },
  });
  watch.press('2', '/', 'names.fixtures', 'enter');
  expect(watch.screen()).toContain('GET /messages/संगठन');
  expect(watch.screen()).toContain('GET /messages/a%2Fb');
});

describe('callers and calls that begin and end alike', () => {
  const long = 'a-rather-long-name-of-a-campaign';
  const NAMES = ['northern-site-editor', 'northern-site-viewer'];
  const [editor, viewer] = NAMES;

  async function watchAlike() {
    const watch = await headlessWatch({
      prepare: (folder) => {
        const people = readFileSync(join(folder, 'principals.yaml'), 'utf8')
          .replaceAll(/^ana:/gm, `${editor}:`)
          .replaceAll(/^vic:/gm, `${viewer}:`);
        const table = `principals: people.yaml
entities: ../entities.json
tables:
  - name: alike
    columns: [${NAMES.join(', ')}]
    rows:
      GET /campaigns/${long}-one-${long}: [deny, deny]
      GET /campaigns/${long}-two-${long}: [deny, deny]
`;
        writeFileSync(join(folder, 'fixtures/people.yaml'), people);
        writeFileSync(join(folder, 'fixtures/alike.fixtures.yaml'), table);
        return [folder];
      },
    });
    watch.press('2', '/', 'alike.fixtures', 'enter');
    return watch;
  }

  /** The rows below their heading, without their marks. */
  function rowsOf(screen: string): string[] {
    const lines = screen.split('\n');
    const first = lines.findIndex((line) => line.startsWith('> '));
    return lines.slice(first, first + 4).map((line) => line.slice(1));
  }

  it('have their whole names from 80 columns on, whatever is cut of their paths', async () => {
    const watch = await watchAlike();
    expect(rowsOf(watch.screen()).map((row) => row.includes(`${editor} `))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(rowsOf(watch.screen()).map((row) => row.includes(`${viewer} `))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it.each([
    [40, 8],
    [60, 20],
    [80, 24],
    [140, 40],
  ])('are four rows that can be told apart on a screen of %i by %i', async (width, height) => {
    const watch = await watchAlike();
    watch.resize({ width, height });
    expect(new Set(rowsOf(watch.screen())).size).toBe(4);
  });

  it('are told apart above the matrix, and in full below it', async () => {
    const watch = await watchAlike();
    watch.press('1', '/', 'ctrl+u', 'northern', 'enter', 'right');
    watch.resize({ width: 60, height: 20 });
    expect(watch.screen()).toMatch(/ as northern-site-viewer(?: in .*)? {3}1\/13, 2\/2/);
    watch.press('/', ' fay flo noa', 'enter');
    expect(watch.screen()).toMatch(/^ +…edi… …vie… fay +flo +noa$/m);
  });
});
