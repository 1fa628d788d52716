import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, expectRefusal, folderWith } from '../../helpers/cli.ts';

const GOLDEN = resolve(import.meta.dirname, '../../golden/slices');
const WRITTEN = readFileSync(join(GOLDEN, 'email-app.ts'), 'utf8');
const SCHEMA = readFileSync(join(EXAMPLE_FOLDER, 'v4.policyschema.json'), 'utf8');

const withSchema = (files: Readonly<Record<string, string>> = {}) =>
  folderWith({ 'package.json': '{}', 'v4.policyschema.json': SCHEMA, ...files });

describe('authz generate-slices', () => {
  it('prints the slice builders of a project to standard output alone, with what its policies read', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['generate-slices', '--out', '-']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    await expect(run.stdout).toMatchFileSnapshot(join(GOLDEN, 'email-app-project.ts'));
    expect(run.stdout).toContain('  /** Policies read `maxUsers` and `planTier`. */\n  Tenant(');
  });

  it('says nothing of policies where there are none', async () => {
    const folder = withSchema({ 'authz.yaml': 'spec: openapi.yaml\nnamespace: EmailApp\n' });
    const run = await authz(folder, ['generate-slices', '--out', '-']);
    expect(run).toEqual({ code: 0, stdout: WRITTEN, stderr: '' });
    const named = ['generate-slices', '--schema', 'v4.policyschema.json', '--out', '-'];
    expect(await authz(EXAMPLE_FOLDER, named)).toEqual({ code: 0, stdout: WRITTEN, stderr: '' });
  });

  it('writes nothing while a policy cannot be read: it may read what no other does', async () => {
    const folder = withSchema({
      'authz.yaml': 'spec: openapi.yaml\nnamespace: EmailApp\n',
      'policies/a.cedar': 'permit (principal, action, resource) when { resource. };',
    });
    const run = await authz(folder, ['generate-slices']);
    expectRefusal(run);
    expect(run.stderr).toContain('policies/a.cedar');
    expect(Object.keys(contentsOf(folder))).not.toContain('slice-builders.ts');
  });

  it('writes where it is told to, and says for which types', async () => {
    const folder = withSchema();
    const run = await authz(folder, ['generate-slices']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toBe(
      'wrote slice-builders.ts\n3 slice builders: EmailCampaign, EmailMessage, Tenant\n',
    );
    await authz(folder, ['generate-slices', '--schema', 'v4.policyschema.json', '--out', 'src/slices.ts']);
    const written = contentsOf(folder);
    expect(written).toMatchObject({ 'slice-builders.ts': WRITTEN, 'src/slices.ts': WRITTEN });
  });

  it('never replaces what somebody has written, unless it is forced and keeps it beside', async () => {
    const folder = withSchema({ 'slice-builders.ts': '// mine\n' });
    const refused = await authz(folder, ['generate-slices']);
    expectRefusal(refused);
    expect(refused.stderr).toContain('the file exists with other content; nothing was written');
    expect(contentsOf(folder)['slice-builders.ts']).toBe('// mine\n');
    const forced = await authz(folder, ['generate-slices', '--force']);
    expect(forced.stderr).toContain('what it said is kept in slice-builders.ts.bak');
    const written = contentsOf(folder);
    expect(written).toMatchObject({ 'slice-builders.ts': WRITTEN, 'slice-builders.ts.bak': '// mine\n' });
    expect((await authz(folder, ['generate-slices'])).stderr).toContain('unchanged slice-builders.ts');
  });

  it('writes nothing where identifiers say all there is', async () => {
    const schema = `namespace App {
      entity User;
      entity Doc;
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: [User], resource: [Doc] };
    }`;
    const folder = folderWith({ 'a.cedarschema': schema });
    const run = await authz(folder, ['generate-slices', '--schema', 'a.cedarschema']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('no entity type of a.cedarschema needs a slice builder');
    expect(contentsOf(folder)).toEqual({ 'a.cedarschema': schema });
  });
});
