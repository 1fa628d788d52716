import { expect, test } from 'vitest';
import { answering, asking, said, saidOf, taking } from './said.ts';

test.each([
  ['GET /campaigns/{id}', 'path:id'],
  ['PUT /campaigns/{id}', 'path:id'],
  ['PATCH /campaigns/{id}', 'path:id'],
  ['DELETE /campaigns/{id}', 'path:id'],
  ['GET /tenants/{t}/campaigns/{c}', 'path:c'],
  ['GET /repos/{owner}/{repo}', 'path:repo'],
  ['GET /packages/{name}/{version}', 'path:version'],
  ['PUT /teams/{team}/members/{user}', 'path:user'],
  ['GET /campaigns/{id}/status', 'path:id'],
  ['PUT /campaigns/{id}/settings', 'path:id'],
  ['DELETE /campaigns/{id}/tags', 'path:id'],
  ['POST /campaigns/{id}/send', 'path:id'],
  ['POST /campaigns/{id}/actions/archive', 'path:id'],
  ['POST /campaigns/{id}:cancel', 'path:id'],
  ['POST /users/{id}/avatar', 'path:id'],
  ['GET /{version}/campaigns/{id}.{format}', 'path:id'],
  ['GET /purchase-orders/{id}', 'path:id'],
  ['GET /upload-sessions/{id}', 'path:id'],
])('%s is about what the path identifies: %s', (key, from) => {
  expect(saidOf(key)).toBe(`single-resource ${from}`);
});

test('a kind of settings is no resource, its owner is', () => {
  const parameters = [{ name: 'kind', in: 'path', schema: { type: 'string', enum: ['a', 'b'] } }];
  expect(saidOf('GET /users/{id}/settings/{kind}', { parameters })).toBe('single-resource path:id');
});

test('adding tags to a thing changes the thing', () => {
  const operation = {
    summary: 'Add tags to a firewall',
    ...taking({ tags: { type: 'array', items: { type: 'string' } } }),
  };
  expect(saidOf('POST /firewalls/{id}/tags', operation)).toBe('single-resource path:id');
});

test('a verb at the end of the summary’s sentence makes the path’s last word an action', () => {
  expect(saidOf('POST /sessions/{id}/redact', { summary: 'Redacts a session' })).toBe(
    'single-resource path:id',
  );
});

test('a procedure is about what its required identifier names', () => {
  const channel = taking({ channel_id: { type: 'string' }, purpose: { type: 'string' } }, ['channel_id']);
  expect(said({ 'POST /conversations.setPurpose': channel })).toBe('single-resource body:channel_id');
});

test('a plain name identifies where it does so elsewhere in the API', () => {
  const operations = {
    'POST /files.info': asking('file'),
    'POST /files.delete': asking('file_id', true),
  };
  expect(said(operations)).toBe('single-resource query:file');
});

test('a required identifier in the query says which one, when one thing is answered', () => {
  const operation = {
    ...asking('host_id', true),
    ...answering({ type: 'object', properties: { load: {} } }),
  };
  expect(saidOf('GET /metrics/load', operation)).toBe('single-resource query:host_id');
});

test('without an identifier in its path, a change is about the one in its body', () => {
  expect(saidOf('PUT /campaigns', taking({ id: { type: 'string' }, name: { type: 'string' } }))).toBe(
    'single-resource body:id',
  );
});

test('what is asked with yes or no is about one thing', () => {
  const alerts = { summary: 'Check if alerts are enabled for a repository', responses: { 204: {} } };
  expect(saidOf('GET /repos/{repo}/vulnerability-alerts', alerts)).toBe('single-resource path:repo');
});

test('to post what the path identifies makes nothing', () => {
  expect(saidOf('POST /transfers/{transfer}/post')).toBe('single-resource path:transfer');
});

test('a required user name identifies what is read', () => {
  const operation = { summary: 'Retrieve the link of a user', ...asking('username', true) };
  expect(saidOf('GET /links/subuser', operation)).toBe('single-resource query:username');
});

test('what the body must identify is linked to what the path identifies, or changed', () => {
  const id = { type: 'string' };
  const enable = { summary: 'Enable a runner for a project', ...taking({ runner_id: id }, ['runner_id']) };
  expect(saidOf('POST /projects/{id}/runners', enable)).toBe('single-resource path:id');
  const cancel = { summary: 'Cancel a scheduled send', ...taking({ batch_id: id }, ['batch_id']) };
  expect(saidOf('POST /scheduled_sends', cancel)).toBe('single-resource body:batch_id');
});

test('a position identifies nothing', () => {
  expect(saidOf('POST /tabs/{tabId}/move/{pos}')).toBe('single-resource path:tabId');
});

test('one of a few fixed values identifies a thing where it is its name or key', () => {
  const fixed = (name: string) => ({ name, in: 'path', schema: { type: 'string', enum: ['a', 'b'] } });
  const named = { parameters: [fixed('policyName')] };
  expect(saidOf('GET /accounts/{id}/policies/{policyName}', named)).toBe('single-resource path:policyName');
  const keyed = { parameters: [fixed('projectTypeKey')], summary: 'Get a project type' };
  expect(saidOf('GET /project/type/{projectTypeKey}', keyed)).toBe('single-resource path:projectTypeKey');
  const changed = { parameters: [fixed('newTypeKey')] };
  expect(saidOf('PUT /projects/{id}/type/{newTypeKey}', changed)).toBe('single-resource path:id');
});

test('behind the word for actions stands one', () => {
  const operation = { summary: 'Add a target', responses: { 201: {} } };
  expect(saidOf('POST /balancers/{id}/actions/add_target', operation)).toBe('single-resource path:id');
});

test('a summary that is only the path says nothing', () => {
  const operation = { summary: 'returns/{id}/archive', description: 'Archives a return' };
  expect(saidOf('POST /returns/{id}/archive', operation)).toBe('single-resource path:id');
  expect(saidOf('POST /returns/{id}/comments', { summary: 'returns/{id}/comments' })).toBe(
    'creation path:id',
  );
});

test('the identifier of a list is no list', () => {
  const operation = { summary: 'Delete a recipient', ...asking('list_id', true) };
  expect(saidOf('DELETE /lists/{list_id}/recipients/{recipient_id}', operation)).toBe(
    'single-resource path:recipient_id',
  );
});

test('a change of the caller’s own things is about the one that it identifies', () => {
  const summary = 'Updates an existing stream for the authenticated user';
  const stream = { summary, ...taking({ id: { type: 'string' }, title: { type: 'string' } }) };
  expect(saidOf('PUT /streams', stream)).toBe('single-resource body:id');
});

test('a procedure on what exists is about what its required name says', () => {
  const name = { type: 'string' };
  const procedures = {
    'POST /#Target=Service.DeleteProvider': taking({ name }, ['name']),
    'POST /#Target=Service.ListProviders': taking({ filter: name }),
    'POST /#Target=Service.CreateProvider': taking({ name }, ['name']),
  };
  expect(said(procedures)).toBe('single-resource body:name');
  const { 'POST /#Target=Service.CreateProvider': create, ...others } = procedures;
  expect(said({ 'POST /#Target=Service.CreateProvider': create, ...others })).toBe('creation application');
});

test('a procedure gets what its body identifies, and what it runs is no identifier', () => {
  const id = { type: 'string' };
  const content = { summary: 'Get the content of a message', ...taking({ id, key: id }) };
  const others = ['info', 'send', 'search', 'cancel'].map((name) => [`POST /messages/${name}.json`, {}]);
  expect(said({ 'POST /messages/content.json': content, ...Object.fromEntries(others) })).toBe(
    'single-resource body:id',
  );
  const run = { summary: 'Runs a command', ...taking({ command: id, task: id }, ['command', 'task']) };
  const tasks = { 'POST /#Target=Service.DescribeTask': taking({ task: id }, ['task']) };
  expect(said({ 'POST /#Target=Service.ExecuteCommand': run, ...tasks })).toBe('single-resource body:task');
});

test('what stands behind the word for actions makes nothing, unless it says so', () => {
  const calls = '/calls/{id}/actions';
  expect(saidOf(`POST ${calls}/enqueue`, { summary: 'Enqueue call' })).toBe('single-resource path:id');
  expect(saidOf(`POST ${calls}/create_image`, { summary: 'Create an image of it' })).toBe('creation path:id');
});

test('a required object that is named like what the path changes is the thing itself', () => {
  const order = { type: 'object', properties: { reference: { type: 'string' } } };
  const cancel = { summary: 'Cancel an order', ...taking({ order, note: { type: 'string' } }, ['order']) };
  expect(saidOf('POST /orders/cancel', cancel)).toBe('single-resource body:order');
});

test('a country identifies one of a collection, and nothing else', () => {
  expect(saidOf('GET /country_specs/{country}')).toBe('single-resource path:country');
  const check = { summary: 'Returns a verification result' };
  expect(saidOf('POST /verification/check/{country}', check)).toBe('implicit-scope application');
});

test('what a GET deletes is one, whatever it answers', () => {
  const operation = { ...asking('id', true), ...answering({ type: 'array', items: { type: 'object' } }) };
  expect(saidOf('GET /screenshot/delete', { summary: 'Delete a screenshot', ...operation })).toBe(
    'single-resource query:id',
  );
});

test('a collection that is got by its slug is one thing', () => {
  expect(saidOf('GET /collection/{slug}', { summary: 'Get collection by slug' })).toBe(
    'single-resource path:slug',
  );
});

test('an identifier in an object that must be given says which one is deleted', () => {
  const identification = { type: 'object', properties: { userId: { type: 'string' } } };
  const body = taking({ identification }, ['identification']);
  expect(saidOf('DELETE /accounts', { summary: 'Delete account', ...body })).toBe(
    'single-resource body:identification.userId',
  );
});

test('what most calls take says who calls, and not which thing is meant', () => {
  const deletes = (name: string) => taking({ uid: {}, [`${name}_id`]: {} }, ['uid', `${name}_id`]);
  const operations = {
    'POST /deleteRecipient': deletes('address'),
    'POST /deleteCard': deletes('card'),
    'POST /deleteOrder': deletes('order'),
    'POST /deleteGift': deletes('gift'),
  };
  expect(said(operations)).toBe('single-resource body:address_id');
});

test('a role is what somebody has, and not who is meant', () => {
  const body = taking({ roleId: { type: 'integer' }, userId: { type: 'integer' } }, ['roleId', 'userId']);
  expect(saidOf('PUT /collaborators', { summary: 'Update collaborator', ...body })).toBe(
    'single-resource body:userId',
  );
});

test('listing one thing reads it', () => {
  const parameters = [{ name: 'server', in: 'path', required: true, schema: { type: 'string' } }];
  const operation = { operationId: 'listServer', summary: 'List a server', parameters };
  expect(saidOf('GET /servers/{server}', operation)).toBe('single-resource path:server');
});

test('what is found by its identifier is one, though the summary says "search"', () => {
  expect(saidOf('GET /users/search/{user_id}', { summary: 'Search a user by ID' })).toBe(
    'single-resource path:user_id',
  );
});

test('the one identifier that reading takes says which, though it is optional', () => {
  const operation = { ...asking('submissionId'), ...answering({ properties: { status: {}, url: {} } }) };
  expect(saidOf('GET /result', operation)).toBe('single-resource query:submissionId');
});

test('what is sent on is what the body names, where it holds nothing else', () => {
  const operation = {
    summary: 'Send the provided invoice to the accountant',
    ...taking({ Id: { type: 'string' } }),
  };
  expect(saidOf('POST /api/invoice/sendtoaccountant', operation)).toBe('single-resource body:Id');
});

test('whether something is supported is asked of one', () => {
  const operation = { summary: 'Returns whether or not search is supported for an organism' };
  expect(saidOf('GET /{organism_id}/isSearchSupported', operation)).toBe('single-resource path:organism_id');
});

test('a cover is a part of its owner, however many sizes of it are answered', () => {
  const operation = {
    summary: 'Get the cover image of a playlist',
    ...answering({ type: 'array', items: {} }),
  };
  expect(saidOf('GET /playlists/{playlist_id}/images', operation)).toBe('single-resource path:playlist_id');
});

test('the email address of an applicant says which, below `/applicant`', () => {
  const description = 'The email address of the applicant.';
  const parameters = [
    { name: 'email', in: 'query', required: true, schema: { type: 'string' }, description },
  ];
  const operation = { summary: 'Updates the custom attributes for an applicant.', parameters };
  expect(saidOf('POST /applicant/attributes', operation)).toBe('single-resource query:email');
});

test('what is sent is what the body identifies', () => {
  const operation = { summary: 'Sends a quote email', ...taking({ quoteId: { type: 'string' } }) };
  expect(saidOf('POST /email/sendQuote', operation)).toBe('single-resource body:quoteId');
});

test('to find one thing is no search', () => {
  const operation = {
    summary: 'Find a learner’s submission to an assessment',
    ...answering({ type: 'array', items: { type: 'object' } }),
  };
  expect(saidOf('GET /submissions/{learner}/assignments/{assignmentId}', operation)).toBe(
    'single-resource path:assignmentId',
  );
});

test.each([
  ['PUT /upload-sessions/{id}', 'Upload a part of a file'],
  ['POST /locations/{id}/upload_image', 'Upload location image'],
])('%s puts something into what its path identifies', (key, summary) => {
  expect(saidOf(key, { summary })).toBe('single-resource path:id');
});

test('the plain number of what is changed says which one, where nothing else does', () => {
  const body = taking({ number: { type: 'integer' }, hours: { type: 'number' } });
  expect(saidOf('PUT /timeentries', { summary: 'Update a time entry', ...body })).toBe(
    'single-resource body:number',
  );
});

test('an identifier two objects deep is found', () => {
  const patient = { type: 'object', properties: { id: { type: 'string' } } };
  const query = { type: 'object', properties: { patient } };
  expect(saidOf('POST /patients/archive', taking({ query }, ['query']))).toBe(
    'single-resource body:query.patient.id',
  );
});

test('what is identified in `/profile/updateRecipient` is not the caller', () => {
  const operation = {
    summary: 'updates an existing recipient',
    ...taking({ id: { type: 'string' } }, ['id']),
  };
  expect(saidOf('POST /profile/updateRecipient', operation)).toBe('single-resource body:id');
});

test('a body that only names what is added makes nothing', () => {
  const add = { summary: 'Add a label to a bucket', ...taking({ labelID: { type: 'string' } }) };
  const operations = { 'POST /buckets/{id}/labels': add, 'GET /buckets/{id}/labels': {} };
  expect(said(operations)).toBe('single-resource path:id');
});

test('sending a copy of what exists acts on it', () => {
  const operation = { summary: 'Submit a deposit' };
  expect(saidOf('POST /deposits/{deposit_id}/submit', operation)).toBe('single-resource path:deposit_id');
});

test('`re-` in front of a verb is for what exists', () => {
  expect(saidOf('POST /jobs/{id}/again', { summary: 'Re-run a job' })).toBe('single-resource path:id');
});

test('orders that are bought are things, and buying behind an identifier makes none', () => {
  expect(saidOf('PUT /projects/{p_id}/buyOrders/{order_id}')).toBe('single-resource path:order_id');
  expect(saidOf('POST /ships/{ship_id}/purchase')).toBe('single-resource path:ship_id');
});

test('an optional identifier counts where the call is said to be about what it names, or acts on it', () => {
  const restore = { summary: 'Restore a revision of the pad', ...asking('padId') };
  expect(said({ 'GET /restoreRevision': restore })).toBe('single-resource query:padId');
  const order = taking({ orderId: { type: 'string' }, note: { type: 'string' } });
  expect(saidOf('PUT /driver-location', { summary: 'Update the driver of an order', ...order })).toBe(
    'single-resource body:orderId',
  );
});

test('an id that another system gave identifies what a call acts on', () => {
  const body = taking({ external_upload_identifier: { type: 'string' } }, ['external_upload_identifier']);
  expect(saidOf('POST /uploads/abort', { summary: 'Abort an upload', ...body })).toBe(
    'single-resource body:external_upload_identifier',
  );
});

test('what a deletion must be given, and nothing else, says which one', () => {
  const operation = { summary: 'Delete a subscription by URL', ...asking('target_url', true) };
  expect(saidOf('DELETE /webhook', operation)).toBe('single-resource query:target_url');
});

test('`order_id` identifies an order, though `order_by` identifies nothing', () => {
  const body = taking({ order_id: { type: 'string' }, position: {} }, ['order_id']);
  expect(saidOf('PUT /driver-location', body)).toBe('single-resource body:order_id');
});

test.each([
  ['GET /orders/{orderId}/{permissiontype}', 'path:orderId'],
  ['GET /companies/{id}/{dataset}', 'path:id', { type: 'string', enum: ['a', 'b'] }],
  ['PUT /holidays/{holidayId}/{closed}', 'path:holidayId', { type: 'boolean' }],
  ['PUT /ratings/{itemId}/{itemRating}', 'path:itemId'],
])('what stands behind an identifier chooses or says what will be: %s', (key, from, schema?: object) => {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name, index) => ({
    name,
    in: 'path',
    schema: index > 0 ? (schema ?? {}) : {},
  }));
  expect(saidOf(key, { parameters })).toBe(`single-resource ${from}`);
});

test('one of a few fixed values is one of its collection', () => {
  const parameters = [{ name: 'rule', in: 'path', schema: { type: 'string', enum: ['a', 'b'] } }];
  expect(saidOf('DELETE /rules/{rule}', { parameters })).toBe('single-resource path:rule');
});

test.each([
  ['GET /leagues/{index}/teams/{home_team}', 'path:home_team'],
  ['POST /transactions/{token}/done', 'path:token'],
  ['GET /send/#env/partners/{partnerId}', 'path:partnerId'],
])('%s is about one of a collection', (key, from) => {
  expect(saidOf(key)).toBe(`single-resource ${from}`);
});
