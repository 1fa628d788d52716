import { resolve } from 'node:path';
import type { Report } from '../../core/replay/report.ts';
import { replacement, writeFiles } from '../../project/files/write.ts';
import { updateFixtures } from '../../project/writing/update-fixtures.ts';
import { printDiff } from '../../reporters/words/diff.ts';
import { counted, openingWords, painter, visible } from '../../reporters/words/wording.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { unwrap } from './inputs.ts';

/** Writes the decisions that came into the fixtures files, all or none, and shows what was changed. Whether anything was. */
export function updateExpectations(report: Report, terminal: Terminal): boolean {
  const { files, diagnostics } = updateFixtures(report.projects.flatMap(({ results }) => results));
  const paint = painter(terminal.color.err);
  showDiagnostics(diagnostics, terminal);
  const plan = files.map(({ file, after }) => replacement(resolve(terminal.cwd, file), after));
  unwrap(writeFiles(plan, terminal.cwd), terminal);
  for (const { file, before, after, count, opening } of files) {
    terminal.note(printDiff({ file, before, after, what: 'updated' }, paint));
    const warned = opening > 0 ? `: ${openingWords(opening)}` : '';
    terminal.note(`updated ${counted(count, 'expectation')} in ${visible(file)}${warned}\n\n`);
  }
  return files.length > 0;
}
