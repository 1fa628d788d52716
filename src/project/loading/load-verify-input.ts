import { dirname, resolve } from 'node:path';
import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { VerifyInput } from '../../core/verification/verify-input.ts';
import { projectFiles } from '../project-files.ts';
import { loadProject, withLoadRemarks } from './load.ts';
import { openProject } from './project.ts';

/**
 * Reads a project for `verify` and `explainCall`: its schema, policies, invariants, entities and fixtures. `file` is the `authz.yaml`, seen from
 * `cwd`. All problems are in the outcome at once, each with its place, and nothing is thrown.
 */
export async function loadVerifyInput(file: string, cwd: string): Promise<Outcome<VerifyInput>> {
  const project = await openProject(dirname(resolve(cwd, file)), cwd);
  if (!project.ok) return project;
  const loaded = await loadProject(projectFiles(project.value, {}, cwd), cwd);
  const diagnostics = [...project.diagnostics, ...loaded.diagnostics];
  if (!loaded.ok) return { ok: false, diagnostics };
  return { ok: true, value: withLoadRemarks({ value: loaded.value, diagnostics }), diagnostics };
}
