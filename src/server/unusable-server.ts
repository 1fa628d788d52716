import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';

/** Why a server does not start. */
export function unusableServer(message: string, help: string): Diagnostic {
  return { severity: 'error', code: 'middleware-unusable', message, help };
}
