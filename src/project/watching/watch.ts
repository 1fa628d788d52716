import { watch } from 'chokidar';
import { SKIPPED_FOLDERS } from '../files/find-files.ts';

/** What happened to files since the last time anybody asked. */
export interface FileChanges {
  /** Absolute paths of files and folders, in the order of the events. */
  readonly paths: ReadonlySet<string>;
  /** Whether files or folders came or went, rather than only changed their contents. */
  readonly structural: boolean;
}

export interface FileListener {
  /** Called at the first sign of a change, which is told as soon as files are quiet. */
  readonly coming: () => void;
  readonly changed: (changes: FileChanges) => void;
  readonly failed: (error: Error) => void;
}

export interface FileWatch {
  /** Watches these as well; what is watched already stays so. */
  readonly add: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** How long, in milliseconds, files must have been quiet before a change is told: long enough for an editor that writes in two steps. */
const QUIET = 12;
/** The same while many files change at once, as when a branch is checked out. */
const QUIET_AFTER_MANY = 120;
const MANY = 4;

/**
 * Tells what changes below files and folders, also those that are not there yet; what comes at once is told at once. Waits until the
 * present state is known, so that no change after it is missed.
 */
export async function watchFiles(
  paths: readonly string[],
  { coming, changed, failed }: FileListener,
): Promise<FileWatch> {
  const watcher = watch([...paths], { ignoreInitial: true, ignored: isIgnored });
  const told = gatherer(changed);
  watcher.on('all', (event, path) => {
    told.hear(path, event !== 'change');
    coming();
  });
  watcher.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => resolve());
  });
  return {
    add: (more) => {
      if (!watcher.closed) watcher.add([...more]);
    },
    close: async () => {
      told.stop();
      await watcher.close();
    },
  };
}

const IGNORED = new RegExp(
  String.raw`[\\/](?:${[...SKIPPED_FOLDERS].map((name) => name.replace('.', String.raw`\.`)).join('|')})(?:[\\/]|$)`,
);

function isIgnored(path: string): boolean {
  return IGNORED.test(path);
}

function gatherer(changed: (changes: FileChanges) => void) {
  let paths = new Set<string>();
  let structural = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    const changes = { paths, structural };
    paths = new Set();
    structural = false;
    changed(changes);
  };
  return {
    hear: (path: string, isStructural: boolean) => {
      paths.add(path);
      structural ||= isStructural;
      clearTimeout(timer);
      timer = setTimeout(tell, paths.size >= MANY ? QUIET_AFTER_MANY : QUIET);
    },
    stop: () => clearTimeout(timer),
  };
}
