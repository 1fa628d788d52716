import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { SchemaSource } from '../../core/verification/verify-input.ts';
import { type NamedBy, showPath, toldWhereNamed } from '../files/read-text.ts';
import { DISK, type SourceReader } from '../files/reader.ts';

/** The text of a schema file; where there is none, how to come by it. */
export async function loadSchema(
  path: string,
  cwd: string,
  {
    reader = DISK,
    naming,
    namespace,
  }: {
    readonly reader?: SourceReader;
    readonly naming?: NamedBy | undefined;
    readonly namespace?: string | undefined;
  } = {},
): Promise<Outcome<SchemaSource>> {
  const file = showPath(path, cwd);
  const text = toldWhereNamed(await reader.text(path, file), file, naming);
  if (text.ok)
    return { ...text, value: { file, text: text.value, ...(namespace === undefined ? {} : { namespace }) } };
  const diagnostics = text.diagnostics.map((one) => ({
    help: 'write it with `authz generate-schema`',
    ...one,
  }));
  return { ok: false, diagnostics };
}
