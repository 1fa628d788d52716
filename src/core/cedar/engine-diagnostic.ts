import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DetailedError } from './wasm/json.ts';

/** An engine error as a diagnostic without a place; Cedar's message and help as they are. */
export function engineDiagnostic(
  code: DiagnosticCode,
  error: DetailedError,
  severity: 'error' | 'warning' = 'error',
): Diagnostic {
  const message = withoutPreamble(error.message);
  return { severity, code, message, ...(error.help ? { help: withoutPreamble(error.help) } : {}) };
}

/** The place says which policy is meant; the message need not. */
export function withoutPreamble(message: string): string {
  return message
    .replace(/^failed to parse (?:policy|template)(?: with id `[\s\S]*?`)? from string: /, '')
    .replace(/^failed to parse schema from string: error parsing schema: /, '')
    .replace(/^for policy `[\s\S]*?`, /, '');
}

/** An evaluation error names the policy in its first words; so does whatever shows it. */
export function withoutPolicyName(message: string): string {
  return message.replace(/^error while evaluating policy `[\s\S]*?`: /, '');
}

/** The engine nests the interesting sentence inside a general one. */
export function firstMessage(errors: readonly DetailedError[]): string {
  return errors
    .map((error) => error.message.replace(/^error during entity deserialization: /, ''))
    .join('; ');
}
