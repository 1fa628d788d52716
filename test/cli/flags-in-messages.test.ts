import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith } from '../helpers/cli.ts';

const REQUEST = '{ "principal": "User::\\"a\\"", "action": "Action::\\"v\\"", "resource": "P::\\"x\\"" }';
const POLICY = 'permit (principal, action, resource);';

/** Folders in each of which something is wrong with policies, by what it is. */
async function broken(): Promise<Readonly<Record<string, string>>> {
  const linked = await projectWith();
  symlinkSync('../elsewhere', join(linked, 'policies/linked.cedar'));
  const misnamed = folderWith({
    'authz.yaml': 'spec: openapi.yaml\nnamespace: Shop\npolicies: rules\n',
    'v4.policyschema.json': '{ "Shop": { "entityTypes": {}, "actions": {} } }',
    'rules/all.txt': POLICY,
  });
  return {
    'a link among the policies': linked,
    'a folder of policies that are called otherwise': misnamed,
    'two files with policies': folderWith({ 'a.cedar': POLICY, 'b.cedar': POLICY, 'ALLOW/1.json': REQUEST }),
    'nothing at all': folderWith(),
  };
}

describe('what is said about policies', () => {
  it.each(['matrix', 'prove', 'mutate', 'generate-slices', 'matrix -k links', 'prove -k .'])(
    'names no flag that the command does not take: %s',
    async (line) => {
      const [command = '', ...args] = line.split(' ');
      const { stdout: help } = await authz(folderWith(), [command, '--help']);
      for (const [what, folder] of Object.entries(await broken())) {
        const { stdout, stderr } = await authz(folder, [command, ...args]);
        const named = (stdout + stderr).match(/--[a-z][a-z-]+/g) ?? [];
        expect([what, named.filter((flag) => !help.includes(flag))]).toEqual([what, []]);
      }
    },
  );

  it('names the flag where the command takes it', async () => {
    const { 'two files with policies': folder = '' } = await broken();
    expect((await authz(folder, ['test'])).stdout).toContain(
      'all with `--policies a.cedar --policies b.cedar`',
    );
  });
});
