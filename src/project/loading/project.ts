import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, type Config, readConfig, SCHEMA_FILE } from '../../core/config/config.ts';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { problemAt } from '../../core/diagnostics/problem-at.ts';
import { checkoutOf, realPathBelow, whyNotBelow } from '../files/contained-path.ts';
import { findFiles } from '../files/find-files.ts';
import { nearSibling, readSource, showPath, unreadableFolders } from '../files/read-text.ts';
import { fixtureFilesBelow } from './fixture-files.ts';

/** A folder with an `authz.yaml`. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  readonly config: Config;
}

/** What an `authz.yaml` names below its folder. */
const CONTAINED = ['schema', 'policies', 'fixtures', 'entities', 'invariants'] as const;
export type ContainedPath = (typeof CONTAINED)[number];

/**
 * Reads the project whose `authz.yaml` stands in `folder`. What it names has to lie below the folder, but for what the command line names
 * instead: `named`.
 */
export async function openProject(
  folder: string,
  cwd: string,
  named: readonly ContainedPath[] = [],
): Promise<Outcome<Project>> {
  const path = join(folder, CONFIG_FILE);
  const shown = showPath(path, cwd);
  if (realPathBelow(folder, path) === undefined)
    return { ok: false, diagnostics: [{ ...outside(CONFIG_FILE, path), file: shown }] };
  const source = await readSource(path, shown);
  if (!source.ok) return source;
  const config = readConfig(source.value);
  if (!config.ok) return config;
  const { value } = config;
  const leading = CONTAINED.filter((key) => {
    const written = named.includes(key) ? undefined : value[key];
    return written !== undefined && realPathBelow(folder, resolve(folder, written)) === undefined;
  });
  if (leading.length > 0)
    return {
      ok: false,
      diagnostics: leading.map((key) => {
        const written = value[key] ?? key;
        return problemAt(source.value, [key], outside(written, resolve(folder, written)));
      }),
    };
  return { ok: true, value: { folder, config: value }, diagnostics: config.diagnostics };
}

function outside(written: string, path: string): Diagnostic {
  return {
    severity: 'error',
    code: 'path-outside',
    message: `\`${written}\` ${whyNotBelow(path)}`,
    help: 'move it there, or name it on the command line, which is yours alone',
  };
}

/**
 * The API description of a project. It may lie beside the project, as far as the checkout goes or the folder in which the command runs, if
 * it is called like one and does not hide.
 */
export function projectSpec(
  { folder, config }: { readonly folder: string; readonly config: Pick<Config, 'spec'> },
  cwd: string,
): Outcome<string> {
  const path = resolve(folder, config.spec);
  const isInside = [folder, checkoutOf(folder), cwd].some((root) => {
    const below = realPathBelow(root, path);
    return below !== undefined && (root === folder || /^(?!\.)(?!.*\/\.).*\.(?:ya?ml|json)$/i.test(below));
  });
  if (isInside) return { ok: true, value: path, diagnostics: [] };
  const help = 'copy it into the folder of the project, or name it with `--api-spec` each time';
  return {
    ok: false,
    diagnostics: [{ ...outside(config.spec, path), help, file: showPath(join(folder, CONFIG_FILE), cwd) }],
  };
}

/** The nearest folder upwards, from `start` itself, that has an `authz.yaml`. */
export function findProjectFolder(start: string): string | undefined {
  return folderUpwards(start, CONFIG_FILE);
}

/** The nearest folder upwards, from `start` itself, that has a `package.json`. */
export function findPackageFolder(start: string): string | undefined {
  return folderUpwards(start, 'package.json');
}

/** Where generated schemas go: the package, else the current folder. */
export function packageRoot(start: string): string {
  return findPackageFolder(start) ?? start;
}

/** The file that a schema is written to when nobody says otherwise. */
export function defaultSchemaFile(cwd: string): string {
  return join(packageRoot(cwd), SCHEMA_FILE);
}

/** The folders of all projects that `paths` touch: those below, and the one that a path lies in. */
export async function findProjects(paths: readonly string[], cwd: string): Promise<Outcome<string[]>> {
  const folders = new Set<string>();
  const missing: Diagnostic[] = [];
  const unreadable: string[] = [];
  for (const written of paths) {
    const path = resolve(cwd, written);
    if (!existsSync(path)) missing.push(missingPath(written, cwd));
    for (const config of findFiles(path, /^authz\.yaml$/, unreadable)) folders.add(dirname(config));
    for (const file of fixtureFilesBelow(path)) addOwner(folders, dirname(file));
    addOwner(folders, path);
  }
  if (missing.length > 0) return { ok: false, diagnostics: missing };
  return { ok: true, value: [...folders].sort(), diagnostics: unreadableFolders(unreadable, cwd) };
}

function addOwner(folders: Set<string>, path: string): void {
  const owner = findProjectFolder(path);
  if (owner && !folders.has(owner)) folders.add(owner);
}

/** That a file or folder which was asked for is not there; with the nearest name beside it, and the flag that named it. */
export function missingPath(written: string, cwd: string, flag?: string): Diagnostic {
  const path = resolve(cwd, written);
  // Nobody has misspelt the folder that one is in.
  const isHere = path === resolve(cwd);
  const near = isHere ? undefined : nearSibling(path);
  const named = flag === undefined ? '' : `: \`${flag}\` names it`;
  return {
    severity: 'error',
    code: 'path-missing',
    message: isHere ? 'the current folder was moved or deleted' : `there is no such file or folder${named}`,
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
