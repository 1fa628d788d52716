import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The path of `target` below `folder`, with forward slashes; `undefined` when it leads out of it, as it is written or once symbolic
 * links are followed. What is not there yet lies where the folder above it does.
 */
export function realPathBelow(folder: string, target: string): string | undefined {
  const written = relative(folder, target);
  const real = realPath(target);
  if (leadsOut(written) || real === undefined || leadsOut(relative(realPath(folder) ?? folder, real)))
    return undefined;
  return written.split(sep).join('/');
}

/** The folder of the checkout that a folder lies in; the folder itself where it lies in none. No change of the files in it can move it. */
export function checkoutOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above;
    if (above === dirname(above)) return folder;
  }
}

/** `undefined` for a link that leads to nothing: whatever is made there later is somewhere else. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    const above = dirname(path);
    const realAbove = above === path ? undefined : realPath(above);
    return realAbove === undefined ? undefined : resolve(realAbove, basename(path));
  }
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
