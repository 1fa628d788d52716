import type { SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import { NO_SCHEMA } from '../cedar/no-schema.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { locationAt, utf16Offset } from '../diagnostics/source.ts';
import { messageOf } from '../values/message-of.ts';
import { actionWarnings } from './action-warnings.ts';
import type { Model } from './model.ts';
import { modelWithout, readModel, unusable } from './read-model.ts';

/** A checked schema with what it says about the endpoints of an API: a schema that was written by hand may say nothing about any. */
export interface Schema {
  readonly json: SchemaJson<string>;
  readonly model: Model;
}

/**
 * Reads the text of a schema: JSON when it starts with `{`, else Cedar syntax. `file` is how messages name it; nothing is read from disk, and
 * nothing is thrown.
 */
export function readSchema(source: { readonly file: string; readonly text: string }): Outcome<Schema> {
  const json = parseSchema(source);
  if (!json.ok) return json;
  const checked = cedar.checkSchema(json.value);
  if (!checked.ok)
    return { ok: false, diagnostics: checked.errors.map((error) => schemaDiagnostic(source, error)) };
  const model = readModel(json.value, source.file);
  if (!model.ok) return model;
  const value = { json: json.value, model: model.value };
  return { ok: true, value, diagnostics: actionWarnings(value.json, value.model, source.file) };
}

/** What stands in for a schema where there is none. */
export const WITHOUT_SCHEMA: Schema = { json: NO_SCHEMA, model: modelWithout('') };

const SCHEMA_EXPECTED =
  'expected a schema of Cedar, in JSON or in Cedar syntax; `authz generate-schema` writes one';

function parseSchema(source: { readonly file: string; readonly text: string }): Outcome<SchemaJson<string>> {
  const text = source.text.replace(/^\uFEFF/, '');
  if (!text.trimStart().startsWith('{')) {
    const answer = cedar.schemaToJson(text);
    if (answer.ok) return { ok: true, value: answer.value, diagnostics: [] };
    return { ok: false, diagnostics: answer.errors.map((error) => schemaDiagnostic(source, error)) };
  }
  try {
    return { ok: true, value: JSON.parse(text), diagnostics: [] };
  } catch (error) {
    const problem = unusable(source.file, `not valid JSON: ${messageOf(error)}`);
    return { ok: false, diagnostics: [{ ...problem, help: SCHEMA_EXPECTED }] };
  }
}

/** Only schemas in Cedar syntax have offsets that mean something. */
function schemaDiagnostic(
  source: { readonly file: string; readonly text: string },
  error: cedar.DetailedError,
): Diagnostic {
  const text = source.text.replace(/^\uFEFF/, '');
  const at = text.trimStart().startsWith('{') ? undefined : error.sourceLocations?.[0];
  return {
    ...(/^failed to parse/.test(error.message) ? { help: SCHEMA_EXPECTED } : {}),
    ...engineDiagnostic('schema-invalid', error),
    file: source.file,
    ...(at ? { location: locationAt(text, utf16Offset(text, at.start), utf16Offset(text, at.end)) } : {}),
  };
}
