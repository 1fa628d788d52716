import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchedPaths } from '../../src/project/watched-paths.ts';
import { folderWith } from '../helpers/cli.ts';
import { unprivileged } from '../helpers/unprivileged.ts';

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

  it('are heard of where a link leads to another folder, at any place on the way to them', async () => {
    const folder = folderWith();
    const releases = join(folder, 'releases');
    for (const version of ['1', '2'])
      mkdirSync(join(releases, version, 'app', 'policies'), { recursive: true });
    const links = { current: join(releases, 'latest'), [join('releases', 'latest')]: '1' };
    for (const [link, target] of Object.entries(links)) symlinkSync(target, join(folder, link));
    const { watched, next } = listening();
    const policies = join(folder, 'current', 'app', 'policies');
    watched.follow([policies]);
    for (const [link, target] of Object.entries({ ...links, [join('releases', 'latest')]: '2' })) {
      const change = next();
      symlinkSync(target, join(folder, 'new'));
      renameSync(join(folder, 'new'), join(folder, link));
      await change;
      watched.renew();
    }
    const change = next();
    writeFileSync(join(releases, '2', 'app', 'policies', 'a.cedar'), '');
    await change;
  });

  it('are heard of where a file is a link to another, and that one is written', async () => {
    const folder = folderWith();
    const file = join(folder, 'settings', 'authz.yaml');
    mkdirSync(join(folder, 'settings'));
    writeFileSync(file, '');
    symlinkSync(join('settings', 'authz.yaml'), join(folder, 'authz.yaml'));
    const { watched, next } = listening();
    watched.follow([join(folder, 'authz.yaml')]);
    const change = next();
    writeFileSync(file, '# changed');
    await change;
  });

  it('may be behind a link that lies where nobody else may list what there is', async () => {
    const folder = folderWith();
    const policies = join(folder, 'releases', '1', 'policies');
    mkdirSync(policies, { recursive: true });
    symlinkSync(join('releases', '1'), join(folder, 'current'));
    chmodSync(folder, 0o311);
    onTestFinished(() => chmodSync(folder, 0o755));
    const { watched, next } = listening();
    await unprivileged(async () => watched.follow([join(folder, 'current', 'policies')]));
    const change = next();
    writeFileSync(join(policies, 'a.cedar'), '');
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
