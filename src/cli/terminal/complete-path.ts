import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareText } from '../../core/values/compare-text.ts';

/** A path as shells read it: `~` is the home folder. */
export function atHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

/** The files and folders that a typed path may go on with, as they would be typed; folders end with a slash. */
export function completePath(path: string, folder: string): readonly string[] {
  const slash = path.lastIndexOf('/') + 1;
  const [before, start] = [path.slice(0, slash), path.slice(slash)];
  return entriesOf(resolve(folder, atHome(before === '' ? '.' : before)))
    .filter((name) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .map((name) => `${before}${name}`)
    .sort(compareText);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map(
      (entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`,
    );
  } catch {
    return [];
  }
}
