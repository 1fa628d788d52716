import { existsSync } from 'node:fs';
import type { WrittenFixtures } from '../../core/authoring/written-fixtures.ts';
import { showPath } from '../../project/files/read-text.ts';
import { type PlannedFile, writeFiles } from '../../project/files/write.ts';
import { printFixtures } from '../../project/writing/print-fixtures.ts';
import { visible } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';
import { reportWritten } from './report-written.ts';

/** Each set of fixtures in a file of its own, since their entities contradict each other; `head` is what stands above them. */
interface ExampleFiles {
  readonly files: readonly WrittenFixtures[];
  /** Of the first; absolute. */
  readonly path: string;
  readonly head: string;
}

/** Writes fixtures of examples, says so, and names further ones that an earlier run has left beside them. */
export function writeExamples({ files, path, head }: ExampleFiles, terminal: Terminal): void {
  const plan = files.map(
    (fixtures, index): PlannedFile => ({
      path: numbered(path, index + 1),
      text: printFixtures(fixtures, head),
      ifExists: 'replace',
    }),
  );
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  for (let number = Math.max(2, files.length + 1); existsSync(numbered(path, number)); number += 1)
    terminal.err(
      `${visible(showPath(numbered(path, number), terminal.cwd))} is left from an earlier run: remove it, unless you have made it your own\n`,
    );
}

/** `found.fixtures.yaml`, `found-2.fixtures.yaml` and so on. */
function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const [, stem = path, extension = '.yaml'] = /^(.*?)(?:\.fixtures)?(\.\w+)$/s.exec(path) ?? [];
  return `${stem}-${number}.fixtures${extension}`;
}
