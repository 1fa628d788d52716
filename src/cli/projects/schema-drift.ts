import { dirname, resolve } from 'node:path';
import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import { isSameText } from '../../core/values/line-ends.ts';
import { readText, showPath } from '../../project/files/read-text.ts';
import { findProjectFolder, openProject } from '../../project/loading/project.ts';
import type { ProjectFiles } from '../../project/project-files.ts';
import { generatedSchemaOf, isGenerated } from './generated-schema.ts';

/** Whether the schema of a project is still the one of its OpenAPI file; nothing where there is none. Only a warning: it can be used. */
export async function schemaDrift(
  { name, schema }: ProjectFiles,
  cwd: string,
): Promise<readonly Diagnostic[]> {
  if (schema === undefined) return [];
  const folder = findProjectFolder(resolve(cwd, name)) ?? findProjectFolder(dirname(schema));
  const project = folder === undefined ? undefined : await openProject(folder, cwd);
  if (!project?.ok) return [];
  const generated = await generatedSchemaOf(project.value, cwd);
  if (!generated.ok) return asWarnings(generated.diagnostics);
  const onDisk = readText(schema, showPath(schema, cwd));
  if (!onDisk.ok || isByHand(onDisk.value) || isSameText(onDisk.value, generated.value.text)) return [];
  return [
    {
      severity: 'warning',
      code: 'schema-outdated',
      message: `the schema no longer matches \`${project.value.config.spec}\``,
      help: 'run `authz generate-schema`, which says what changed',
      file: showPath(schema, cwd),
    },
  ];
}

/** Also in Cedar syntax: nobody is asked to write it again. */
function isByHand(text: string): boolean {
  return !text.trimStart().startsWith('{') || !isGenerated(text);
}

function asWarnings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return errorsAmong(diagnostics).map((diagnostic) => ({ ...diagnostic, severity: 'warning' }));
}
