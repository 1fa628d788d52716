import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { InputError } from '../../core/diagnostics/diagnostic.ts';

/** What nobody expected, as a problem beside the others: watching goes on, and the next change is another chance. */
export function failureOf(
  error: unknown,
  what: string,
  severity: Diagnostic['severity'] = 'error',
): readonly Diagnostic[] {
  if (error instanceof InputError) return error.diagnostics;
  const message = error instanceof Error ? error.message : String(error);
  return [
    {
      severity,
      code: 'watch-failed',
      message: `${what}: ${message}`,
      help: 'the next change is tried again; if it is about no file of yours, it is a defect of authz: please report it',
    },
  ];
}
