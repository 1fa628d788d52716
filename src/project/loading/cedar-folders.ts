import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { DEFAULT_CLAIMS } from '../../core/requests/principal.ts';
import { compareText } from '../../core/values/compare-text.ts';
import { distinct } from '../../core/values/distinct.ts';
import { foldersAround, realPathBelow, whyNotBelow } from '../files/contained-path.ts';
import { findFiles, isFolder } from '../files/find-files.ts';
import { showPath } from '../files/read-text.ts';
import type { FileOverrides, ProjectFiles } from '../project-files.ts';
import { fixtureFilesAt } from './fixture-files.ts';
import { isSchemaFile, schemasAround } from './schema-files.ts';
import { testsByContent } from './tests-by-content.ts';

/** What lies around tests that belong to no project: what can be taken, and why something cannot. */
export interface CedarFolders {
  readonly projects: readonly ProjectFiles[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Tests for Cedar's tools with policies and a schema in their folder, or a little above: each such folder is a project of its own, as long
 * as there is no choice to be made; where there are no tests at all, so is the folder with the policies. What was taken is said. `isTaken` tells the files that need nothing around them.
 * `named` is what the command line says; missing for a command that takes no such flags.
 */
export function cedarFolders(
  paths: readonly string[],
  isTaken: (file: string) => boolean,
  cwd: string,
  named?: FileOverrides,
): CedarFolders {
  const tests = new Map<string, string[]>();
  const homeless = new Set<string>();
  const files = new Set([...paths.flatMap((path) => fixtureFilesAt(path)), ...testsByContent(paths)]);
  for (const file of [...files].filter((one) => !isTaken(one))) {
    const home = homeOf(file);
    if (home !== undefined) tests.set(home, [...(tests.get(home) ?? []), file]);
    else homeless.add(dirname(file));
  }
  const isUntested = tests.size === 0 && homeless.size === 0;
  const homes = isUntested
    ? paths.filter(holdsCedar).map((path): [string, string[]] => [aroundPolicies(path), []])
    : [...tests];
  const found = homes
    .sort(([a], [b]) => compareText(a, b))
    .map(([home, files]) => readHome(home, files, cwd, named));
  return {
    projects: found.flatMap((one) => ('problem' in one ? [] : [one])),
    problems: [
      ...found.flatMap((one) => ('problem' in one ? [one.problem] : [])),
      ...[...homeless].sort().map((folder) => nothingAround(folder, cwd, named)),
    ],
  };
}

/** Whether a folder itself has policies, with a schema where they are only in a folder called so. */
function holdsCedar(path: string): boolean {
  if (!isFolder(path)) return false;
  const policies = policiesIn(path);
  return (
    policies.some((name) => name !== 'policies') || (policies.length > 0 && schemasAround(path).length > 0)
  );
}

/** The nearest folder upwards that holds policies. */
function homeOf(file: string): string | undefined {
  const folder = foldersAround(file).find((one) => policiesIn(one).length > 0);
  return folder === undefined ? undefined : aroundPolicies(folder);
}

/** All policies of a folder called so belong together: it is the folder above that has them, unless that is none of the checkout. */
function aroundPolicies(folder: string): string {
  if (basename(folder) !== 'policies' || policiesIn(folder).length < 2) return folder;
  const [, above = folder] = foldersAround(join(folder, 'policies'));
  return above;
}

function readHome(
  home: string,
  fixtures: readonly string[],
  cwd: string,
  named: FileOverrides | undefined,
): ProjectFiles | { readonly problem: Diagnostic } {
  const policies = policiesIn(home);
  const schemas = named?.schema === undefined ? schemasAround(home) : [];
  const shown = showPath(home, cwd);
  const found: CedarFolder = { shown, show: (name) => showPath(join(home, name), cwd), policies, schemas };
  if (policies.length > 1) return { problem: choice(found, 'policies', named) };
  if (schemas.length > 1) return { problem: choice(found, 'schema', named) };
  const [schema] = schemas;
  const links = namesIn(home, /^(?:linked|(?:.*\.)?cedartemplatelinks\.json)$/);
  const invariants = ['invariants'].filter((name) => isFolder(join(home, name)));
  const names = [...policies, ...schemas, ...links, ...invariants];
  const isBelow = (name: string) =>
    [home, cwd].some((root) => realPathBelow(root, join(home, name)) !== undefined);
  const leading = names.find((name) => !isBelow(name));
  if (leading !== undefined) return { problem: outside(leading, { home, cwd }, named) };
  const taken = names.map((name) => `\`${name}\``);
  return {
    name: shown,
    roots: [cwd, home],
    hasNoConfig: true,
    policies: [...policies, ...links].map((name) => join(home, name)),
    ...(schema === undefined ? {} : { schema: join(home, schema) }),
    ...(invariants.length > 0 ? { invariants: join(home, 'invariants') } : {}),
    fixtures,
    claims: DEFAULT_CLAIMS,
    thresholds: {},
    remarks: [
      {
        severity: 'info',
        code: 'project-found',
        message: `there is no \`authz.yaml\`, so these were taken: ${taken.join(', ')}`,
        file: shown,
      },
    ],
  };
}

function nothingAround(folder: string, cwd: string, named: FileOverrides | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'project-missing',
    message: 'no `authz.yaml` and no policies were found around these tests',
    help: `${named ? `name the parts: \`--policies\`, and \`--schema\` where there is one` : 'put the policies there, and the schema where there is one'}; or ${elsewhereBelow(cwd)}`,
    file: showPath(folder, cwd),
  };
}

/** What else to do where no project was found. Which of the policies below belong together nobody has said. */
export function elsewhereBelow(cwd: string): string {
  const folders = foldersOfPolicies(cwd);
  return folders === ''
    ? 'run `authz init`'
    : `change to the folder of the policies (there are some in ${folders})`;
}

/** The folders below that have policies, as people list them; empty where there are none. */
export function foldersOfPolicies(cwd: string): string {
  const folders = distinct(findFiles(cwd, /\.cedar$/i).map((file) => showPath(dirname(file), cwd)));
  const shown = folders.slice(0, MOST_SHOWN).map((folder) => `\`${folder}\``);
  const others = folders.length > shown.length ? ' and elsewhere' : '';
  return shown.length === 0 ? '' : `${shown.join(', ')}${others}`;
}

const MOST_SHOWN = 5;

/** Nobody has named it: a link that lies around may not say what is read elsewhere. */
function outside(
  name: string,
  { home, cwd }: { readonly home: string; readonly cwd: string },
  named: FileOverrides | undefined,
): Diagnostic {
  const path = join(home, name);
  return {
    severity: 'error',
    code: 'path-outside',
    message: `\`${name}\` ${whyNotBelow(path)}`,
    help: named
      ? 'name the parts on the command line: `--policies`, `--schema`'
      : 'put the file or folder itself in its place',
    file: showPath(path, cwd),
  };
}

/** What may be meant in a folder, and how it is shown. */
interface CedarFolder {
  readonly shown: string;
  readonly show: (name: string) => string;
  readonly policies: readonly string[];
  readonly schemas: readonly string[];
}

function choice(
  found: CedarFolder,
  what: 'policies' | 'schema',
  named: FileOverrides | undefined,
): Diagnostic {
  const { move, why, flags } = WAYS_TO_CHOOSE[what];
  const names = what === 'policies' ? found.policies : found.schemas;
  return {
    severity: 'error',
    code: 'project-missing',
    message: `it is not clear which ${what} to take: ${names.map((name) => `\`${name}\``).join(', ')}${why}`,
    help: named ? `${flags(found, named)}, or ${move}` : move,
    file: found.shown,
  };
}

const WAYS_TO_CHOOSE = {
  policies: {
    flags: flagsOfPolicies,
    move: 'put those that belong together into a folder `policies`',
    why: '',
  },
  schema: {
    flags: () => 'name it with `--schema`',
    move: 'keep one of them in this folder',
    why: ' do not say the same',
  },
} as const;

/** What to write for all of them, and for each alone: a schema that lies there counts only if it is named as well. */
function flagsOfPolicies({ show, policies, schemas }: CedarFolder, named: FileOverrides): string {
  const schema = named.schema ?? (schemas.length > 1 ? '<file>' : schemas.map(show)[0]);
  const rest = schema === undefined ? '' : ` --schema ${schema}`;
  const flags = policies.map((name) => `--policies ${show(name)}`);
  const alone = flags.slice(0, MOST_SHOWN).map((flag) => `\`${flag}${rest}\``);
  const others = flags.length > alone.length ? ' and so on' : '';
  return `name them: all with \`${flags.join(' ')}${rest}\`, one with ${alone.join(', ')}${others}`;
}

/** Files, and the one folder that is called so. */
function policiesIn(folder: string): string[] {
  const files = namesIn(folder, /\.cedar(?:\.json)?$|^polic(?:y|ies|y-?set)\.json$/);
  return [
    ...files.filter((name) => !isSchemaFile(folder, name)),
    ...['policies'].filter((name) => isFolder(join(folder, name))),
  ];
}

function namesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}
