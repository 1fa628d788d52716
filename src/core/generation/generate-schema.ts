import { namespaceProblem } from '../cedar/namespace.ts';
import type { ClassifiedApi } from '../classification/classified-api.ts';
import type { Override } from '../classification/classify.ts';
import { classifyApi } from '../classification/classify.ts';
import { hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { printSchema, schemaFileText } from '../model/print-schema.ts';
import type { SpecDocuments } from '../openapi/documents.ts';
import type { Spec } from '../openapi/endpoint.ts';
import { readSpec } from '../openapi/spec.ts';
import { ownServersLost, repeatedBasePath, severalBasePaths } from './base-path.ts';
import { buildModel, type ModelOptions } from './build-model.ts';
import { type Declared, type DeclaredOptions, readDeclared, typeNamesIn } from './model/read-declared.ts';
import type { Finding } from './model/type-draft.ts';

/** How {@link generateSchema} makes a schema. */
export interface GenerateOptions extends ModelOptions, DeclaredOptions {
  /** By endpoint, as in `DELETE /messages`. */
  readonly overrides: ReadonlyMap<string, Override>;
  /** Of `text`: JSON, or Cedar syntax. */
  readonly format: 'json' | 'cedar';
}

/** What {@link generateSchema} has made. */
export interface GeneratedSchema {
  readonly api: ClassifiedApi;
  readonly model: Model;
  /** What was found in properties alone: worth a look by a person. */
  readonly findings: readonly Finding[];
  /** By attribute, as in `EmailCampaign.status`, the first of the texts that the API description lists for it. */
  readonly firstValues: ReadonlyMap<string, string>;
  /** The content of the schema file. */
  readonly text: string;
}

/**
 * The first half of the product as one straight function: an API description in (`loadSpec`), a Cedar schema out. Problems are in the
 * outcome, and nothing is thrown.
 */
export function generateSchema(documents: SpecDocuments, options: GenerateOptions): Outcome<GeneratedSchema> {
  const problem = namespaceProblem(options.namespace);
  if (problem)
    return { ok: false, diagnostics: [{ severity: 'error', code: 'namespace-invalid', ...problem }] };
  const described = describeDocuments(documents, options.overrides, options);
  if (!described.ok) return described;
  const classified = { ...described, value: described.value.api };
  const built = buildModel(classified.value, options, described.value.declared);
  const { model, findings, firstValues, diagnostics } = built;
  if (hasErrors(diagnostics)) return { ok: false, diagnostics: [...classified.diagnostics, ...diagnostics] };
  const text = schemaFileText(printSchema(model), options.format);
  const all = [...classified.diagnostics, ...diagnostics, ...text.diagnostics];
  if (!text.ok) return { ok: false, diagnostics: all };
  const value = { api: classified.value, model, findings, firstValues, text: text.value };
  return { ok: true, value, diagnostics: all };
}

/**
 * Reads an API description (`loadSpec`) and classifies its endpoints. `overrides` are by endpoint, as in `DELETE /messages`. Problems are in
 * the outcome, and nothing is thrown.
 */
export function classifyDocuments(
  documents: SpecDocuments,
  overrides: ReadonlyMap<string, Override>,
  options: DescribeOptions = {},
): Outcome<ClassifiedApi> {
  const described = describeDocuments(documents, overrides, options);
  return described.ok ? { ...described, value: described.value.api } : described;
}

/** What decides how an API description is read. */
export type DescribeOptions = DeclaredOptions & Pick<ModelOptions, 'basePath' | 'placeOfSetting'>;

interface DescribedApi {
  readonly api: ClassifiedApi;
  readonly declared: Declared;
}

function describeDocuments(
  documents: SpecDocuments,
  overrides: ReadonlyMap<string, Override>,
  options: DescribeOptions,
): Outcome<DescribedApi> {
  const spec = readSpec(documents);
  if (!spec.ok) return spec;
  const declared = readDeclared(spec.value, options);
  if (!declared.ok) return { ok: false, diagnostics: [...spec.diagnostics, ...declared.diagnostics] };
  const classified = classifyApi(
    withBasePath(spec.value, options.basePath),
    overrides,
    typeNamesIn(declared.value),
    options.placeOfSetting,
  );
  const inDoubt =
    options.basePath === undefined
      ? [...repeatedBasePath(spec.value), ...severalBasePaths(spec.value), ...ownServersLost(spec.value)]
      : [];
  const diagnostics = [...spec.diagnostics, ...inDoubt, ...classified.diagnostics];
  if (!classified.ok || hasErrors(diagnostics)) return { ok: false, diagnostics };
  return { ok: true, value: { api: classified.value, declared: declared.value }, diagnostics };
}

/** What the settings say calls begin with is one more that they may begin with. */
function withBasePath(spec: Spec, basePath: string | undefined): Spec {
  if (basePath === undefined) return spec;
  return { ...spec, basePaths: [...spec.basePaths, basePath.replace(/\/+$/, '')] };
}
