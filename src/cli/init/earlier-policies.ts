import { join } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { loadPolicies } from '../../project/loading/load-policies.ts';

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
