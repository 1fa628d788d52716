import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, type Config, readConfig, SCHEMA_FILE } from '../core/config/config.ts';
import type { Diagnostic, Outcome } from '../core/diagnostics/diagnostic.ts';
import { findFiles } from './find-files.ts';
import { fixtureFilesBelow } from './fixture-files.ts';
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

/** The folders of all projects that `paths` touch: those below, and the one that a path lies in. */
export async function findProjects(paths: readonly string[], cwd: string): Promise<Outcome<string[]>> {
  const folders = new Set<string>();
  const missing: Diagnostic[] = [];
  for (const written of paths) {
    const path = resolve(cwd, written);
    if (!existsSync(path)) missing.push(missingPath(written, cwd));
    for (const config of findFiles(path, /^authz\.yaml$/)) folders.add(dirname(config));
    for (const file of fixtureFilesBelow(path)) addOwner(folders, dirname(file));
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
