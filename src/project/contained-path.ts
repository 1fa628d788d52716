import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * The path of `target` below `folder`, with forward slashes; `undefined` when it leads out of it, as it is written or once symbolic
 * links are followed.
 */
export function realPathBelow(folder: string, target: string): string | undefined {
  const written = relative(folder, target);
  const realFolder = realPath(folder) ?? folder;
  const real = relative(realFolder, realPath(target) ?? join(realFolder, written));
  return [written, real].some(leadsOut) ? undefined : written.split(sep).join('/');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
