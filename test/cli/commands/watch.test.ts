import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  authz,
  BINARY,
  EXAMPLE_FOLDER,
  exitCode,
  expectRefusal,
  folderWith,
  startAuthz,
} from '../../helpers/cli.ts';
import { initRepository } from '../../helpers/git.ts';

interface Watching {
  readonly folder: string;
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  /** What has been printed since the last time, as soon as it holds this. */
  readonly until: (wanted: string | RegExp) => Promise<string>;
}

/** `authz watch` on a copy of the example, without a terminal. */
function watchPiped(args: readonly string[] = []): Watching {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  return readPiped(folder, startAuthz(folder, ['watch', ...args]));
}

function readPiped(folder: string, child: ChildProcess): Watching {
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  let check = () => {};
  child.stdout?.on('data', (data) => {
    printed += String(data);
    check();
  });
  const until = (wanted: string | RegExp) =>
    new Promise<string>((resolve) => {
      check = () => {
        if (typeof wanted === 'string' ? !printed.includes(wanted) : !wanted.test(printed)) return;
        const block = printed;
        printed = '';
        check = () => {};
        resolve(block);
      };
      check();
    });
  return { folder, child, code: exitCode(child), until };
}

/** A command in a namespace of its own, where a limit of the system is zero. */
function limited(limit: string, command: readonly string[]): string[] {
  return ['-Ur', 'sh', '-c', `echo 0 > /proc/sys/user/${limit} && exec "$@"`, 'sh', ...command];
}

function canLimit(): boolean {
  return spawnSync('unshare', limited('max_inotify_watches', ['true'])).status === 0;
}

function edit(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Without what differs from run to run. */
function steady(block: string): string {
  return block
    .replace(/yaml:\d+:\d+/g, 'yaml:L:C')
    .replace(/at \d\d:\d\d:\d\d/g, 'at hh:mm:ss')
    .replace(/in \d+ ms/g, 'in N ms');
}

const EDITORS = 'policies/editors.cedar';
const SUMMARY = /\(272 fixtures.*\)\n\n/;

describe('watching without a terminal', () => {
  it('prints a block for each run: what changed and why, failures, one line that counts', async () => {
    const { folder, until } = watchPiped();
    expect(steady(await until(SUMMARY))).toMatchInlineSnapshot(`
      "--- run 1 at hh:mm:ss: everything (272 fixtures replayed in N ms)

      272 passed, 0 failed (272 fixtures, 288 decisions, 3 not found, 13 of 13 endpoints, 12 policies)

      "
    `);
    edit(folder, EDITORS, (text) => text.replace('== "draft"', '!= "sent"'));
    expect(steady(await until(SUMMARY))).toMatchInlineSnapshot(`
      "--- run 2 at hh:mm:ss: policies/editors.cedar (17 fixtures replayed in N ms)

      DENY -> ALLOW  PUT /campaigns/c2 as ana
            fixtures/campaigns.fixtures.yaml:L:C
            editors-change-drafts now permits it  policies/editors.cedar:31:1
              when { resource.status != "sent" }
            FAIL: expected deny, got allow (a policy permits it)

      DENY -> ALLOW  POST /campaigns/c2/messages as ana
            fixtures/campaigns.fixtures.yaml:L:C
            editors-change-drafts now permits it  policies/editors.cedar:31:1
              when { resource.status != "sent" }
            FAIL: expected deny, got allow (a policy permits it)

      270 passed, 2 failed (272 fixtures, 288 decisions, 3 not found, 13 of 13 endpoints, 12 policies)

      "
    `);
  });

  it('prints a policy that does not parse with its place, and says that nothing was replayed', async () => {
    const { folder, until } = watchPiped();
    await until(SUMMARY);
    edit(folder, EDITORS, (text) => text.replace('"draft" };', '"draft" }'));
    expect(steady(await until(/last good run\n/))).toMatchInlineSnapshot(`
      "--- run 2 at hh:mm:ss: policies/editors.cedar (0 fixtures replayed in N ms)

      error: unexpected token \`@\` [policy-syntax]
        --> policies/editors.cedar:34:1
          |
       34 | @id("editors-delete-unsent-campaigns")
          | ^
        = help: is the \`;\` of the policy before missing?

      0 passed, 0 failed, 1 problem (0 fixtures, 0 decisions, 0 of 13 endpoints, 10 policies)

      nothing was replayed; changes are relative to the last good run

      "
    `);
  });

  it('says when the schema is no longer that of the OpenAPI file, and when it is again', async () => {
    const { folder, until } = watchPiped();
    await until(SUMMARY);
    edit(folder, 'openapi.yaml', (text) => text.replace('operationId: login', 'operationId: signIn'));
    expect(await until(/schema-outdated[\s\S]*\n\n$/)).toContain(
      'the schema no longer matches `openapi.yaml`',
    );
    edit(folder, 'openapi.yaml', (text) => text.replace('operationId: signIn', 'operationId: login'));
    expect(await until(SUMMARY)).not.toContain('schema-outdated');
  });

  it.skipIf(!canLimit()).each([
    ['the files', 'max_inotify_watches', 'fs.inotify.max_user_watches'],
    ['the watchers', 'max_inotify_instances', 'ulimit -n'],
  ])('goes on where the system limits %s that are watched, and says what to do', async (_, limit, advice) => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    const { until } = readPiped(
      folder,
      spawn('unshare', limited(limit, [process.execPath, BINARY, 'watch']), { cwd: folder }),
    );
    const first = await until(SUMMARY);
    expect(first).toContain(
      'warning: this system watches no more files for you, so they are looked at twice a second',
    );
    expect(first).toContain(advice);
    edit(folder, EDITORS, (text) => text.replace('== "draft"', '!= "sent"'));
    expect(await until(SUMMARY)).toContain('DENY -> ALLOW  PUT /campaigns/c2 as ana');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends on %s with exit code 130', async (signal) => {
    const { child, code, until } = watchPiped();
    await until(SUMMARY);
    child.kill(signal);
    expect(await code).toBe(130);
  });

  it('ends when nobody reads what it prints any more', async () => {
    const { folder, child, code, until } = watchPiped();
    await until(SUMMARY);
    child.stdout?.destroy();
    edit(folder, EDITORS, (text) => `// again\n${text}`);
    expect(await code).toBe(0);
  });

  it('is refused where there is nothing to watch', async () => {
    expectRefusal(await authz(folderWith(), ['watch']));
    expectRefusal(await authz(folderWith(), ['watch', 'missing']));
  });
});

describe('authz watch --since', () => {
  it('compares with all that a project was, also below a path that was not there then', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    initRepository(folder);
    const policy = join(folder, 'policies/editors.cedar');
    writeFileSync(policy, readFileSync(policy, 'utf8').replace('resource.status == "draft"', 'true'));
    mkdirSync(join(folder, 'fixtures/new'));
    const fixtures = readFileSync(join(folder, 'fixtures/campaigns.fixtures.yaml'), 'utf8');
    writeFileSync(join(folder, 'fixtures/new/a.fixtures.yaml'), fixtures.replaceAll('../', '../../'));
    const since = ['--since', 'main', '--no-tui'];
    const { until } = readPiped(folder, startAuthz(folder, ['watch', 'fixtures/new', ...since]));
    expect(await until(/since main.*\n/)).toContain(': opens 4 calls, closes 0');
    // Of a draft, the policies of then permit it, too.
    const entities = join(folder, 'entities.json');
    writeFileSync(entities, readFileSync(entities, 'utf8').replaceAll('"scheduled"', '"draft"'));
    expect(await until(/since main.*\n/)).toContain(': opens 2 calls, closes 0');
    // The rules of the server of then, which skipped nothing.
    const settings = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    writeFileSync(
      join(folder, 'authz.yaml'),
      `${settings}\nserver:\n  skippedEndpoints: ["GET /campaigns/{campaign_id}"]\n`,
    );
    expect(await until(/since main.*\n/)).toMatch(/: opens \d\d calls, closes 0/);
    const run = await authz(folder, ['watch', 'fixtures/nwe', ...since]);
    expectRefusal(run);
    expect(run.stderr).toContain('--> fixtures/nwe\n');
  });

  it('compares with the links of templates that there were then', async () => {
    const folder = folderWith({
      'p.cedar': '@id("t") permit (principal == ?principal, action, resource == ?resource);\n',
      'links.json': linksOf('b'),
      'tests.json': TESTS,
    });
    initRepository(folder);
    const outside = join(folderWith({ 'links.json': linksOf('b') }), 'links.json');
    const args = (links: string) => ['watch', '-p', 'p.cedar', '-k', links, '--since', 'main', '--no-tui'];
    for (const links of ['links.json', outside]) {
      const { until } = readPiped(folder, startAuthz(folder, args(links)));
      expect(await until(/since main.*\n/)).toContain(': opens 0 calls, closes 0');
    }
    writeFileSync(join(folder, 'links.json'), linksOf('a'));
    const { until } = readPiped(folder, startAuthz(folder, args('links.json')));
    expect(await until(/since main.*\n/)).toContain(': opens 1 call, closes 1');
  });
});

function linksOf(user: string): string {
  const args = { '?principal': `U::"${user}"`, '?resource': 'R::"r"' };
  return JSON.stringify([{ template_id: 't', link_id: 'l', args }]);
}

const TESTS = JSON.stringify(
  ['a', 'b'].map((user) => ({
    name: user,
    request: { principal: `U::"${user}"`, action: 'Action::"x"', resource: 'R::"r"', context: {} },
    entities: [],
    decision: 'allow',
    reason: [],
    num_errors: 0,
  })),
);
