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

test('a required number of one is, as its id would be', () => {
  const body = taking({ container_no: id, slot: id }, ['container_no', 'slot']);
  expect(saidOf('POST /appointments', body)).toBe('creation body:container_no');
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

test('a verb about one of the collection makes one of it, unless nothing is kept there', () => {
  const trigger = { summary: 'Trigger a project build' };
  expect(saidOf('POST /projects/{id}/builds', trigger)).toBe('creation path:id');
  const ping = { summary: 'Ping a webhook' };
  expect(said({ 'POST /hooks/{hook_id}/pings': ping, 'GET /hooks/{hook_id}': {} })).toBe(
    'single-resource path:hook_id',
  );
});

test('a new one is made below what the path ends with', () => {
  const operation = { summary: 'Triggers a new build' };
  expect(saidOf('POST /projects/{project}/tree/{branch}', operation)).toBe('creation path:branch');
});

test('the name that the new one will have identifies nothing yet', () => {
  expect(saidOf('POST /secrets/{name}', { summary: 'Create a new secret' })).toBe('creation application');
  const repository = { summary: 'Create a repository' };
  expect(saidOf('POST /repositories/{workspace}/{repo_slug}', repository)).toBe('creation path:workspace');
  const snippet = { summary: 'Create a snippet' };
  expect(saidOf('POST /snippets/{workspace}', snippet)).toBe('creation path:workspace');
  const attachment = { summary: 'Creates an attachment' };
  expect(saidOf('PUT /accounts/{id}/attachments/{file_name}', attachment)).toBe('creation path:id');
  const secret = { summary: 'Create or update a secret' };
  expect(saidOf('PUT /orgs/{org}/secrets/{secret_name}', secret)).toBe('single-resource path:secret_name');
});

test('what is said to be created is, whatever the path looks like', () => {
  expect(saidOf('POST /commit', { summary: 'Create a new image' })).toBe('creation application');
  expect(saidOf('POST /mailing/lists', { summary: 'Create List' })).toBe('creation application');
  expect(saidOf('POST /issue/bulk', { summary: 'Bulk create issue' })).toBe('creation application');
  const purpose = 'To launch the sign-in flow, create a session.';
  expect(saidOf('POST /link_sessions', { summary: purpose })).toBe('creation application');
});

test('awarding a new one makes it where elements are identified', () => {
  const award = { summary: 'Award a new emoji' };
  const path = '/issues/{issue_id}/award_emoji';
  expect(said({ [`POST ${path}`]: award, [`GET ${path}/{award_id}`]: {} })).toBe('creation path:issue_id');
});

test('a verb in front of a collection with elements is a part of its name', () => {
  const operations = { 'POST /display_ads': { summary: 'display ads' }, 'GET /display_ads/{id}': {} };
  expect(said(operations)).toBe('creation application');
});

test('several are made in the container of one', () => {
  const bulk = { summary: 'Bulk create transactions' };
  expect(saidOf('POST /budgets/{id}/transactions/bulk', bulk)).toBe('creation path:id');
});

test('a region says where the new one will be, and contains nothing', () => {
  const id = { type: 'string' };
  const upload = { summary: 'Image upload', ...taking({ region: id, label: id }, ['region', 'label']) };
  expect(said({ 'POST /images/upload': upload, 'GET /regions/{region_id}': {} })).toBe(
    'creation application',
  );
});

test('a setting of several is made by adding one', () => {
  const path = '/merchants/{id}/payoutSettings';
  const add = { summary: 'Add a payout setting' };
  expect(said({ [`POST ${path}`]: add, [`GET ${path}/{settingId}`]: {} })).toBe('creation path:id');
});

test('to set up something makes it, and so do simulating it and putting one where nothing is identified', () => {
  expect(saidOf('POST /companies/{id}/webhooks', { summary: 'Set up a webhook' })).toBe('creation path:id');
  const refund = { summary: 'Simulate a refund', ...taking({ transaction_id: id }, ['transaction_id']) };
  expect(saidOf('POST /simulations/refunds', refund)).toBe('creation body:transaction_id');
  expect(saidOf('POST /providers', { summary: 'Upsert a provider' })).toBe('creation application');
  const snippet = { summary: 'Upsert a snippet' };
  expect(saidOf('POST /sites/{id}/snippet', snippet)).toBe('single-resource path:id');
});

test('what a procedure sends is new, and belongs to where it is sent', () => {
  const message = taking({ chat_id: id, text: id }, ['chat_id', 'text']);
  const send = { summary: 'Send a text message', ...message };
  expect(said({ 'POST /sendMessage': send, 'POST /getChat': message })).toBe('creation body:chat_id');
  expect(saidOf('POST /postcards/send', { summary: 'Send a postcard' })).toBe('creation application');
});

test('adding to a list of everyone’s adds to no thing that the call identifies', () => {
  const add = { summary: 'Adds an address to the deny list' };
  expect(said({ 'POST /rejects/add': add, 'POST /rejects/list': {} })).toBe('creation application');
});

test('what is sent below an identifier makes one of what the path speaks of', () => {
  expect(saidOf('POST /{siteId}/cart', { summary: 'Send a cart for the given site' })).toBe(
    'creation path:siteId',
  );
});

test('the result of a test is handed in, and not tested', () => {
  const operation = { summary: 'Report a test case result', ...taking({ name: {} }) };
  expect(saidOf('POST /tests/{id}/testCaseResult', operation)).toBe('creation path:id');
});

test('who subscribes at subscriptions makes one', () => {
  const operation = { summary: 'Subscribe to an event', ...taking({ url: {}, event: {} }) };
  expect(saidOf('POST /subscriptions', operation)).toBe('creation application');
});

test('to create an order makes one, though its summary speaks of a quote', () => {
  const operation = { summary: 'Quotes an order and returns a quote', ...taking({ models: {}, notes: {} }) };
  expect(saidOf('POST /order/create', operation)).toBe('creation application');
});

test('what is described as the name of a new thing contains nothing', () => {
  const path = (name: string, description: string) => ({ name, in: 'path', required: true, description });
  const operation = {
    summary: 'Creates an edge in the system',
    parameters: [path('systemKey', 'The system'), path('name', "Name of the edge you're creating")],
  };
  expect(saidOf('POST /edges/{systemKey}/{name}', operation)).toBe('creation path:systemKey');
});

test('several are made at once by a verb that says so', () => {
  const requests = { requests: { type: 'array', items: { properties: { text: { type: 'string' } } } } };
  expect(saidOf('POST /campaigns/{campaign_id}/bulk_create_keyword', taking(requests, ['requests']))).toBe(
    'creation path:campaign_id',
  );
});

test('adding what nothing identifies yet makes it', () => {
  const operation = { summary: 'Add comment on a task', ...taking({ text: id }, ['text']) };
  expect(saidOf('POST /tasks/{taskId}/comments', operation)).toBe('creation path:taskId');
});

test('the number that another shop gives an order is no container of it', () => {
  const body = taking({ merchant_order_id: id, total: { type: 'number' } }, ['merchant_order_id', 'total']);
  expect(said({ 'POST /orders': { summary: 'New order', ...body }, 'GET /orders/{id}': {} })).toBe(
    'creation application',
  );
});

test('an identifier inside of what describes the new one is no container', () => {
  const entity = { type: 'object', properties: { entityId: id, name: id } };
  const body = taking({ entity }, ['entity']);
  expect(saidOf('POST /entity/new', { summary: 'Create an entity', ...body })).toBe('creation application');
});

test('what a description makes is made, where the title says nothing', () => {
  const operation = { summary: 'Meter reading', description: 'Create a reading of a meter.' };
  const operations = {
    'POST /metering/reading': operation,
    'GET /metering/reading': {},
    'DELETE /meters/{id}': {},
  };
  expect(said(operations)).toBe('creation application');
});

test('what is sent somewhere new is not new itself', () => {
  const reroute = { summary: 'Reroute an incident to a new destination' };
  expect(saidOf('POST /incidents/{id}/reroute', reroute)).toBe('single-resource path:id');
});

test('a noun for an action is no verb, though the title begins with it', () => {
  const operation = { summary: 'Payment request', ...taking({ name: id, amount: { type: 'number' } }) };
  expect(saidOf('POST /payment', operation)).toBe('creation application');
});

test('a list of what exists is added to one resource', () => {
  const items = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const operation = { summary: 'Add tracks to collections', ...taking({ items }, ['items']) };
  expect(saidOf('POST /collections/{id}/items', operation)).toBe('single-resource path:id');
});
