import { type Dirent, existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { compareText } from '../../core/values/compare-text.ts';

/** Names that never hold a project's own files. */
const NEVER_OWN: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Names of what tools make beside these files; elsewhere, a folder of the name is somebody's own, as of policies about insurance coverage. */
const MADE: ReadonlySet<string> = new Set(['dist', 'coverage']);
const BESIDE_MADE = ['package.json', 'authz.yaml', '.git'];

/** Whether a folder does not hold a project's own files: packages, what git keeps, and what is built. */
export function isSkippedFolder(path: string): boolean {
  const name = basename(path);
  if (NEVER_OWN.has(name)) return true;
  return MADE.has(name) && BESIDE_MADE.some((beside) => existsSync(join(dirname(path), beside)));
}

/**
 * All files below a folder (or the file itself) whose name matches, sorted; links are not followed, but for those that Kubernetes makes in a
 * mounted folder. Folders that cannot be listed are left out, and added to `unreadable`; so are links and pipes, for which `other` is called.
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
  const mounted = mountedIn(path, entries ?? []);
  for (const entry of (entries ?? []).sort((a, b) => compareText(a.name, b.name))) {
    const below = join(path, entry.name);
    if (mounted?.isPart(entry)) continue;
    if (entry.isDirectory() && !isSkippedFolder(below))
      found.push(...findFiles(below, name, unreadable, other));
    else if (entry.isFile() && name.test(entry.name)) found.push(below);
    else if (!entry.isDirectory() && !entry.isFile()) other(below);
  }
  if (mounted === undefined) return found;
  const { content } = mounted;
  const named = findFiles(content, name, unreadable, other).map((file) =>
    join(path, relative(content, file)),
  );
  return [...found, ...named].sort();
}

/** A folder with all folders below it in which files are looked for; of a path that leads to no folder, none. */
export function foldersAt(path: string): string[] {
  if (!isFolder(path)) return [];
  const below = (entriesOf(path) ?? []).filter((entry) => entry.isDirectory());
  const own = below.map(({ name }) => join(path, name)).filter((folder) => !isSkippedFolder(folder));
  return [path, ...own.flatMap(foldersAt)];
}

interface Mounted {
  /** The folder that holds the files. */
  readonly content: string;
  /** Whether an entry beside it is that folder, or a link into it. */
  readonly isPart: (entry: Dirent) => boolean;
}

/**
 * Kubernetes mounts a ConfigMap or a Secret as a folder beside a link `..data` to it, and for each of its entries a link through that: so all
 * of them change at once. All files are there, under the names of the links.
 */
function mountedIn(folder: string, entries: readonly Dirent[]): Mounted | undefined {
  const link = entries.find((entry) => entry.name === '..data' && entry.isSymbolicLink());
  const target = link && linkIn(folder, link);
  const isBeside = entries.some((entry) => entry.name === target && entry.isDirectory());
  if (target === undefined || !target.startsWith('..') || !isBeside) return undefined;
  const isPart = (entry: Dirent) =>
    entry === link ||
    entry.name === target ||
    (entry.isSymbolicLink() && linkIn(folder, entry) === join('..data', entry.name));
  return { content: join(folder, target), isPart };
}

function linkIn(folder: string, { name }: Dirent): string | undefined {
  try {
    return readlinkSync(join(folder, name));
  } catch {
    return undefined;
  }
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

/** Whether the path is, or leads to, a folder; what cannot be looked at is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
