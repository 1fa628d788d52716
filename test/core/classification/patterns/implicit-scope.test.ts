import { expect, test } from 'vitest';
import { answering, asking, said, saidOf, taking } from './said.ts';

const things = answering({ type: 'array', items: { type: 'object' } });

test.each([
  ['GET /me', {}],
  ['GET /me/playlists', things],
  ['POST /me/playlists', {}],
  ['PUT /me/player/shuffle', {}],
  ['GET /user/repos', things],
  ['POST /user/keys', {}],
  ['GET /account/keys', things],
  ['GET /chat/users/me/contacts', things],
  ['GET /notifications', things],
  ['GET /myprofile', {}],
])('%s is the caller’s own', (key, operation) => {
  expect(saidOf(key, operation)).toBe('implicit-scope application');
});

test('so is what the summary says is for the authenticated user', () => {
  expect(saidOf('GET /starred', { summary: 'Starred projects of the authenticated user', ...things })).toBe(
    'implicit-scope application',
  );
});

test.each([
  'GET /dashboard-data',
  'GET /report/daily',
  'GET /version',
  'POST /markup/render',
  'PATCH /rooms/account_settings',
])('%s is a feature without a collection behind it', (key) => {
  expect(saidOf(key)).toBe('implicit-scope application');
});

test('what is said of others at the path of the caller is not the caller’s own', () => {
  expect(saidOf('POST /user', { summary: 'Register a new user' })).toBe('creation application');
  expect(saidOf('GET /user', { summary: 'Get all users', ...things })).toBe('listing application');
  expect(saidOf('GET /user', { summary: 'Get the user' })).toBe('implicit-scope application');
});

test('a content that is made for the call is no new thing', () => {
  expect(saidOf('POST /pdf/html-to-image', { summary: 'Create an image from HTML' })).toBe(
    'implicit-scope application',
  );
  expect(saidOf('POST /images', { summary: 'Create a new image' })).toBe('creation application');
});

test('a thing of the caller’s own that is identified is that thing', () => {
  expect(saidOf('GET /me/albums/{album_id}')).toBe('single-resource path:album_id');
  expect(saidOf('DELETE /user/keys/{id}')).toBe('single-resource path:id');
});

test('`/user` does not mean the caller where `/user/{name}` exists', () => {
  const operations = { 'POST /user': { summary: 'Create user' }, 'GET /user/{username}': {} };
  expect(said(operations)).toBe('creation application');
});

test('a required identifier is more than the caller', () => {
  expect(saidOf('GET /me/report', asking('campaign_id', true))).not.toContain('implicit-scope');
});

test.each(['requestId', 'txnId'])('%s traces the call, and identifies nothing', (name) => {
  const trace = taking({ [name]: { type: 'string', format: 'uuid' }, format: { type: 'string' } }, [name]);
  expect(saidOf('POST /links/link/on-init', trace)).not.toContain(name);
});

test('a key that is kept among settings identifies nothing', () => {
  const keys = taking({ recaptcha_site_key: { type: 'string' } }, ['recaptcha_site_key']);
  expect(saidOf('PUT /application/settings', keys)).toBe('implicit-scope application');
});

test('all settings are one thing', () => {
  const operation = { summary: 'Returns all partner settings' };
  expect(saidOf('GET /partner_settings/metrics', operation)).toBe('implicit-scope application');
});

test('a password identifies nothing', () => {
  const password = taking({ password: { type: 'string' } }, ['password']);
  const operation = { summary: 'Validate the proposed password', ...password };
  expect(saidOf('POST /users/self/password/validate', operation)).toBe('implicit-scope application');
});

test('a token in the path stands for the caller', () => {
  expect(saidOf('GET /auth/{token}/info')).toBe('implicit-scope application');
});

test('how many are wanted identifies nothing', () => {
  expect(saidOf('GET /bytes/{n}', { summary: 'Returns n random bytes' })).toBe('implicit-scope application');
});

test('whatever a call asks of a query language is asked of the application', () => {
  const operation = { requestBody: { content: {} }, summary: 'Perform a query' };
  expect(saidOf('POST /graphql', operation)).toBe('implicit-scope application');
});

test('what only works on a text lists nothing, however its answer looks', () => {
  const entities = { type: 'object', properties: { entities: { type: 'array', items: { type: 'object' } } } };
  const body = taking({ text: { type: 'string' } }, ['text']);
  expect(saidOf('POST /model/entities', { summary: 'Read Entities', ...body, ...answering(entities) })).toBe(
    'implicit-scope application',
  );
});

test('a summary that only repeats the method posts nothing', () => {
  const summary = 'POST Matrix Endpoint';
  expect(
    saidOf('POST /matrix', { summary, ...taking({ points: { type: 'array', items: { type: 'number' } } }) }),
  ).toBe('implicit-scope application');
});

test('to post a ping behind the authentication is nothing that anyone may do', () => {
  expect(saidOf('POST /auth/ping', { summary: 'Check whether or not you are authenticated' })).toBe(
    'implicit-scope application',
  );
});

test('what a user has is the caller’s own where no user is identified, though it is paged', () => {
  const operation = {
    summary: 'Returns a user’s notifications',
    ...asking('pagesize'),
    ...answering({ type: 'array', items: {} }),
  };
  expect(saidOf('GET /notifications', operation)).toBe('implicit-scope application');
});

test('a checksum is verified by computing it', () => {
  const operation = { summary: 'Verify the checksum of a code', ...asking('ean', true) };
  expect(saidOf('GET /verify-checksum', operation)).toBe('implicit-scope application');
});

test('closing all of them needs no user, whoever may be named', () => {
  const operation = { ...asking('userId'), summary: 'Close all acknowledged alerts' };
  expect(saidOf('POST /alerts/closeAll', operation)).toBe('implicit-scope application');
});

test('scores and tests in a name compute nothing', () => {
  expect(saidOf('GET /scores', { operationId: 'scoresByWeek', ...things })).toBe('listing application');
});

test('a remark in front is not what an endpoint does', () => {
  const operation = { summary: 'DEPRECATED. Get the evidence for an invoice' };
  expect(saidOf('GET /invoices/{guid}/evidence', operation)).toBe('single-resource path:guid');
});

test.each(['GET /{tenantId}/me', 'GET /consumers/{tenantId}/me/preferences'])(
  '%s is about the caller, and not about the tenant',
  (key) => {
    expect(saidOf(key)).toBe('implicit-scope application');
  },
);

test('what a description computes is kept nowhere, where the title says nothing', () => {
  const operation = { summary: 'Ulcer index', description: 'Compute the index of a portfolio.' };
  expect(saidOf('POST /analysis/ulcer-index', operation)).toBe('implicit-scope application');
});

test('the root is no collection of what stands below it', () => {
  const one = answering({ properties: { version: { type: 'string' } } });
  expect(said({ 'GET /': one, 'GET /{source}': one })).toBe('implicit-scope application');
});

test('a set of headers is one thing', () => {
  const operation = { summary: 'Returns a set of response headers from the query string' };
  expect(saidOf('GET /response-headers', operation)).toBe('implicit-scope application');
});

test('a current account at a bank is not the caller’s', () => {
  const operation = { summary: 'Gets the set of business current account data', ...things };
  expect(saidOf('GET /business-current-accounts', operation)).toBe('listing application');
});

test('a city behind `?` is a place, also where cities are identified', () => {
  const parameters = [{ name: 'city', in: 'path', required: true, schema: { type: 'string' } }];
  const operations = {
    'GET /current?city={city}': { summary: 'Current weather of a city', parameters },
    'GET /cities/{city_id}': {},
  };
  expect(said(operations)).not.toContain('path:city');
});

test('the id in the body of what is the caller’s own is the caller’s', () => {
  const body = taking({ id: { type: 'string' }, email: { type: 'string' } }, ['id']);
  expect(saidOf('PATCH /me', body)).toBe('implicit-scope application');
});
