import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type DocumentPlace, pathTo } from './place.ts';

type SpecProblem = Pick<Diagnostic, 'code' | 'message' | 'help'> & {
  readonly severity?: Diagnostic['severity'];
};

/** A problem of an API description, at the key of what it is about. */
export function problemAt(place: DocumentPlace, { severity = 'error', ...problem }: SpecProblem): Diagnostic {
  return { severity, ...problem, ...placeOf(place) };
}

export function placeOf(place: DocumentPlace): Pick<Diagnostic, 'file' | 'location'> {
  const location = place.source.locate(pathTo(place), 'key');
  return { file: place.source.file, ...(location !== undefined && { location }) };
}
