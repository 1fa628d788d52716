import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names under which API descriptions are usually kept. */
const SPEC_NAME = /^(?:[\w.-]+[._-])?(?:openapi|swagger|api)(?:[._-][\w.-]+)?\.(?:ya?ml|json)$/i;

/** Folders in which they are usually kept, when not at the top. */
const SPEC_FOLDERS = ['api', 'docs', 'openapi', 'schemas', 'spec', 'specs'];

/** The files that are called like API descriptions: those at the top of a folder, else those in its usual folders; sorted. */
export function findSpecs(folder: string): string[] {
  const own = specsIn(folder);
  if (own.length > 0) return own;
  return SPEC_FOLDERS.flatMap((name) => specsIn(join(folder, name)).map((file) => `${name}/${file}`));
}

/** None where the folder is not there, or cannot be read. */
function specsIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && SPEC_NAME.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
