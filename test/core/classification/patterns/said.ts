import { classifyApi } from '../../../../src/core/classification/classify.ts';
import { readSpec } from '../../../../src/core/openapi/spec.ts';

type Json = Readonly<Record<string, unknown>>;

/** Classifies an API of a few operations, written as `GET /path`, and tells what is said of the first. */
export function said(operations: Readonly<Record<string, Json>>, document: Json = {}): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const value = { openapi: '3.0.3', ...document, paths };
  const spec = readSpec({ root: { file: 'x', text: '', value, locate: () => undefined }, others: new Map() });
  const outcome = spec.ok ? classifyApi(spec.value, new Map()) : spec;
  if (!outcome.ok) throw new Error(outcome.diagnostics[0]?.message);
  const [first = ''] = Object.keys(operations);
  const found = outcome.value.classifications.find(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path}` === first,
  );
  return `${found?.pattern} ${found?.resource.from}`;
}

/** What is said of one operation that stands alone. */
export function saidOf(key: string, operation: Json = {}): string {
  return said({ [key]: operation });
}

export function answering(schema: Json): Json {
  return { responses: { 200: { content: { 'application/json': { schema } } } } };
}

export function taking(properties: Json, required: readonly string[] = []): Json {
  const schema = { type: 'object', properties, required };
  return { requestBody: { content: { 'application/json': { schema } } } };
}

export function asking(name: string, required = false, schema: Json = { type: 'string' }): Json {
  return { parameters: [{ name, in: 'query', required, schema }] };
}
