import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Names that never hold a project's own files. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'coverage']);

/**
 * All files below a folder (or the file itself) whose name matches, sorted; links are not followed. Folders that cannot be listed are left
 * out, and added to `unreadable`; so are links and pipes, for which `other` is called.
 */
export function findFiles(
  path: string,
  name: RegExp,
  unreadable: string[] = [],
  other: (path: string) => void = () => {},
): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return name.test(basename(path)) ? [path] : [];
  const entries = entriesOf(path);
  if (!entries) unreadable.push(path);
  const found: string[] = [];
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      found.push(...findFiles(below, name, unreadable, other));
    else if (entry.isFile() && name.test(entry.name)) found.push(below);
    else if (!entry.isDirectory() && !entry.isFile()) other(below);
  }
  return found;
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** Whether the path is there and is not a folder. */
export function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/** What a named path stands for: a file is meant whatever it is called, a folder for the files below it whose name matches. */
export function filesAt(path: string, name: RegExp): string[] {
  return isFile(path) ? [path] : findFiles(path, name);
}
