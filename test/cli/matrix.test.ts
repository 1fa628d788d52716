import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal, folderWith } from '../helpers/cli.ts';

/** The worked example, in which messages can be moved to other campaigns. */
function movingProject(): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'authz.yaml'),
    `${config}server:\n  moves:\n    updateEmailMessage:\n      destination: { action: createEmailMessage, resource: "body:campaign_id" }\n`,
  );
  return folder;
}

describe('authz matrix', () => {
  it('says of the worked example who may what, and when', async () => {
    const { code, stdout } = await authz(EXAMPLE_FOLDER, ['matrix']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'PUT /campaigns/{campaign_id}\n  own tenant  admin\n  own tenant, resource.status == "draft"  editor\n  never  viewer, no group, anonymous\n',
    );
    expect(stdout).toContain('POST /login\n  always  admin, editor, viewer, no group, anonymous\n');
  });

  it('says of calls that may move something what their moves ask besides', async () => {
    const { stdout } = await authz(movingProject(), ['matrix']);
    expect(stdout).toContain(
      'PUT /messages/{message_id} (moves also ask createEmailMessage about the EmailCampaign)\n',
    );
    expect(stdout).toContain(
      'own tenant, when also createEmailMessage is permitted, if it moves something  admin',
    );
    expect(stdout).toContain('POST /login\n  always');
  });

  it('is a table in CSV and Markdown, a value in JSON and a page in HTML', async () => {
    const as = (format: string) => authz(EXAMPLE_FOLDER, ['matrix', '--as', 'ana', '--format', format]);
    const [csv, markdown, json, html] = await Promise.all([
      as('csv'),
      as('markdown'),
      as('json'),
      as('html'),
    ]);
    expect(csv?.stdout).toContain(
      'PUT /campaigns/{campaign_id},updateEmailCampaign,"own tenant, resource.status == ""draft"""\r\n',
    );
    expect(markdown?.stdout).toContain('| POST /login | always |');
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ version: 1, columns: ['ana'] });
    expect(html?.stdout).toContain('<td><span class="cell words allow">always</span></td>');
  });

  it.each<[string[], string[]]>([
    [
      ['delete'],
      ['DELETE /campaigns/{campaign_id},deleteEmailCampaign', 'DELETE /messages,deleteEmailMessage'],
    ],
    [['path=/campaigns/*', 'method=put'], ['PUT /campaigns/{campaign_id},updateEmailCampaign']],
    [
      ['action=login', 'action=signup'],
      ['POST /login,login', 'POST /signup,signup'],
    ],
  ])('of endpoints that %j choose has these, with the cells of the whole', async (written, expected) => {
    const flags = written.flatMap((one) => ['--filter', one]);
    const [whole, some] = await Promise.all(
      [[], flags].map((more) => authz(EXAMPLE_FOLDER, ['matrix', '--format', 'csv', ...more])),
    );
    const lines = some?.stdout.trimEnd().split('\r\n') ?? [];
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2).join(','))).toEqual(expected);
    expect(whole?.stdout.split('\r\n')).toEqual(expect.arrayContaining(lines));
  });

  it('keeps what the calls of a chosen endpoint ask besides', async () => {
    const { stdout } = await authz(movingProject(), ['matrix', '--filter', 'PUT /messages']);
    expect(stdout).toContain(
      'own tenant, when also createEmailMessage is permitted, if it moves something  admin',
    );
    expect(stdout).not.toContain('POST');
  });

  it.each([
    ['path=/campaign/*', 'no endpoint matches `path=/campaign/*`', 'there is `/campaigns/{campaign_id}`'],
    [
      'tag=smoke',
      'unknown key `tag`, expected `name`, `method`, `path` or `action`',
      'write `name=*tag=smoke*`',
    ],
  ])('refuses the filter %s', async (written, message, help) => {
    const run = await authz(EXAMPLE_FOLDER, ['matrix', '--filter', written]);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(help);
  });

  it('refuses a principal that no fixture has', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['matrix', '--as', 'anna']);
    expectRefusal(run);
    expect(run.stderr).toContain('did you mean `ana`?');
  });

  it('says of a group that it is a column already', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['matrix', '--as', 'editor']);
    expectRefusal(run);
    expect(run.stderr).toContain('`editor` is a group of the policies, expected a principal of the fixtures');
    expect(run.stderr).toContain('leave `--as` out: `editor` is a column of the matrix');
  });

  it('stands beside the matrix of the fixtures on the page of `test`, unless nothing is to be proven', async () => {
    const page = async (...flags: readonly string[]) =>
      (await authz(EXAMPLE_FOLDER, ['test', '--reporter', 'html', ...flags])).stdout;
    const whole = await page();
    const [fixtures, proven, list] = ['id="matrix"', 'Who may call what, over all requests', 'id="list"'].map(
      (part) => whole.indexOf(part),
    );
    expect(fixtures).toBeGreaterThan(0);
    expect(proven).toBeGreaterThan(fixtures ?? 0);
    expect(list).toBeGreaterThan(proven ?? 0);
    expect(whole).toContain(
      '<span class="cell words partly">own tenant, resource.status == &#34;draft&#34;</span>',
    );
    expect(await page('--no-invariants')).not.toContain('over all requests');
  });

  it('lists alternatives that would make a long line below those who have them', async () => {
    const long = 'context.first && context.second && context.third && context.fourth';
    const folder = folderWith({
      'a.cedarschema': `entity U, D; action v appliesTo { principal: U, resource: D,
        context: { first: Bool, second: Bool, third: Bool, fourth: Bool, open: Bool, shut: Bool } };`,
      'a.cedar': `permit (principal, action, resource) when { ${long} };
        permit (principal, action, resource) when { context.open } when { !context.first };
        forbid (principal, action, resource) when { context.shut };`,
    });
    const { stdout } = await authz(folder, ['matrix']);
    expect(stdout).toContain(
      `v\n  not (context.shut), any of these  everybody\n    ${long}\n    context.open, !context.first\n\n`,
    );
    const { stdout: csv } = await authz(folder, ['matrix', '--format', 'csv']);
    expect(csv).toContain(`not (context.shut), (${long}) or (context.open, !context.first)`);
  });
});
