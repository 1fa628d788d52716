import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import { type GeneratedSchema, generateSchema } from '../../core/generation/generate-schema.ts';
import { loadSpec } from '../../project/loading/load-spec.ts';
import { type Project, projectSpec } from '../../project/loading/project.ts';
import { schemaOptions } from './schema-options.ts';

/** The schema that a project's API description makes today, whatever schema the project has. */
export async function generatedSchemaOf(project: Project, cwd: string): Promise<Outcome<GeneratedSchema>> {
  const spec = projectSpec(project, cwd);
  if (!spec.ok) return spec;
  const documents = await loadSpec(spec.value, cwd);
  if (!documents.ok) return documents;
  return generateSchema(documents.value, schemaOptions({}, project, documents.value.root.value));
}

/** Every schema that is generated says how endpoints became actions; one that was written by hand has no reason to. */
export function isGenerated(schema: string): boolean {
  return /\bmappingType\b/.test(schema);
}
