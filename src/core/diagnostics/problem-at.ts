import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Source, ValuePath } from './source.ts';

/** What there is to say about a value of a file. */
export interface ValueProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: string | undefined;
  /** Whether the key of the value is the problem, or the value itself, which it is when left out. */
  readonly part?: 'key' | 'value' | undefined;
}

/** An error about one value of a file, at its place. */
export function problemAt(source: Source, path: ValuePath, problem: ValueProblem): Diagnostic {
  const { code, message, help, part = 'value' } = problem;
  const location = source.locate(path, part);
  return {
    severity: 'error',
    code,
    message,
    ...(help ? { help } : {}),
    file: source.file,
    ...(location ? { location } : {}),
  };
}
