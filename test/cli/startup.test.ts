import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith, SHOP } from '../helpers/cli.ts';
import { openAuthz } from '../helpers/pty.ts';

/** Makes Node name every package that it loads. */
const WATCH_LOADING = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load: (url, context, next) => {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name) appendFileSync(process.env.LOADED_LOG, name + '\\n');
    return next(url, context);
  },
});
`;

function loadingWatched(): { readonly preload: string; readonly log: string } {
  const folder = folderWith({ 'watch.mjs': WATCH_LOADING, log: '' });
  return { preload: join(folder, 'watch.mjs'), log: join(folder, 'log') };
}

async function loadedBy(folder: string, args: readonly string[]): Promise<Set<string>> {
  const { preload, log } = loadingWatched();
  await authz(folder, args, { node: ['--import', preload], env: { LOADED_LOG: log } });
  return new Set(readFileSync(log, 'utf8').trim().split('\n'));
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
    for (const args of [['--help'], ['--version']])
      expect([...(await loadedBy(folderWith(), args))]).toEqual(['commander']);
  });

  it('the wizard does load it', async () => {
    const { preload, log } = loadingWatched();
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const env = { LOADED_LOG: log, NODE_OPTIONS: `--import=${preload}`, XDG_STATE_HOME: folder };
    const wizard = openAuthz(['init'], { cwd: folder, env });
    await wizard.until('No problems were found in it');
    expect(readFileSync(log, 'utf8')).toContain('ink\n');
  });
});
