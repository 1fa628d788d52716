import { dirname, sep } from 'node:path';
import { watch } from 'chokidar';
import { isSkippedFolder } from '../files/find-files.ts';
import { type FileChanges, gatherer } from './gatherer.ts';

export interface FileListener {
  /** Whether anybody wants to know of it: what nobody does puts off no other change. `isStructural` when it came or went. */
  readonly concerns: (path: string, isStructural: boolean) => boolean;
  /** Called at the first sign of a change, which is told as soon as files are quiet. */
  readonly coming: () => void;
  readonly changed: (changes: FileChanges) => void;
  /** What could not be watched. After `polling` all of it is, from now on: what changed just before may not have been heard. */
  readonly failed: (error: Error, then: 'polling' | 'unwatched') => void;
}

export interface FileWatch {
  /** Watches these as well; what is watched already stays so. */
  readonly add: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** How often, in milliseconds, files are looked at where the system does not tell of them. */
const POLLING = 500;

/**
 * Tells what changes below files and folders, also those that are not there yet; what comes at once is told at once. Waits until the
 * present state is known, so that no change after it is missed. Where the system watches no more for anybody, it looks itself.
 */
export async function watchFiles(
  paths: readonly string[],
  { concerns, coming, changed, failed }: FileListener,
): Promise<FileWatch> {
  const told = gatherer(changed);
  const all = new Set(paths);
  let polling: Promise<void> | undefined;
  const begin = (backend: 'auto' | 'polling') => {
    const watcher = watch([...all], {
      ignoreInitial: true,
      ignored: (path) => isIgnoredBelow(all, path),
      backend,
      pollingInterval: POLLING,
    });
    watcher.on('all', (event, path) => {
      const isStructural = event !== 'change';
      if (!concerns(path, isStructural)) return;
      told.hear(path, isStructural);
      coming();
    });
    watcher.on('error', (error) => hearError(error instanceof Error ? error : new Error(String(error))));
    const ready = new Promise<void>((resolve) => {
      watcher.once('ready', () => resolve());
    });
    return { watcher, ready };
  };
  const hearError = (error: Error) => {
    if (!isLimit(error)) failed(error, 'unwatched');
    else polling ??= current.ready.then(() => poll(error));
  };
  const poll = async (error: Error) => {
    const { watcher } = current;
    if (watcher.closed) return;
    current = begin('polling');
    await watcher.close();
    await current.ready;
    failed(error, 'polling');
  };
  let current = begin('auto');
  await current.ready;
  await polling;
  return {
    add: (more) => {
      for (const path of more) all.add(path);
      if (!current.watcher.closed) current.watcher.add([...more]);
    },
    close: async () => {
      told.stop();
      await current.watcher.close();
    },
  };
}

/** Whether the system has as many watchers, or open files, as it allows. */
function isLimit({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
}

/** Whether a path is, or lies in, a folder below what is watched that holds nothing of the project; above it, folders may be called anything. */
function isIgnoredBelow(roots: ReadonlySet<string>, path: string): boolean {
  for (let folder = path; !roots.has(folder) && dirname(folder) !== folder; folder = dirname(folder))
    if (isSkippedFolder(folder)) return [...roots].some((root) => isBelow(folder, root));
  return false;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
