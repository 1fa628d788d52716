import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith, SHOP } from '../helpers/cli.ts';
import { packagesIn, watchLoading } from '../helpers/loaded-modules.ts';
import { openAuthz } from '../helpers/pty.ts';

async function loadedBy(folder: string, args: readonly string[]): Promise<Set<string>> {
  const { preload, env, loaded } = watchLoading();
  await authz(folder, args, { node: ['--import', preload], env });
  return packagesIn(loaded());
}

describe('what a command loads', () => {
  it.each([
    [['--help']],
    [['--version']],
    [['test']],
    [['validate']],
    [['classify']],
    [['init', '--no-tui', '--force']],
  ])('%j loads no terminal UI', async (args) => {
    const loaded = await loadedBy(await projectWith(), args);
    expect(loaded).toContain('commander');
    for (const name of ['ink', 'react', 'yoga-layout']) expect(loaded).not.toContain(name);
  });

  it('--help and --version load neither the engine nor a parser', async () => {
    for (const args of [['--help'], ['--version'], ['help', 'test'], ['test', '--help']])
      expect([...(await loadedBy(folderWith(), args))]).toEqual(['commander']);
  });

  it('a command loads what it needs', async () => {
    expect(await loadedBy(await projectWith(), ['test'])).toContain('yaml');
  });

  it('the wizard does load it', async () => {
    const watched = watchLoading();
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const env = { ...watched.env, NODE_OPTIONS: `--import=${watched.preload}`, XDG_STATE_HOME: folder };
    const wizard = openAuthz(['init'], { cwd: folder, env });
    await wizard.until('No problems were found in it');
    expect(packagesIn(watched.loaded())).toContain('ink');
  });
});
