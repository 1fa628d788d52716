import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderWith } from './cli.ts';

/** Makes Node write down the address of every module that it loads. */
const WATCH_LOADING = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load: (url, context, next) => {
    appendFileSync(process.env.LOADED_LOG, url + '\\n');
    return next(url, context);
  },
});
`;

/** What a run of the tool needs to have its modules watched, and what it has loaded until now, as paths. */
export function watchLoading(): {
  readonly preload: string;
  readonly env: { readonly LOADED_LOG: string };
  readonly loaded: () => string;
} {
  const folder = folderWith({ 'watch.mjs': WATCH_LOADING, log: '' });
  const log = join(folder, 'log');
  const loaded = () => readFileSync(log, 'utf8').trim().split('\n').map(withBundled).join('\n');
  return { preload: join(folder, 'watch.mjs'), env: { LOADED_LOG: log }, loaded };
}

/** The packages among modules that were loaded. */
export function packagesIn(loaded: string): Set<string> {
  return new Set(
    [...loaded.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g)].map(([, name = '']) => name),
  );
}

/** A file of the bundle stands for the modules that its comments name. */
function withBundled(url: string): string {
  if (!url.includes('/dist/bin/')) return url;
  const modules = readFileSync(fileURLToPath(url), 'utf8').match(/^\s*\/\/.*(?:node_modules|dist)\/.*$/gm);
  return [url, ...(modules ?? [])].join('\n');
}
