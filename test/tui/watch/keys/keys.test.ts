import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONVENTIONS } from '../../../../src/tui/conventions.ts';
import { bindingsIn, commandFor } from '../../../../src/tui/keys.ts';
import { KEYS, MODES, VIEWS } from '../../../../src/tui/watch/keys/keys.ts';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

describe('the keys of the watch screen', () => {
  it.each(MODES)('mean one thing each in %s', (mode) => {
    const keys = bindingsIn(KEYS, mode).flatMap((binding) => binding.keys);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(MODES)('lead out of %s', (mode) => {
    const commands = bindingsIn(KEYS, mode).map(({ command }) => command);
    expect(commands).toContain('quit');
    expect(commands.some((command) => ['back', 'cancel', 'no'].includes(command))).toBe(true);
  });

  it.each(['filter', 'try', 'palette'] as const)('leave every letter to what is typed in %s', (mode) => {
    const typing = bindingsIn(KEYS, mode).flatMap((binding) => binding.keys);
    expect(typing.filter((key) => key.length === 1 || key === 'space')).toEqual([]);
  });

  it('are those of every list where one moves', () => {
    for (const move of [
      'up',
      'down',
      'page-up',
      'page-down',
      'half-up',
      'half-down',
      'first',
      'last',
    ] as const)
      for (const view of VIEWS)
        for (const key of CONVENTIONS[move].keys) expect(commandFor(KEYS, view, key)).toBe(move);
  });

  it('end the footer with what is used least', () => {
    const shown = bindingsIn(KEYS, 'matrix').filter(({ footer }) => footer !== undefined);
    expect(shown[0]?.command).toBe('why');
    expect(shown.at(-1)?.command).toBe('quit');
  });

  it('come back from every view, say so when they do nothing, are found by what they do, and leave it with Ctrl-C', async () => {
    const watch = await headlessWatch();
    for (const home of ['matrix', 'list'] as const) {
      for (const key of ['3', '4', '5', '6', '?']) {
        watch.press(key, 'esc');
        expect(watch.state().view).toBe(home);
      }
      watch.press('?', '?', 'tab');
    }
    expect(watch.state().view).toBe('matrix');
    watch.press('z');
    expect(watch.screen()).toContain('z does nothing here (? lists the keys)');
    watch.press('?');
    expect(watch.screen()).toContain('Keys in the matrix');
    watch.press('?', '2', '?');
    expect(watch.screen()).toContain('Keys in the list');
    watch.press('?');
    expect(watch.state().view).toBe('list');
    watch.press('1', ':', 'rows and columns');
    expect(watch.screen()).toMatch(/^> x +exchange rows and columns$/m);
    watch.press('enter');
    expect(watch.state()).toMatchObject({ isTransposed: true, typing: undefined });
    for (const [index, keys] of PLACES.entries()) {
      watch.press('esc', 'esc', '1', ...keys, 'ctrl+c');
      expect(watch.left()).toBe(index + 1);
    }
  });
});

describe('a key', () => {
  it('is not offered where there is nothing that it could be about', async () => {
    const watch = await headlessWatch({ screen: { width: 200, height: 40 } });
    const footer = () => watch.screen().split('\n').at(-1) ?? '';
    watch.press('6');
    expect(footer()).toMatch(
      /^Tab matrix\/list {3}t try {3}b seen {3}\[ runs {3}\? keys {3}Esc back {3}q quit$/,
    );
    watch.press('5');
    expect(footer()).toMatch(/^Tab matrix\/list/);
    watch.press('t', 'ctrl+u', 'GET /campaigns/c1 as ana', 'enter');
    expect(footer()).toMatch(/^Enter why .* x forget/);
    watch.press('2', '/', 'nobody has this', 'enter');
    expect(footer()).not.toMatch(/why|accept|edit|policy|write/);
    expect(footer()).toMatch(/filter/);
  });

  it('that changes nothing says so', async () => {
    const watch = await headlessWatch();
    const said = (...keys: readonly string[]) => {
      watch.press(...keys);
      return watch.screen().split('\n').at(-2);
    };
    expect(said('1')).toBe('already in the matrix');
    expect(said('esc')).toBe('everything is shown already');
    expect(said('[', '[')).toBe('this is the first run that is remembered');
    expect(said(']', ']')).toBe('this is how it is now');
    expect(said('6', 'x')).toBe('no call has been tried');
    expect(said('e')).toBe('nothing is chosen');
    expect(said('T')).toBe('already in the tried calls');
    expect(said('1', 'n')).toBe('nothing has changed, and nothing failed');
  });

  it('that finds no change where a filter hides them does not say that there is none', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('policies/editors.cedar', (text) => text.replace('== "draft"', '!= "sent"'));
    watch.press('2', '/', 'GET login', 'enter', 'n');
    expect(watch.screen()).toContain('nothing that is shown has changed or failed; Esc shows everything');
  });

  it('names no help where there is none', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('policies/editors.cedar', (text) => text.replace('== "draft"', '!= "sent"'));
    watch.press('A', 'z');
    expect(watch.screen()).toContain('z does nothing here');
    expect(watch.screen()).not.toContain('? lists the keys');
  });
});

/** How one comes to each of them from the matrix. */
const PLACES = [
  [],
  ['tab'],
  ['tab', 'enter'],
  ['3'],
  ['v'],
  ['d'],
  ['T'],
  ['?'],
  ['/', 'abc'],
  ['t', 'ctrl+u', 'GET'],
  [':'],
];

describe('the filter', () => {
  it('counts and moves while it is typed, is kept by Enter, and is taken back by Esc', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'vic delete');
    const { rows } = watch.content().list;
    expect(watch.screen()).toContain(`${rows.length}/272`);
    watch.press('down');
    expect(watch.content().listIndex).toBe(1);
    watch.press('enter');
    expect(watch.screen()).toContain('filter: vic delete');
    watch.press('/', ' -campaigns');
    expect(watch.content().list.rows.length).toBeLessThan(rows.length);
    watch.press('esc');
    expect(watch.content().list.rows).toHaveLength(rows.length);
    watch.press('esc');
    expect(watch.content().list.rows).toHaveLength(272);
  });

  it('chooses endpoints and callers of the matrix, and says what there is when there is nothing', async () => {
    const watch = await headlessWatch();
    watch.press('/', 'messages anonymous vic', 'enter');
    const { matrix } = watch.content();
    expect(matrix.columns.map(({ name }) => name)).toEqual(['vic', 'anonymous']);
    expect(matrix.lines.every(({ name }) => name.includes('messages'))).toBe(true);
    watch.press('esc', 'f');
    expect(watch.screen()).toContain('nothing failed');
    watch.press('esc', 'tab', 'f');
    expect(watch.screen()).toContain('✓ nothing failed: 272 as expected; Esc shows everything');
    watch.press('c');
    expect(watch.screen()).toContain('nothing has changed; Esc shows everything');
    watch.press('esc', '/', 'qqq');
    expect(watch.screen()).toContain('nothing has all of these words; Enter keeps them, Esc takes them back');
  });
});

describe('an empty view', () => {
  it('names all that leaves nothing: words, what failed and what changed', async () => {
    const watch = await headlessWatch();
    const words = () => watch.screen().replaceAll(/\s+/g, ' ');
    watch.press('/', 'messages', 'enter', 'f');
    expect(words()).toContain('✓ nothing failed; f searches all, Esc shows everything');
    watch.press('tab');
    expect(words()).toContain('✓ nothing failed; f searches all, Esc shows everything');
    watch.press('c');
    expect(words()).toContain(
      'nothing that changed has all of these words; c searches all, Esc shows everything',
    );
    watch.press('tab');
    expect(words()).toContain(
      'no endpoint where something changed has all of these words; c searches all, Esc shows everything',
    );
    await watch.afterEdit('policies/editors.cedar', (text) => text.replace('== "draft"', '!= "sent"'));
    watch.press('esc', 'f', '/', 'dashboard');
    expect(words()).toContain(
      'no endpoint where something failed has all of these words; Enter keeps them, Esc takes them back',
    );
    watch.press('enter', 'tab');
    expect(words()).toContain(
      'nothing that failed has all of these words; f searches all, Esc shows everything',
    );
  });
});

describe('keys that lead elsewhere', () => {
  it('exchange rows and columns around the chosen cell', async () => {
    const watch = await headlessWatch();
    watch.press('down', 'down', 'right');
    const before = watch.screen().split('\n').at(-2)?.split('   ')[0];
    watch.press('x');
    expect(watch.screen().split('\n').at(-2)).toMatch(
      new RegExp(`^${before?.replace(/[{}]/g, '.')} +2/19, 3/13$`),
    );
    watch.press('x');
    expect(watch.screen().split('\n').at(-2)).toMatch(/3\/13, 2\/19$/);
  });

  it('lead to the fixtures that have the words of a filter, where no endpoint has', async () => {
    const watch = await headlessWatch();
    watch.press('/', 'renames');
    expect(watch.screen()).toContain(
      'no endpoint has all of these words; Enter keeps them, Esc takes them back',
    );
    expect(watch.screen()).toMatch(/filter: renames ? +0 x 19/);
    watch.press('enter');
    expect(watch.screen()).toMatch(/\d+ fixtures? ha(?:s|ve) them: Tab lists/);
    watch.press('tab');
    expect(watch.content().list.rows.length).toBeGreaterThan(0);
  });

  it('say where one is in a text that is longer than the screen', async () => {
    const watch = await headlessWatch();
    watch.press('2', 'enter');
    expect(watch.screen()).toMatch(/^why; Esc leads back {3}1-20 of \d\d$/m);
    watch.press('pagedown');
    expect(watch.screen()).toMatch(/^why; Esc leads back {3}\d+-\d+ of \d\d$/m);
  });

  it('lead to views that are drawn on a screen of any size', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('policies/editors.cedar', (text) => text.replace('== "draft"', '!= "sent"'));
    const ways = [['1'], ['1', 'x'], ['2'], ['2', 'enter'], ['2', 'A'], ['3'], ['4'], ['5'], ['6'], ['?']];
    const typed = ['/', 't', ':'].map((key) => ['1', key, 'ctrl+u', 'GET']);
    for (const keys of [...ways, ...typed]) {
      watch.resize({ width: 80, height: 24 });
      watch.press('esc', 'n', ...keys);
      for (const width of [1, 4, 12, 19, 20, 33, 59, 61, 139, 141])
        for (const height of [1, 3, 5, 8, 13, 15, 60]) {
          watch.resize({ width, height });
          watch.press('down');
          expect(watch.screen().split('\n').length).toBeGreaterThan(1);
        }
    }
  });

  it('are not heard on a screen that is too small to show what they are about, but those to leave it', async () => {
    const watch = await headlessWatch();
    const fixtures = () => readFileSync(join(watch.folder, 'fixtures/campaigns.fixtures.yaml'), 'utf8');
    const before = fixtures();
    await watch.afterEdit('policies/viewers.cedar', (text) => text.replace('permit (', 'forbid ('));
    watch.press('2', '/', 'GET /campaigns/c1 vic', 'enter');
    watch.pass(10_000);
    for (const [width, height] of [
      [19, 24],
      [80, 2],
    ] as const) {
      watch.resize({ width, height });
      watch.press('a', 'y', 'q', 'A', 'y');
    }
    expect(fixtures()).toBe(before);
    expect(watch.left()).toBe(0);
    watch.press('ctrl+c');
    expect(watch.left()).toBe(1);
    watch.resize({ width: 80, height: 24 });
    watch.press('a');
    expect(fixtures()).not.toBe(before);
  });
});
