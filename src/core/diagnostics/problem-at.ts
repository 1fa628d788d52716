import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Source, ValuePath } from './source.ts';

/** A problem with one value of a file, at its place. */
export function problemAt(
  source: Source,
  path: ValuePath,
  code: DiagnosticCode,
  message: string,
  help?: string,
  part: 'key' | 'value' = 'value',
): Diagnostic {
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
