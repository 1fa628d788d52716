import { type Diagnostic, sortDiagnostics } from '../../core/diagnostics/diagnostic.ts';
import { printDiagnostics } from '../../reporters/words/frame.ts';
import { painter } from '../../reporters/words/wording.ts';
import type { Terminal } from './terminal.ts';

/** Shows diagnostics on standard error. */
export function showDiagnostics(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  if (diagnostics.length === 0) return;
  terminal.err(printDiagnostics(sortDiagnostics(diagnostics), painter(terminal.color.err)));
}
