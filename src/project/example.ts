import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { findFiles } from './files/find-files.ts';
import { EXAMPLE_FOLDER } from './templates.ts';
import type { PrintedFile } from './writing/print-fixtures.ts';

/** All files of the worked example, by their path below its folder. */
export function exampleFiles(): PrintedFile[] {
  return findFiles(EXAMPLE_FOLDER, /^[^.]/).map((path) => ({
    name: relative(EXAMPLE_FOLDER, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));
}
