import type { Classification } from '../../src/core/classification/classified-api.ts';
import { classifyApi } from '../../src/core/classification/classify.ts';
import { readSpec } from '../../src/core/openapi/spec.ts';
import { valueIn } from './outcome.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is made of one operation, alone in its API but for the paths of the document: `GET /things/{id}`. */
export function classifyOne(key: string, operation: Json = {}, document: Json = {}): Classification {
  const [method = '', path = ''] = key.split(' ');
  const own = { [path]: { [method.toLowerCase()]: operation } };
  const value = { openapi: '3.1.0', ...document, paths: { ...own, ...Object(document.paths) } };
  const root = { file: 'x', text: '', value, locate: () => undefined };
  const [found] = valueIn(
    classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()),
  ).classifications;
  if (!found) throw new Error('nothing classified');
  return found;
}

/** The kinds of remarks about it. */
export function remarksAbout(key: string, operation?: Json): string[] {
  return Object.keys(classifyOne(key, operation).remarks);
}

/** A body with these properties. */
export function taking(properties: Json): Json {
  return {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
  };
}

/** An answer with these properties. */
export function answering(properties: Json): Json {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  return { responses: { 200: { description: '', content } } };
}
