import { expect, it } from 'vitest';
import { classifyApi } from '../../../../src/core/classification/classify.ts';
import { compareAnswers } from '../../../../src/core/classification/ranking/compare-answers.ts';
import { endpointKey } from '../../../../src/core/endpoints/endpoint-key.ts';
import { readSpec } from '../../../../src/core/openapi/spec.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const paths = {
  '/orders': { get: { summary: 'List orders' }, post: { summary: 'Create an order' } },
  '/orders/{id}': { get: { summary: 'Get an order' } },
  '/orders/{id}/cancel': { post: { summary: 'Cancel an order' } },
};
const root = { file: 'x', text: '', value: { openapi: '3.0.3', paths }, locate: () => undefined };
const spec = valueIn(readSpec({ root, others: new Map() }));

it('gives the answer that classifying gives, as sure', () => {
  for (const one of valueIn(classifyApi(spec, new Map())).classifications) {
    const { answers, confidence } = valueIn(compareAnswers(spec, endpointKey(one.endpoint)));
    expect([answers[0]?.pattern, answers[0]?.from]).toEqual([one.pattern, one.resource.from]);
    expect(answers[1]?.pattern).toBe(one.runnerUp?.pattern);
    expect(confidence).toBeGreaterThanOrEqual(one.confidence);
  }
});

it('shows what makes up the weights, the weightiest first, and the answer before the runner-up', () => {
  const { answers } = valueIn(compareAnswers(spec, 'POST /orders/{id}/cancel'));
  const [answer, runnerUp] = answers;
  expect(answer?.pattern).toBe('single-resource');
  expect(answer?.evidence.map(({ text }) => text)).toContain('the path says `cancel`');
  expect(answer?.weight).toBeGreaterThan(runnerUp?.weight ?? Number.POSITIVE_INFINITY);
  for (const { evidence, weight } of answers) {
    const sizes = evidence.map((one) => Math.abs(one.weight));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(evidence.reduce((sum, one) => sum + one.weight, 0)).toBeCloseTo(weight);
  }
});

it.each([
  ['/orders/{id}/items', '`items` names several things'],
  ['/orders/{id}/activity', '`activity` names several things'],
  ['/orders/search', '`search` is about several things'],
  ['/orders/popular', '`popular` is about several things'],
])('says that %s lists, as %s', (path, text) => {
  const value = { openapi: '3.0.3', paths: { ...paths, [path]: { get: {} } } };
  const one = valueIn(readSpec({ root: { ...root, value }, others: new Map() }));
  const listing = valueIn(compareAnswers(one, `GET ${path}`)).answers.find(
    ({ pattern }) => pattern === 'listing',
  );
  expect(listing?.evidence.map((line) => line.text)).toContain(text);
});

it('asks what was meant when there is no such endpoint', () => {
  const outcome = compareAnswers(spec, 'POST /orders/{id}/cancle');
  expect(outcome.ok).toBe(false);
  expect(outcome.diagnostics[0]?.help).toBe('did you mean `POST /orders/{id}/cancel`?');
});

it('names the endpoints of a path that is given without a method, and knows methods in small letters', () => {
  expect(compareAnswers(spec, '/orders').diagnostics[0]?.help).toBe(
    'it can be `GET /orders`, `POST /orders`',
  );
  expect(compareAnswers(spec, 'get /orders/{id}').ok).toBe(true);
});

it('no runner-up is surer than the answer', () => {
  const unclear = {
    '/api/estimation/details': {
      get: {
        summary: 'Return estimation data',
        parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
      },
    },
    '/widgets/{kind}/x': { get: {} },
    '/process': { post: { summary: 'Process' } },
    '/lookup': { get: { parameters: [{ name: 'code', in: 'query', schema: { type: 'string' } }] } },
  };
  const value = { openapi: '3.0.3', paths: unclear };
  const read = valueIn(
    readSpec({ root: { file: 'x', text: '', value, locate: () => undefined }, others: new Map() }),
  );
  for (const { confidence, runnerUp } of valueIn(classifyApi(read, new Map())).classifications)
    expect(runnerUp?.confidence ?? 0).toBeLessThanOrEqual(confidence);
});

it('finds an endpoint by the path that calls have, too', () => {
  const below = { ...spec, basePath: '/v1' };
  expect(valueIn(compareAnswers(below, 'GET /v1/orders/{id}'))).toEqual(
    valueIn(compareAnswers(spec, 'GET /orders/{id}')),
  );
  expect(compareAnswers(below, 'GET /v2/orders/{id}').ok).toBe(false);
});
