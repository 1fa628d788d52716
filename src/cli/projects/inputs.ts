import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DiagnosticCode } from '../../core/diagnostics/codes.ts';
import { type Diagnostic, InputError, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { countOperations } from '../../core/openapi/spec.ts';
import { findSpecs } from '../../project/files/find-specs.ts';
import { STANDARD_INPUT, showPath } from '../../project/files/read-text.ts';
import { loadSpec } from '../../project/loading/load-spec.ts';
import {
  defaultSchemaFile,
  findProjectFolder,
  openProject,
  type Project,
  packageRoot,
  projectSpec,
} from '../../project/loading/project.ts';
import { type ProgressStep, stepsFor } from '../terminal/progress.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

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

/** The project around the working directory, if there is one; it is not looked for above the package. */
export async function currentProject(terminal: Terminal): Promise<Project | undefined> {
  const folder = findProjectFolder(terminal.cwd);
  const root = packageRoot(terminal.cwd);
  if (!folder || (folder !== terminal.cwd && !folder.startsWith(root))) return undefined;
  return unwrap(await openProject(folder, terminal.cwd), terminal);
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

export interface SpecInput {
  readonly documents: SpecDocuments;
  /** The project that the API description belongs to: its settings are the defaults. */
  readonly project: Project | undefined;
  /** How the further steps are run. */
  readonly step: ProgressStep;
}

/** The API description that `--api-spec` names, else the project's. */
export async function specInput(named: string | undefined, terminal: Terminal): Promise<SpecInput> {
  const found = await currentProject(terminal);
  const ofProject = found && resolve(found.folder, found.config.spec);
  const path = named ?? (found ? unwrap(projectSpec(found, terminal.cwd), terminal) : onlySpec(terminal.cwd));
  const project = ofProject === resolve(terminal.cwd, path) ? found : undefined;
  return { ...(await readSpecFile(path, terminal)), project };
}

/** The one file of a folder that is called like an API description. */
export function onlySpec(folder: string, more = ''): string {
  const candidates = findSpecs(folder);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return resolve(folder, only);
  const found = candidates.map((name) => `\`${name}\``).join(', ');
  fail(
    'spec-missing',
    only === undefined
      ? 'no API description was found in this folder'
      : `there are several API descriptions: ${found}`,
    `name one with \`--api-spec <file>\` (found by itself is what is called openapi.yaml, my-api.json, swagger.yml and the like)${more}`,
  );
}

/** Reads an API description, and says how long it is: that decides how the steps that follow are run. */
export async function readSpecFile(
  path: string,
  terminal: Terminal,
): Promise<Pick<SpecInput, 'documents' | 'step'>> {
  const step = stepsFor(
    path === STANDARD_INPUT ? Number.POSITIVE_INFINITY : sizeOf(resolve(terminal.cwd, path)),
  );
  const shown =
    path === STANDARD_INPUT ? 'standard input' : showPath(resolve(terminal.cwd, path), terminal.cwd);
  const loaded = await step(`reading ${shown}`, () => loadSpec(path, terminal.cwd));
  return { documents: unwrap(loaded, terminal), step };
}

/** How many bytes a file has; a missing one is said to be missing by who reads it. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** `1,100 endpoints`, as far as the document tells before it has been read. */
export function countedEndpoints(documents: SpecDocuments): string {
  const count = countOperations(documents);
  // `toLocaleString` would first load what it knows of all languages: that takes longer than reading a small description.
  const digits = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} endpoint${count === 1 ? '' : 's'}`;
}
