import { existsSync, readdirSync } from 'node:fs';

/** Names under which API descriptions are usually kept. */
const SPEC_NAME = /^(?:[\w.-]+[._-])?(?:openapi|swagger|api)(?:[._-][\w.-]+)?\.(?:ya?ml|json)$/i;

/** The names of the files in a folder that are called like API descriptions, sorted. */
export function findSpecs(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => SPEC_NAME.test(name)).sort();
}
