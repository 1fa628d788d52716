import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run, Session } from '../../src/core/watching/session.ts';
import { saveComparisons } from '../../src/project/save-comparisons.ts';
import { printSaved } from '../../src/reporters/saved-changes.ts';
import { painter } from '../../src/reporters/words/wording.ts';
import { EXAMPLE_FOLDER } from '../helpers/cli.ts';
import { headlessWatch } from '../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const WIDE = { width: 160, height: 30 };

function summaryOf({ screen }: { readonly screen: () => string }): string {
  return /^(?:last save, )?all requests.*$/m.exec(screen())?.[0].trimEnd() ?? '';
}

describe('what a save opens and closes for all requests', () => {
  it('is said on the screen with a call that shows it, and whether a fixture tries it', async () => {
    const watch = await headlessWatch({ screen: WIDE });
    expect(summaryOf(watch)).toBe('');
    const draft = 'resource.status == "draft"';
    const odd = '["draft", "odd"].contains(resource.status)';
    await watch.afterEdit(EDITORS, (text) => text.replace(draft, odd));
    expect(summaryOf(watch)).toMatch(
      /^last save, all requests: opens 2 endpoints; opens PUT \/campaigns\/\{campaign_id\}: PUT \/campaigns\/\w+ as User "\w+" in Role "editor"/,
    );
    const { saved } = watch.state();
    const [first] = saved?.found?.changes ?? [];
    expect(first?.turn?.example.resource.attributes).toEqual([{ name: 'status', value: '"odd"' }]);
    expect(saved && printSaved(saved, painter(false))).toMatch(/status = "odd"; no fixture tries it$/m);
    await watch.afterEdit(EDITORS, (text) => text.replace(odd, draft));
    expect(summaryOf(watch)).toMatch(/^last save, all requests: closes 2 endpoints; closes PUT \/campaigns/);
    await watch.afterEdit(EDITORS, (text) => text.replace(draft, 'resource.status == "sent"'));
    expect(watch.state().saved?.found?.changes.map(({ kind, isTried }) => [kind, isTried])).toContainEqual([
      'opened',
      true,
    ]);
  });

  it('is nothing for a save that only words a policy differently, and for one of fixtures', async () => {
    const watch = await headlessWatch({ screen: WIDE });
    await watch.afterEdit(EDITORS, (text) =>
      text.replace('resource.status == "draft"', '!(resource.status != "draft")'),
    );
    expect(summaryOf(watch)).toBe('last save, all requests: nothing is opened or closed');
    await watch.afterEdit('fixtures/campaigns.fixtures.yaml', (text) => `${text}\n# seen\n`);
    expect(summaryOf(watch)).toBe('last save, all requests: nothing is opened or closed');
  });

  it('names the project where there are several, and what is opened first', async () => {
    const watch = await headlessWatch({
      screen: WIDE,
      prepare: (folder) => {
        for (const name of ['one', 'two']) cpSync(EXAMPLE_FOLDER, join(folder, name), { recursive: true });
        return [join(folder, 'one'), join(folder, 'two')];
      },
    });
    watch.press('space');
    const draft = 'resource.status == "draft"';
    watch.edit(`one/${EDITORS}`, (text) => text.replace(draft, 'false'));
    watch.edit(`two/${EDITORS}`, (text) => text.replace(draft, 'true'));
    await watch.until(({ state }) => state().snapshot.waiting === 2);
    watch.press('space');
    await watch.until(({ state }) => state().saved?.found !== undefined);
    expect(summaryOf(watch)).toMatch(
      /^last save, all requests: opens 2 endpoints, closes 2; opens two: PUT \/campaigns\/\{campaign_id\}: PUT/,
    );
  });

  it('is not known where there is no schema', async () => {
    const suite = resolve(import.meta.dirname, '../cedar-suites/without-schema');
    const prepare = (folder: string) => {
      cpSync(suite, join(folder, 'bare'), { recursive: true });
      rmSync(join(folder, 'authz.yaml'));
      return ['bare'];
    };
    const watch = await headlessWatch({ screen: WIDE, prepare });
    await watch.afterEdit('bare/policy.cedar', (text) => `${text}permit (principal, action, resource);\n`);
    expect(watch.state().saved?.found).toEqual({
      changes: [],
      undecided: ['there is no schema, so nothing is proven'],
    });
    expect(summaryOf(watch)).toMatch(
      /^last save, all requests: nothing is known to be opened or closed, 1 not decided/,
    );
  });

  it('is about actions where no endpoint asks about them, and each is tried by requests for itself alone', async () => {
    const suite = resolve(import.meta.dirname, '../cedar-suites/links');
    const prepare = (folder: string) => {
      cpSync(suite, join(folder, 'bare'), { recursive: true });
      rmSync(join(folder, 'authz.yaml'));
      return ['bare'];
    };
    const watch = await headlessWatch({ screen: WIDE, prepare });
    const more = `permit (principal, action == Depot::Action::"open", resource);
permit (principal in Depot::Crew::"guards", action == Depot::Action::"close", resource);`;
    await watch.afterEdit('bare/templates.cedar', (text) => `${text}${more}\n`);
    expect(summaryOf(watch)).toMatch(/^last save, all requests: opens 2 actions; opens action "/);
    const changes = watch.state().saved?.found?.changes ?? [];
    expect(changes.map(({ change, isTried }) => [change.action, isTried])).toEqual([
      ['close', false],
      ['open', true],
    ]);
  });

  it('is told against the last state that could be used', async () => {
    const watch = await headlessWatch({ screen: WIDE });
    await watch.afterEdit(EDITORS, (text) => text.replace('== "draft"', '== ""draft"'));
    expect(summaryOf(watch)).toBe('');
    await watch.afterEdit(EDITORS, (text) => text.replace('== ""draft"', 'like "draft*"'));
    expect(summaryOf(watch)).toMatch(/^all requests since run 1: opens 2 endpoints;/);
  });

  it('is never said of another save than the last one, and leaves no save out', async () => {
    const watch = await headlessWatch({ screen: WIDE });
    const stale: unknown[] = [];
    let told = 1;
    const seen: string[] = [];
    const check = () => {
      const { saved, snapshot } = watch.state();
      if (!saved?.found || saved.run === told) return;
      if (saved.run !== snapshot.run?.number) stale.push([saved.run, snapshot.run?.number]);
      // It goes on where the one before ended.
      expect(saved.since ?? saved.run - 1).toBe(told);
      told = saved.run;
      seen.push(...saved.found.changes.map(({ kind, change }) => `${kind} ${change.action}`));
    };
    const number = () => watch.state().snapshot.run?.number ?? 0;
    for (const most of [2000, 3000]) {
      const before = number();
      watch.edit(EDITORS, (text) => text.replace(/recipientCount <= \d+/, `recipientCount <= ${most}`));
      await watch.until(() => {
        check();
        return number() > before;
      });
    }
    await watch.until(() => {
      check();
      return told === number();
    });
    expect(stale).toEqual([]);
    expect(new Set(seen)).toEqual(new Set(['opened deleteEmailMessage', 'opened updateEmailMessage']));
  });

  it('says it where the comparison fails, and compares the next save', async () => {
    const { state } = await headlessWatch();
    const first = state().snapshot.run;
    if (!first) throw new Error('no run');
    const session = runsByHand();
    const saved = saveComparisons(session);
    const said = () =>
      new Promise<string>((resolve) => {
        const forget = saved.subscribe(() => {
          const comparison = saved.snapshot();
          if (!comparison || !(comparison.found || comparison.failure !== undefined)) return;
          forget();
          resolve(printSaved(comparison, painter(false)));
        });
      });
    session.tell(first);
    const failed = said();
    session.tell({ ...first, number: 2, projects: first.projects.map(withUnreadablePolicies) });
    expect(await failed).toBe(
      'run 2, for all requests: not compared by a defect of authz, please report it: no policies can be read',
    );
    const next = said();
    session.tell({ ...first, number: 3 });
    expect(await next).toMatch(/^run 3, for all requests: not compared/);
    const last = said();
    session.tell({ ...first, number: 4, projects: first.projects.map(withAnotherState) });
    expect(await last).toBe('run 4, for all requests: nothing is opened or closed');
    saved.close();
  });
});

/** A session whose runs are given to it. */
function runsByHand(): Session & { readonly tell: (run: Run) => void } {
  let last: Run | undefined;
  const listeners = new Set<() => void>();
  return {
    snapshot: () => ({ activity: { type: 'idle' }, isPaused: false, waiting: 0, run: last }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rerun: () => undefined,
    pause: () => undefined,
    close: async () => undefined,
    tell: (run) => {
      last = run;
      for (const listener of listeners) listener();
    },
  };
}

function withAnotherState(project: Run['projects'][number]): Run['projects'][number] {
  const { decided } = project;
  return { ...project, ...(decided ? { decided: { ...decided } } : { decided: undefined }) };
}

function withUnreadablePolicies(project: Run['projects'][number]): Run['projects'][number] {
  const { decided } = project;
  if (!decided) return project;
  const policySet = {
    ...decided.project.policySet,
    get policies(): never {
      throw new Error('no policies can be read');
    },
  };
  return { ...project, decided: { ...decided, project: { ...decided.project, policySet } } };
}
