import type { Diagnostic } from '../../src/core/diagnostics/diagnostic.ts';

type Failure = { readonly diagnostics: readonly Diagnostic[] } | { readonly errors: readonly unknown[] };

/** The value of an outcome or answer that must have succeeded. */
export function valueIn<T>(
  outcome: { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Failure),
): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome, null, 2));
}

/** Diagnostics as one line each: `file:line:column severity message`. */
export function told(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ file, location, severity, message }) => {
    const place = [file, ...(location ? [location.line, location.column] : [])].join(':');
    return `${place} ${severity} ${message}`;
  });
}
