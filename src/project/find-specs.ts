import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Names under which API descriptions are usually kept. */
const SPEC_NAME = /^(?:[\w.-]+[._-])?(?:openapi|swagger|api)(?:[._-][\w.-]+)?\.(?:ya?ml|json)$/i;

/** The names of the files in a folder that are called like API descriptions, sorted. */
export async function findSpecs(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => SPEC_NAME.test(name)).sort();
}
