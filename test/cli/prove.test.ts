import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal, folderWith, SHOP } from '../helpers/cli.ts';

/** The worked example in a folder of its own. */
function example(): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  return folder;
}

function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe('authz prove', () => {
  it('proves the invariants of the worked example, and those that are built in', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['prove']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('5 invariants: 5 proven, 0 refuted');
    expect(run.stdout).toContain('PROVEN  tenants-are-isolated');
    expect(run.stdout).toContain('a resource is in one EmailApp::Tenant at most');
  });

  it('shows the call that refutes an invariant, and the policy that lets it in; in JSON the same', async () => {
    const folder = example();
    edit(folder, 'policies/editors.cedar', 'unless { resource.status == "sent" };', ';');
    const run = await authz(folder, ['prove', '--reporter', 'pretty', '--reporter', 'json=proofs.json']);
    expect(run).toMatchObject({ code: 1 });
    expect(run.stdout).toMatch(/REFUTED {2}editors-keep-sent-campaigns .*\n {2}DELETE \/campaigns\/\w+\n/);
    expect(run.stdout).toContain('by editors-delete-unsent-campaigns  policies/editors.cedar:34:1');
    const json = JSON.parse(readFileSync(join(folder, 'proofs.json'), 'utf8')) as {
      readonly invariants: object[];
    };
    expect(json.invariants).toContainEqual(
      expect.objectContaining({ id: 'editors-keep-sent-campaigns', verdict: 'refuted' }),
    );
  });

  it('writes the calls that refute as fixtures, which fail until the policies do as the invariant says', async () => {
    const folder = example();
    edit(folder, 'policies/editors.cedar', 'unless { resource.status == "sent" };', ';');
    const file = 'fixtures/refuted.fixtures.yaml';
    const run = await authz(folder, ['prove', '--write-fixtures', file]);
    expect(run).toMatchObject({ code: 1 });
    expect(run.stderr).toContain(`wrote ${file}`);
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(
      /name: "editors-keep-sent-campaigns: DELETE \/campaigns\/\w+",.* expect: deny\}/,
    );
    const failing = await authz(folder, ['test', file, '--no-invariants']);
    expect(failing).toMatchObject({ code: 1 });
    expect(failing.stdout).toContain('0 passed, 1 failed');
    cpSync(join(EXAMPLE_FOLDER, 'policies'), join(folder, 'policies'), { recursive: true });
    expect(await authz(folder, ['test', file])).toMatchObject({ code: 0 });
  });

  it('names the refutations that become no fixture: nothing is decided about what is skipped', async () => {
    const folder = example();
    edit(
      folder,
      'authz.yaml',
      'policies: policies',
      'server: { skippedEndpoints: [GET /dashboard-data] }\npolicies: policies',
    );
    const run = await authz(folder, ['prove', '--write-fixtures', 'refuted.fixtures.yaml']);
    expect(run).toMatchObject({ code: 1 });
    expect(run.stderr).toContain('no fixture: identity-is-required: GET /dashboard-data: no call is known');
    expect(existsSync(join(folder, 'refuted.fixtures.yaml'))).toBe(false);
  });

  it('proves a new project whose comment about tenants is made a fact', async () => {
    const folder = folderWith({ 'openapi.yaml': readFileSync(join(EXAMPLE_FOLDER, 'openapi.yaml'), 'utf8') });
    expect(await authz(folder, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect((await authz(folder, ['prove'])).stdout).toContain('REFUTED  tenants-are-isolated');
    edit(folder, 'authz.yaml', '# facts: ', 'facts: ');
    const run = await authz(folder, ['prove']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('5 invariants: 5 proven');
  });

  it('says nothing of tenants in the configuration of an API without any', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    expect(await authz(folder, ['init', '--yes'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'authz.yaml'), 'utf8')).not.toContain('facts');
  });

  it('refuses a project whose folder of invariants is not there, as authz test does', async () => {
    const folder = example();
    edit(folder, 'authz.yaml', 'invariants: invariants', 'invariants: invariant');
    for (const command of ['prove', 'test']) {
      const { code, stdout, stderr } = await authz(folder, [command]);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain(
        'error: there is no folder `invariant`, so none of your invariants are proven',
      );
      expect(stdout + stderr).toContain('did you mean `invariants`?');
      expect(stdout + stderr).toMatch(/--> authz\.yaml:\d+:13/);
    }
    edit(folder, 'authz.yaml', 'invariants: invariant\n', '');
    expect((await authz(folder, ['prove'])).stderr).toBe('');
  });

  it('says where a folder that is named for invariants has none', async () => {
    const folder = example();
    for (const file of readdirSync(join(folder, 'invariants'))) rmSync(join(folder, 'invariants', file));
    const { stderr } = await authz(folder, ['prove']);
    expect(stderr).toContain(
      'warning: the folder has no policies, so none of your invariants are proven: `authz.yaml` names it',
    );
  });

  it('names the fact that is missing', async () => {
    const folder = example();
    edit(folder, 'authz.yaml', '[one-tenant-per-resource]', '[]');
    const run = await authz(folder, ['prove']);
    expect(run).toMatchObject({ code: 1 });
    expect(run.stdout).toContain('add `one-tenant-per-resource` to `facts` in authz.yaml');
  });

  it('refuses a fact that has no such name, and an invariant about an unknown action', async () => {
    const folder = example();
    edit(folder, 'authz.yaml', '[one-tenant-per-resource]', '[one-tenant-per-resorce]');
    const fact = await authz(folder, ['prove']);
    expectRefusal(fact);
    expect(fact.stderr).toContain('did you mean `one-tenant-per-resource`?');
    const other = example();
    edit(other, 'invariants/campaigns.cedar', 'Action::"deleteEmailMessage"', 'Action::"deleteEmailMesage"');
    const action = await authz(other, ['prove']);
    expectRefusal(action);
    expect(action.stderr).toContain('invariants/campaigns.cedar:');
  });

  it.each([
    ['resource.status ==', 'the condition of a fact cannot be read', 'authz.yaml:12:34'],
    ['resource.statsu == "x"', 'fact `a`: attribute `statsu`', 'authz.yaml:12:34'],
    ['resource has nothing', 'the facts contradict each other', 'authz.yaml:12:1'],
  ])('says where a fact stands that cannot be used: %s', async (condition, problem, place) => {
    const folder = example();
    edit(folder, 'authz.yaml', 'resource]', `resource, { id: a, when: '${condition}' }]`);
    const refused = await authz(folder, ['prove']);
    expectRefusal(refused);
    expect(refused.stderr).toContain(problem);
    expect(refused.stderr).toContain(place);
  });
});

describe('authz test', () => {
  it('proves the written invariants after the fixtures, and fails when one does not hold', async () => {
    const folder = example();
    const green = await authz(folder, ['test']);
    expect(green).toMatchObject({ code: 0 });
    expect(green.stdout).toContain('2 invariants: 2 proven, 0 refuted');
    writeFileSync(
      join(folder, 'invariants/more.cedar'),
      '@id("final") forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource) when { resource.status == "sent" };',
    );
    const red = await authz(folder, ['test']);
    expect(red).toMatchObject({ code: 1 });
    expect(red.stdout).toContain('272 passed, 0 failed');
    expect(red.stdout).toContain('REFUTED  final');
    expect(await authz(folder, ['test', '--no-invariants'])).toMatchObject({ code: 0 });
  });

  it('counts them for machines, and prints nothing else', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['test', '--reporter', 'json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ invariants: { proven: 2, refuted: 0, undecided: 0 } });
  });

  describe('with an invariant that does not hold', () => {
    const REFUTED = '@id("x") forbid (principal, action == EmailApp::Action::"getEmailCampaign", resource);';
    const refuted = (): string => {
      const folder = example();
      writeFileSync(join(folder, 'invariants/more.cedar'), REFUTED);
      return folder;
    };

    it('fails also when the reports of its shards are merged', async () => {
      const folder = refuted();
      for (const shard of ['1', '2'])
        await authz(folder, ['test', '--shard', `${shard}/2`, '--reporter', `json=${shard}.json`]);
      const merged = await authz(folder, ['merge-reports', '1.json', '2.json']);
      expect(merged).toMatchObject({ code: 1 });
      expect(merged.stdout).toContain('272 passed, 0 failed, 1 invariant not proven');
    });

    it.each(['markdown', 'html'])('says so in the report for others, too: %s', async (reporter) => {
      const { stdout } = await authz(refuted(), ['test', '--reporter', reporter]);
      expect(stdout).toContain('272 passed, 0 failed, 1 invariant not proven');
    });

    it('counts facts that cannot be used as a problem, in the report as well', async () => {
      const folder = example();
      edit(
        folder,
        'authz.yaml',
        'facts: [one-tenant-per-resource]',
        'facts: [{ id: f, when: "resource.x" }]',
      );
      const run = await authz(folder, ['test', '--reporter', 'json']);
      expect(run).toMatchObject({ code: 2 });
      const { counts } = JSON.parse(run.stdout);
      expect(counts).toMatchObject({ passed: 272 });
      expect(counts.problems).toBeGreaterThan(0);
      expect((await authz(folder, ['test'])).stdout).not.toContain('0 invariants');
    });

    it('merges no reports of shards that proved something else, or by other facts', async () => {
      for (const change of [
        (folder: string) => writeFileSync(join(folder, 'invariants/more.cedar'), `${REFUTED} `),
        (folder: string) => edit(folder, 'authz.yaml', '[one-tenant-per-resource]', '[]'),
      ]) {
        const folder = refuted();
        await authz(folder, ['test', '--shard', '1/2', '--reporter', 'json=1.json']);
        change(folder);
        await authz(folder, ['test', '--shard', '2/2', '--reporter', 'json=2.json']);
        const merged = await authz(folder, ['merge-reports', '1.json', '2.json']);
        expectRefusal(merged);
        expect(merged.stderr).toContain('the report is about other files or filters than `1.json`');
      }
    });

    it.each(['junit', 'tap', 'sarif', 'github', 'markdown', 'html', 'pretty=r.txt'])(
      'names it, with the call that refutes it: %s',
      async (reporter) => {
        const folder = refuted();
        const { code, stdout } = await authz(folder, ['test', '--reporter', reporter]);
        const text = reporter.includes('=') ? readFileSync(join(folder, 'r.txt'), 'utf8') : stdout;
        expect(code).toBe(1);
        expect(text).toMatch(/GET \/campaigns\/emailcampaign\d/);
        expect(text).toMatch(/invariants\/more\.cedar/);
      },
    );

    it('prints it once for people, and on standard error for those who run it for a program', async () => {
      const folder = refuted();
      const both = await authz(folder, ['test', '--reporter', 'pretty', '--reporter', 'junit=r.xml']);
      expect(both.stdout.match(/REFUTED {2}x/g)).toHaveLength(1);
      expect(both.stderr).toBe('');
      expect((await authz(folder, ['test', '--reporter', 'junit'])).stderr).toContain('REFUTED  x');
    });
  });
});
