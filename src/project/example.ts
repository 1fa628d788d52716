import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { findFiles } from './find-files.ts';
import type { PrintedFile } from './print-fixtures.ts';
import { EXAMPLE_FOLDER } from './templates.ts';

/** All files of the worked example, by their path below its folder. */
export async function exampleFiles(): Promise<PrintedFile[]> {
  const paths = await findFiles(EXAMPLE_FOLDER, /^[^.]/);
  return Promise.all(
    paths.map(async (path) => ({
      name: relative(EXAMPLE_FOLDER, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}
