import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { GeneratedSchema } from '../../core/generation/generate-schema.ts';
import type { Model } from '../../core/model/model.ts';
import { describeChanges } from '../../core/model/model-changes.ts';
import { readSchema } from '../../core/model/read-schema.ts';
import { concernedByChanges } from '../../core/verification/affected-by-changes.ts';
import { checkProject } from '../../core/verification/check-project.ts';
import type { SchemaSource } from '../../core/verification/verify-input.ts';
import { loadProject, projectFiles } from '../../project/load.ts';
import type { Project } from '../../project/project.ts';
import { visible } from '../../reporters/wording.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Says what became of endpoints, types and attributes since the schema on disk, and which of the project's policies and fixtures that
 * concerns. Nothing of the former when that schema cannot be read.
 */
export async function sayChanges(
  onDisk: SchemaSource,
  schema: GeneratedSchema,
  project: Project | undefined,
  terminal: Terminal,
): Promise<void> {
  const read = onDisk.text === '' ? undefined : readSchema(onDisk);
  const before = read?.ok ? read.value.model : undefined;
  for (const change of before ? describeChanges(before, schema.model) : [])
    terminal.err(`${visible(change)}\n`);
  if (project) showDiagnostics(await findConcerned(project, before, schema, terminal), terminal);
}

/** They are no errors of this command: the schema is right, and they are what is left to do. */
async function findConcerned(
  project: Project,
  before: Model | undefined,
  schema: GeneratedSchema,
  terminal: Terminal,
): Promise<Diagnostic[]> {
  const input = await loadProject(projectFiles(project, {}, terminal.cwd), terminal.cwd);
  if (!input.ok) return [];
  const checked = checkProject({
    ...input.value,
    schema: { file: input.value.schema?.file ?? '', text: schema.text },
  });
  const misfits = checked.diagnostics.filter(({ severity }) => severity === 'error');
  return [
    ...misfits.map((diagnostic) => ({ ...diagnostic, severity: 'warning' as const })),
    ...(before && checked.ok ? concernedByChanges(before, checked.value.model, checked.value) : []),
  ];
}
