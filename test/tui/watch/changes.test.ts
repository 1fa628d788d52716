import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFixture } from '../../../src/core/fixtures/fixture.ts';
import { createStore } from '../../../src/tui/watch/reduce.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { commitAll, initRepository } from '../../helpers/git.ts';
import { type HeadlessWatch, headlessWatch } from '../../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');
const NARROWED = (text: string) => text.replace('!= "sent"', '== "draft"');

const SKIPPED = 'server:\n  skippedEndpoints: ["PUT /campaigns/{campaign_id}"]\n';

function strip({ screen }: HeadlessWatch): string {
  return screen().split('\n').slice(1, 4).join('\n');
}

describe('what changed', () => {
  it('stays in every view until it is reverted, whatever runs come between', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(EDITORS, WIDENED);
    await watch.afterEdit(EDITORS, (text) => `${text}\n// a comment\n`);
    let viewers = '';
    await watch.afterEdit('policies/viewers.cedar', (text) => {
      viewers = text;
      return 'permit (';
    });
    expect(strip(watch)).toContain('error: ');
    await watch.afterEdit('policies/viewers.cedar', () => viewers);
    for (const view of ['1', '2', '3', '4', '5', '6', '?']) {
      watch.press(view);
      expect(strip(watch)).toContain(
        '▲ 8 opened  ▼ 0 closed (6 untested) since the start   n goes there, b: seen',
      );
      expect(strip(watch)).toContain(
        '▲ PUT /campaigns/c2 as ana   editors-change-drafts now permits it: when { resource.status != "sent" }',
      );
    }
    await watch.afterEdit(EDITORS, NARROWED);
    expect(watch.content().tally).toMatchObject({ opened: 0, closed: 0 });
    expect(strip(watch)).not.toContain('opened');
  });

  it('is an endpoint that is skipped from now on, which lets everybody in', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    watch.press('t', 'ctrl+u', 'PUT /campaigns/c2 as vic', 'enter', '1');
    await watch.afterEdit('authz.yaml', (text) => `${text}\n${SKIPPED}`);
    expect(strip(watch)).toContain(
      '▲ PUT /campaigns/c1 as vic   the endpoint is skipped: nothing is decided',
    );
    expect(watch.written.join('')).toContain('\u0007');
    await watch.until(({ screen }) => screen().includes('all requests: opens PUT'));
    expect(watch.screen()).not.toContain('no fixture tries it');
    watch.press('6');
    expect(watch.screen()).toMatch(/● 200 +PUT \/campaigns\/c2 as vic +▲ was DENY, now ALLOW/);
    watch.press('2');
    expect(watch.screen()).toMatch(/✗ ▲ ● 200, not 403 +vic +PUT \/campaigns\/c1/);
    expect(watch.screen()).not.toContain('○ 200');
    watch.press('/', 'an editor renames a draft', 'enter');
    expect(watch.screen()).toMatch(/✗ ± ● 200, by no poli… ana +PUT \/campaigns\/c1/);
    await watch.afterEdit('authz.yaml', (text) => text.replace(SKIPPED, ''));
    expect(watch.content().tally).toMatchObject({ opened: 0, closed: 0 });
  });

  it('is told once of fixtures that ask the same, and counted for each', async () => {
    const watch = await headlessWatch({
      screen: { width: 140, height: 40 },
      since: 'main',
      prepare: (folder) => {
        initRepository(folder);
        appendFileSync(join(folder, 'policies/viewers.cedar'), '\npermit (principal, action, resource);\n');
        return [];
      },
    });
    const [head = '', ...told] = strip(watch).split('\n');
    expect(head).toContain('▲ 78 opened');
    expect(told.map((line) => line.slice(0, 36).trim())).toEqual([
      '▲ GET /dashboard-data as anonymous',
      expect.stringMatching(/^▲ (?!GET \/dashboard-data as anonymous)/),
    ]);
  });

  it('is nothing where something else is expected of the same decision', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit('fixtures/campaigns.fixtures.yaml', (text) =>
      text.replace(
        'PUT /campaigns/c2:           [allow, deny,',
        'PUT /campaigns/c2:           [allow, allow,',
      ),
    );
    watch.press('2');
    expect(watch.screen()).toContain('✗   ○ deny, not allow  ana       PUT /campaigns/c2');
    expect(watch.screen()).not.toContain('±');
  });

  it('is forgotten when it has been seen, and there again when compared with the start', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('b');
    expect(watch.content().tally.opened).toBe(0);
    await watch.afterEdit(EDITORS, NARROWED);
    expect(watch.content().tally).toMatchObject({ opened: 0, closed: 8 });
    watch.press('B');
    expect(watch.content().tally).toMatchObject({ opened: 0, closed: 0 });
  });

  it('is of the state before where no fixture asks, and says so, until that is decided again', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    await watch.afterEdit(EDITORS, WIDENED);
    expect(strip(watch)).toContain('PUT /campaigns/c2 as ana');
    watch.edit(EDITORS, NARROWED);
    await watch.until(({ state }) => state().snapshot.run?.number === 3);
    const { all, run } = watch.content();
    expect(all.untested).toHaveLength(6);
    for (const { project } of all.untested) {
      expect(project.isCurrent).toBe(false);
      expect(project.decided).not.toBe(run?.projects[0]?.decided);
    }
    expect(strip(watch)).toContain('(no fixture asks it; deciding again ...)');
    await watch.until(({ content }) => content().tally.opened === 0);
  });

  it('is nothing where nothing could be decided from the start, which is said', async () => {
    const watch = await headlessWatch({
      prepare: (folder) => {
        writeFileSync(join(folder, 'v4.policyschema.json'), '{broken');
        return [];
      },
    });
    expect(watch.screen()).toContain('Nothing has been decided yet.');
    for (const view of ['1', '2']) {
      watch.press(view);
      expect(watch.screen()).toContain('nothing can be decided as the files are');
      expect(watch.screen()).not.toMatch(/last good|1\/0/);
    }
  });

  it('is seen where no fixture asks', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(
      EDITORS,
      (text) =>
        `${text}\n@id("liz-reads") permit (principal == EmailApp::User::"liz", action, resource is EmailApp::EmailMessage);\n`,
    );
    const { tally, all } = watch.content();
    expect(tally.failed).toBe(0);
    expect(all.untested.length).toBeGreaterThan(0);
    expect(all.untested.every(({ ready }) => ready.fixture.as === 'liz')).toBe(true);
    expect(strip(watch)).toMatch(/▲ .* as liz \(no fixture asks it\) {3}liz-reads now permits it: it is new/);
    watch.press('m', 'n');
    const { matrix, cell } = watch.content();
    expect(matrix.columns[cell.column]?.name).toBe('liz');
    expect(watch.screen()).toContain('▲');
  });

  it('is kept run by run, with the file and the policy that did it', async () => {
    const watch = await headlessWatch();
    await watch.afterEdit(EDITORS, WIDENED);
    await watch.afterEdit(EDITORS, NARROWED);
    watch.press('[');
    expect(strip(watch)).toMatch(/run 3 of 3 {2}▲ 0 opened {2}▼ 8 closed .* policies\/editors.cedar/);
    watch.press('[');
    expect(strip(watch)).toMatch(/run 2 of 3 .* ▲ 8 opened {2}▼ 0 closed/);
    watch.press(']', ']');
    expect(watch.screen()).toContain('this is how it is now');
    watch.press('3');
    expect(watch.screen()).toMatch(
      /run 3 .*\n.*▼ PUT \/campaigns\/c2 as ana {3}editors-change-drafts no longer permits it/,
    );
  });

  it('is counted in the run that did it as in the header, with what no fixture asks', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    await watch.afterEdit(EDITORS, (text) => `${text}\n// a comment\n`);
    await watch.afterEdit(
      'policies/viewers.cedar',
      (text) => `${text}\npermit (principal, action, resource is EmailApp::EmailMessage);\n`,
    );
    watch.press('3');
    const { opened } = watch.content().tally;
    expect(watch.content().all.untested.length).toBeGreaterThan(0);
    expect(watch.screen()).toMatch(new RegExp(`^ +run 3 .* ▲${opened} ▼0 `, 'm'));
    expect(watch.screen()).toMatch(/^ +run 2 .* ▲0 ▼0 /m);
    await watch.afterEdit('policies/viewers.cedar', (text) =>
      text.replace(/\npermit \(principal, .*\n$/, ''),
    );
    expect(watch.screen()).toMatch(new RegExp(`^ +run 4 .* ▲0 ▼${opened} `, 'm'));
  });

  it('names in the history what no fixture asks, and what did it', async () => {
    const watch = await headlessWatch({ screen: { width: 140, height: 40 } });
    await watch.afterEdit(
      EDITORS,
      (text) =>
        `${text}\n@id("liz-reads") permit (principal == EmailApp::User::"liz", action, resource is EmailApp::EmailMessage);\n`,
    );
    watch.press('3');
    const shown = watch.screen().split('\n');
    const at = shown.findIndex((line) => /^ +run 2 /.test(line));
    expect(shown[at + 1]).toMatch(
      /▲ .* as liz \(no fixture asks it\) {3}liz-reads now permits it: it is new/,
    );
  });

  it('rings as well where no fixture asks who is let in, and once for each run', async () => {
    const watch = await headlessWatch();
    const bells = () => watch.written.splice(0).filter((text) => text === '\u0007').length;
    expect(bells()).toBe(0);
    await watch.afterEdit(
      'policies/viewers.cedar',
      (text) => `${text}\n@id("liz-reads")\npermit (principal == EmailApp::User::"liz", action, resource);\n`,
    );
    expect(watch.content().all.untested.length).toBeGreaterThan(0);
    expect(bells()).toBe(1);
    await watch.afterEdit(EDITORS, (text) => `${text}\n// a comment\n`);
    expect(bells()).toBe(0);
    watch.press('!');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(bells()).toBe(0);
  });

  it('is announced in the title, with a bell where somebody is let in and nobody has turned it off', async () => {
    const watch = await headlessWatch();
    const news = () => watch.written.splice(0).join(' ');
    expect(news()).toBe('\u001b]2;authz ✓272 ✗0\u0007');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(news()).toBe('\u001b]2;authz ✓270 ✗2 ▲2\u0007 \u0007 \u001b]2;authz ✓270 ✗2 ▲8\u0007');
    await watch.afterEdit(EDITORS, NARROWED);
    expect(news()).toMatch(/^\u001b\]2;authz ✓272 ✗0 ▲6\u0007 \u001b\]2;authz ✓272 ✗0\u0007$/);
    watch.press('!');
    await watch.afterEdit(EDITORS, WIDENED);
    expect(news()).toBe('\u001b]2;authz ✓270 ✗2 ▲2\u0007 \u001b]2;authz ✓270 ✗2 ▲8\u0007');
  });
});

describe('a git revision', () => {
  it('is what is compared with from the first results on', async () => {
    const watch = await headlessWatch({
      since: 'main',
      prepare: (folder) => {
        initRepository(folder);
        execFileSync('sed', ['-i', 's/== "draft"/!= "sent"/', join(folder, EDITORS)]);
        rmSync(join(folder, 'policies/dashboard.cedar'));
        return [];
      },
    });
    const { tally, all } = watch.content();
    const turned = (kind: string) =>
      all.fixtures.filter(({ changes }) => changes.some((change) => change.kind === kind)).length;
    expect(turned('now-allowed')).toBe(2);
    expect(turned('now-denied')).toBeGreaterThan(5);
    expect(tally.opened).toBe(8);
    expect(strip(watch)).toMatch(/▲ 8 opened .* since main \([0-9a-f]{7,}\)/);
    watch.edit(EDITORS, (text) => `${text}\n`);
    const { baseline } = watch.state().history;
    await watch.afterEdit(EDITORS, NARROWED);
    expect(watch.content().tally.opened).toBe(0);
    // The calls are the same: nothing is decided again for them.
    expect(watch.state().history.baseline).toBe(baseline);
  });

  it('decides the calls, callers and entities of now, also where these change later', async () => {
    const watch = await headlessWatch({
      since: 'main',
      prepare: (folder) => {
        initRepository(folder);
        execFileSync('sed', ['-i', 's/== "draft"/!= "sent"/', join(folder, EDITORS)]);
        return [];
      },
    });
    expect(watch.content().tally).toMatchObject({ opened: 8, closed: 0 });
    let entities = '';
    await watch.afterEdit('entities.json', (text) => {
      entities = text;
      // Drafts were editors' to change at that time, too.
      return text.replaceAll('"scheduled"', '"draft"');
    });
    expect(watch.content().tally).toMatchObject({ opened: 0, closed: 0 });
    await watch.afterEdit('entities.json', () => entities);
    expect(watch.content().tally).toMatchObject({ opened: 8, closed: 0 });
    await watch.afterEdit(
      'fixtures/campaigns.fixtures.yaml',
      (text) => `${text}  - { name: one more, as: ana, call: PUT /campaigns/c2, expect: allow }\n`,
    );
    expect(watch.content().tally).toMatchObject({ opened: 9, closed: 0 });
  });

  it('decides as soon as the policies of now can be used', async () => {
    const watch = await headlessWatch({
      since: 'main',
      prepare: (folder) => {
        initRepository(folder);
        execFileSync('sed', ['-i', 's/== "draft" }/!= "sent" ]/', join(folder, EDITORS)]);
        return [];
      },
    });
    await watch.afterEdit(EDITORS, (text) => text.replace('"sent" ]', '"sent" }'));
    expect(watch.content().tally).toMatchObject({ opened: 8, closed: 0 });
    expect(strip(watch)).toMatch(/since main \([0-9a-f]{7,}\)/);
  });

  it('is the last commit also where that was made meanwhile', async () => {
    const watch = await headlessWatch({ prepare: committed });
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('B');
    await watch.until(({ state }) => state().history.baseline.kind === 'revision');
    expect(watch.content().tally.opened).toBe(8);
    commitAll(watch.folder);
    watch.press('B', 'B');
    await watch.until(({ state }) => state().history.baseline.kind === 'revision');
    expect(watch.content().tally.opened).toBe(0);
  });

  it.each([
    ['is the last commit once that has been read', undefined, 'revision', 'compared with HEAD'],
    ['stays what was seen while the last commit was read', 'mark', 'mark', ''],
  ] as const)('%s', (_, chosen, kind, message) => {
    const baseline = (one: 'mark' | 'revision') => ({ kind: one, label: one, projects: new Map() });
    const store = createStore();
    if (chosen) store.dispatch({ type: 'compare', baseline: baseline(chosen) });
    store.dispatch({ type: 'revision-read', baseline: baseline('revision'), message: 'compared with HEAD' });
    expect(store.state().history.baseline.kind).toBe(kind);
    expect(store.state().message).toBe(message);
  });

  it('is the last commit with a key, and says why where there is none', async () => {
    const watch = await headlessWatch({ prepare: committed });
    await watch.afterEdit(EDITORS, WIDENED);
    watch.press('b', 'B', 'B');
    await watch.until(({ state }) => state().history.baseline.kind === 'revision');
    expect(watch.screen()).toMatch(/compared with HEAD \([0-9a-f]{7,}\)/);
    expect(watch.content().tally.opened).toBe(8);
    rmSync(join(watch.folder, '.git'), { recursive: true });
    watch.press('B', 'B', 'B');
    await watch.until(({ state }) => state().message.startsWith('`HEAD` needs a git repository'));
    expect(watch.state().message).toMatch(/; compared with HEAD \([0-9a-f]{7,}\)$/);
    const elsewhere = await headlessWatch();
    elsewhere.press('B');
    await elsewhere.until(({ screen }) => screen().includes('needs a git repository'));
  });
});

function committed(folder: string): readonly string[] {
  initRepository(folder);
  return [];
}

describe('several projects', () => {
  const prepare = (folder: string) => {
    for (const name of ['one', 'two']) cpSync(EXAMPLE_FOLDER, join(folder, name), { recursive: true });
    for (const name of ['application', 'messages', 'tenants', 'freelancers'])
      rmSync(join(folder, `two/fixtures/${name}.fixtures.yaml`));
    return ['one', 'two'];
  };

  it('have a block each in the matrix, and all endpoints of each are counted', async () => {
    const watch = await headlessWatch({ prepare, screen: { width: 200, height: 60 } });
    const { matrix } = watch.content();
    expect(matrix.lines).toHaveLength(26);
    expect(watch.screen()).toMatch(/\none +[│\n][\s\S]*\ntwo +[│\n]/);
    const [first] = matrix.lines;
    const same = matrix.lines.findIndex((line, index) => index > 0 && line.name === first?.name);
    watch.press(...Array.from({ length: same }, () => 'down'));
    const rows = watch.content().cell.cell?.rows ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ project }) => project.name === 'two')).toBe(true);
    expect(watch.screen()).toContain(`two: ${first?.name} as `);
    watch.press('x');
    expect(watch.screen()).toMatch(/\n +one +two +[│\n]/);
    await watch.afterEdit('two/policies/editors.cedar', WIDENED);
    expect(strip(watch)).toContain('two: PUT /campaigns/c2 as ana');
    watch.press('n', 'enter', 'enter');
    expect(watch.screen()).toMatch(/^[●○] (ALLOW|DENY) {2}two: /m);
    watch.press('v');
    expect(watch.screen()).toMatch(/of 26 endpoints were seen to allow and, but for 2 open ones, to deny/);
    expect(watch.screen()).toContain('never called');
  });

  it('are told of while another has an error', async () => {
    const watch = await headlessWatch({ prepare, screen: { width: 100, height: 30 } });
    await watch.afterEdit('one/policies/editors.cedar', (text) => `${text}\npermit (`);
    expect(watch.strip().join('\n')).toContain(
      'What follows is the last good state, but of other projects that of now.',
    );
    await watch.afterEdit('two/policies/editors.cedar', WIDENED);
    expect(watch.strip().join('\n')).toContain('one/policies/editors.cedar');
    expect(watch.strip().join('\n')).toContain(
      '▲ two: PUT /campaigns/c2 as ana   editors-change-drafts now permits it',
    );
    await watch.afterEdit('two/policies/editors.cedar', (text) => `${text}\npermit (`);
    expect(watch.strip().join('\n')).toMatch(/What follows is the last good state\.$/m);
    expect(watch.strip().join('\n')).not.toContain('▲');
  });

  it('are told of together when both are saved at the same moment', async () => {
    const watch = await headlessWatch({ prepare, screen: { width: 200, height: 60 } });
    watch.edit('one/policies/editors.cedar', WIDENED);
    await watch.afterEdit('two/policies/editors.cedar', WIDENED);
    const { tally, all } = watch.content();
    expect([tally.failed, tally.opened]).toEqual([4, 4 + all.untested.length]);
    expect(new Set(all.untested.map(({ project }) => project.name))).toEqual(new Set(['one', 'two']));
    const calls = ['PUT /campaigns/c2 as ana', 'POST /campaigns/c2/messages as ana'];
    watch.press('c', '2');
    for (const name of ['one', 'two'])
      for (const call of calls) {
        const row = watch
          .content()
          .list.rows.find(
            ({ project, ready }) => project.name === name && describeFixture(ready.fixture) === call,
          );
        expect(row?.changes.map(({ kind }) => kind)).toEqual(['now-allowed']);
      }
    watch.press('[');
    expect(strip(watch)).toContain(`▲ ${tally.opened} opened`);
    expect(strip(watch)).toContain('one/policies/editors.cedar, two/policies/editors.cedar');
    expect(strip(watch)).toContain('▲ one: PUT /campaigns/c2 as ana');
    watch.press('3');
    for (const name of ['one', 'two'])
      for (const call of calls) expect(watch.screen()).toContain(`${name}: ${call}`);
    watch.press('1', 'x');
    watch.resize({ width: 80, height: 16 });
    // Columns of one path differ in their projects and methods.
    expect(watch.screen()).toMatch(/^ +one +two *\n.*\n +PUT +POST +PUT +POST/m);
  });
});
