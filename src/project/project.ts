import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, type Config, readConfig, SCHEMA_FILE } from '../core/config.ts';
import type { Diagnostic, Outcome } from '../core/diagnostic.ts';
import { nearSibling, readSource, showPath } from './read-text.ts';

/** A folder with an `authz.yaml`. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  readonly config: Config;
}

/** Reads the project whose `authz.yaml` stands in `folder`. */
export async function openProject(folder: string, cwd: string): Promise<Outcome<Project>> {
  const path = join(folder, CONFIG_FILE);
  const source = await readSource(path, showPath(path, cwd));
  if (!source.ok) return source;
  const config = readConfig(source.value);
  return config.ok
    ? { ok: true, value: { folder, config: config.value }, diagnostics: config.diagnostics }
    : config;
}

/** The nearest folder upwards, from `start` itself, that has an `authz.yaml`. */
export function findProjectFolder(start: string): string | undefined {
  return folderUpwards(start, CONFIG_FILE);
}

/** Where generated schemas go: the nearest folder upwards with a `package.json`, else the current one. */
export function packageRoot(start: string): string {
  return folderUpwards(start, 'package.json') ?? start;
}

/** The file that a schema is written to when nobody says otherwise. */
export function defaultSchemaFile(cwd: string): string {
  return join(packageRoot(cwd), SCHEMA_FILE);
}

export const FIXTURES_PATTERN = /\.fixtures\.(?:ya?ml|json)$/;
export const POLICY_PATTERN = /\.cedar$/;

/** Names that never hold a project's own files. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'coverage']);

/** All files below a folder (or the file itself) whose name matches, sorted; links to folders are not followed. */
export async function findFiles(path: string, name: RegExp): Promise<string[]> {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return name.test(basename(path)) ? [path] : [];
  const entries = await readdir(path, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      found.push(...(await findFiles(below, name)));
    else if (entry.isFile() && name.test(entry.name)) found.push(below);
  }
  return found;
}

/** Whether the path is there and is no folder. */
export function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/** What a named path stands for: a file is meant whatever it is called, a folder for the files below it whose name matches. */
export async function filesAt(path: string, name: RegExp): Promise<string[]> {
  return isFile(path) ? [path] : findFiles(path, name);
}

/** The folders of all projects that `paths` touch: those below, and the one that a path lies in. */
export async function findProjects(paths: readonly string[], cwd: string): Promise<Outcome<string[]>> {
  const folders = new Set<string>();
  const missing: Diagnostic[] = [];
  for (const written of paths) {
    const path = resolve(cwd, written);
    if (!existsSync(path)) missing.push(missingPath(written, cwd));
    for (const config of await findFiles(path, /^authz\.yaml$/)) folders.add(dirname(config));
    for (const file of await findFiles(path, FIXTURES_PATTERN)) addOwner(folders, dirname(file));
    addOwner(folders, path);
  }
  if (missing.length > 0) return { ok: false, diagnostics: missing };
  return { ok: true, value: [...folders].sort(), diagnostics: [] };
}

function addOwner(folders: Set<string>, path: string): void {
  const owner = findProjectFolder(path);
  if (owner && !folders.has(owner)) folders.add(owner);
}

/** That a file or folder which was asked for is not there; with the nearest name beside it. */
export function missingPath(written: string, cwd: string): Diagnostic {
  const near = nearSibling(resolve(cwd, written));
  return {
    severity: 'error',
    code: 'path-missing',
    message: 'there is no such file or folder',
    ...(near ? { help: `did you mean \`${near}\`?` } : {}),
    file: written,
  };
}

function folderUpwards(start: string, name: string): string | undefined {
  let folder = start;
  for (;;) {
    if (existsSync(join(folder, name))) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}
