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
    ['there is no server', openapi3()],
    ['servers agree', openapi3({ url: 'https://a.example/v1/' }, { url: '/v1' })],
    ['only hosts vary', openapi3({ url: 'https://{site}.example/v1', variables: site('north', 'south') })],
    ['Swagger 2.0 has one', { swagger: '2.0', basePath: '/v1' }],
  ])('is in no doubt where %s', (_, document) => {
    expect(warnings(document)).toEqual([]);
  });
});
