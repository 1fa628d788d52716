import { showPath } from '../../project/files/read-text.ts';
import type { WrittenFile } from '../../project/files/write.ts';
import { visible } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';

const WORDS: Readonly<Record<WrittenFile['outcome'], string>> = {
  created: 'wrote',
  replaced: 'rewrote',
  unchanged: 'unchanged',
  kept: 'kept (exists; --force replaces it)',
  removed: 'removed',
};

/** One line for each file: what was done with it. */
export function reportWritten(files: readonly WrittenFile[], terminal: Terminal): void {
  for (const { path, outcome, aside } of files) {
    const shown = (one: string) => visible(showPath(one, terminal.cwd));
    const kept = aside === undefined ? '' : `; what it said is kept in ${shown(aside)}`;
    terminal.note(`${WORDS[outcome]} ${shown(path)}${kept}\n`);
  }
}
