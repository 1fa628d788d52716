import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * The path of `target` below `folder`, with forward slashes; `undefined` when it leads out of it, as it is written or once symbolic
 * links are followed.
 */
export async function realPathBelow(folder: string, target: string): Promise<string | undefined> {
  const written = relative(folder, target);
  const realFolder = await realpath(folder).catch(() => folder);
  const real = relative(realFolder, await realpath(target).catch(() => join(realFolder, written)));
  return [written, real].some(leadsOut) ? undefined : written.split(sep).join('/');
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}
