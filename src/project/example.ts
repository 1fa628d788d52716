import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { findFiles } from './find-files.ts';
import type { PrintedFile } from './print-fixtures.ts';
import { EXAMPLE_FOLDER } from './templates.ts';

/** All files of the worked example, by their path below its folder. */
export function exampleFiles(): PrintedFile[] {
  return findFiles(EXAMPLE_FOLDER, /^[^.]/).map((path) => ({
    name: relative(EXAMPLE_FOLDER, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));
}
