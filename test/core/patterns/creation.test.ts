import { expect, test } from 'vitest';
import { said, saidOf, taking } from './said.ts';

const id = { type: 'string' };

test.each([
  ['POST /campaigns', 'application'],
  ['POST /tenants/{t}/campaigns', 'path:t'],
  ['POST /repos/{owner}/{repo}/issues', 'path:repo'],
  ['POST /files/{file}/copy', 'path:file'],
  ['POST /lists/{id}/import', 'path:id'],
  ['POST /campaigns.create', 'application'],
])('%s makes something in %s', (key, from) => {
  expect(saidOf(key)).toBe(`creation ${from}`);
});

test('a required reference in the body is the container', () => {
  const body = taking({ account_id: id, amount: { type: 'number' } }, ['account_id', 'amount']);
  expect(saidOf('POST /transfers', body)).toBe('creation body:account_id');
});

test('neither an optional one, nor the new thing’s own identifier, nor a list is', () => {
  const body = taking({ account_id: id, transfer_id: id, tag_ids: { type: 'array', items: id } }, [
    'transfer_id',
    'tag_ids',
  ]);
  expect(saidOf('POST /transfers', body)).toBe('creation application');
});

test('something sent behind a collection is a new one of it', () => {
  expect(saidOf('POST /users/{user_id}/messages/send')).toBe('creation path:user_id');
});

test('what is said to start a new job makes one', () => {
  expect(saidOf('POST /projects/{id}/builds', { summary: 'Triggers a new build' })).toBe('creation path:id');
});

test('PUT makes something when it is said to, and the path identifies nothing', () => {
  expect(saidOf('PUT /items', { summary: 'Creates one or more items' })).toBe('creation application');
});

test('adding to a collection that can be read makes something', () => {
  const operations = {
    'POST /projects/{id}/domains': { summary: 'Add a domain to a project' },
    'GET /projects/{id}/domains': {},
  };
  expect(said(operations)).toBe('creation path:id');
});
