import { resolve } from 'node:path';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { countOperations } from '../../core/openapi/spec.ts';
import { findSpecs } from '../../project/files/find-specs.ts';
import { type NamedBy, STANDARD_INPUT, showPath, toldWhereNamed } from '../../project/files/read-text.ts';
import { statsOf } from '../../project/files/stats.ts';
import { foldersOfPolicies } from '../../project/loading/cedar-folders.ts';
import { loadSpec } from '../../project/loading/load-spec.ts';
import { type Project, projectSpec } from '../../project/loading/project.ts';
import { namedByConfig } from '../../project/project-files.ts';
import { type ProgressStep, stepsFor } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { currentProject, fail, refuseAboveProjects, unwrap } from './inputs.ts';

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
  if (named === undefined && !found && findSpecs(terminal.cwd).length === 0)
    await refuseAboveProjects(terminal.cwd);
  const path = named ?? (found ? unwrap(projectSpec(found, terminal.cwd), terminal) : onlySpec(terminal.cwd));
  const project = ofProject === resolve(terminal.cwd, path) ? found : undefined;
  const naming = named === undefined && found ? namedByConfig(found.config).spec : BY_FLAG;
  return { ...(await readSpecFile(path, terminal, naming)), project };
}

const BY_FLAG: NamedBy = { flag: '--api-spec' };

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
    `name one with \`--api-spec <file>\` (found by itself is what is called openapi.yaml, my-api.json, swagger.yml and the like)${more}${only === undefined ? withoutSpec(folder) : ''}`,
  );
}

/** Who has policies already needs none of this. */
function withoutSpec(folder: string): string {
  const folders = foldersOfPolicies(folder);
  const needed =
    'they need no API description and no `authz.yaml`: run `authz validate` and `authz test` there';
  return folders === '' ? '' : `; there are Cedar policies in ${folders}, and ${needed}`;
}

/** Reads an API description, and says how long it is: that decides how the steps that follow are run. */
export async function readSpecFile(
  path: string,
  terminal: Terminal,
  naming: NamedBy | undefined = BY_FLAG,
): Promise<Pick<SpecInput, 'documents' | 'step'>> {
  const step = stepsFor(
    path === STANDARD_INPUT ? Number.POSITIVE_INFINITY : sizeOf(resolve(terminal.cwd, path)),
  );
  const shown =
    path === STANDARD_INPUT ? 'standard input' : showPath(resolve(terminal.cwd, path), terminal.cwd);
  const loaded = await step(`reading ${shown}`, () => loadSpec(path, terminal.cwd));
  return { documents: unwrap(toldWhereNamed(loaded, shown, naming), terminal), step };
}

/** How many bytes a file has; a missing one is said to be missing by who reads it. */
export function sizeOf(path: string): number {
  return Number(statsOf(path)?.size ?? 0);
}

/** `1,100 endpoints`, as far as the document tells before it has been read. */
export function countedEndpoints(documents: SpecDocuments): string {
  const count = countOperations(documents);
  // `toLocaleString` would first load what it knows of all languages: that takes longer than reading a small description.
  const digits = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} endpoint${count === 1 ? '' : 's'}`;
}
