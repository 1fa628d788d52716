import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { foldersAt, isFolder } from './files/find-files.ts';
import { type FollowedLink, linksOn } from './files/links.ts';
import { statsOf } from './files/stats.ts';

/** What is watched of a project. */
export interface WatchedPaths {
  /**
   * Watches these, and no others: files and folders, also where there is nothing yet. Says whether any of it was not watched before.
   * @throws {Error} when the system watches no more, or may not list a folder; the next time it is tried again.
   */
  readonly follow: (paths: readonly string[]) => boolean;
  /** Watches what has taken the place of a file or a folder: to be called after each change. */
  readonly renew: () => void;
  readonly close: () => void;
}

/**
 * Tells of changes of files, and below folders. A system watches the folder that has a name now, and says nothing of what happens in another
 * one that takes its place: so the folder around each is watched as well, and what is another one is watched again. So is what a link leads to,
 * wherever on the way to a path it lies.
 */
export function watchedPaths(changed: () => void): WatchedPaths {
  const watched = new Map<string, FollowedPath>();
  const forget = (path: string) => {
    for (const one of watched.get(path)?.watchers ?? []) one.close();
    watched.delete(path);
  };
  const follow = (paths: readonly string[]) => {
    for (const path of [...watched.keys()]) if (!paths.includes(path)) forget(path);
    const found = paths.map((path) => ({ path, ...placesOf(path) }));
    const others = found.filter(({ path, identity }) => watched.get(path)?.identity !== identity);
    for (const { path, identity, places } of others) {
      forget(path);
      const watchers: FSWatcher[] = [];
      // Known before all of it is watched: where that fails it is closed with the others, and watched anew the next time.
      watched.set(path, { identity: UNFINISHED, watchers });
      for (const place of places) watchers.push(...watching(place, changed));
      watched.set(path, { identity, watchers });
    }
    return others.length > 0;
  };
  return {
    follow,
    renew: () => void follow([...watched.keys()]),
    close: () => void follow([]),
  };
}

const UNFINISHED = '';

interface FollowedPath {
  readonly identity: string;
  readonly watchers: readonly FSWatcher[];
}

/** A folder that is watched, without those below it. */
interface WatchedFolder {
  readonly folder: string;
  /** The names in it that count; all when left out. */
  readonly names?: readonly string[];
  /** Whether nobody need be able to list it: a link may lie in a folder of somebody else, and what it leads to is read all the same. */
  readonly mayBeClosed?: true;
}

/**
 * A file is watched by its folder, since editors put another in its place; and what is not there, by the nearest folder above it. Below a
 * folder each is watched for itself: where Node watches them all at once, it loses one that another takes the place of.
 */
function placesOf(path: string): { readonly places: readonly WatchedFolder[]; readonly identity: string } {
  let [around, name] = [dirname(path), basename(path)];
  while (!isFolder(around) && dirname(around) !== around)
    [around, name] = [dirname(around), basename(around)];
  // A folder that goes away tells its own name; what Kubernetes mounts changes with a link beside it.
  const above = { folder: around, names: [name, basename(around), '..data'] };
  const places = [above, ...foldersAt(path).map((folder) => ({ folder }))];
  const links = linksOn(path);
  const identity = [
    ...places.map(({ folder }) => `${identityOf(folder)} ${folder}`),
    ...links.map(({ link, target }) => `${link} ${target}`),
  ];
  return { places: [...places, ...links.flatMap(endsOf)], identity: identity.join('\n') };
}

/** A link that is replaced, and what takes the place of that which it leads to. */
function endsOf({ link, target }: FollowedLink): readonly WatchedFolder[] {
  return [link, target]
    .map((path) => ({ folder: dirname(path), names: [basename(path)], mayBeClosed: true as const }))
    .filter(({ folder }) => isFolder(folder));
}

/** A folder that takes the place of another may get its number; the time of its last change is another. */
function identityOf(folder: string): string {
  const found = statsOf(folder);
  return found ? `${found.dev}:${found.ino}:${found.ctimeNs}` : 'gone';
}

function watching({ folder, names, mayBeClosed }: WatchedFolder, changed: () => void): readonly FSWatcher[] {
  const hear = (_: unknown, name: string | null) => {
    if (name === null || names === undefined || names.includes(name)) changed();
  };
  try {
    return [watch(folder, { persistent: false }, hear).on('error', changed)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' && mayBeClosed) return [];
    if (code !== 'ENOENT') throw error;
    changed();
    return [];
  }
}
