import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { loadPolicies } from '../../project/loading/load-policies.ts';
import { schemasIn } from '../../project/loading/schema-files.ts';

/** Policies that lie where the new ones will, and are none of them: they decide as well, and the fixtures are recorded without them. */
export async function earlierPolicies(
  folder: string,
  written: readonly { readonly name: string }[],
): Promise<Diagnostic[]> {
  const own = new Set(written.map(({ name }) => name));
  const { files } = await loadPolicies([join(folder, 'policies')], folder);
  return files
    .filter(({ file }) => !own.has(file))
    .map(({ file }) => ({
      severity: 'warning',
      code: 'policies-earlier',
      message: `\`${file}\` was here before, and its policies decide beside the new ones`,
      help: 'remove the file if they are no longer meant',
      file,
    }));
}

/** Schemas of somebody who has written policies without an API: the new project has another, which these policies hardly fit. */
export function earlierSchemas(folder: string): Diagnostic[] {
  if (!existsSync(folder)) return [];
  return schemasIn(folder)
    .filter((name) => !/\bmappingType\b/.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => ({
      severity: 'warning',
      code: 'schema-earlier',
      message: `\`${name}\` was here before, and the new project does not use it`,
      help: `to stay with it, take the new policies and the new schema away, set \`schema: ${name}\` in authz.yaml, and say in it which endpoints its actions are for: docs/from-cedar.md shows how`,
      file: name,
    }));
}
