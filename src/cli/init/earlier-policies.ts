import { join } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { filesAt } from '../../project/files/find-files.ts';
import { showPath } from '../../project/files/read-text.ts';

/** Policies that lie where the new ones will, and are none of them: they decide as well, and the fixtures are recorded without them. */
export function earlierPolicies(folder: string, written: readonly { readonly name: string }[]): Diagnostic[] {
  const own = new Set(written.map(({ name }) => name));
  return filesAt(join(folder, 'policies'), /\.cedar$/)
    .map((path) => showPath(path, folder))
    .filter((name) => !own.has(name))
    .map((name) => ({
      severity: 'warning',
      code: 'policies-earlier',
      message: `\`${name}\` was here before, and its policies decide beside the new ones`,
      help: 'remove the file if they are no longer meant',
      file: name,
    }));
}
