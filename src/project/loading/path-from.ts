import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths in tests for Cedar's tools start at the folder of the file, or at one above it from which the tests are run. */
export function pathFrom(file: string, written: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, written))) return join(folder, written);
    if (folder === dirname(folder)) return join(dirname(file), written);
  }
}
