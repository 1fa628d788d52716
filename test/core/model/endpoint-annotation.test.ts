import { describe, expect, it } from 'vitest';
import { printEndpoints, readEndpoints } from '../../../src/core/model/endpoint-annotation.ts';
import { endpoint } from '../../helpers/arbitrary-model.ts';
import fc from '../../helpers/fast-check.ts';

describe('the annotation `endpoint`', () => {
  it('is one line for each endpoint', () => {
    const text = 'GET /messages/{id} single-resource path:id\nDELETE /messages batch query:ids';
    const endpoints = readEndpoints({ endpoint: text });
    expect(endpoints).toEqual([
      { method: 'GET', path: '/messages/{id}', pattern: 'single-resource', from: 'path:id' },
      { method: 'DELETE', path: '/messages', pattern: 'batch', from: 'query:ids' },
    ]);
    expect(printEndpoints(endpoints ?? [])).toBe(text);
  });

  it('gives back any endpoints, whatever is in their paths and names', () => {
    fc.assert(
      fc.property(fc.array(endpoint, { minLength: 1 }), (endpoints) => {
        const annotation = printEndpoints(endpoints);
        expect(annotation.split('\n')).toHaveLength(endpoints.length);
        expect(readEndpoints({ endpoint: annotation })).toEqual(endpoints);
      }),
    );
  });

  it.each([
    '',
    'GET',
    'GET /a',
    'GET /a open',
    'GET /a open application more',
    'get /a open application',
    'GET a open application',
    'GET /a open',
    'GET  /a open application',
    'GET /a%zz open application',
  ])('%j is no endpoint', (annotation) => {
    expect(readEndpoints({ endpoint: annotation })).toBeUndefined();
  });

  it('is not needed by an action of the Express packages, nor by one without endpoint', () => {
    expect(readEndpoints({ httpVerb: 'get', httpPathTemplate: '/a/{id}' })).toMatchObject([
      { method: 'GET', path: '/a/{id}', from: 'application' },
    ]);
    expect(readEndpoints({})).toEqual([]);
    expect(readEndpoints({ httpVerb: 'look', httpPathTemplate: '/a' })).toBeUndefined();
    expect(readEndpoints({ httpPathTemplate: '/a' })).toBeUndefined();
  });
});
