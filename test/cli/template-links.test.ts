import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith } from '../helpers/cli.ts';
import { commitAll, initRepository } from '../helpers/git.ts';

const TEMPLATE = '@id("own") permit (principal == ?principal, action, resource == ?resource);\n';
const LINKS = JSON.stringify([
  {
    template_id: 'own',
    link_id: 'ana-s1',
    args: { '?principal': 'Shop::User::"ana"', '?resource': 'Shop::Shop::"s1"' },
  },
]);

const linked = () => projectWith({ 'policies/own.cedar': TEMPLATE });

describe('links of templates that the command line names', () => {
  it('count for the matrix, for proofs and for mutations', async () => {
    const folder = await linked();
    const links = `${folderWith({ 'links.json': LINKS })}/links.json`;
    const told = async (command: string, ...args: string[]) => {
      const { stdout, stderr } = await authz(folder, [command, ...args]);
      return stdout + stderr;
    };
    for (const command of ['matrix', 'prove', 'mutate'])
      expect(await told(command)).not.toBe(await told(command, '--template-linked', links));
    expect(await told('matrix', '-k', links)).toContain('principal == Shop::User::"ana"');
    for (const command of ['matrix', 'prove']) {
      expect(await told(command)).toContain('never linked');
      expect(await told(command, '-k', links)).not.toContain('never linked');
    }
    expect(await told('mutate', '-k', links)).toContain('SURVIVED  ana-s1');
    expect(await told('matrix', '-k', 'nothing.json')).toContain('there is no such file or folder');
  });

  it('are those of each revision in a comparison, where the repository has them', async () => {
    const folder = await linked();
    const path = `${folder}/links.json`;
    initRepository(folder);
    writeFileSync(path, LINKS);
    const unknown = await authz(folder, ['diff', '-k', 'links.json']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/HEAD \(\w+\) has no `links.json`, which `--template-linked` names/);
    commitAll(folder);
    expect(await authz(folder, ['diff', '-k', 'links.json'])).toMatchObject({ code: 0 });
    writeFileSync(
      path,
      LINKS.replace(/"ana-s1".*ana/, (link) => link.replaceAll('ana', 'bob')),
    );
    const run = await authz(folder, ['diff', '-k', 'links.json']);
    expect(run.stdout).toMatch(/OPENED AND CLOSED {2}GET \/shops/);
    expect(run.code).toBe(1);
  });

  it('count for both sides of a comparison, where they are elsewhere', async () => {
    const folder = await linked();
    const links = `${folderWith({ 'links.json': LINKS })}/links.json`;
    initRepository(folder);
    const same = await authz(folder, ['diff', '-k', links]);
    expect(same).toMatchObject({ code: 0 });
    const missing = await authz(folder, ['diff', '-k', 'nothing.json']);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('there is no such file or folder');
    const widened = TEMPLATE.replace(', resource == ?resource', ', resource');
    const other = await projectWith({ 'policies/own.cedar': widened });
    const run = await authz(folder, ['diff', 'HEAD', other, '-k', links]);
    expect(run.stderr).toContain('?resource');
    const narrowed = await projectWith({ 'policies/own.cedar': TEMPLATE.replace('permit', 'forbid') });
    const turned = await authz(folder, ['diff', 'HEAD', narrowed, '-k', links, '--fail-on', 'closed']);
    expect(turned.stdout).toMatch(/CLOSED {2}GET \/shops/);
    expect(turned.code).toBe(1);
  });
});
