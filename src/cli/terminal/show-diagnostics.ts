import { type Diagnostic, sortDiagnostics } from '../../core/diagnostics/diagnostic.ts';
import { printDiagnostics } from '../../reporters/words/frame.ts';
import { painter } from '../../reporters/words/wording.ts';
import type { Terminal } from './terminal.ts';

/** Shows diagnostics on standard error; those that are no more than remarks only to whoever has not asked for quiet. */
export function showDiagnostics(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  const shown = terminal.isQuiet ? diagnostics.filter(({ severity }) => severity !== 'info') : diagnostics;
  if (shown.length === 0) return;
  terminal.err(printDiagnostics(sortDiagnostics(shown), painter(terminal.color.err)));
}
