import { describe, expect, it } from 'vitest';
import { classifyApi, type Override } from '../../../src/core/classification/classify.ts';
import { endpointsLike } from '../../../src/core/classification/path-pattern.ts';
import { endpointKey } from '../../../src/core/endpoints/endpoint-key.ts';
import { classifyDocuments } from '../../../src/core/generation/generate-schema.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import { valueIn } from '../../helpers/outcome.ts';

const ORDER = 'POST /orders/{id}/archive';

const paths = {
  '/orders/{id}/archive': { post: {} },
  '/users/{id}/archive': { post: {} },
  '/teams/{team_id}/archive': { post: {}, get: {} },
  '/teams/{team_id}/members': { get: {} },
};
const root = { file: 'x', text: '', value: { openapi: '3.0.3', paths }, locate: () => undefined };
const spec = valueIn(readSpec({ root, others: new Map() }));

function outcomeWith(overrides: Readonly<Record<string, Override>>) {
  return classifyApi(spec, new Map(Object.entries(overrides)));
}

function patternsWith(overrides: Readonly<Record<string, Override>>): Readonly<Record<string, string>> {
  const { classifications } = valueIn(outcomeWith(overrides));
  return Object.fromEntries(classifications.map(({ endpoint, pattern }) => [endpointKey(endpoint), pattern]));
}

describe('an override of a path pattern', () => {
  it('is for every endpoint that fits it, of that method', () => {
    const patterns = patternsWith({ 'POST /*/*/archive': { pattern: 'creation' } });
    expect(patterns['POST /orders/{id}/archive']).toBe('creation');
    expect(patterns['POST /teams/{team_id}/archive']).toBe('creation');
    expect(patterns['GET /teams/{team_id}/archive']).not.toBe('creation');
  });

  it('leaves out what is named itself, or by fewer wildcards', () => {
    const patterns = patternsWith({
      'POST /*/*/archive': { pattern: 'creation' },
      'POST /users/*/archive': { pattern: 'listing' },
      'POST /orders/{id}/archive': { pattern: 'single-resource' },
    });
    expect(patterns).toMatchObject({
      'POST /orders/{id}/archive': 'single-resource',
      'POST /users/{id}/archive': 'listing',
      'POST /teams/{team_id}/archive': 'creation',
    });
  });

  it('is an error when no endpoint fits it', () => {
    const outcome = outcomeWith({ 'POST /*/publish': { pattern: 'creation' } });
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['unknown-endpoint']);
  });
});

describe('an override of an endpoint as calls name it', () => {
  it('is an error that names the endpoint without the base path', () => {
    const below = { ...spec, basePath: '/api/v1' };
    const outcome = classifyApi(below, new Map([['POST /api/v1/orders/{id}/archive', {}]]));
    expect(outcome.diagnostics.map(({ help }) => help)).toEqual([
      'did you mean `POST /orders/{id}/archive`?',
    ]);
  });
});

describe('an override with a base path in its key', () => {
  it.each([
    ['with any segments', { basePath: '/v1' }, 'POST /v1/*/{id}/archive', 'POST /*/{id}/archive'],
    ['of one of several servers', { basePaths: ['/v1', '/v1/eu'] }, 'POST /v1/eu/orders/{id}/archive', ORDER],
    [
      'of the other of several servers',
      { basePaths: ['/v1', '/v1/eu'] },
      'POST /v1/orders/{id}/archive',
      ORDER,
    ],
  ])('is an error that names the key without it: %s', (_, paths, key, meant) => {
    const outcome = classifyApi({ ...spec, ...paths }, new Map([[key, {}]]));
    expect(outcome.diagnostics.map(({ help }) => help)).toEqual([`did you mean \`${meant}\`?`]);
  });

  it('is one as well where the settings say what the base path is', () => {
    const overrides = new Map([['POST /api/orders/{id}/archive', {}]]);
    const { diagnostics } = classifyDocuments({ root, others: new Map() }, overrides, { basePath: '/api/' });
    expect(diagnostics.flatMap(({ help }) => help ?? [])).toContain(`did you mean \`${ORDER}\`?`);
  });
});

describe('endpoints that look like another', () => {
  const { classifications } = valueIn(outcomeWith({}));
  const find = (key: string) => {
    const found = classifications.find(({ endpoint }) => endpointKey(endpoint) === key);
    if (found === undefined) throw new Error(key);
    return found;
  };

  it('end with the same word, and are found with the pattern that fits them and no other', () => {
    const like = endpointsLike(find('POST /orders/{id}/archive'), classifications);
    expect(like?.pathPattern).toBe('POST /*/*/archive');
    expect(like?.others).toHaveLength(2);
  });

  it('are none where only one ends so', () => {
    expect(endpointsLike(find('GET /teams/{team_id}/members'), classifications)).toBeUndefined();
  });
});
