import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFixture } from '../../../src/core/fixtures/fixture.ts';
import { createGuard, MOMENT } from '../../../src/tui/watch/keys/guard.ts';
import { type HeadlessWatch, headlessWatch } from '../../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const SCHEMA = 'v4.policyschema.json';
const CAMPAIGNS = 'fixtures/campaigns.fixtures.yaml';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');

/** What the screen says it is about: the first line of an explanation. */
function explained({ screen, state }: HeadlessWatch): string | undefined {
  if (state().view !== 'why') return undefined;
  return /^(?:[●○◐] \S+(?: OF \d+)?) {2}(.+)$/m.exec(screen())?.[1];
}

describe('everything that is done about a decision', () => {
  it('is about the cell of the matrix that was chosen, whichever it is', async () => {
    const watch = await headlessWatch({ screen: { width: 300, height: 60 } });
    const { matrix } = watch.content();
    let [single, several] = [0, 0];
    for (const [index, line] of matrix.lines.entries()) {
      for (const [at, column] of matrix.columns.entries()) {
        const { cell, matrix: now } = watch.content();
        expect([now.lines[cell.line], now.columns[cell.column]]).toEqual([line, column]);
        const rows = cell.cell?.rows ?? [];
        watch.press('enter');
        if (rows.length === 1) {
          single += 1;
          expect(explained(watch)).toMatch(new RegExp(`^${line.name.split(' ')[0]} .* as ${column.name}$`));
          expect(explained(watch)).toBe(describeFixture(rows[0]?.ready.fixture as never));
          watch.press('esc');
        } else if (rows.length > 1) {
          several += 1;
          for (const row of rows) {
            const { list, listIndex } = watch.content();
            expect(list.rows[listIndex]?.ready.fixture.as).toBe(column.name);
            expect(list.rows.map(({ key }) => key).sort()).toEqual(rows.map(({ key }) => key).sort());
            expect(list.rows.map(({ key }) => key)).toContain(row.key);
            watch.press('enter');
            expect(explained(watch)).toBe(describeFixture(list.rows[listIndex]?.ready.fixture as never));
            watch.press('esc', 'down');
          }
          watch.press('esc');
        }
        expect(watch.state().view).toBe('matrix');
        if (at < matrix.columns.length - 1) watch.press('right');
      }
      watch.press(...matrix.columns.map(() => 'left'));
      if (index < matrix.lines.length - 1) watch.press('down');
    }
    expect(single).toBeGreaterThan(50);
    expect(several).toBeGreaterThan(50);
  });

  it('is about the row of the list that was chosen, whichever it is, and so is its place', async () => {
    const watch = await headlessWatch({ screen: { width: 200, height: 40 } });
    watch.press('tab');
    const { rows } = watch.content().list;
    expect(rows.length).toBe(272);
    for (const row of rows) {
      const { fixture } = row.ready;
      watch.press('enter');
      expect(explained(watch)).toBe(describeFixture(fixture));
      watch.press('esc', 'e');
      expect(watch.opened.at(-1)).toEqual({
        file: fixture.source.file,
        line: fixture.source.locate(fixture.at)?.line,
      });
      watch.press('down');
    }
  });

  it('is about the whole list when the list is asked for, also from the list of a cell', async () => {
    const watch = await headlessWatch();
    watch.press('enter');
    expect(watch.content().list.rows.length).toBeLessThan(10);
    watch.press('2');
    expect(watch.content().list.rows).toHaveLength(272);
    watch.press('1', 'enter', '/', 'nobody', 'enter');
    expect(watch.screen()).toContain('nothing in this cell has all of these words; Esc goes back');
    // The cell that the list came from is not what is chosen here.
    expect(watch.screen()).not.toContain('Enter lists them');
  });

  it('is about a cell with several calls also when a save has only brought a warning', async () => {
    const watch = await headlessWatch();
    watch.press('down', 'down', 'right');
    expect(watch.content().cell.cell?.rows).toHaveLength(5);
    await watch.afterEdit(CAMPAIGNS, (text) =>
      text.replace(
        'an editor deletes a draft, which is also an unsent campaign',
        'an editor renames a draft',
      ),
    );
    expect(watch.content().tally.warnings).toBe(1);
    watch.press('enter');
    expect(watch.content().list.rows).toHaveLength(5);
  });

  it('is about the calls of the cell that have the words of a filter, or failed, where the list is of a cell', async () => {
    const watch = await headlessWatch();
    watch.press('down', 'down', 'right', 'enter');
    expect(watch.content().list.rows).toHaveLength(5);
    watch.press('/', 'renames', 'enter');
    expect(watch.content().list.rows.map(({ ready }) => ready.fixture.name)).toEqual([
      'an editor renames a draft',
    ]);
    watch.press('/', 'ctrl+u', 'enter', 'f');
    expect(watch.screen()).toContain('✓ nothing failed in this cell; f shows all of it, Esc goes back');
    watch.press('f', 'c');
    expect(watch.screen()).toContain('nothing changed in this cell; c shows all of it, Esc goes back');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(watch.content().list.rows.map(({ ready }) => describeFixture(ready.fixture))).toEqual([
      'PUT /campaigns/c2 as ana',
    ]);
    watch.press('f');
    expect(watch.content().list.rows).toHaveLength(1);
  });

  it('follows the fixture when a save moves it, and goes back to where it was chosen', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'GET /campaigns/c3 vic', 'enter');
    const before = watch.content().row?.key;
    watch.press('/', 'ctrl+u', 'enter');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(watch.content().row?.key).toBe(before);
    expect(watch.content().tally.opened).toBeGreaterThan(0);
    await watch.afterEdit(CAMPAIGNS, (text) =>
      text.replace(
        'cases:\n',
        'cases:\n  - name: one more\n    as: ada\n    call: GET /campaigns/c1\n    expect: allow\n',
      ),
    );
    expect(watch.content().row?.key).toBe(before);
    watch.press('enter');
    expect(explained(watch)).toBe('GET /campaigns/c3 as vic');
    watch.press('esc');
    expect(watch.state().view).toBe('list');
  });

  it('says that a fixture which is explained has gone, and explains no other', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'an editor renames a draft', 'enter', 'enter');
    expect(explained(watch)).toBe('PUT /campaigns/c1 as ana');
    await watch.afterEdit(CAMPAIGNS, (text) => text.replace('an editor renames a draft', 'another name'));
    expect(watch.screen()).toContain('this call is gone');
    watch.press('a');
    expect(watch.screen()).toContain('this has just changed');
    watch.pass(MOMENT);
    watch.press('a');
    expect(watch.screen()).toContain('nothing is chosen');
  });
});

describe('accepting', () => {
  const FILE = 'fixtures/campaigns.fixtures.yaml';
  const row = '      PUT /campaigns/c2:           [allow, deny,  deny]';

  async function opened() {
    const watch = await headlessWatch();
    const file = join(watch.folder, FILE);
    const before = readFileSync(file, 'utf8');
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('tab');
    return { watch, before, text: () => readFileSync(file, 'utf8') };
  }

  it('asks where somebody is let in, writes that expectation and nothing else, and can be taken back', async () => {
    const { watch, before, text } = await opened();
    watch.press('a');
    expect(watch.screen()).toMatch(
      /^accept\? deny -> allow {2}PUT \/campaigns\/c2 as ana {2}….*campaigns\.fixtures\.yaml:19:44$/m,
    );
    // Who is let in is on the screen, however small it is.
    watch.resize({ width: 56, height: 20 });
    expect(watch.screen()).toMatch(/^y\/n\? deny -> allow {2}PUT \/campaigns\/c2 as ana {2}….*19:44$/m);
    watch.resize({ width: 40, height: 8 });
    expect(watch.screen()).toMatch(/^y\/n\? deny -> allow {2}PUT \/c.*….* as ana$/m);
    watch.resize({ width: 80, height: 24 });
    expect(text()).toBe(before);
    watch.press('n');
    expect(watch.screen()).toContain('nothing was written');
    expect(text()).toBe(before);
    watch.press('a', 'y');
    expect(text()).toBe(before.replace(row, row.replace('deny', 'allow')));
    watch.press('u');
    expect(text()).toBe(before);
    watch.press('u');
    expect(watch.screen()).toContain('there is nothing to take back');
  });

  it('asks with the diff where the call has no room in the line, so that nothing of it is cut', async () => {
    const { watch, before, text } = await opened();
    watch.resize({ width: 40, height: 8 });
    watch.press('a');
    expect(watch.state().view).toBe('diff');
    const shown = watch.screen().replaceAll(/\s+(?:↪ )?/g, ' ');
    expect(shown).toContain('Accept it? That lets somebody in:');
    expect(shown).toContain('deny -> allow PUT /campaigns/c2 as ana');
    expect(text()).toBe(before);
    watch.press('y');
    expect(text()).not.toBe(before);
    expect(watch.state().view).toBe('list');
  });

  it('asks with the diff where several callers share the expectation, of whom only one is chosen', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    await watch.afterEdit(
      FILE,
      (text) =>
        `${text}  - name: shared\n    as: [vic, ana]\n    call: GET /campaigns/c1\n    expect: deny\n`,
    );
    watch.press('2', '/', 'shared ana', 'enter', 'a');
    expect(watch.state().view).toBe('diff');
    expect(watch.screen()).toContain('Accept 2 decisions as expected: 2 of them let somebody in?');
    expect(watch.screen()).toMatch(
      /deny -> allow {2}GET \/campaigns\/c1 as vic[\s\S]*deny -> allow {2}GET \/campaigns\/c1 as ana/,
    );
    watch.press('n');
    expect(watch.screen()).toContain('nothing was written');
  });

  it('takes nothing back that somebody has written since', async () => {
    const { watch, text } = await opened();
    watch.press('a', 'y');
    await watch.afterEdit(FILE, (written) => written.replace('# One campaign', '# A campaign'));
    const now = text();
    watch.press('u');
    expect(watch.screen()).toContain('has changed in the meantime');
    expect(text()).toBe(now);
  });

  it('writes at once where somebody is locked out', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('policies/dashboard.cedar', () => '');
    watch.press('tab', 'a');
    expect(watch.state().question).toBeUndefined();
    expect(watch.screen()).toContain('accepted allow -> deny');
  });

  it('is refused when the decision has turned a moment ago', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'PUT /campaigns/c2 ana', 'enter');
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('a');
    expect(watch.screen()).toContain('this has just changed: look at it, and press the key again');
    expect(watch.state().question).toBeUndefined();
  });

  it('is refused when the decision has turned behind the list of commands, however long ago', async () => {
    const watch = await headlessWatch();
    const { folder } = watch;
    const texts = () => readFileSync(join(folder, 'fixtures/application.fixtures.yaml'), 'utf8');
    const before = texts();
    watch.press('tab', '/', 'GET /dashboard-data ana', 'enter', ':', 'accept the');
    await watch.afterEdit('policies/dashboard.cedar', () => '');
    watch.pass(MOMENT);
    watch.press(' ', 'decision', 'enter');
    expect(watch.screen()).toContain('this has just changed: look at it, and press the key again');
    expect(texts()).toBe(before);
    watch.press('a');
    expect(watch.screen()).toContain('accepted allow -> deny');
  });

  it('is refused where the list of commands was left a moment ago that hid the change', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'GET /dashboard-data ana', 'enter', ':');
    await watch.afterEdit('policies/dashboard.cedar', () => '');
    watch.pass(MOMENT);
    watch.press('esc', 'a');
    expect(watch.screen()).toContain('this has just changed');
  });

  it('is refused as well when only the policies that decide are others', async () => {
    const watch = await headlessWatch();
    watch.press('2', '/', 'GET /campaigns/c1 as ana', 'enter', 'enter');
    await watch.afterEdit(EDITORS, (text) => `${text}@id("also")\npermit (principal, action, resource);\n`);
    watch.press('a');
    expect(watch.screen()).toContain('this has just changed');
  });

  it('is refused for a new case, too, when the decision has turned that it would expect', async () => {
    const watch = await headlessWatch();
    watch.press('tab', '/', 'PUT /campaigns/c2 ana', 'enter');
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('w');
    expect(watch.screen()).toContain('this has just changed');
    expect(watch.opened).toEqual([]);
  });

  it('is refused while the decisions are made again', async () => {
    const { watch, before, text } = await opened();
    watch.pass(MOMENT);
    watch.press('r', 'a');
    expect(watch.screen()).toContain('this is being decided again: wait for the results');
    watch.press('A');
    expect(watch.state().question).toBeUndefined();
    expect(text()).toBe(before);
  });

  it('is refused in a pause once files have changed, as is the answer, and allowed before', async () => {
    const { watch, before, text } = await opened();
    watch.pass(MOMENT);
    watch.press('space', 'a');
    expect(watch.screen()).toContain('accept? deny -> allow');
    watch.edit(EDITORS, (policy) => policy.replace('!= "sent"', '== "draft"'));
    await watch.until(({ state }) => state().snapshot.waiting === 1);
    watch.press('y');
    expect(watch.screen()).toContain('Space goes on; nothing was written');
    for (const key of ['a', 'A', 'w']) {
      watch.press(key);
      expect(watch.screen()).toContain('files have changed since this was decided: Space goes on');
    }
    expect(text()).toBe(before);
  });

  it('is refused when what was asked about has changed before the answer', async () => {
    const { watch, before, text } = await opened();
    watch.press('a');
    await watch.afterEdit(EDITORS, (policy) => policy.replace('!= "sent"', '== "draft"'));
    watch.press('y');
    expect(watch.screen()).toContain('have changed since they were shown: nothing was written');
    expect(text()).toBe(before);
  });

  it('takes all that are shown after a look at the diff', async () => {
    const { watch, before, text } = await opened();
    watch.press('A');
    const screen = watch.screen();
    expect(screen).toContain('Accept 2 decisions as expected: 2 of them let somebody in?');
    expect(screen).toContain(
      'deny -> allow  PUT /campaigns/c2 as ana  fixtures/campaigns.fixtures.yaml:19:44',
    );
    expect(screen).toMatch(/^\+ +PUT \/campaigns\/c2: +\[allow, allow, {2}deny\]$/m);
    watch.press('n', '/', 'POST', 'enter', 'A');
    expect(watch.screen()).toContain('Accept it? That lets somebody in:');
    watch.press('y');
    expect(text()).toBe(before.replace(/(POST \/campaigns\/c2\/messages: \[allow, )deny/, '$1allow'));
  });

  it('shows first of all who is let in, and takes several files back together', async () => {
    const watch = await headlessWatch({ screen: { width: 100, height: 40 } });
    await watch.afterEdit('policies/dashboard.cedar', () => '');
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('2', 'A');
    const changes = [...watch.screen().matchAll(/^(?:deny -> allow|allow -> deny|allow, decided by) /gm)];
    const opening = changes.flatMap(([text], index) => (text.startsWith('deny') ? [index] : []));
    expect([changes.length > 5, opening]).toEqual([true, [0, 1]]);
    watch.press('y', 'u');
    expect(watch.screen()).toMatch(/^taken back: \d files are as before$/m);
  });

  it('counts calls where no fixture expects anything, and has nothing to accept there', async () => {
    const watch = await headlessWatch();
    watch.press('/', 'liz GET /campaigns/{campaign_id}/messages', 'enter');
    const [row] = watch.content().cell.cell?.rows ?? [];
    expect(row?.origin).toBe('untested');
    watch.press('enter');
    expect(watch.screen()).toMatch(/^\S.* {2}\d+ calls?$/m);
    expect(watch.screen()).not.toMatch(/^\S.* {2}\d+ fixtures?$/m);
    watch.press('down', 'enter', 'a');
    expect(watch.screen()).toContain('no fixture expects anything here');
  });
});

describe('two fixtures that are called and ask the same', () => {
  const twin = (rest: string) => `  - name: twins\n    as: ana\n    call: GET /campaigns/c1\n${rest}`;
  const STRICT = twin('    expect: { decision: deny, because: [tenant-isolation] }\n');
  const LOOSE = twin('    expect: deny\n');

  /** The first one is chosen; then it goes, and the other one takes its key. */
  async function withoutTheFirst(first: string, second: string) {
    const watch = await headlessWatch({
      prepare: (folder) => {
        change(join(folder, SCHEMA), withHour);
        change(join(folder, CAMPAIGNS), (text) => text.replace('cases:\n', `cases:\n${first}${second}`));
        return [];
      },
    });
    watch.press('2', '/', 'twins', 'enter', 'g');
    const before = watch.content().row;
    await watch.afterEdit(CAMPAIGNS, (text) => text.replace(first, ''));
    expect(watch.content().row?.key).toBe(before?.key);
    expect(watch.content().row?.ready.fixture).not.toBe(before?.ready.fixture);
    return watch;
  }

  function change(file: string, how: (text: string) => string): void {
    writeFileSync(file, how(readFileSync(file, 'utf8')));
  }

  function withHour(text: string): string {
    const schema = JSON.parse(text);
    schema.EmailApp.actions.getEmailCampaign.appliesTo.context.attributes.hour = {
      type: 'Long',
      required: false,
    };
    return JSON.stringify(schema);
  }

  it.each([
    ['expect something else', 'a', STRICT],
    ['expect something else', 'e', STRICT],
    ['are called in another context', 'enter', twin('    context: { hour: 3 }\n    expect: deny\n')],
    ['have other tags', 'w', twin('    tags: [nightly]\n    expect: deny\n')],
    ['are to be looked at', 'e', twin('    review: soon\n    expect: deny\n')],
  ])('are not taken for each other where they %s: %s', async (_, key, first) => {
    const watch = await withoutTheFirst(first, LOOSE);
    const text = readFileSync(join(watch.folder, CAMPAIGNS), 'utf8');
    watch.press(key);
    expect(watch.screen()).toContain('this has just changed');
    expect(watch.opened).toEqual([]);
    expect(readFileSync(join(watch.folder, CAMPAIGNS), 'utf8')).toBe(text);
    watch.press('e');
    expect(watch.opened).toHaveLength(1);
  });
});

const cellOf = (line: string, column: string) => ({
  matrix: { lines: [{ key: line }], columns: [{ key: column }] } as never,
  cell: { line: 0, column: 0, cell: undefined },
  problem: undefined,
});

describe('what has just changed', () => {
  const fixture = { asks: { type: 'call' }, expectation: { type: 'every' }, tags: [] };
  const row = (key: string, decision: 'allow' | 'deny') => {
    const decisions = [{ actual: { decision, determining: [], errors: [] } }];
    return { key, ready: { fixture }, result: { decisions } } as never;
  };

  it('is what a run has changed within a moment, and not what a key has chosen', () => {
    let now = 0;
    const guard = createGuard(() => now);
    const see = (row: never, byKey: boolean) => guard.see({ row, ...cellOf('line', 'column') }, byKey);
    see(row('a', 'allow'), true);
    expect(guard.hasJustChanged()).toBe(false);
    see(row('a', 'deny'), false);
    expect([guard.hasJustMoved(), guard.hasJustChanged()]).toEqual([false, true]);
    see(row('b', 'deny'), false);
    expect([guard.hasJustMoved(), guard.hasJustChanged()]).toEqual([true, true]);
    now += MOMENT;
    expect([guard.hasJustMoved(), guard.hasJustChanged()]).toEqual([false, false]);
    see(undefined as never, false);
    expect(guard.hasJustMoved()).toBe(true);
    see(row('c', 'deny'), true);
    expect(guard.hasJustMoved()).toBe(false);
  });

  it('is a cell with several calls as well, when a run has put another in its place', () => {
    const guard = createGuard(() => 0);
    guard.see({ row: undefined, ...cellOf('GET /a', 'ana') }, true);
    guard.see({ row: undefined, ...cellOf('GET /a', 'ana') }, false);
    expect(guard.hasJustMoved()).toBe(false);
    guard.see({ row: undefined, ...cellOf('GET /a', 'vic') }, false);
    expect(guard.hasJustMoved()).toBe(true);
  });
});
