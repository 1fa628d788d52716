import { describe, expect, test } from 'vitest';
import { generateSchema } from '../../../src/core/generation/generate-schema.ts';

const site = (...values: string[]) => ({ site: { default: values[0], enum: values } });

/** What is said of servers whose paths differ, where `basePath` is what a person has said. */
function warnings(document: Readonly<Record<string, unknown>>, basePath?: string): readonly string[] {
  const value = {
    info: { title: 'Shop', version: '1' },
    paths: { '/shops/{shop_id}': { get: { operationId: 'getShop' } } },
    ...document,
  };
  const root = { file: 'openapi.json', text: '', value, locate: () => undefined };
  const { diagnostics } = generateSchema(
    { root, others: new Map() },
    {
      namespace: 'Shop',
      mappingType: 'ResourceRest',
      attributes: 'none',
      format: 'json',
      overrides: new Map(),
      ...(basePath === undefined ? {} : { basePath }),
    },
  );
  return diagnostics.filter(({ code }) => code === 'several-base-paths').map(({ message }) => message);
}

const openapi3 = (...servers: unknown[]) => ({ openapi: '3.0.3', servers });

describe('the prefix of the paths', () => {
  test.each([
    [
      'the paths of servers differ',
      openapi3({ url: 'https://a.example/v1' }, { url: 'http://localhost:3000' }),
      'by `servers`, paths may stand behind nothing or `/v1`: endpoints have no prefix, and calls with another one are refused',
    ],
    [
      'a variable of the path has several values',
      openapi3({ url: 'https://a.example/{site}/rpc', variables: site('north', 'south') }),
      'by `servers`, paths may stand behind `/north/rpc` or `/south/rpc`: endpoints have `/north/rpc`, and calls with another one are refused',
    ],
    [
      'there are many',
      openapi3({ url: '/{site}', variables: site('a', 'b', 'c', 'd', 'e', 'f') }),
      'by `servers`, paths may stand behind `/a`, `/b`, `/c`, `/d` or 2 more: endpoints have `/a`, and calls with another one are refused',
    ],
  ])('is in doubt where %s', (_, document, message) => {
    expect(warnings(document)).toEqual([message]);
    expect(warnings(document, '/v1')).toEqual([]);
  });

  test.each([
    ['a path', { servers: [{ url: 'https://files.example/upload' }], get: {} }, '`/upload`'],
    ['an endpoint', { get: { servers: [{ url: 'https://files.example/' }] } }, 'nothing'],
    ['an endpoint, with two paths', { get: { servers: [{ url: '/a' }, { url: '/b' }] } }, '`/a` or `/b`'],
  ])('is in doubt where %s has servers of its own', (_, item, shown) => {
    const paths = { '/files/{id}': item, '/shops/{shop_id}': { get: { operationId: 'getShop' } } };
    const document = { ...openapi3({ url: 'https://a.example/v1' }), paths };
    expect(warnings(document)).toEqual([
      `by its own \`servers\`, \`GET /files/{id}\` stands behind ${shown}: it has \`/v1\` all the same, and calls with another prefix are refused`,
    ]);
    expect(warnings(document, '/v1')).toEqual([]);
  });

  test('is in doubt once for several endpoints with servers of their own', () => {
    const servers = [{ url: '/upload' }];
    const paths = { '/files/{id}': { servers, get: {}, put: {} }, '/images/{id}': { servers, get: {} } };
    expect(warnings({ ...openapi3({ url: '/v1' }), paths })).toEqual([
      'by their own `servers`, `GET /files/{id}` and 2 more endpoints stand behind `/upload`: they have `/v1` all the same, and calls with another prefix are refused',
    ]);
  });

  test('is in no doubt where an endpoint has servers of its own with the same path', () => {
    const paths = { '/files/{id}': { servers: [{ url: 'https://files.example/v1/' }], get: {} } };
    expect(warnings({ ...openapi3({ url: '/v1' }), paths })).toEqual([]);
  });

  test.each([
    ['there is no server', openapi3()],
    ['servers agree', openapi3({ url: 'https://a.example/v1/' }, { url: '/v1' })],
    ['only hosts vary', openapi3({ url: 'https://{site}.example/v1', variables: site('north', 'south') })],
    ['Swagger 2.0 has one', { swagger: '2.0', basePath: '/v1' }],
  ])('is in no doubt where %s', (_, document) => {
    expect(warnings(document)).toEqual([]);
  });
});
