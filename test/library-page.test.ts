import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { blocksOf, projectFolder } from './helpers/page-example.ts';

const run = promisify(execFile);

const EXAMPLES: readonly [example: number, printed: RegExp][] = [
  [0, /^272 passed true\ndeny no policy permits it; the nearest is `administrators`\n$/],
  [1, /^13 actions in .*\bmembers\.cedar\b.*\n$/],
];

it.each(EXAMPLES)(
  'example %i of docs/library.md runs beside the worked example',
  async (example, printed) => {
    const folder = projectFolder([]);
    writeFileSync(join(folder, 'example.mts'), blocksOf('library.md')[example] ?? '');
    const { stdout } = await run(process.execPath, ['example.mts'], { cwd: folder });
    expect(stdout).toMatch(printed);
  },
);
