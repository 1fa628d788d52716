import { compareText } from '../values/compare-text.ts';
import { keysIn } from '../values/keys-in.ts';
import type { DiagnosticCode } from './codes.ts';

/** How bad a problem is: an `error` stops a command (exit code 2), a `warning` or `info` never does. */
export type Severity = 'error' | 'warning' | 'info';

const IS_SEVERITY: Readonly<Record<Severity, true>> = { error: true, warning: true, info: true };

/** The worst first. */
export const SEVERITIES = keysIn(IS_SEVERITY);

/**
 * A place in a file. Lines and columns start at 1; columns count UTF-16 code units, as editors do.
 * `excerpt` is the text of the first line, kept so that a code frame can be drawn without reading the file again.
 */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
  /** Of a value in JSON: the way to it, as in `/staticPolicies/admin/conditions/0/body`. */
  readonly pointer?: string;
}

/** One problem, worded for the person who can fix it. Engine errors keep Cedar's own message and help. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable kebab-case name of the kind of problem, for machines. */
  readonly code: DiagnosticCode;
  /** What was found; lower case, names in backticks, no full stop. */
  readonly message: string;
  /** What to do about it; often a "did you mean". */
  readonly help?: string;
  /** What it is about in detail, a line each. */
  readonly details?: readonly string[];
  readonly file?: string;
  readonly location?: Location;
}

/** A value, or the problems that kept it from being made. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Thrown for unusable input, with every problem that was found. They are worded for people: nobody needs the stack. */
export class InputError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map(describeDiagnostic).join('\n'), options);
    this.name = 'InputError';
    // Node shows what is enumerable of an error below its message, which says all of it already.
    Object.defineProperty(this, 'diagnostics', { value: diagnostics });
  }
}

/** One line: place, message, and what to do. */
export function describeDiagnostic({ file, location, message, help }: Diagnostic): string {
  const place = placeText(file, location);
  return `${place ? `${place}: ` : ''}${message}${help ? ` (${help})` : ''}`;
}

/** `file:line:column`, as far as it is known. */
export function placeText(
  file: string | undefined,
  location: Pick<Location, 'line' | 'column'> | undefined,
): string {
  return [file, location && `${location.line}:${location.column}`].filter(Boolean).join(':');
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Those that keep something from being used. */
export function errorsAmong(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Each problem once: several files may share the one that is wrong. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one, withoutExcerpt), one])).values()];
}

/** It follows from the place, and is all of a file that has one line: so long a text cannot be written once for each problem in it. */
function withoutExcerpt(key: string, value: unknown): unknown {
  return key === 'excerpt' ? undefined : value;
}

/** File, then line, column, severity and message: the order in which every list of diagnostics is shown. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') ||
      (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
      (a.location?.column ?? 0) - (b.location?.column ?? 0) ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compareText(a.message, b.message),
  );
}
