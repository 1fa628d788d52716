import { expect, test } from 'vitest';
import { answering, asking, said, saidOf, taking } from './said.ts';

const ids = { type: 'array', items: { type: 'string' } };

test('a required list of identifiers in the query names each resource', () => {
  expect(saidOf('GET /shows', asking('ids', true))).toBe('batch query:ids');
  expect(saidOf('DELETE /messages', asking('message_ids', true, ids))).toBe('batch query:message_ids');
});

test('so does one in the path', () => {
  expect(saidOf('GET /users/{ids}/questions')).toBe('batch path:ids');
  expect(saidOf('GET /tags/{tags}/wikis')).toBe('batch path:tags');
});

test('so does one in the body', () => {
  expect(saidOf('DELETE /clusters', taking({ cluster_uuids: ids }))).toBe('batch body:cluster_uuids');
  expect(saidOf('POST /segments/delete', taking({ ids }))).toBe('batch body:ids');
});

test('the caller’s own collection can be changed in a batch', () => {
  expect(saidOf('PUT /me/tracks', asking('ids', true))).toBe('batch query:ids');
});

test('what is named a batch has its resources in whatever list it takes', () => {
  const requests = taking({ requests: { type: 'array', items: { type: 'object' } } });
  expect(saidOf('POST /products:batchUpdate', requests)).toBe('batch body:requests');
});

test('an optional list of identifiers only filters a collection', () => {
  const operation = { ...asking('project_ids', false, ids), ...answering({ type: 'array', items: {} }) };
  expect(saidOf('GET /campaigns', operation)).toBe('listing application');
});

test('a list of values for one resource changes that resource', () => {
  expect(saidOf('PUT /channels/{id}/tags', taking({ tags: ids }, ['tags']))).toBe('single-resource path:id');
});

test('several new things are made, not worked on', () => {
  const operation = {
    summary: 'Create several campaigns',
    ...taking({ campaigns: { type: 'array', items: { type: 'object' } } }),
  };
  expect(saidOf('POST /campaigns/bulk', operation)).toBe('creation application');
});

test('a POST that gets what it lists is a batch', () => {
  const operation = { summary: 'Get comments by IDs', ...taking({ ids }, ['ids']) };
  expect(saidOf('POST /comment/list', operation)).toBe('batch body:ids');
});

test('objects with an identifier each are changed in a batch, unless all of them are replaced', () => {
  const transactions = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const path = '/budgets/{budget_id}/transactions';
  const change = (summary: string) =>
    said({
      [`PATCH ${path}`]: { summary, ...taking({ transactions }) },
      [`GET ${path}/{transaction_id}`]: {},
    });
  expect(change('Update transactions')).toBe('batch body:transactions');
  expect(change('Replace the transactions')).toBe('single-resource path:budget_id');
  expect(change('Creates multiple transactions')).not.toMatch(/^batch/);
});

test('what is got by identifiers or names is a batch, also where they may be left out', () => {
  const operation = { summary: 'Get pictures by IDs', ...asking('ids', false, ids) };
  const page = answering({ type: 'array', items: {} });
  expect(said({ 'GET /pictures': { ...operation, ...page }, 'GET /pictures/{id}': {} })).toBe(
    'batch query:ids',
  );
  const users = { summary: 'User lookup by usernames', ...asking('usernames', true, ids) };
  expect(saidOf('GET /users/by', { ...users, ...page })).toBe('batch query:usernames');
});

test('deleting many by their identifiers is a batch also below the one whose they are', () => {
  const operation = { summary: 'Deletes many messages by message ID', ...taking({ ids }) };
  expect(saidOf('POST /users/{userId}/messages/batchDelete', operation)).toBe('batch body:ids');
});

const listOf = (items: object) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'array', items } } } },
});

test('a body that is a list names what is changed or deleted', () => {
  expect(saidOf('DELETE /messages', listOf({ type: 'string' }))).toBe('batch body');
  const rows = listOf({
    type: 'object',
    properties: { id: { type: 'string' }, subject: { type: 'string' } },
  });
  expect(saidOf('PATCH /messages', rows)).toBe('batch body');
  const element = { 'GET /folders/{id}/messages/{message_id}': {} };
  expect(said({ 'PATCH /folders/{id}/messages': rows, ...element })).toBe('batch body');
});

test('objects are also identified by what is called after the path', () => {
  const items = {
    type: 'array',
    items: { type: 'object', properties: { message_id: { type: 'string' }, read: { type: 'boolean' } } },
  };
  expect(saidOf('PATCH /messages', taking({ items }, ['items']))).toBe('batch body:items[].message_id');
  expect(saidOf('POST /messages/delete', taking({ items }, ['items']))).toBe('batch body:items[].message_id');
});

test('a list of new things is no batch', () => {
  expect(saidOf('POST /messages', listOf({ type: 'object', properties: { subject: {} } }))).toBe(
    'creation application',
  );
});

test('many that are recorded below one thing, and many that are moved, are each asked about', () => {
  expect(saidOf('POST /classes/{class_id}/attendance', taking({ student_ids: ids }, ['student_ids']))).toBe(
    'batch body:student_ids',
  );
  const moved = taking({ photo_ids: ids, folder_id: { type: 'string' } }, ['photo_ids', 'folder_id']);
  expect(saidOf('POST /photos/move', moved)).toBe('batch body:photo_ids');
});

test('a body that holds nothing but identifiers names several', () => {
  const companyIds = { type: 'array', items: { type: 'string' } };
  expect(saidOf('POST /company-overview', taking({ companyIds }))).toBe('batch body:companyIds');
});

test('an acronym that ends in `s` is no list', () => {
  expect(saidOf('GET /getArrivalsByCRS/{CRS}', { description: 'Gets a list of services by CRS code.' })).toBe(
    'listing path:CRS',
  );
});

test('a list of identifiers in the path names several things', () => {
  expect(saidOf('POST /apps/rulegroup/run/{rule_id_list}')).toBe('batch path:rule_id_list');
});

test('the one list that a reading call must give names what it reads', () => {
  const operation = {
    summary: 'Get the prices of several shops',
    ...asking('shops', true, { type: 'array' }),
  };
  expect(saidOf('GET /prices', operation)).toBe('batch query:shops');
});

test('a value is a list of identifiers where its description says so, whatever it is called', () => {
  const description = 'Comma separated list of variable IDs.';
  const parameters = [
    { name: 'variable', in: 'query', required: true, schema: { type: 'string' }, description },
  ];
  expect(saidOf('DELETE /variables', { summary: 'Delete variables', parameters })).toBe(
    'batch query:variable',
  );
});

test('deleting those that a list names is a batch also below what the path identifies', () => {
  const operation = { summary: 'Delete a set of regions', ...asking('regionIds', true, ids) };
  expect(saidOf('DELETE /projects/{projectId}/regions', operation)).toBe('batch query:regionIds');
});

test('a body that tells nothing of what is in it is the list where several are spoken of', () => {
  expect(
    saidOf('PATCH /channels', { summary: 'Update several channels', ...listOf({ type: 'object' }) }),
  ).toBe('batch body');
  expect(saidOf('POST /evidence', { summary: 'Get evidence for a list of IDs', ...listOf({}) })).toBe(
    'batch body',
  );
  const approved = { summary: 'Approve expenses', ...listOf({ type: 'integer' }) };
  expect(saidOf('POST /expenses/approve', approved)).toBe('batch body');
});

test('a POST that deletes what it lists is a batch, also for whom it names', () => {
  const body = taking({ holder_id: {}, account_ids: ids }, ['holder_id', 'account_ids']);
  expect(saidOf('POST /deleteAccounts', body)).toBe('batch body:account_ids');
  expect(saidOf('DELETE /projects/{id}/regions', asking('region_ids', true, ids))).toBe(
    'batch query:region_ids',
  );
});

test('what is read at a batch by its id is one', () => {
  expect(saidOf('GET /batch/info', asking('id', true))).toBe('single-resource query:id');
});

test('values that are set are no things', () => {
  expect(saidOf('PUT /settings/stop-words', listOf({ type: 'string' }))).not.toMatch(/^batch/);
  const names = { summary: 'Replace all topics', ...taking({ names: ids }, ['names']) };
  expect(saidOf('PUT /repos/{owner}/{repo}/topics', names)).toBe('single-resource path:repo');
});

test('messages that are sent are new', () => {
  const messages = taking({ messages: { type: 'array', items: { type: 'object' } } }, ['messages']);
  expect(saidOf('POST /send-batch', { summary: 'Send messages to recipients', ...messages })).not.toMatch(
    /^batch/,
  );
});

test('several that are got by a path that says by what are a batch', () => {
  expect(saidOf('GET /spaces/by/creator_ids', asking('user_ids', true, ids))).toBe('batch query:user_ids');
});

test('several that are exported by a list are a batch', () => {
  expect(
    saidOf('GET /images/export', { summary: 'Export several images', ...asking('names', false, ids) }),
  ).toBe('batch query:names');
});
