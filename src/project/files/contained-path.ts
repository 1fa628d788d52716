import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { linkStatsOf, statsOf } from './stats.ts';

/**
 * The path of `target` below `folder`, with forward slashes; `undefined` when it leads out of it, as it is written or once symbolic
 * links are followed, and when it can be no file or folder of a project. What is not there yet lies where the folder above it does.
 */
export function realPathBelow(folder: string, target: string): string | undefined {
  if (whyNoFile(target) !== undefined) return undefined;
  const written = relative(folder, target);
  const real = realPath(target);
  if (leadsOut(written) || real === undefined || leadsOut(relative(realPath(folder) ?? folder, real)))
    return undefined;
  return written.split(sep).join('/');
}

/** What keeps files of a project from naming a path, when it is not below the folder that it should be below. */
export function whyNotBelow(target: string): string {
  return whyNoFile(target) ?? 'leads out of the folder of the project';
}

/** Who reads a pipe or a device waits for whoever writes, perhaps without end: only a person may name one, on the command line. */
function whyNoFile(path: string): string | undefined {
  if (path.includes('\0')) return 'is not a path: no path has a character with the code 0';
  try {
    const found = statsOf(path);
    return !found || found.isFile() || found.isDirectory() ? undefined : 'is neither a file nor a folder';
  } catch {
    // Where it leads is looked at next; whoever reads it says why it cannot be read.
    return undefined;
  }
}

/** The folder of the checkout that a folder lies in; the folder itself where it lies in none. No change of the files in it can move it. */
export function checkoutOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above;
    if (above === dirname(above)) return folder;
  }
}

/** How far above a file what belongs to it is looked for. */
const MOST_LEVELS = 4;

/** The folder of a file and those above it, the nearest first: four at most, and none above its checkout, where other people's files are. */
export function foldersAround(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folders.length < MOST_LEVELS; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder) || existsSync(join(folder, '.git'))) break;
  }
  return folders;
}

/** `undefined` for a link that leads to nothing: whatever is made there later is somewhere else. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (linkStatsOf(path)?.isSymbolicLink()) return undefined;
    const above = dirname(path);
    const realAbove = above === path ? undefined : realPath(above);
    return realAbove === undefined ? undefined : resolve(realAbove, basename(path));
  }
}

/** Whether a relative path leads out of the folder that it is from; the name of a file or folder may begin with two dots. */
export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
