/** What happened to files since the last time anybody asked. */
export interface FileChanges {
  /** Absolute paths of files and folders, in the order of the events. */
  readonly paths: ReadonlySet<string>;
  /** Whether files or folders came or went, rather than only changed their contents. */
  readonly structural: boolean;
}

export interface Gatherer {
  /** `isStructural` when a file or folder came or went. */
  readonly hear: (path: string, isStructural: boolean) => void;
  readonly stop: () => void;
}

/** How long, in milliseconds, files must have been quiet before a change is told: long enough for an editor that writes in two steps. */
const QUIET = 12;
/** The same while many files change at once, as when a branch is checked out. */
const QUIET_AFTER_MANY = 120;
const MANY = 4;
/** How long, in milliseconds, changes may go on before those so far are told: some files are written to all the time. */
const LONGEST = 1000;

/** What changes together is told together; where files change all the time, what has changed so far. */
export function gatherer(changed: (changes: FileChanges) => void): Gatherer {
  let paths = new Set<string>();
  let structural = false;
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  const tell = () => {
    const changes = { paths, structural };
    paths = new Set();
    structural = false;
    changed(changes);
  };
  return {
    hear: (path: string, isStructural: boolean) => {
      if (paths.size === 0) since = performance.now();
      paths.add(path);
      structural ||= isStructural;
      const quiet = paths.size >= MANY ? QUIET_AFTER_MANY : QUIET;
      const left = LONGEST - (performance.now() - since);
      clearTimeout(timer);
      timer = setTimeout(tell, Math.max(0, Math.min(quiet, left)));
    },
    stop: () => clearTimeout(timer),
  };
}
