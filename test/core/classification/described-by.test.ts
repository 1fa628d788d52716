import { expect, test } from 'vitest';
import { describedBy } from '../../../src/core/classification/described-by.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import { valueIn } from '../../helpers/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

const pet: Json = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, ownerId: { type: 'string' } },
};
const object = (properties: Json): Json => ({ type: 'object', properties });
const list = (items: Json): Json => ({ type: 'array', items });
const text = { type: 'string' };
const ref = { $ref: '#/components/schemas/Pet' };

/** The names of the properties that are said of the thing in an answer. */
function said(schema: Json): string[] {
  const content = { 'application/json': { schema } };
  const value = {
    openapi: '3.1.0',
    components: { schemas: { Pet: pet } },
    paths: { '/pets/{id}': { get: { responses: { 200: { content } } } } },
  };
  const root = { file: 'x', text: '', value, locate: () => undefined };
  const [endpoint] = valueIn(readSpec({ root, others: new Map() })).endpoints;
  const shape = endpoint?.responses[0]?.shape;
  if (!shape) throw new Error('no shape');
  return [...describedBy(shape).properties.keys()];
}

const PET = ['id', 'name', 'ownerId'];

test.each<[string, Json]>([
  ['nothing around it', ref],
  ['JSend', object({ status: text, data: object({ pet: ref }) })],
  ['JSend with a list', object({ status: text, data: object({ pets: list(ref) }) })],
  ['data', object({ data: ref })],
  ['a list in data', object({ data: list(ref), meta: object({ total: { type: 'integer' } }) })],
  ['result', object({ success: { type: 'boolean' }, result: ref, errors: list(text) })],
  ['payload', object({ code: text, payload: ref })],
  [
    'HAL',
    object({ _embedded: object({ pets: list(ref) }), _links: object({ self: object({ href: text }) }) }),
  ],
  ['OData', object({ '@odata.context': text, value: list(ref) })],
  ['its own name', object({ pet: ref })],
  ['three envelopes', object({ response: object({ data: object({ pet: ref }) }), status: text })],
])('a thing is found in the envelope: %s', (_, schema) => {
  expect(said(schema)).toEqual(PET);
});

test('of a resource of JSON:API, its attributes are what it has', () => {
  const resource = object({
    id: text,
    type: text,
    attributes: object({ name: text, color: text }),
    relationships: object({ owner: object({}) }),
  });
  expect(said(object({ data: resource, included: list(object({ id: text })) }))).toEqual(['name', 'color']);
  expect(said(object({ data: list(resource) }))).toEqual(['name', 'color']);
});

test('of a resource of JSON:API, what it has one of is what it names', () => {
  const named = object({ type: text, id: text });
  const resource = object({
    id: text,
    type: text,
    attributes: object({ name: text }),
    relationships: object({ owner: object({ data: named }), toys: object({ data: list(named) }) }),
  });
  expect(said(object({ data: resource }))).toEqual(['owner', 'name']);
  expect(said(object({ data: list(resource) }))).toEqual(['owner', 'name']);
});

test.each<[string, Json, string[]]>([
  ['a part', object({ id: text, owner: object({ name: text }) }), ['id', 'owner']],
  ['a list', object({ id: text, items: list(object({ sku: text })) }), ['id', 'items']],
])('what has an identifier is the thing itself, though it has %s', (_, schema, properties) => {
  expect(said(schema)).toEqual(properties);
});
