import { resolve } from 'node:path';
import { readText } from '../../project/files/read-text.ts';
import { replacement, writeFiles } from '../../project/files/write.ts';
import type { PlannedEdit } from '../../tui/watch/actions.ts';

/** What a screen has written, so that it can be taken back. */
export interface Writer {
  /** Writes files that are still as they were; says what came of it, `done` when all went well. */
  readonly write: (edits: readonly PlannedEdit[], done: string) => string;
  /** Writes what was there before the last change, unless somebody has written since. */
  readonly undo: () => string;
}

export function undoableWriter(cwd: string): Writer {
  const written: (readonly PlannedEdit[])[] = [];
  return {
    write: (edits, done) => {
      const problem = replace(edits, cwd);
      if (problem !== undefined) return problem;
      written.push(edits);
      return done;
    },
    undo: () => {
      const last = written.at(-1);
      if (!last) return 'there is nothing to take back';
      const problem = replace(
        last.map(({ file, before, after }) => ({ file, before: after, after: before })),
        cwd,
      );
      if (problem !== undefined) return problem;
      written.pop();
      const [only] = last;
      return last.length === 1 && only
        ? `taken back: ${only.file} is as before`
        : `taken back: ${last.length} files are as before`;
    },
  };
}

/** All or none; `undefined` when they were written. */
function replace(edits: readonly PlannedEdit[], cwd: string): string | undefined {
  for (const { file, before } of edits) {
    const onDisk = readText(resolve(cwd, file), file);
    if (!onDisk.ok || onDisk.value !== before) return `${file} has changed in the meantime: look again`;
  }
  const files = edits.map(({ file, after }) => replacement(resolve(cwd, file), after));
  const written = writeFiles(files, cwd);
  return written.ok ? undefined : (written.diagnostics[0]?.message ?? 'the file could not be written');
}
