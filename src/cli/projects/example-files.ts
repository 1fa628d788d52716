import { existsSync } from 'node:fs';
import type { WrittenFixtures } from '../../core/authoring/written-fixtures.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { readText, showPath } from '../../project/files/read-text.ts';
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

/**
 * Writes fixtures of examples, says so, and names further ones that an earlier run has left beside them. It replaces only what such a
 * run wrote: any other file is somebody's work.
 */
export function writeExamples({ files, path, head }: ExampleFiles, terminal: Terminal): void {
  const plan = files.map(
    (fixtures, index): PlannedFile => ({
      path: numbered(path, index + 1),
      text: printFixtures(fixtures, head),
      ifExists: 'replace',
    }),
  );
  const others = plan.filter((file) => existsSync(file.path) && !isWrittenUnder(head, file.path));
  if (others.length > 0)
    unwrap(
      { ok: false, diagnostics: others.map((other) => inTheWay(showPath(other.path, terminal.cwd))) },
      terminal,
    );
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  for (let number = Math.max(2, files.length + 1); existsSync(numbered(path, number)); number += 1)
    terminal.err(
      `${visible(showPath(numbered(path, number), terminal.cwd))} is left from an earlier run: remove it, unless you have made it your own\n`,
    );
}

/** A file that cannot be read may be anything. */
function isWrittenUnder(head: string, path: string): boolean {
  const text = readText(path, path);
  const [firstLine] = head.split('\n');
  return text.ok && text.value.split(/\r?\n/).includes(`#${firstLine}`);
}

function inTheWay(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'file-in-the-way',
    message: 'the file is not from an earlier run of this command; nothing was written',
    help: 'name another file, or move this one away',
    file,
  };
}

/** `found.fixtures.yaml`, `found-2.fixtures.yaml` and so on. */
function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const [, stem = path, extension = '.yaml'] = /^(.*?)(?:\.fixtures)?(\.\w+)$/s.exec(path) ?? [];
  return `${stem}-${number}.fixtures${extension}`;
}
