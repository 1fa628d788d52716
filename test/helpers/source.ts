import type { Source } from '../../src/core/diagnostics/source.ts';
import { parseSource } from '../../src/project/parsing/parse.ts';
import { valueIn } from './outcome.ts';

/** A parsed YAML or JSON text, with working positions. */
export function sourceOf(text: string, file = 'some.fixtures.yaml'): Source {
  return valueIn(parseSource(file, text));
}
