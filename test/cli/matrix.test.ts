import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal } from '../helpers/cli.ts';

describe('authz matrix', () => {
  it('says of the worked example who may what, and when', async () => {
    const { code, stdout } = await authz(EXAMPLE_FOLDER, ['matrix']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'PUT /campaigns/{campaign_id}\n  own tenant  admin\n  own tenant, resource.status == "draft"  editor\n  never  viewer, no group, anonymous\n',
    );
    expect(stdout).toContain('POST /login\n  always  admin, editor, viewer, no group, anonymous\n');
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
      '"PUT /campaigns/{campaign_id}","updateEmailCampaign","own tenant, resource.status == ""draft"""\r\n',
    );
    expect(markdown?.stdout).toContain('| POST /login | always |');
    expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ version: 1, columns: ['ana'] });
    expect(html?.stdout).toContain('<td><span class="cell words allow">always</span></td>');
  });

  it('refuses a principal that no fixture has', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['matrix', '--as', 'anna']);
    expectRefusal(run);
    expect(run.stderr).toContain('did you mean `ana`?');
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
});
