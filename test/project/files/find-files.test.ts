import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadPolicies } from '../../../src/project/loading/load-policies.ts';
import { findProjects } from '../../../src/project/loading/project.ts';
import { folderWith } from '../../helpers/cli.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

const NOBODY = 65_534;

/** Root may list every folder, so that tests of what may not be listed are run as somebody else. */
async function unprivileged<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(NOBODY);
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** A folder below which one may not be listed. */
function folderWithClosed(closed: string, files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  chmodSync(folder, 0o755);
  chmodSync(join(folder, closed), 0);
  onTestFinished(() => chmodSync(join(folder, closed), 0o755));
  return folder;
}

describe('a folder that cannot be listed', () => {
  it('is a warning at its place where projects are looked for', async () => {
    const folder = folderWithClosed('closed', { 'authz.yaml': '', 'closed/authz.yaml': '' });
    const found = await unprivileged(() => findProjects(['.'], folder));
    expect(valueIn(found)).toEqual([folder]);
    expect(told(found.diagnostics)).toEqual([
      'closed warning the folder cannot be listed, so its content is left out',
    ]);
  });

  it('is an error among policies: one that forbids may be in it', async () => {
    const folder = folderWithClosed('policies/more', {
      'policies/a.cedar': 'permit (principal, action, resource);',
      'policies/more/b.cedar': 'forbid (principal, action, resource);',
    });
    const { diagnostics } = await unprivileged(() => loadPolicies([join(folder, 'policies')], folder));
    expect(told(diagnostics)).toEqual([
      'policies/more error the folder cannot be listed, so its content is left out',
    ]);
  });
});
