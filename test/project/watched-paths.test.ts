import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchedPaths } from '../../src/project/watched-paths.ts';
import { folderWith } from '../helpers/cli.ts';

/** What is watched, and a promise of the next change that is told. */
function listening() {
  let heard = () => {};
  const watched = watchedPaths(() => heard());
  onTestFinished(() => watched.close());
  const next = () =>
    new Promise<void>((done) => {
      heard = done;
    });
  return { watched, next };
}

describe('the paths of a project that are watched', () => {
  it('are heard of where neither they nor the folder around them are there yet', async () => {
    const folder = folderWith();
    const { watched, next } = listening();
    const file = join(folder, 'new', 'policies', 'a.cedar');
    watched.follow([file]);
    for (const made of [join(folder, 'new'), join(folder, 'new', 'policies')]) {
      const change = next();
      mkdirSync(made);
      await change;
      watched.renew();
    }
    const change = next();
    writeFileSync(file, '');
    await change;
  });

  it('are heard of where Kubernetes swaps the link behind them', async () => {
    const folder = folderWith();
    for (const version of ['..1', '..2']) mkdirSync(join(folder, version));
    symlinkSync('..1', join(folder, '..data'));
    symlinkSync('..2', join(folder, '..data_tmp'));
    const { watched, next } = listening();
    watched.follow([join(folder, 'authz.yaml')]);
    const change = next();
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    await change;
  });

  it('are new where another folder has taken the place of one, and not where only a file has changed', () => {
    const folder = folderWith();
    const policies = join(folder, 'policies');
    for (const one of [policies, join(folder, 'others')]) mkdirSync(one);
    writeFileSync(join(policies, 'a.cedar'), '');
    const { watched } = listening();
    expect(watched.follow([policies])).toBe(true);
    writeFileSync(join(policies, 'a.cedar'), '// changed');
    expect(watched.follow([policies])).toBe(false);
    renameSync(policies, join(folder, 'before'));
    renameSync(join(folder, 'others'), policies);
    expect(watched.follow([policies])).toBe(true);
  });
});
