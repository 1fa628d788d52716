import { expect, it } from 'vitest';
import { describeApi } from '../../../../src/core/classification/api.ts';
import { candidatesFor } from '../../../../src/core/classification/ranking/candidates.ts';
import { contradictionOf } from '../../../../src/core/classification/ranking/confidence.ts';
import { bestFirst } from '../../../../src/core/classification/ranking/ranking.ts';
import { endpointKey } from '../../../../src/core/endpoints/endpoint-key.ts';
import { readSpec } from '../../../../src/core/openapi/spec.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const paths = {
  '/orders/{id}': { get: { summary: 'Get an order' } },
  '/orders/{id}/items': { get: { summary: 'Get one item of an order' } },
};
const root = { file: 'x', text: '', value: { openapi: '3.0.3', paths }, locate: () => undefined };
const spec = valueIn(readSpec({ root, others: new Map() }));

function contradictionFor(key: string): number {
  const endpoint = spec.endpoints.find((one) => endpointKey(one) === key);
  if (endpoint === undefined) throw new Error(key);
  const [best, second] = bestFirst(candidatesFor(endpoint, describeApi(spec)));
  if (best === undefined) throw new Error(key);
  return contradictionOf(best, second);
}

it('an answer with a summary against it is contradicted more than one that all agree on', () => {
  expect(contradictionFor('GET /orders/{id}/items')).toBeGreaterThan(contradictionFor('GET /orders/{id}'));
});

it('nothing contradicts an answer without a runner-up', () => {
  const [endpoint] = spec.endpoints;
  if (endpoint === undefined) throw new Error('no endpoint');
  const [best] = candidatesFor(endpoint, describeApi(spec));
  if (best === undefined) throw new Error('no candidate');
  expect(contradictionOf(best, undefined)).toBe(0);
});
