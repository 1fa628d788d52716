import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal } from '../../helpers/cli.ts';
import { publishedExample } from '../../helpers/published-example.ts';
import { runProgram } from '../../helpers/run-program.ts';

const PUBLISH = ['publish', 'verified-permissions', '--policy-store', 'PSEXAMPLE'];

/** Changes a policy file of the example by text. */
function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, 'policies', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe('authz publish verified-permissions', () => {
  it('fills an empty store: the schema first, forbids before permits', async () => {
    const { publish, store } = await publishedExample();
    const run = await publish();
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('12 policies to publish, 0 unchanged');
    expect(store.writes[0]).toBe('PutSchema');
    expect(store.policies.size).toBe(12);
    const effects = [...store.policies.values()].map((text) => /^\s*(permit|forbid)\b/m.exec(text)?.[1]);
    expect(effects.lastIndexOf('forbid')).toBeLessThan(effects.indexOf('permit'));
  });

  it('prints one JSON object, also when it is carried out', async () => {
    const { publish } = await publishedExample();
    const run = await publish('--json');
    expect(JSON.parse(run.stdout)).toMatchObject({ schema: 'added' });
    expect(run.stderr).toContain('published');
  });

  it('does nothing the second time, and says so', async () => {
    const { publish, store } = await publishedExample();
    await publish();
    const writes = store.writes.length;
    const run = await publish();
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('the store is up to date');
    expect(await publish('--check')).toMatchObject({ code: 0 });
    expect(store.writes.length).toBe(writes);
  });

  it('shows with --plan and --check what it would do, and does nothing', async () => {
    const { publish, store, folder } = await publishedExample();
    await publish();
    const writes = store.writes.length;
    edit(folder, 'editors.cedar', 'resource.status == "draft"', 'resource.status != "sent"');
    const planned = await publish('--plan', '--format', 'json');
    expect(planned).toMatchObject({ code: 0 });
    expect(JSON.parse(planned.stdout)).toMatchObject({
      schema: 'unchanged',
      changes: [{ id: 'editors-change-drafts', change: 'changed', effect: 'permit' }],
      steps: ['create permit editors-change-drafts', 'delete permit editors-change-drafts'],
      decisions: {
        turned: [
          { question: 'PUT /campaigns/c2 as ana', before: 'deny', after: 'allow' },
          { question: 'POST /campaigns/c2/messages as ana', before: 'deny', after: 'allow' },
        ],
      },
    });
    expect(await publish('--check')).toMatchObject({ code: 1 });
    expect(store.writes.length).toBe(writes);
  });

  it('shows the plan on a screen before the first step, so that Ctrl-C still helps', async () => {
    const { folder } = await publishedExample();
    const { all, paged } = await runProgram(folder, PUBLISH, { isScreen: true });
    expect(all.indexOf('schema added')).toBeGreaterThan(-1);
    expect(all.indexOf('schema added')).toBeLessThan(all.indexOf('1/13 put the schema'));
    expect(paged).toEqual([]);
    const plan = await runProgram(folder, [...PUBLISH, '--plan'], { isScreen: true });
    expect(plan).toMatchObject({ stdout: '', paged: [expect.stringContaining('the store is up to date')] });
  });

  it('prints with --quiet a plan that was asked for, and else nothing', async () => {
    const { folder, publish, store } = await publishedExample();
    const { stdout } = await publish('--plan');
    expect(await runProgram(folder, [...PUBLISH, '--plan', '--quiet'])).toMatchObject({ code: 0, stdout });
    expect(await runProgram(folder, [...PUBLISH, '--quiet'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(store.policies.size).toBe(12);
  });

  it('shows which decisions of the fixtures turn, those that open first', async () => {
    const { publish, folder, store } = await publishedExample();
    await publish();
    const writes = store.writes.length;
    rmSync(join(folder, 'policies', 'viewers.cedar'));
    const { stdout } = await publish('--plan', '--format', 'json');
    const { decisions } = JSON.parse(stdout);
    expect(decisions.turned.length).toBeGreaterThan(0);
    expect(decisions.turned.length).toBeLessThan(decisions.asked);
    expect(new Set(decisions.turned.map((one: { after: string }) => one.after))).toEqual(new Set(['deny']));
    const shown = await publish('--plan');
    expect(shown.stdout).toContain(
      `${decisions.turned.length} of ${decisions.asked} decisions of the fixtures turn: 0 opened`,
    );
    expect(shown.stdout).toContain(`allow -> deny  ${decisions.turned[0].question}`);
    expect(store.writes.length).toBe(writes);
  });

  it('goes on after a failure at any step, and ends with the same store', async () => {
    const { publish, store, folder } = await publishedExample();
    await publish();
    edit(folder, 'editors.cedar', 'resource.status == "draft"', 'resource.status != "sent"');
    rmSync(join(folder, 'policies', 'viewers.cedar'));
    const wanted = await publish('--plan', '--format', 'json');
    const { steps } = JSON.parse(wanted.stdout) as { readonly steps: readonly string[] };
    expect(steps.length).toBeGreaterThan(2);
    const start = store.writes.length;
    for (let step = 0; step < steps.length; step += 1) {
      store.failAt = start + step;
      const failed = await publish();
      expect(failed).toMatchObject({ code: 2 });
      expect(failed.stderr).toContain('ConflictException');
      expect(failed.stderr).toContain('it goes on with what is left');
      // Also while a policy is there in its old form and in its new one.
      expect(failed.stdout).toContain('decisions of the fixtures turn');
    }
    await publish();
    expect((await publish('--check')).code).toBe(0);
  });

  it.each<[string, readonly string[], string]>([
    [
      'a service that is not known',
      ['publish', 'verified-permission', '--policy-store', 'x'],
      'did you mean `verified-permissions`?',
    ],
    ['no store', ['publish', 'verified-permissions'], '--policy-store <id>'],
    [
      'what cannot be a store, before it asks for anything',
      ['publish', 'verified-permissions', '--policy-store', 'a b!'],
      '`a b!` is not a policy store',
    ],
  ])('refuses %s', async (_, args, words) => {
    const run = await authz(EXAMPLE_FOLDER, args);
    expectRefusal(run);
    expect(run.stderr).toContain(words);
  });

  it('refuses what the service does not take, before it asks for anything', async () => {
    const { publish, store, folder } = await publishedExample();
    const long = `resource.status == "${'s'.repeat(10_000)}"`;
    writeFileSync(
      join(folder, 'policies', 'long.cedar'),
      `@id("long") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource) when { ${long} };`,
    );
    const run = await publish();
    expectRefusal(run);
    expect(run.stderr).toContain('Verified Permissions takes 10,000');
    expect(run.stderr).toContain('policies/long.cedar:1:1');
    expect(store.writes).toEqual([]);
  });

  it('says in words that there is no such store', async () => {
    const { folder, store } = await publishedExample();
    const run = await authz(folder, ['publish', 'verified-permissions', '--policy-store', 'PSNONE'], {
      env: {
        AWS_ENDPOINT_URL_VERIFIEDPERMISSIONS: store.url,
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
    });
    expectRefusal(run);
    expect(run.stderr).toContain('ResourceNotFoundException: no such policy store');
  });
});
