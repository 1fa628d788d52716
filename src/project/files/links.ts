import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A symbolic link, and the path that it leads to; both absolute. */
export interface FollowedLink {
  readonly link: string;
  readonly target: string;
}

/** The links that are followed on the way to an absolute path: that of a folder above it counts, and so does one that another link leads to. */
export function linksOn(path: string, seen = new Set<string>()): readonly FollowedLink[] {
  const around = dirname(path);
  if (around === path || seen.has(path)) return [];
  seen.add(path);
  const target = targetOf(path);
  const above = linksOn(around, seen);
  return target === undefined ? above : [...above, { link: path, target }, ...linksOn(target, seen)];
}

/** `undefined` where there is no link. */
function targetOf(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch {
    return undefined;
  }
}
