import { expect, test } from 'vitest';
import { classifyApi } from '../../../src/core/classification/classify.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import { valueIn } from '../../helpers/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const several = { name: 'message_ids', in: 'query', required: true, schema: { type: 'array', items: text } };
const takesSeveral = {
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['message_ids'],
          properties: { message_ids: { type: 'array', items: text } },
        },
      },
    },
  },
};

/** The action of a batch beside an endpoint about one resource; actions are called after their endpoints. */
function actionOf(batch: string, operation: Json, single: string, other: Json = {}): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, value] of [
    [batch, operation],
    [single, other],
  ] as const) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: value };
  }
  const value = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const root = { file: 'x', text: '', value, locate: () => undefined };
  const { classifications } = valueIn(
    classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map([[batch, { pattern: 'batch' }]])),
  );
  const found = classifications.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === batch);
  return found?.action ?? '';
}

const byQuery = { parameters: [several] };

test.each([
  ['DELETE /messages', byQuery, 'DELETE /messages/{id}'],
  ['DELETE /messages', byQuery, 'DELETE /campaigns/{campaign_id}/messages/{id}'],
  ['DELETE /messages/batch', byQuery, 'DELETE /messages/{id}'],
  ['GET /messages/multiple', byQuery, 'GET /messages/{id}'],
  ['PATCH /messages', takesSeveral, 'PATCH /messages/{id}'],
  ['POST /messages/delete', takesSeveral, 'POST /messages/delete/{id}'],
])('%s (%j) has the action of %s', (batch, operation, single) => {
  expect(actionOf(batch, operation, single)).toBe(single);
});

test.each([
  ['POST /messages/delete', takesSeveral, 'POST /messages/{id}'],
  ['PUT /messages', takesSeveral, 'PUT /messages/{id}/approve/{message_id}'],
  ['POST /messages/archive', takesSeveral, 'POST /messages/delete/{id}'],
  ['DELETE /admin/messages', byQuery, 'DELETE /user/messages/{id}'],
  ['GET /messages/presence', byQuery, 'GET /messages/{id}'],
  ['GET /messages/export', byQuery, 'GET /messages/{id}'],
  ['DELETE /messages', byQuery, 'PUT /messages/{id}'],
])('%s (%j) does something else than %s, and has an action of its own', (batch, operation, single) => {
  expect(actionOf(batch, operation, single)).toBe(batch);
});

test('what is named for another deed is another deed, where the path says nothing of it', () => {
  const approve = { ...takesSeveral, operationId: 'approveMessages' };
  const update = { operationId: 'updateMessage' };
  expect(actionOf('PUT /messages', approve, 'PUT /messages/{id}', update)).toBe('approveMessages');
  expect(
    actionOf('PUT /messages', { ...approve, operationId: 'editMessages' }, 'PUT /messages/{id}', update),
  ).toBe('updateMessage');
});
