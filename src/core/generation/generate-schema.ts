import { namespaceProblem } from '../cedar/namespace.ts';
import type { ClassifiedApi } from '../classification/classified-api.ts';
import type { Override } from '../classification/classify.ts';
import { classifyApi } from '../classification/classify.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { printSchema, schemaFileText } from '../model/print-schema.ts';
import type { SpecDocuments } from '../openapi/documents.ts';
import { readSpec } from '../openapi/spec.ts';
import { buildModel, type ModelOptions } from './build-model.ts';

export interface GenerateOptions extends ModelOptions {
  /** By endpoint, as in `DELETE /messages`. */
  readonly overrides: ReadonlyMap<string, Override>;
  readonly format: 'json' | 'cedar';
}

export interface GeneratedSchema {
  readonly api: ClassifiedApi;
  readonly model: Model;
  /** The content of the schema file. */
  readonly text: string;
}

/** The first half of the product as one straight function: an API description in, a Cedar schema out. */
export function generateSchema(documents: SpecDocuments, options: GenerateOptions): Outcome<GeneratedSchema> {
  const problem = namespaceProblem(options.namespace);
  if (problem)
    return { ok: false, diagnostics: [{ severity: 'error', code: 'namespace-invalid', ...problem }] };
  const classified = classifyDocuments(documents, options.overrides);
  if (!classified.ok) return classified;
  const ambiguous = classified.diagnostics.filter(({ code }) => code === 'indistinguishable-paths');
  if (ambiguous.length > 0) return { ok: false, diagnostics: ambiguous.map(asError) };
  const { model, diagnostics } = buildModel(classified.value, options);
  const text = schemaFileText(printSchema(model), options.format);
  const all = [...classified.diagnostics, ...diagnostics, ...text.diagnostics];
  if (!text.ok) return { ok: false, diagnostics: all };
  return { ok: true, value: { api: classified.value, model, text: text.value }, diagnostics: all };
}

/** Such endpoints can be looked at, but a call could never be told to be for one of them: no schema can be true to both. */
function asError(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'error' };
}

/** Reads an API description and classifies its endpoints. */
export function classifyDocuments(
  documents: SpecDocuments,
  overrides: ReadonlyMap<string, Override>,
): Outcome<ClassifiedApi> {
  const spec = readSpec(documents);
  if (!spec.ok) return spec;
  const classified = classifyApi(spec.value, overrides);
  const diagnostics = [...spec.diagnostics, ...classified.diagnostics];
  if (!classified.ok || hasErrors(diagnostics)) return { ok: false, diagnostics };
  return { ok: true, value: classified.value, diagnostics };
}
