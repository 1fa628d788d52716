import type { Outcome } from '../../src/core/diagnostics/diagnostic.ts';
import type { GeneratedSchema } from '../../src/core/generation/generate-schema.ts';
import { type GenerateOptions, generateSchema } from '../../src/core/generation/generate-schema.ts';
import { sourceOf } from './source.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A schema made from the paths and components of an API description. */
export function generate(
  paths: Json,
  options: Partial<GenerateOptions> = {},
  components: Json = {},
): Outcome<GeneratedSchema> {
  const document = {
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths,
    components: { schemas: components },
  };
  const root = sourceOf(JSON.stringify(document), 'openapi.json');
  return generateSchema({ root, others: new Map() }, { ...DEFAULTS, ...options });
}

const DEFAULTS: GenerateOptions = {
  namespace: 'App',
  mappingType: 'ResourceRest',
  attributes: 'scalar',
  format: 'json',
  overrides: new Map(),
};

/** An operation with a path parameter for each `{name}` that the path will have. */
export function operation(operationId: string, parameters: readonly string[] = [], more: Json = {}): Json {
  return {
    operationId,
    parameters: parameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { 200: { description: 'ok' } },
    ...more,
  };
}

export function jsonBody(schema: Json): Json {
  return { requestBody: { content: { 'application/json': { schema } } } };
}
