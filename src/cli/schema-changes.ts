import { checkProject } from '../core/check-project.ts';
import type { Diagnostic } from '../core/diagnostic.ts';
import type { GeneratedSchema } from '../core/generate.ts';
import { describeChanges } from '../core/model-changes.ts';
import { readSchema } from '../core/schema-model.ts';
import { loadProject, projectFiles } from '../project/load.ts';
import type { Project } from '../project/project.ts';
import { visible } from '../reporters/wording.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import type { Terminal } from './terminal.ts';

/** Says what became of endpoints, types and attributes since the schema on disk; nothing when that cannot be read. */
export function sayChanges(file: string, onDisk: string, schema: GeneratedSchema, terminal: Terminal): void {
  const before = onDisk === '' ? undefined : readSchema({ file, text: onDisk });
  if (!before?.ok) return;
  for (const change of describeChanges(before.value.model, schema.model))
    terminal.err(`${visible(change)}\n`);
}

/** Shows where the project's policies and fixtures do not fit the new schema; answers whether all of them do. */
export async function sayMisfits(
  project: Project | undefined,
  schema: GeneratedSchema,
  terminal: Terminal,
): Promise<boolean> {
  const misfits = project ? await findMisfits(project, schema, terminal) : [];
  showDiagnostics(misfits, terminal);
  return misfits.length === 0;
}

/** They are no errors of this command: the schema is right, and they are what is left to do. */
async function findMisfits(
  project: Project,
  schema: GeneratedSchema,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const files = projectFiles(project, {}, terminal.cwd);
  const input = await loadProject(files, terminal.cwd);
  if (!input.ok) return [];
  const checked = checkProject({
    ...input.value,
    schema: { file: input.value.schema.file, text: schema.text },
  });
  return checked.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => ({ ...diagnostic, severity: 'warning' }));
}
