import { describe, expect, test } from 'vitest';
import { classifyApi } from '../../../../src/core/classification/classify.ts';
import { readSpec } from '../../../../src/core/openapi/spec.ts';
import { valueIn } from '../../../helpers/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

function classification(key: string, operation: Json = {}, document: Json = {}) {
  const [method = '', path = ''] = key.split(' ');
  const value = {
    openapi: '3.1.0',
    ...document,
    paths: { [path]: { [method.toLowerCase()]: operation }, ...Object(document.paths) },
  };
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
    ['GET /account/profile/bookmarks', {}],
    ['PUT /users/presence', { ...body, description: 'Change it for the authenticated user.' }],
    ['POST /auth/logout', {}],
  ])('is said by path or text: %s', (key, operation) => {
    expect(remarks(key, operation)).toEqual(['own']);
  });

  test('is not the credentials of an account, which may be those of a team', () => {
    expect(remarks('GET /account/credentials')).toEqual(['own', 'secret']);
    expect(remarks('GET /me/credentials')).toEqual(['own']);
  });

  test.each([
    ['Show the dashboard of the caller', 'the summary speaks of the caller'],
    ['Show the dashboard of the current user', 'the summary speaks of the current user'],
  ])('is told in a sentence: %s', (summary, own) => {
    expect(classification('GET /dashboard', { summary }).remarks).toEqual({ own });
  });

  test.each([
    ['DELETE /registry', { summary: 'Delete the registry of your account' }],
    ['PATCH /account', body],
    ['GET /dashboard', {}],
    ['POST /login', body],
    ['GET /account/users', {}],
    ['GET /mysqldatabases', {}],
    ['GET /account/places', {}],
    ['PUT /graph', { ...body, summary: 'Change the graph of the calling account' }],
    ['POST /lists/update', { ...body, description: 'Change it. The authenticated user must own the list.' }],
    [
      'PUT /user/columns',
      {
        ...body,
        parameters: [{ name: 'accountId', in: 'query', schema: { type: 'string' } }],
        description: 'Sets the columns of a user. Without an account, those of the calling user are set.',
      },
    ],
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
    ['POST /places', { ...body, summary: 'Create a place. Only available to admin user.' }],
    ['POST /organizations', body],
    ['DELETE /orgs/{org}', {}],
    ['PUT /settings/{setting_id}', body],
    ['PUT /feature-toggles/{name}', body],
    ['POST /plugins/{id}/enable', body],
    ['GET /actuator/env', {}],
  ])('is below such a path, or said to be so: %s %j', (key, operation) => {
    expect(remarks(key, operation)).toEqual(['administrative']);
  });

  test.each([
    'Only users with\nadmin-level permissions can use it.',
    'It is only available to users with the `admin` role.',
    '**[Permissions](#permissions) required:** *Administer Jira* [global permission](https://x.org/a).',
    'The caller must have any **admin** role.',
    'The user is required to have sysadmin or admin permissions.',
    'Admin permission will be required.',
    'Can only be used by an administrative user.',
    `Restores a package that was deleted. ${'It is kept for some time. '.repeat(40)}You must have admin permissions in the organization.`,
    'You must authenticate using an access token with the `admin:org` scope to use this endpoint.',
    'Apps must have the `administration` organization permission to use this endpoint.',
    'Apps must have the `administration:write` permission for the repository.',
    'Users with admin access to the repository can create one.',
    'The owner or a user with admin privilege can block numbers.',
    'The caller needs to be a <span style="x">&#128100; Room Administrator</span>.',
    'It requires the caller to be either an organization administrator or a guest.',
    'This endpoint required an admin JWT.',
    'Authorized for admins and editors.',
    'Available only for users who can administrate groups.',
    'Administrative access to the instance is required to delete projects.',
    'This requires elevated permissions.',
    'Elevated permissions are required to see what is not yours.',
    'Only unrestricted Users can access this command.',
    'Internal only. Sets the state of a check.',
    'When authenticated with admin or owner permissions, you can use this endpoint.',
  ])('is told in a text that is wrapped, and has marks of emphasis: %s', (description) => {
    expect(remarks('POST /jobs/{id}/stop', { ...body, description })).toEqual(['administrative']);
  });

  test.each([
    'Comments on private nodes are only visible to contributors and administrators.',
    'Returns apps, and it only contains apps that were approved by the admin.',
    'The area may only be one of the given administrative districts.',
    'Counts the edits of one kind of editor (for instance *user*).',
    'To see all values, you need to be an administrator.',
    'Owners with the `admin:org` scope see more.',
    'Authorized for admins, editors, operators, and kiosks.',
    'A host or a user with admin permission can require registration.',
    'Users with admin access can also see who made it.',
    'You must have the `administration:read` permission.',
  ])('is not everything that a text says of administrators: %s', (description) => {
    expect(remarks('POST /jobs/{id}/stop', { ...body, description })).toEqual([]);
  });

  test.each(['POST /RecordingSettings/Default', 'PUT /notification-settings/defaults'])(
    'is what sets what holds where nobody sets anything else: %s',
    (key) => {
      expect(remarks(key, body)).toEqual(['administrative']);
    },
  );

  test.each([
    'PUT /notification-settings/sounds',
    'GET /RecordingSettings/Default',
    'GET /users/{id}/administered-sites',
    'GET /solar/{id}/system',
    'GET /systems/{id}',
    'POST /admin/login',
    'PUT /shops/{id}/settings',
    'GET /settings/{setting_id}',
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
    'GET /tokens/{token}',
    'GET /{username}/tokens/{id}',
    'DELETE /tokens/{token}',
    'PUT /sessions/{id}',
    'DELETE /sessions/{id}/status',
    'POST /certificates',
    'DELETE /ssl-certificates/{id}',
    'GET /client/apikeys',
    'GET /projects/{id}/environment-variables',
  ])('are given or changed by %s', (key) => {
    expect(remarks(key, body)).toEqual(['secret']);
  });

  test.each([
    'GET /tokens/{id}',
    'GET /keyboards/{id}',
    'PUT /conferences/{id}/sessions/{session_id}',
    'DELETE /gift-certificates/{id}',
  ])('are not what %s is about', (key) => {
    expect(remarks(key)).toEqual([]);
  });
});

const answers = (schema: Json) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const object = (properties: Json) => ({ type: 'object', properties });
const password = { password: { type: 'string' } };

describe('a secret in what is answered', () => {
  test.each<[string, Json]>([
    ['GET /databases/{id}', object({ connection: object(password) })],
    ['GET /databases', object({ databases: { type: 'array', items: object({ users: object(password) }) } })],
    ['POST /apps/{id}/rotate', object({ client_secret: { type: 'string' } })],
    ['GET /servers', object({ ApiTokens: { type: 'array', items: { type: 'string' } } })],
  ])('is for those who may have it: %s', (key, schema) => {
    expect(remarks(key, { ...body, ...answers(schema) })).toEqual(['secret']);
  });

  test.each<[string, Json]>([
    ['GET /users/{id}', object({ password: { type: 'string', writeOnly: true } })],
    ['GET /users/{id}', object({ has_password: { type: 'boolean' } })],
    ['GET /pages', object({ next_page_token: { type: 'string' } })],
  ])('is none where nothing is told: %s %j', (key, schema) => {
    expect(remarks(key, answers(schema))).toEqual([]);
  });
});

const takes = (properties: Json) => ({
  requestBody: { content: { 'application/json': { schema: object(properties) } } },
});

describe('a secret that the body takes', () => {
  test('says who somebody is, where it is a private key', () => {
    expect(remarks('POST /apps/{id}/domain', takes({ private_key: {} }))).toEqual(['secret']);
    expect(remarks('POST /apps/{id}/domain', takes({ idempotency_key: {} }))).toEqual([]);
  });
});

describe('money', () => {
  test.each([
    'POST /orders/{id}/refunds',
    'POST /payments',
    'PUT /branches/{id}/BankSettings',
    'POST /customerCreditNote',
    'DELETE /payment-methods/{id}',
  ])('is moved by %s', (key) => {
    expect(remarks(key, body)).toEqual(['money']);
  });

  test.each(['GET /payments/{id}', 'POST /orders/{id}/charging-stations'])('stays where it is: %s', (key) => {
    expect(remarks(key, body)).toEqual([]);
  });
});

describe('what changes who may do what', () => {
  test('is a webhook in a body, too', () => {
    expect(remarks('PUT /alerts/{id}/targets', takes({ slack_webhooks: { type: 'array' } }))).toEqual([
      'access',
    ]);
    expect(remarks('POST /repos/{id}/copies', takes({ webhooks: { type: 'boolean' } }))).toEqual([]);
  });

  test.each([
    'PUT /repos/{repo}/collaborators/{name}',
    'POST /teams/{id}/addUser',
    'DELETE /users/{id}',
    'PUT /members/{id}/username',
    'POST /repos/{repo}/transfer',
    'GET /repos/{repo}/hooks',
    'PUT /webhooks/{id}/callbackURL',
    'PUT /boards/{id}/prefs/permissionLevel',
    'PUT /databases/{id}/firewall',
    'POST /firewalls/{id}/rules',
    'DELETE /roles/{id}/scopes/{scope_id}',
    'PUT /teams/{id}/repos/{repo}',
    'POST /repos/{id}/push_mirrors-sync',
    'POST /activities/user-id/{user-id}/inbox',
    'PUT /artifacts/{id}/owner',
    'POST /nodes/{id}/allowed_networks',
    'GET /addwebhook',
  ])('is for those who are named: %s', (key) => {
    expect(remarks(key, body)).toEqual(['access']);
  });

  test('is so for roles of the caller’s own, too: nobody gives rights to himself', () => {
    expect(remarks('POST /me/roles', body)).toEqual(['own', 'access']);
    expect(remarks('POST /me/employees', body)).toEqual(['own', 'access']);
    expect(remarks('PATCH /user/lockout', body)).toEqual(['own', 'access']);
  });

  test('is so where the caller joins what the path names, and not where the caller leaves it', () => {
    expect(remarks('POST /channels/{channelId}/members/me', body)).toEqual(['own', 'access']);
    expect(remarks('DELETE /channels/{channelId}/members/me')).toEqual(['own']);
    expect(remarks('PUT /users/me', body)).toEqual(['own']);
    expect(remarks('GET /me/roles')).toEqual(['own']);
    expect(remarks('POST /me/webhooks', body)).toEqual(['own', 'access']);
    expect(remarks('PUT /me/two-factor', body)).toEqual(['own']);
  });

  test.each([
    'GET /repos/{repo}/collaborators',
    'DELETE /owners/{id}',
    'DELETE /api/v1/owners/{id}',
    'POST /teams/{id}/projects',
    'DELETE /cards/{idCard}/idMembers/{idMember}',
    'PUT /user/starred/{repo}',
    'POST /banks/{id}/transfers',
  ])('is another matter than %s', (key) => {
    expect(remarks(key, body)).toEqual([]);
  });
});

describe('what is not for everybody to read', () => {
  test('is logs and bills, also where they are the caller’s own', () => {
    expect(remarks('GET /apps/{id}/logs')).toEqual(['private']);
    expect(remarks('GET /me/invoices')).toEqual(['own', 'private']);
    expect(remarks('GET /workspaces/{id}/audit_log_events')).toEqual(['private']);
    expect(remarks('GET /sites/{id}/audits')).toEqual([]);
    expect(remarks('GET /accounts/{id}/billing_charges')).toEqual(['private']);
    expect(remarks('GET /bank-accounts/{id}')).toEqual(['private']);
  });

  test.each([
    'GET /memberships/{id}/medical',
    'GET /claims/{id}/medical-reports',
    'GET /soldiers/{id}/polygraph',
    'GET /congregants/{id}/pastoral-notes',
    'GET /students/{id}/transcript',
    'GET /pupils/{id}/grades',
    'GET /cameras/{id}/footage',
  ])('is what is told of a person, and what cameras see: %s', (key) => {
    expect(remarks(key)).toEqual(['private']);
  });

  test.each(['GET /meetings/{id}/transcript', 'GET /medical-codes', 'GET /eggs/{id}/grades'])(
    'is not what is only called like that: %s',
    (key) => {
      expect(remarks(key)).toEqual([]);
    },
  );

  test('is nothing that the API is about', () => {
    const paths = {
      '/invoices': { get: {} },
      '/invoices/{id}': { get: {}, delete: {} },
      '/people': { get: {} },
    };
    const root = { file: 'x', text: '', value: { openapi: '3.1.0', paths }, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    expect(api.classifications.flatMap((one) => Object.keys(one.remarks))).toEqual([]);
  });

  test('are not for everybody in an API that is about them, where they are those of a person', () => {
    const paths = {
      '/payslips': { get: {} },
      '/payslips/{id}': { get: {} },
      '/employees/{id}/payslips': { get: {} },
      '/employees/{id}/earnings': { get: {} },
    };
    const value = { openapi: '3.1.0', paths };
    const root = { file: 'x', text: '', value, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    expect(api.classifications.map((one) => Object.keys(one.remarks))).toEqual([
      ['private'],
      ['private'],
      ['private'],
      ['private'],
    ]);
  });

  test('and hides nothing else that is said, where the API is about it', () => {
    const paths = {
      '/invoices': { get: {}, post: { ...body, description: 'Accountants only.' } },
      '/invoices/{id}': { get: {}, delete: { description: 'Only the owner can delete it.' } },
    };
    const root = { file: 'x', text: '', value: { openapi: '3.1.0', paths }, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    expect(api.classifications.map((one) => Object.keys(one.remarks))).toEqual([
      [],
      ['restricted'],
      [],
      ['restricted'],
    ]);
  });
});

describe('what acts on everything at once', () => {
  const calls = object({
    actions: { type: 'array', items: object({ method: {}, relative_path: {} }) },
  });
  const carrying = { requestBody: { content: { 'application/json': { schema: calls } } } };

  test.each<[string, Json]>([
    ['DELETE /droplets', { operationId: 'droplets_destroy_byTag' }],
    ['POST /droplets/actions', { ...body, summary: 'Act on tagged droplets' }],
    ['PATCH /assets/bulk/tags', { ...body, summary: 'Update tags of assets based on a search query' }],
    ['POST /batch', carrying],
    ['POST /graphql', body],
    ['GET /graphql', {}],
    ['POST /sql', body],
    ['POST /warehouses/{id}/sql', body],
    ['POST /reports/run', takes({ sql: { type: 'string' } })],
    ['POST /expression/eval', body],
    ['POST /tools/execute-script', body],
    ['POST /vms/{id}/guest_script/run', body],
    ['POST /apps/{id}/reset', { summary: 'Reset all data' }],
    ['PUT /services/{id}/proxy', body],
    ['POST /namespaces/{namespace}/pods/{name}/proxy', body],
    ['POST /devices/{id}/factory-reset', {}],
    ['DELETE /droplets/{id}/destroy/dangerous', {}],
    ['POST /droplets/{id}/destroy_with_associated_resources/retry', {}],
    ['DELETE /channels/{id}/truncate', {}],
    ['POST /channels/{id}/truncate', {}],
    ['POST /donors/{id}/withdraw', { summary: 'Withdraw the consent and destroy all samples' }],
    ['DELETE /clients/{id}', { summary: 'GDPR erasure: removes the client, all pets and invoices' }],
    ['GET /batch', { parameters: [{ name: 'urls', in: 'query', schema: { type: 'string' } }] }],
  ])('is for those who are named: %s', (key, operation) => {
    expect(remarks(key, operation)).toEqual(['sweeping']);
  });

  test.each([
    'POST /proxy',
    'PUT /workflows/{id}/execute',
    'POST /queries/{id}/execute',
    'POST /scripts/{id}/run',
    'POST /players/{id}/command',
  ])('is not what makes a thing called like that, or runs one that exists: %s', (key) => {
    expect(remarks(key, { ...body, summary: 'Creates a new proxy' })).toEqual([]);
  });

  const lists = (name: string) => takes({ op: {}, [name]: { type: 'array', items: { type: 'string' } } });

  test('is what deletes all that is in something, where each has a path of its own', () => {
    const paths = { '/buckets/{id}/messages/{messageId}': { get: {} } };
    const { remarks: said } = classification('DELETE /buckets/{id}/messages', {}, { paths });
    expect(said).toEqual({ sweeping: 'it deletes all of the `messages` at once' });
    expect(remarks('DELETE /buckets/{id}/messages')).toEqual([]);
  });

  test('is what looks as if it made something, and lists the things of the collection', () => {
    expect(classification('POST /tickets/bulk', lists('ticketIds'))).toMatchObject({
      pattern: 'creation',
      remarks: {
        sweeping: 'it acts on everything that `ticketIds` in the body lists, and nothing is asked about that',
      },
    });
    expect(remarks('POST /tickets/actions', lists('ticketIds'))).toEqual(['sweeping']);
    expect(remarks('POST /fleet/commands:batch', lists('drone_ids'))).toEqual(['sweeping']);
    expect(remarks('POST /tickets/exports2', lists('watcherIds'))).toEqual([]);
    expect(remarks('POST /tickets', lists('tagIds'))).toEqual([]);
  });

  test('is what a list names, where only what holds it is asked about', () => {
    const update = classification('PATCH /targets/{id}/findings/bulk/update', lists('ids'));
    expect([update.resource.from, Object.keys(update.remarks)]).toEqual(['path:id', ['sweeping']]);
    expect(remarks('PATCH /targets/{id}/findings/update', lists('tags'))).toEqual([]);
  });

  test('is what a query selects by the properties that the body has', () => {
    const query = (...names: readonly string[]) => ({
      parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    });
    const row = takes({ id: { type: 'string' }, status: { type: 'string' } });
    expect(classification('PATCH /documents', { ...row, ...query('id', 'status') }).remarks).toEqual({
      sweeping: 'it acts on everything that its query selects',
    });
    expect(remarks('PATCH /documents', { ...row, ...query('id', 'dry_run') })).toEqual([]);
    expect(remarks('PATCH /documents/{id}', { ...row, ...query('id', 'status') })).toEqual([]);
  });

  test('is no change of one thing that the path names', () => {
    expect(remarks('DELETE /results/{id}', { summary: 'Delete a result and purge all payloads' })).toEqual(
      [],
    );
    expect(remarks('DELETE /droplets/{id}/tags', { operationId: 'removeAllTags' })).toEqual([]);
    expect(remarks('GET /droplets', { operationId: 'listByTag' })).toEqual([]);
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

describe('what comes with other credentials than most calls', () => {
  const restricted = (other: string, count = 5) => {
    const plain = Array.from({ length: count }, (_, index) => [`/things${index}/{id}`, { get: {} }]);
    const paths = {
      ...Object.fromEntries(plain),
      '/flags/{flag}': { put: { ...body, security: [{ [other]: [] }] } },
    };
    const value = { openapi: '3.1.0', security: [{ jwt: [] }], paths };
    const root = { file: 'x', text: '', value, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    return api.classifications.flatMap(({ endpoint, remarks: said }) =>
      said.restricted === undefined ? [] : [`${endpoint.path}: ${said.restricted}`],
    );
  };

  test('is for others than most calls are', () => {
    expect(restricted('backoffice')).toEqual([
      '/flags/{flag}: its `security` asks for `backoffice`, and that of most calls does not',
    ]);
  });

  test('is no other where only the letters differ, or where a few calls tell nothing', () => {
    expect(restricted('JWT')).toEqual([]);
    expect(restricted('backoffice', 4)).toEqual([]);
  });
});

describe('what takes back or changes what is given', () => {
  const text = { type: 'string' };
  const byMethod = (paths: Json) => {
    const value = { openapi: '3.1.0', paths };
    const root = { file: 'x', text: '', value, locate: () => undefined };
    const api = valueIn(classifyApi(valueIn(readSpec({ root, others: new Map() })), new Map()));
    return api.classifications.map(({ endpoint, remarks: said }) => [endpoint.method, said.access]);
  };
  const hosts = (post: Json) => ({
    '/shows/{showId}/hosts': { get: {}, post },
    '/shows/{showId}/hosts/{hostId}': { put: body, delete: {} },
  });

  test('is for those who may give it', () => {
    const undone = 'it takes back or changes what `POST /shows/{showId}/hosts` gives';
    expect(byMethod(hosts({ ...body, summary: 'Invite a co-host' }))).toEqual([
      ['GET', undefined],
      ['POST', 'its summary says "invite a"'],
      ['PUT', undone],
      ['DELETE', undone],
    ]);
    const waiver = {
      post: { operationId: 'grantWaiver' },
      delete: { operationId: 'withdrawWaiver' },
    };
    expect(byMethod({ '/missions/{id}/waiver': waiver })).toEqual([
      ['POST', 'its name says "grant waiver"'],
      ['DELETE', 'it takes back or changes what `POST /missions/{id}/waiver` gives'],
    ]);
  });

  test('is for those who may send out what happens', () => {
    const subscriptions = {
      '/subscriptions': { get: {}, post: takes({ target_url: text, topic: text }) },
      '/subscriptions/{id}': { get: {}, delete: {} },
    };
    expect(byMethod(subscriptions)).toEqual([
      ['GET', undefined],
      ['POST', expect.stringContaining('sends what happens to another server')],
      ['GET', undefined],
      ['DELETE', 'it takes back or changes what `POST /subscriptions` gives'],
    ]);
  });

  test('is another matter where what is made only says who may do what with it', () => {
    const said = byMethod(hosts(takes({ name: text, permissions: { type: 'object' } })));
    expect(said).toMatchObject(
      [['GET'], ['POST', /permissions/], ['PUT', undefined], ['DELETE', undefined]].map(
        ([method, access]) => [method, access instanceof RegExp ? expect.stringMatching(access) : access],
      ),
    );
  });
});

describe('what holds itself', () => {
  test.each([
    ['a list', { type: 'array', items: { $ref: '#/components/schemas/A' } }],
    ['a map', { type: 'object', additionalProperties: { $ref: '#/components/schemas/A' } }],
  ])('is looked through to an end, as %s', (_, schema) => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
    const parameters = [{ name: 'ids', in: 'query', schema: { $ref: '#/components/schemas/A' } }];
    const operation = { parameters, requestBody: { content }, responses: { 200: { content } } };
    const document = { components: { schemas: { A: schema } } };
    expect(classification('PUT /things/{id}', operation, document).pattern).toBe('single-resource');
    expect(() => classification('POST /things', operation, document)).not.toThrow();
  });
});

describe('what is open by no more than a guess', () => {
  const answer = answers(object({ name: { type: 'string' } }));

  test('is told, with what was guessed by', () => {
    const { pattern, confidence, remarks: said } = classification('GET /accounts/oauth', answer);
    expect([pattern, confidence < 0.9]).toEqual(['open', true]);
    expect(said).toEqual({ presumed: 'it is open by a guess: it is part of OAuth' });
  });

  test.each<[string, Json]>([
    ['POST /register', takes({ email: { type: 'string' }, ...password, name: { type: 'string' } })],
    ['POST /auth/refresh', takes({ refreshToken: { type: 'string' } })],
  ])('is no guess where a call brings what says who somebody is: %s', (key, operation) => {
    const { pattern, remarks: said } = classification(key, operation);
    expect([pattern, said]).toEqual(['open', {}]);
  });

  test('is no guess where somebody says it, or the answer is sure', () => {
    const secured = {
      components: { securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } } },
      security: [{ key: [] }],
    };
    const said = classification('GET /accounts/oauth', { ...answer, security: [] }, secured);
    expect([said.pattern, said.remarks]).toEqual(['open', {}]);
    const login = { ...takes({ username: { type: 'string' }, ...password }), summary: 'Log in' };
    expect(classification('POST /login', login).remarks).toEqual({});
    const meant = { ...answer, 'x-authz': { pattern: 'open' } };
    expect(classification('GET /accounts/oauth', meant).remarks).toEqual({});
  });
});
