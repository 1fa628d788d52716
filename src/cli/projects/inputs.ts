import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { CONFIG_FILE } from '../../core/config/config.ts';
import type { DiagnosticCode } from '../../core/diagnostics/codes.ts';
import { type Diagnostic, InputError, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import { nearest } from '../../core/diagnostics/did-you-mean.ts';
import type { SchemaSource } from '../../core/verification/verify-input.ts';
import { showPath } from '../../project/files/read-text.ts';
import { statsOf } from '../../project/files/stats.ts';
import { loadSchema } from '../../project/loading/load-schema.ts';
import {
  defaultSchemaFile,
  findPackageFolder,
  findProjectFolder,
  findProjects,
  openProject,
  type Project,
} from '../../project/loading/project.ts';
import { namedByConfig, namedByFlags } from '../../project/project-files.ts';
import { flagName } from '../flag-name.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The name that stands for standard output. */
export const STANDARD_OUTPUT = '-';

/** The value, after showing its warnings; or an `InputError` for `main.ts`. */
export function unwrap<T>(outcome: Outcome<T>, terminal: Terminal): T {
  if (!outcome.ok) throw new InputError(outcome.diagnostics);
  showDiagnostics(outcome.diagnostics, terminal);
  return outcome.value;
}

/** One problem that ends the command. */
export function fail(code: DiagnosticCode, message: string, help?: string): never {
  const diagnostic: Diagnostic = { severity: 'error', code, message, ...(help ? { help } : {}) };
  throw new InputError([diagnostic]);
}

/** Those of some flags that were given, as they are written: `allMethods` is `--all-methods`. */
export function givenOf<Options extends object>(
  options: Options,
  fields: readonly (keyof Options & string)[],
): string[] {
  const given = fields.filter((field) => options[field] !== undefined && options[field] !== false);
  return given.map((field) => `--${flagName(field)}`);
}

/** Flags that would do nothing: whoever gave one expects something of it. */
export function refuseIdle(flags: readonly string[], why: string, help: string): void {
  const named = flags.map((flag) => `\`${flag}\``);
  const last = named.pop();
  if (last === undefined) return;
  const subject = named.length > 0 ? `${named.join(', ')} and ${last} are` : `${last} is`;
  fail('usage', `${subject} ${why}`, help);
}

/** What to do about a name that is not in a closed list: `did you mean`, or all that there are, as in `shells are bash, zsh, fish`. */
export function helpWithName(written: string, known: readonly string[], what: string): string {
  const near = nearest(written, known);
  return near ? `did you mean \`${near}\`?` : `${what} are ${known.join(', ')}`;
}

/** The project around the working directory, if there is one; where that is in a package, none above the package. */
export async function currentProject(terminal: Terminal): Promise<Project | undefined> {
  const folder = findProjectFolder(terminal.cwd);
  const root = findPackageFolder(terminal.cwd) ?? '';
  if (!folder || (folder !== terminal.cwd && !folder.startsWith(root))) return undefined;
  return unwrap(await openProject(folder, terminal.cwd), terminal);
}

/** Where nothing was found: whoever stands above projects meant one of them. */
export async function refuseAboveProjects(cwd: string): Promise<void> {
  const found = await findProjects(['.'], cwd);
  const below = (found.ok ? found.value : []).filter((folder) => folder.startsWith(`${cwd}${sep}`));
  if (below.length === 0) return;
  const shown = below.map((folder) => `\`${showPath(folder, cwd)}\``);
  fail(
    'project-missing',
    `there is no project here, but below: ${shown.join(', ')}`,
    `change to the folder of ${below.length === 1 ? 'that project' : 'one of them'}`,
  );
}

/** The file that `--schema` names, else the project's, else the one that `generate-schema` writes by default. */
export function schemaFile(
  named: string | undefined,
  project: Project | undefined,
  terminal: Terminal,
): string {
  if (named) return resolve(terminal.cwd, named);
  return project ? resolve(project.folder, project.config.schema) : defaultSchemaFile(terminal.cwd);
}

/** What is in {@link schemaFile}. */
export async function readSchemaFile(
  named: string | undefined,
  project: Project | undefined,
  terminal: Terminal,
): Promise<SchemaSource> {
  const { schema: naming } =
    named || !project ? namedByFlags({ schema: named }) : namedByConfig(project.config);
  const path = schemaFile(named, project, terminal);
  if (!named && !project && !existsSync(path)) await refuseAboveProjects(terminal.cwd);
  return unwrap(await loadSchema(path, terminal.cwd, { naming }), terminal);
}

/** The folder that a flag names for a part of the project, else the project's own, else the one that is called like the part. */
export function partFolder(
  named: string | undefined,
  part: 'policies' | 'fixtures',
  project: Project | undefined,
  terminal: Terminal,
): string {
  if (named) return resolve(terminal.cwd, named);
  return project ? resolve(project.folder, project.config[part]) : resolve(terminal.cwd, part);
}

/** The folder of the project for new files: where `authz.yaml` names one file, nothing beside it is read. */
export function folderForNew(part: 'policies' | 'fixtures', { folder, config }: Project): string {
  const path = resolve(folder, config[part]);
  if (statsOf(path)?.isFile())
    fail(
      'file-unwritable',
      `\`${part}\` in ${CONFIG_FILE} names the file \`${config[part]}\`, and new files need a folder`,
      'move the file into a folder of its own, and name that folder there',
    );
  return path;
}
