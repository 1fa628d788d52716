import { describe, expect, test } from 'vitest';
import { classifyApi } from '../../../src/core/classification/classify.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import { valueIn } from '../../helpers/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

function classification(key: string, operation: Json = {}, document: Json = {}) {
  const [method = '', path = ''] = key.split(' ');
  const value = { openapi: '3.1.0', ...document, paths: { [path]: { [method.toLowerCase()]: operation } } };
  const root = { file: 'x', text: '', value, locate: () => undefined };
  const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
  const [found] = api.classifications;
  if (!found) throw new Error('nothing classified');
  return found;
}

const remarks = (key: string, operation?: Json) => Object.keys(classification(key, operation).remarks);

const body = {
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { a: {} } } } } },
};

describe('the caller’s own', () => {
  test.each([
    ['GET /me', {}],
    ['PUT /me/settings', body],
    ['DELETE /users/self/avatar', {}],
    ['PATCH /user/settings', body],
    ['GET /dashboard', { summary: 'Show the dashboard of the current user' }],
    ['GET /account', {}],
  ])('is said by path or text: %s', (key, operation) => {
    expect(remarks(key, operation)).toEqual(['own']);
  });

  test.each([
    ['DELETE /registry', { summary: 'Delete the registry of your account' }],
    ['PATCH /account', body],
    ['GET /dashboard', {}],
    ['POST /login', body],
  ])('is not said by a turn of phrase, nor by an account that is changed: %s', (key, operation) => {
    expect(remarks(key, operation)).toEqual([]);
  });
});

describe('what is for those who run the system', () => {
  test.each([
    ['GET /admin/emails', {}],
    ['DELETE /v1/admin/users/{id}', {}],
    ['GET /internal/jobs/{id}', {}],
    ['GET /system/status', {}],
    ['DELETE /hooks/{id}', { operationId: 'adminDeleteHook' }],
    ['GET /jobs/{id}', { tags: ['Admin'] }],
    ['GET /jobs/{id}', { summary: 'Get a job (site administrators only)' }],
  ])('is below such a path, or said to be so: %s %j', (key, operation) => {
    expect(remarks(key, operation)).toEqual(['administrative']);
  });

  test.each([
    'GET /users/{id}/administered-sites',
    'GET /solar/{id}/system',
    'GET /systems/{id}',
    'POST /admin/login',
  ])('is not everything that sounds like it: %s', (key) => {
    expect(remarks(key, body)).toEqual([]);
  });
});

describe('credentials', () => {
  test.each([
    'GET /registry/docker-credentials',
    'GET /clusters/{id}/kubeconfig',
    'POST /users/{user_id}/tokens',
    'GET /members/{idMember}/tokens',
    'PUT /users/{user_id}/password',
    'GET /projects/{id}/apiKeys',
  ])('are given or changed by %s', (key) => {
    expect(remarks(key, body)).toEqual(['secret']);
  });

  test.each(['GET /tokens/{id}', 'GET /keyboards/{id}'])('are not what %s is about', (key) => {
    expect(remarks(key)).toEqual([]);
  });
});

describe('a write of which nothing is described', () => {
  test.each(['PUT /share-notebook', 'POST /reset', 'POST /things'])('is known, and never sure: %s', (key) => {
    const found = classification(key);
    expect(Object.keys(found.remarks)).toEqual(['undocumented']);
    expect(found.confidence).toBeLessThanOrEqual(0.6);
    expect(found.evidence[0]).toBe('neither its path nor a described body says what it changes');
  });

  test('is sure once somebody has said what it is', () => {
    const found = classification('PUT /share-notebook', { 'x-authz': { pattern: 'implicit-scope' } });
    expect(found.confidence).toBe(1);
  });

  test.each([
    ['POST /things', body],
    ['PUT /things/{id}', {}],
    ['POST /me/sessions', {}],
    ['DELETE /registry', {}],
    ['POST /messages/search', {}],
  ])('is another matter than %s', (key, operation) => {
    expect(remarks(key, operation)).not.toContain('undocumented');
  });

  test('is no riddle where it makes one of a collection whose elements have a path', () => {
    const paths = { '/campaigns': { post: {} }, '/campaigns/{id}': { get: {} } };
    const root = { file: 'x', text: '', value: { openapi: '3.1.0', paths }, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    expect(api.classifications[0]).toMatchObject({ pattern: 'creation', remarks: {} });
    expect(api.classifications[0]?.confidence).toBeGreaterThan(0.9);
  });
});
