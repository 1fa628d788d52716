import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verify } from '../../../src/core/verification/verify.ts';
import type { LiveCalls, LiveSnapshot } from '../../../src/core/watching/live-calls.ts';
import type { Run, Session, Snapshot } from '../../../src/core/watching/session.ts';
import { cedarFolders } from '../../../src/project/loading/cedar-folders.ts';
import { loadProject } from '../../../src/project/loading/load.ts';
import { openProject } from '../../../src/project/loading/project.ts';
import { projectFiles } from '../../../src/project/project-files.ts';
import { liveCalls } from '../../../src/project/watching/live-calls.ts';
import { startSession } from '../../../src/project/watching/session.ts';
import { EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';
import { valueIn } from '../../helpers/outcome.ts';

/** A copy of the example that is being watched. */
interface Watched {
  readonly folder: string;
  readonly session: Session;
  readonly path: (name: string) => string;
  readonly text: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** The first run for which this holds; it may have been. */
  readonly until: (holds: (run: Run) => boolean) => Promise<Run>;
  readonly runs: () => number;
}

async function watchExample(
  inspect?: (folder: string) => void,
  below = '.',
  choosing?: () => void,
): Promise<Watched> {
  const folder = join(folderWith(), below);
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const choose = async () => {
    choosing?.();
    const project = await openProject(folder, folder);
    if (!project.ok) return project;
    return { ...project, value: [projectFiles(project.value, {}, folder)] };
  };
  const session = await startSession({
    cwd: folder,
    choose,
    paths: [folder],
    inspect: async () => {
      inspect?.(folder);
      return [];
    },
  });
  onTestFinished(() => session.close());
  const path = (name: string) => join(folder, name);
  return {
    folder,
    session,
    path,
    text: (name) => readFileSync(path(name), 'utf8'),
    write: (name, text) => writeFileSync(path(name), text),
    until: (holds) => untilRun(session, holds),
    runs: () => session.snapshot().run?.number ?? 0,
  };
}

function untilRun(session: Session, holds: (run: Run) => boolean): Promise<Run> {
  return new Promise((resolve) => {
    const check = () => {
      const { run, activity } = session.snapshot();
      if (!run || activity.type !== 'idle' || !holds(run)) return;
      stop();
      resolve(run);
    };
    const stop = session.subscribe(check);
    check();
  });
}

const EDITORS = 'policies/editors.cedar';
const SCHEMA = 'v4.policyschema.json';
const textsOf = (decided: Run['projects'][number]['decided']) =>
  (decided?.project.policySet.policies ?? []).map(({ text }) => text);
const isBroken = (run: Run) => run.projects.some(({ isCurrent }) => !isCurrent);
const failures = (run: Run) =>
  run.projects.flatMap(({ report }) => report.results).filter(({ status }) => status === 'failed').length;
const changes = (run: Run) =>
  run.projects.flatMap((project) => project.changes.decisions.map(({ kind }) => kind));
const policies = (run: Run) => run.projects[0]?.report.policies;

describe('a session', () => {
  it('reads nothing before whoever started it had a turn to show it', async () => {
    const folder = folderWith();
    let asked = 0;
    const session = await startSession({
      cwd: folder,
      choose: async () => {
        asked += 1;
        return { ok: true, value: [], diagnostics: [] };
      },
      paths: [folder],
      inspect: async () => [],
    });
    onTestFinished(() => session.close());
    expect(asked).toBe(0);
    await untilRun(session, () => true);
    expect(asked).toBe(1);
  });

  it('runs once at the start, and again for each save of a policy', async () => {
    const { until, text, write } = await watchExample();
    const first = await until(() => true);
    expect(first).toMatchObject({ number: 1, files: [], replayed: 272, diagnostics: [] });
    write(EDITORS, text(EDITORS).replace('== "draft"', '!= "sent"'));
    const second = await until(({ number }) => number > 1);
    expect(second).toMatchObject({ number: 2, files: [EDITORS], replayed: 17 });
    expect(changes(second)).toEqual(['now-allowed', 'now-allowed']);
    expect(failures(second)).toBe(2);
  });

  it('tells nothing of a save before its results', async () => {
    const { session, until, text, write } = await watchExample();
    await until(() => true);
    const told: unknown[] = [];
    session.subscribe(() => told.push(session.snapshot().run?.number));
    write(EDITORS, text(EDITORS).replace('== "draft"', '!= "sent"'));
    await until(({ number }) => number > 1);
    expect(told[0]).toBe(2);
  });

  it('tells nothing of a file that is written on while it is looked at', async () => {
    const half = '== "half"';
    const whole = '== "whole"';
    let writes = 0;
    const { session, until, text, write } = await watchExample((folder) => {
      const file = join(folder, EDITORS);
      const now = readFileSync(file, 'utf8');
      if (!now.includes(half)) return;
      writes += 1;
      writeFileSync(file, now.replaceAll(half, whole));
    });
    await until(() => true);
    const told: string[] = [];
    session.subscribe(() => {
      const { run } = session.snapshot();
      if (writes > 0) told.push(...(run?.projects ?? []).flatMap(({ decided }) => textsOf(decided)));
    });
    // The description of the API is looked at again between reading the policies and deciding by them.
    write(EDITORS, text(EDITORS).replaceAll('== "draft"', half));
    write('authz.yaml', `${text('authz.yaml')}\n`);
    const run = await until(({ projects: [project] }) =>
      textsOf(project?.decided).some((one) => one.includes(whole)),
    );
    expect(writes).toBe(1);
    expect(run.files).toContain(EDITORS);
    expect(told.filter((one) => one.includes(whole))).not.toEqual([]);
    expect(told.filter((one) => one.includes(half))).toEqual([]);
  });

  it('keeps the last good decisions while a policy does not parse, and tells what changed since them', async () => {
    const { until, text, write } = await watchExample();
    await until(() => true);
    const good = text(EDITORS);
    write(EDITORS, good.replace('when { resource.status == "draft" };', ''));
    const broken = await until(isBroken);
    expect(broken.projects[0]).toMatchObject({
      isCurrent: false,
      report: { results: [], diagnostics: [{ code: 'policy-syntax' }] },
    });
    expect(broken.projects[0]?.decided?.results.size).toBe(272);
    write(EDITORS, good.replace('== "draft"', '== "sent"'));
    const mended = await until((run) => !isBroken(run));
    expect(new Set(changes(mended))).toEqual(new Set(['now-allowed', 'now-denied']));
  });

  it('sees saves by way of another file, as editors make them', async () => {
    const { until, text, path } = await watchExample();
    await until(() => true);
    for (const [index, status] of ['sent', 'scheduled', 'draft'].entries()) {
      const temporary = path(`policies/.editors.cedar.swp${index}`);
      writeFileSync(temporary, text(EDITORS).replace(/== "\w+"/, `== "${status}"`));
      renameSync(temporary, path(EDITORS));
      await until((run) => run.number === index + 2);
    }
  });

  it('names the file that such a save changes, also when it is read before it is told of', async () => {
    let choosing = () => {};
    const { until, text, path } = await watchExample(undefined, '.', () => choosing());
    await until(() => true);
    const temporary = path('policies/sedAbc');
    choosing = () => {
      choosing = () => {};
      renameSync(temporary, path(EDITORS));
    };
    writeFileSync(temporary, text(EDITORS).replace('== "draft"', '!= "sent"'));
    const run = await until(({ number }) => number > 1);
    expect(run).toMatchObject({ number: 2, files: [EDITORS] });
    expect(changes(run)).toEqual(['now-allowed', 'now-allowed']);
  });

  it('makes no run of a file that comes and goes, and is none of the project', async () => {
    let noteSearch = () => {};
    const { until, path, write, runs } = await watchExample(undefined, '.', () => noteSearch());
    await until(() => true);
    for (const act of [
      () => writeFileSync(path('policies/sedAbc'), 'permit ('),
      () => rmSync(path('policies/sedAbc')),
    ]) {
      const searched = new Promise<void>((resolve) => {
        noteSearch = resolve;
      });
      act();
      await searched;
      await until(() => true);
    }
    write('policies/last.cedar', 'permit (principal, action, resource);');
    await until((run) => policies(run) === 13);
    expect(runs()).toBe(2);
  });

  it('sees new, renamed and deleted files and folders', async () => {
    const { until, write, path } = await watchExample();
    await until((run) => policies(run) === 12);
    mkdirSync(path('policies/more/deep'), { recursive: true });
    write('policies/more/deep/all.cedar', 'permit (principal, action, resource);');
    await until((run) => policies(run) === 13);
    renameSync(path('policies/more'), path('policies/other'));
    await until(
      (run) =>
        run.projects[0]?.decided?.project.policySet.policies.some(
          ({ id }) => id === 'other/deep/all.cedar#1',
        ) === true,
    );
    renameSync(path('policies/other'), path('elsewhere'));
    await until((run) => policies(run) === 12);
    renameSync(path('elsewhere'), path('policies/back'));
    await until((run) => policies(run) === 13);
    rmSync(path('policies/back'), { recursive: true });
    await until((run) => policies(run) === 12);
  });

  it('sees what changes in folders that are called like what tools build, and below one', async () => {
    const { path, write, until } = await watchExample(undefined, 'dist');
    await until(() => true);
    const forbid = (id: string) => `@id("${id}") forbid (principal, action, resource);`;
    mkdirSync(path('policies/coverage'));
    write('policies/coverage/all.cedar', forbid('all'));
    await until((run) => failures(run) > 0);
    rmSync(path('policies/coverage'), { recursive: true });
    await until((run) => failures(run) === 0);
  });

  it('sees changes of the schema, the entities, the principals, the fixtures and the configuration', async () => {
    const { until, text, write } = await watchExample();
    await until(() => true);
    const edits = [
      ['entities.json', /"draft"/, '"sent"'],
      ['principals.yaml', /\[editor\]/, '[viewer]'],
      ['fixtures/campaigns.fixtures.yaml', /deny/, 'allow'],
      ['v4.policyschema.json', /"doc": "/, '"doc": "Now: '],
      ['authz.yaml', /policies: policies/, 'policies: fixtures'],
    ] as const;
    for (const [index, [name, pattern, replacement]] of edits.entries()) {
      const before = text(name);
      expect(before).toMatch(pattern);
      write(name, before.replace(pattern, replacement));
      await until((run) => run.number === index + 2 && run.files.includes(name));
    }
  });

  it.each(['b.cedarschema', 'cedarschema', 'b.schema', 'cedar-schema.json', 'schema.cedar'])(
    'sees that there is another schema to choose, where none is named: %s',
    async (name) => {
      const schema = (action: string) =>
        `entity User; action ${action} appliesTo { principal: User, resource: User };`;
      const inJson = (action: string) => {
        const appliesTo = { principalTypes: ['User'], resourceTypes: ['User'] };
        return JSON.stringify({ '': { entityTypes: { User: {} }, actions: { [action]: { appliesTo } } } });
      };
      const folder = folderWith({
        'p.cedar': 'permit (principal, action, resource);',
        'a.cedarschema': schema('read'),
      });
      const choose = async () => {
        const { projects, problems } = cedarFolders([folder], () => false, folder);
        return { ok: problems.length === 0, value: [...projects], diagnostics: problems };
      };
      const session = await startSession({ cwd: folder, choose, paths: [folder], inspect: async () => [] });
      onTestFinished(() => session.close());
      await untilRun(session, ({ projects }) => projects.length === 1);
      writeFileSync(join(folder, name), (name.endsWith('.json') ? inJson : schema)('edit'));
      const run = await untilRun(session, ({ diagnostics }) => diagnostics.length > 0);
      expect(run.diagnostics.map(({ message }) => message)).toEqual([
        expect.stringContaining('it is not clear which schema to take'),
      ]);
    },
  );

  it('goes on after the configuration was broken and mended', async () => {
    const { until, text, write } = await watchExample();
    const config = text('authz.yaml');
    await until(() => true);
    write('authz.yaml', `${config}\nnonsense: 1\n`);
    const broken = await until(({ diagnostics }) => diagnostics.length > 0);
    expect(broken.projects).toMatchObject([{ isCurrent: false }]);
    write('authz.yaml', config);
    const mended = await until(({ diagnostics }) => diagnostics.length === 0);
    expect(mended.projects).toMatchObject([{ isCurrent: true }]);
  });

  it('decides by the rules of the server as they are now', async () => {
    const { until, text, write } = await watchExample();
    const config = text('authz.yaml');
    await until(() => true);
    write('authz.yaml', `${config}\nserver:\n  skippedEndpoints: [GET /dashboard-data]\n`);
    const open = await until((run) => failures(run) > 0);
    const failed = open.projects.flatMap(({ report }) =>
      report.results.filter(({ status }) => status === 'failed'),
    );
    expect(new Set(failed.map(({ refusal }) => refusal?.actual))).toEqual(new Set([200]));
    write('authz.yaml', config);
    await until((run) => run.number > open.number && failures(run) === 0);
  });

  it('shows a problem of the configuration where it is now', async () => {
    const { until, text, write } = await watchExample();
    const config = text('authz.yaml').replace(/^facts:.*$/m, '');
    await until(() => true);
    const wrong = `${config}\nserver:\n  batch: { DELETE /nowhere: proceed }\n`;
    const lineOf = ({ projects }: Run) => projects[0]?.report.diagnostics[0]?.location?.line;
    write('authz.yaml', wrong);
    const first = lineOf(await until((run) => lineOf(run) !== undefined)) ?? 0;
    write('authz.yaml', `# one line more\n${wrong}`);
    await until((run) => lineOf(run) === first + 1);
  });

  it('goes on when a file that was missing is there again as it was', async () => {
    const { until, path } = await watchExample();
    await until(() => true);
    renameSync(path(SCHEMA), path('hidden'));
    await until(isBroken);
    renameSync(path('hidden'), path(SCHEMA));
    await until((run) => !isBroken(run));
  });

  it('shows no problems of files that were not read, as the configuration cannot be', async () => {
    const { until, text, write } = await watchExample();
    await until(() => true);
    write(EDITORS, 'permit (');
    await until(isBroken);
    write('authz.yaml', `${text('authz.yaml')}\nnonsense: 1\n`);
    const { projects } = await until(({ diagnostics }) => diagnostics.length > 0);
    expect(projects.map(({ report }) => report.diagnostics)).toEqual([[]]);
  });

  it('makes one run of 500 files that change at once', async () => {
    const { until, path, runs } = await watchExample();
    await until(() => true);
    mkdirSync(path('policies/many'));
    for (let index = 0; index < 500; index += 1)
      writeFileSync(
        path(`policies/many/${index}.cedar`),
        `permit (principal == EmailApp::User::"u${index}", action, resource);`,
      );
    await until((run) => policies(run) === 512);
    expect(runs()).toBe(2);
  });

  it.each([
    ['none of the project', 'log'],
    ['of the project', 'json'],
  ])('sees a save beside files that are written to all the time, and are %s', async (_, extension) => {
    const { until, write, session } = await watchExample();
    await until(() => true);
    let count = 0;
    const writing = setInterval(() => {
      count += 1;
      write(`written-${count % 5}.${extension}`, String(count));
    });
    onTestFinished(() => clearInterval(writing));
    write('policies/last.cedar', 'permit (principal, action, resource);');
    await untilSnapshot(session, () => {
      const { run } = session.snapshot();
      return run !== undefined && policies(run) === 13;
    });
  });

  it('does nothing when a file is saved as it was, or when other files change', async () => {
    const { until, text, write, runs } = await watchExample();
    await until(() => true);
    write(EDITORS, text(EDITORS));
    write('notes.txt', 'unrelated');
    write('package.json', '{}');
    write('policies/last.cedar', 'permit (principal, action, resource);');
    await until((run) => policies(run) === 13);
    expect(runs()).toBe(2);
  });

  it('never misses a change, also one that is made during a run', async () => {
    const { until, text, write, session, folder } = await watchExample();
    const original = text(EDITORS);
    for (let index = 0; index < 40; index += 1) {
      const status = ['draft', 'sent', 'scheduled'][index % 3];
      write(EDITORS, `// ${index}\n${original.replace('"draft"', `"${status}"`)}`);
      if (index % 4 === 0) write('entities.json', `${text('entities.json')}\n`);
      // Some of the saves come while files are read, some during the replay, some between runs.
      if (index % 3 === 0) await next(session);
    }
    const last = text(EDITORS);
    const run = await until(
      (one) =>
        one.projects[0]?.decided?.project.policySet.policies.some(({ file }) => file.text === last) === true,
    );
    const project = valueIn(await openProject(folder, folder));
    const input = valueIn(await loadProject(projectFiles(project, {}, folder), folder));
    expect(plain(run.projects[0]?.report)).toEqual(plain(verify(input, { explain: 'none' })));
  });

  it('counts changes while it is paused, and catches up afterwards', async () => {
    const { until, session, text, write } = await watchExample();
    await until(() => true);
    session.pause(true);
    write(EDITORS, text(EDITORS).replace('== "draft"', '!= "sent"'));
    await untilSnapshot(session, () => session.snapshot().waiting === 1);
    expect(session.snapshot().run?.number).toBe(1);
    session.pause(false);
    expect(failures(await until(({ number }) => number === 2))).toBe(2);
  });

  it('reads and replays everything when it is asked to', async () => {
    const { until, session } = await watchExample();
    await until(() => true);
    session.rerun();
    const again = await until(({ number }) => number === 2);
    expect(again.replayed).toBe(272);
    expect(changes(again)).toEqual([]);
  });
});

/** What is made to go wrong, as long as it is. */
interface Trouble {
  choose?: Error | undefined;
  inspect?: Error | undefined;
}

async function watchTroubled(trouble: Trouble) {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const session = await startSession({
    cwd: folder,
    choose: async () => {
      if (trouble.choose) throw trouble.choose;
      const project = valueIn(await openProject(folder, folder));
      return { ok: true, value: [projectFiles(project, {}, folder)], diagnostics: [] };
    },
    paths: [folder],
    inspect: async () => {
      if (trouble.inspect) throw trouble.inspect;
      return [];
    },
  });
  onTestFinished(() => session.close());
  const path = join(folder, EDITORS);
  return { session, touch: () => writeFileSync(path, `${readFileSync(path, 'utf8')}\n`) };
}

describe('what goes wrong while watching', () => {
  it('is a problem of the run, whose results no longer pass for current, until the next change', async () => {
    const trouble: Trouble = {};
    const { session, touch } = await watchTroubled(trouble);
    await untilRun(session, () => true);
    trouble.choose = new Error('the folder is gone');
    session.rerun();
    const broken = await untilRun(session, ({ diagnostics }) => diagnostics.length > 0);
    expect(broken.diagnostics).toMatchObject([
      {
        code: 'watch-failed',
        severity: 'error',
        message: 'the project could not be read and replayed: the folder is gone',
      },
    ]);
    expect(broken.projects.map(({ isCurrent }) => isCurrent)).toEqual([false]);
    trouble.choose = undefined;
    touch();
    const mended = await untilRun(session, ({ projects }) => projects.every(({ isCurrent }) => isCurrent));
    expect(mended.diagnostics).toEqual([]);
    expect(mended.replayed).toBe(272);
  });

  it('is a problem at the very start as well', async () => {
    const trouble: Trouble = { choose: new Error('not yet') };
    const { session, touch } = await watchTroubled(trouble);
    const first = await untilRun(session, () => true);
    expect([first.diagnostics.length, first.projects]).toEqual([1, []]);
    trouble.choose = undefined;
    touch();
    expect((await untilRun(session, ({ projects }) => projects.length === 1)).diagnostics).toEqual([]);
  });

  it('is a warning where results do not depend on it', async () => {
    const { session } = await watchTroubled({ inspect: new Error('no description') });
    const run = await untilRun(session, ({ diagnostics }) => diagnostics.length > 0);
    expect(run.diagnostics).toMatchObject([{ code: 'watch-failed', severity: 'warning' }]);
    expect(run.projects.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('leaves no calls beside the fixtures that were decided by an earlier state', async () => {
    const { session } = await watchTroubled({});
    const run = await untilRun(session, () => true);
    let shown: Snapshot = { ...session.snapshot(), run };
    const listeners = new Set<() => void>();
    const show = (next: Run) => {
      shown = { ...shown, run: next };
      for (const listener of listeners) listener();
    };
    const live = liveCalls({
      ...session,
      snapshot: () => shown,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    onTestFinished(() => live.close());
    expect(live.pin('GET /campaigns/c1 as ana')).toEqual([]);
    await untilLive(live, ({ untested }) => untested.size === 1);
    // A state that nothing can be made of: whoever looks at it fails.
    const projects = run.projects.map((project) => ({ ...project, decided: {} as never }));
    show({ ...run, number: 2, projects });
    const failed = await untilLive(live, ({ problems }) => problems.length > 0);
    expect(failed.problems).toMatchObject([{ code: 'watch-failed', severity: 'warning' }]);
    expect(failed.untested.size).toBe(0);
    expect(failed.pinned.map(({ outcome }) => outcome.ok)).toEqual([false]);
    show({ ...run, number: 3 });
    const again = await untilLive(live, ({ untested }) => untested.size === 1);
    expect(again.problems).toEqual([]);
    expect(again.pinned.map(({ outcome }) => outcome.ok)).toEqual([true]);
  });
});

function untilLive(live: LiveCalls, holds: (snapshot: LiveSnapshot) => boolean): Promise<LiveSnapshot> {
  return new Promise((resolve) => {
    const check = () => {
      const snapshot = live.snapshot();
      if (!holds(snapshot)) return;
      stop();
      resolve(snapshot);
    };
    const stop = live.subscribe(check);
    check();
  });
}

function next(session: Session): Promise<void> {
  const before = session.snapshot();
  return untilSnapshot(session, () => session.snapshot() !== before);
}

function untilSnapshot(session: Session, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = session.subscribe(check);
    check();
  });
}

function plain(report: unknown): unknown {
  const text = JSON.stringify(report, (key, value) => (key === 'milliseconds' ? 0 : value));
  return JSON.parse(text);
}

describe('fixtures behind a link', () => {
  it('are not replayed, and the next run says so', async () => {
    const { path, until } = await watchExample();
    const before = await until(() => true);
    expect(before.projects[0]?.report.diagnostics).toEqual([]);
    symlinkSync(folderWith({ 'a.fixtures.yaml': 'cases: []\n' }), path('fixtures/linked'));
    writeFileSync(path('fixtures/more.fixtures.yaml'), 'cases: []\n');
    const { projects } = await until(({ number }) => number > before.number);
    expect(projects[0]?.report.diagnostics).toMatchObject([
      { severity: 'warning', code: 'file-unreadable', file: 'fixtures/linked' },
    ]);
  });
});
