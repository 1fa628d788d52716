import { describe, expect, test } from 'vitest';
import type { ClassifiedApi } from '../../../src/core/classification/classified-api.ts';
import { classifyApi, type Override } from '../../../src/core/classification/classify.ts';
import type { Source } from '../../../src/core/diagnostics/source.ts';
import { canonicalPath, PARAMETER, pathOf } from '../../../src/core/endpoints/path-template.ts';
import type { Endpoint } from '../../../src/core/openapi/endpoint.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

type Json = Record<string, unknown>;

function read(document: unknown) {
  const root: Source = { file: 'openapi.json', text: '', value: document, locate: () => undefined };
  const spec = readSpec({ root, others: new Map() });
  if (!spec.ok) throw new Error(spec.diagnostics.map(({ message }) => message).join('; '));
  return spec.value;
}

function outcomeOf(document: unknown, overrides: Readonly<Record<string, Override>> = {}) {
  return classifyApi(read(document), new Map(Object.entries(overrides)));
}

function classify(document: unknown, overrides: Readonly<Record<string, Override>> = {}): ClassifiedApi {
  const outcome = outcomeOf(document, overrides);
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('; '));
  return outcome.value;
}

/** What was found, a line per endpoint, as in the tables below. */
function answersOf(api: ClassifiedApi): Readonly<Record<string, string>> {
  return Object.fromEntries(
    api.classifications.map(({ endpoint, pattern, action, resource }) => [
      `${endpoint.method} ${endpoint.path}`,
      `${pattern} ${action} ${resource.type} ${resource.from}`,
    ]),
  );
}

const json = (schema: unknown) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const shape = (properties: Json) => ({ type: 'object', properties });
const answer = (schema: unknown, status = '200') => ({
  [status]: { description: 'ok', content: json(schema) },
});
const identifier = (name: string) => ({ name, in: 'path', required: true, schema: text });

/** The worked example: an e-mail marketing application. */
function exampleDocument(): Json {
  return {
    openapi: '3.0.3',
    info: { title: 'Email', version: '1' },
    security: [{ bearer: [] }],
    paths: {
      '/login': {
        post: {
          operationId: 'login',
          summary: 'Log in',
          security: [],
          requestBody: { content: json(shape({ email: text, password: text })) },
          responses: answer(shape({ token: text })),
        },
      },
      '/signup': {
        post: {
          operationId: 'signup',
          summary: 'Sign up',
          security: [],
          requestBody: { content: json(shape({ email: text, displayName: text })) },
          responses: answer(ref('User'), '201'),
        },
      },
      '/dashboard-data': {
        get: {
          operationId: 'getDashboardData',
          summary: 'Figures for the dashboard',
          responses: answer(shape({ campaigns: { type: 'integer' } })),
        },
      },
      '/tenants/{tenant_id}/campaigns': {
        parameters: [identifier('tenant_id')],
        post: {
          operationId: 'createEmailCampaign',
          summary: 'Create a campaign',
          requestBody: { content: json(shape({ name: text })) },
          responses: answer(ref('EmailCampaign'), '201'),
        },
        get: {
          operationId: 'listEmailCampaigns',
          summary: 'List the campaigns of a tenant',
          responses: answer({ type: 'array', items: ref('EmailCampaign') }),
        },
      },
      '/campaigns/{campaign_id}': {
        parameters: [identifier('campaign_id')],
        get: {
          operationId: 'getEmailCampaign',
          summary: 'Get a campaign',
          responses: answer(ref('EmailCampaign')),
        },
        put: {
          operationId: 'updateEmailCampaign',
          summary: 'Update a campaign',
          requestBody: { content: json(ref('EmailCampaign')) },
          responses: answer(ref('EmailCampaign')),
        },
        delete: { operationId: 'deleteEmailCampaign', summary: 'Delete a campaign', responses: { 204: {} } },
      },
      '/campaigns/{campaign_id}/messages': {
        parameters: [identifier('campaign_id')],
        post: {
          operationId: 'createEmailMessage',
          summary: 'Create a message',
          requestBody: { content: json(shape({ subject: text, recipientCount: { type: 'integer' } })) },
          responses: answer(ref('EmailMessage'), '201'),
        },
        get: {
          operationId: 'listEmailMessages',
          summary: 'List the messages of a campaign',
          responses: answer({ type: 'array', items: ref('EmailMessage') }),
        },
      },
      '/messages/{message_id}': {
        parameters: [identifier('message_id')],
        get: {
          operationId: 'getEmailMessage',
          summary: 'Get a message',
          responses: answer(ref('EmailMessage')),
        },
        put: {
          operationId: 'updateEmailMessage',
          summary: 'Update a message',
          requestBody: { content: json(ref('EmailMessage')) },
          responses: answer(ref('EmailMessage')),
        },
      },
      '/messages': {
        delete: {
          operationId: 'deleteEmailMessage',
          summary: 'Delete messages',
          parameters: [{ name: 'messagelist', in: 'query', required: true, schema: text }],
          responses: { 200: {} },
        },
      },
    },
    components: {
      schemas: {
        Tenant: shape({ planTier: text, maxUsers: { type: 'integer' } }),
        EmailCampaign: shape({ id: text, tenantId: text, name: text, status: text }),
        EmailMessage: shape({
          id: text,
          campaignId: text,
          subject: text,
          recipientCount: { type: 'integer' },
        }),
        User: shape({ email: text, displayName: text }),
        Role: shape({ name: text }),
      },
    },
  };
}

/** Pattern, action, resource type and identifier of every endpoint, as the specification lists them. */
const EXPECTED: Readonly<Record<string, string>> = {
  'POST /login': 'open login Application application',
  'POST /signup': 'open signup Application application',
  'GET /dashboard-data': 'implicit-scope getDashboardData Application application',
  'POST /tenants/{tenant_id}/campaigns': 'creation createEmailCampaign Tenant path:tenant_id',
  'GET /tenants/{tenant_id}/campaigns': 'listing listEmailCampaigns Tenant path:tenant_id',
  'GET /campaigns/{campaign_id}': 'single-resource getEmailCampaign EmailCampaign path:campaign_id',
  'PUT /campaigns/{campaign_id}': 'single-resource updateEmailCampaign EmailCampaign path:campaign_id',
  'DELETE /campaigns/{campaign_id}': 'single-resource deleteEmailCampaign EmailCampaign path:campaign_id',
  'POST /campaigns/{campaign_id}/messages': 'creation createEmailMessage EmailCampaign path:campaign_id',
  'GET /campaigns/{campaign_id}/messages': 'listing listEmailMessages EmailCampaign path:campaign_id',
  'GET /messages/{message_id}': 'single-resource getEmailMessage EmailMessage path:message_id',
  'PUT /messages/{message_id}': 'single-resource updateEmailMessage EmailMessage path:message_id',
  'DELETE /messages': 'batch deleteEmailMessage EmailMessage query:messagelist',
};

/** The same table for an API that calls the things plainly, and its actions by method and path. */
function plainly(
  expected: Readonly<Record<string, string>>,
  actions: 'named' | 'unnamed',
  types: 'long' | 'short',
) {
  return Object.fromEntries(
    Object.entries(expected).map(([key, line]) => {
      const [pattern, action, type = '', from] = line.split(' ');
      const name = types === 'short' ? type.replace(/^Email/, '') : type;
      return [key, `${pattern} ${actions === 'named' ? action : key} ${name} ${from}`];
    }),
  );
}

function operationsOf(document: Json): Json[] {
  const items = Object.values(document.paths as Record<string, Json>);
  return items.flatMap((item) =>
    Object.entries(item).flatMap(([key, operation]) => (key === 'parameters' ? [] : [operation as Json])),
  );
}

function without(document: Json, ...keys: readonly string[]): Json {
  for (const operation of operationsOf(document)) for (const key of keys) delete operation[key];
  return document;
}

function renamed(document: Json, pattern: RegExp, replacement: string): Json {
  return JSON.parse(JSON.stringify(document).replace(pattern, replacement)) as Json;
}

function reversed(document: Json): Json {
  return { ...document, paths: Object.fromEntries(Object.entries(document.paths as Json).reverse()) };
}

/** The example as Swagger 2.0 would describe it. */
function asSwagger(document: Json): Json {
  const { openapi, components, security, ...rest } = renamed(
    document,
    /#\/components\/schemas\//g,
    '#/definitions/',
  );
  for (const operation of operationsOf(rest)) {
    const parameters = ((operation.parameters as Json[] | undefined) ?? []).map(({ schema, ...more }) => ({
      ...more,
      ...(schema as Json),
    }));
    const body = operation.requestBody as { content: { 'application/json': Json } } | undefined;
    if (body !== undefined)
      parameters.push({ name: 'body', in: 'body', schema: body.content['application/json'].schema });
    operation.parameters = parameters;
    delete operation.requestBody;
    for (const response of Object.values(operation.responses as Record<string, Json>)) {
      const content = response.content as { 'application/json': Json } | undefined;
      if (content !== undefined) response.schema = content['application/json'].schema;
      delete response.content;
    }
  }
  return { swagger: '2.0', ...rest, definitions: (components as Json).schemas };
}

describe('the worked example', () => {
  test('is classified exactly as the specification says', () => {
    expect(answersOf(classify(exampleDocument()))).toEqual(EXPECTED);
  });

  test.each<[string, (document: Json) => Json]>([
    ['without summaries and descriptions', (document) => without(document, 'summary', 'description')],
    ['without security', (document) => ({ ...without(document, 'security'), security: undefined })],
    ['with security on each operation only', (document) => ({ ...document, security: undefined })],
    ['with its paths in another order', reversed],
    ['in Swagger 2.0', asSwagger],
    ['in OpenAPI 3.1', (document) => ({ ...document, openapi: '3.1.0' })],
    ['without answers', (document) => without(document, 'responses')],
    ['without bodies', (document) => without(document, 'requestBody')],
    [
      'with components named after what they are for',
      (document) => renamed(document, /(?<=["/])EmailCampaign(?=")/g, 'EmailCampaignResponseDto'),
    ],
    [
      'with components that say the short noun only',
      (document) => renamed(document, /(?<=["/])Email(Campaign|Message)(?=")/g, '$1'),
    ],
  ])('is classified the same %s', (_, mutate) => {
    expect(answersOf(classify(mutate(exampleDocument())))).toEqual(EXPECTED);
  });

  test.each<[string, RegExp, string]>([
    ['parameters in camel case', /(tenant|campaign|message)_id/g, '$1Id'],
    ['parameters that only say `id`', /(tenant|campaign|message)_id/g, 'id'],
    [
      'operation ids in kebab case',
      /(?<= |"operationId":")(create|list|get|update|delete)Email(Campaign|Message)/g,
      '$1-Email-$2',
    ],
    ['a version in front of its paths', /(?<=[ "])\/(?=[a-z])/g, '/api/v1/'],
    ['a slash behind its paths', /(?<=(?:POST |GET |PUT |DELETE |")\/[^" ]*)"/g, '/"'],
    ['another name for the list of identifiers', /messagelist/g, 'message_ids'],
    ['a plain name for the list of identifiers', /messagelist/g, 'ids'],
  ])('is classified the same with %s', (_, pattern, replacement) => {
    const expected = JSON.parse(JSON.stringify(EXPECTED).replace(pattern, replacement)) as typeof EXPECTED;
    expect(answersOf(classify(renamed(exampleDocument(), pattern, replacement)))).toEqual(expected);
  });

  test('is named by method and path without operation ids, and its types by its components', () => {
    const document = without(exampleDocument(), 'operationId');
    expect(answersOf(classify(document))).toEqual(plainly(EXPECTED, 'unnamed', 'long'));
  });

  test('calls its types by the nouns of its paths when nothing else names them', () => {
    const document = without(
      exampleDocument(),
      'operationId',
      'responses',
      'requestBody',
      'summary',
      'security',
    );
    const bare = { ...document, components: {}, security: undefined };
    expect(answersOf(classify(bare))).toEqual(plainly(EXPECTED, 'unnamed', 'short'));
  });

  test('keeps its patterns and resources when operation ids say nothing', () => {
    let count = 0;
    const document = exampleDocument();
    for (const operation of operationsOf(document)) operation.operationId = `op${count++}`;
    const found = Object.entries(answersOf(classify(document))).map(([key, line]) => [
      key,
      line.replace(/ op\d+ /, ' '),
    ]);
    const expected = Object.entries(EXPECTED).map(([key, line]) => [key, line.replace(/ \S+ /, ' ')]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test('has its parents from the nesting of its paths', () => {
    const { entityTypes } = classify(exampleDocument());
    expect(entityTypes.map(({ name, parents }) => [name, parents])).toEqual([
      ['EmailCampaign', ['Tenant']],
      ['EmailMessage', ['EmailCampaign']],
      ['Tenant', []],
    ]);
  });

  test('says why, and what the second best answer was', () => {
    const [first] = classify(exampleDocument()).classifications;
    expect(first?.evidence).toContain('the path ends with `{campaign_id}`');
    expect(first?.confidence).toBeGreaterThan(0.9);
    expect(first?.origin).toBe('classifier');
  });
});

describe('actions', () => {
  const thing = { get: { operationId: 'x' } };

  test('of a batch are those of the single resource, when the API has one for that method', () => {
    const document = exampleDocument();
    const paths = document.paths as Record<string, Json>;
    const message = paths['/messages/{message_id}'] as Json;
    message.delete = { operationId: 'deleteOneMessage' };
    const answers = answersOf(classify(document));
    expect(answers['DELETE /messages']).toBe('batch deleteOneMessage EmailMessage query:messagelist');
    expect(answers['DELETE /messages/{message_id}']).toContain('single-resource deleteOneMessage');
  });

  test('are told apart where operations share an id', () => {
    const paths = { '/a/{id}': thing, '/b/{id}': thing, '/c/{id}': thing };
    const { classifications } = classify({ openapi: '3.0.0', paths });
    expect(classifications.map(({ action }) => action)).toEqual(['x', 'GET /b/{id}', 'GET /c/{id}']);
  });

  test('are told apart even from an id that looks like a method and path', () => {
    const paths = { '/a/{id}': { get: { operationId: 'GET /b/{id}' } }, '/b/{id}': { get: {} } };
    const { classifications } = classify({ openapi: '3.0.0', paths });
    expect(new Set(classifications.map(({ action }) => action)).size).toBe(2);
  });

  test.each(['a "quoted" id', 'two\nlines', '🦜', '__proto__', 'constructor', "Robert'); DROP", ' '])(
    'may be called %j',
    (operationId) => {
      const { classifications } = classify({
        openapi: '3.0.0',
        paths: { '/a/{id}': { get: { operationId } } },
      });
      expect(classifications[0]?.action).toBe(operationId);
    },
  );
});

describe('overrides', () => {
  const overridden = (xAuthz: unknown): Json => ({
    openapi: '3.0.0',
    paths: {
      '/things/{thing_id}': {
        get: {
          operationId: 'getThing',
          parameters: [{ name: 'owner', in: 'query' }],
          ...(xAuthz !== undefined && { 'x-authz': xAuthz }),
        },
      },
    },
  });
  const only = (api: ClassifiedApi) => api.classifications[0];

  test('in the API description win over the classifier', () => {
    const found = only(classify(overridden({ pattern: 'listing', action: 'listThings' })));
    expect(found).toMatchObject({ pattern: 'listing', action: 'listThings', origin: 'spec', confidence: 1 });
    expect(found?.resource.from).toBe('path:thing_id');
  });

  test('on a path item hold for its operations', () => {
    const document = overridden(undefined);
    (document.paths as Record<string, Json>)['/things/{thing_id}'] = {
      'x-authz': { pattern: 'open' },
      get: {},
    };
    expect(only(classify(document))).toMatchObject({
      pattern: 'open',
      resource: { from: 'application' },
      origin: 'spec',
    });
  });

  test('in the configuration win over those in the API description, key by key', () => {
    const overrides = { 'GET /things/{thing_id}': { resource: 'query:owner' } as const };
    const found = only(classify(overridden({ resource: 'application', action: 'look' }), overrides));
    expect(found).toMatchObject({
      action: 'look',
      resource: { from: 'query:owner', type: 'Owner' },
      origin: 'configuration',
    });
  });

  test('may name the entity type', () => {
    const api = classify(overridden({ type: 'Widget' }));
    expect(only(api)).toMatchObject({ resource: { type: 'Widget' }, pattern: 'single-resource' });
    expect(api.entityTypes.map(({ name }) => name)).toEqual(['Widget']);
  });

  describe('may name what the description leaves open', () => {
    const sharing = (schema?: Json) => ({
      openapi: '3.0.0',
      paths: {
        '/share-notebook': {
          put: schema ? { requestBody: { content: { 'application/json': { schema } } } } : {},
        },
      },
    });
    const named = (resource: string, schema?: Json) =>
      outcomeOf(sharing(schema), {
        'PUT /share-notebook': { pattern: 'single-resource', resource: resource as never },
      });

    test('a property of a body that is not described', () => {
      const outcome = named('body:notebookId');
      expect(outcome).toMatchObject({ ok: true, diagnostics: [] });
      expect(outcome.ok && only(outcome.value)?.resource).toEqual({
        type: 'Notebook',
        from: 'body:notebookId',
      });
      expect(named('body[].id', { type: 'array' })).toMatchObject({ ok: true, diagnostics: [] });
    });

    test('one that others are described beside, with a word of warning', () => {
      const schema = { type: 'object', properties: { role: { type: 'string' } } };
      expect(named('body:notebookId', schema)).toMatchObject({
        ok: true,
        diagnostics: [{ severity: 'warning', help: 'calls without it are refused' }],
      });
    });

    test.each(['body:notebokId', 'body', 'header:notebookId', 'path:notebookId'])(
      'but no slip of the pen: %s',
      (resource) => {
        const schema = { type: 'object', properties: { notebookId: { type: 'string' } } };
        expect(named(resource, schema)).toMatchObject({
          ok: false,
          diagnostics: [{ severity: 'error', help: expect.stringContaining('body:notebookId') }],
        });
      },
    );

    test('a place inside of lists and objects', () => {
      const item = { type: 'object', properties: { ref: { type: 'string' } } };
      const schema = { type: 'object', properties: { data: { type: 'array', items: item } } };
      expect(named('body:data[].ref', schema)).toMatchObject({ ok: true, diagnostics: [] });
    });
  });

  test.each<[string, unknown, string, string]>([
    ['a key', { patern: 'open' }, '`x-authz` has an unknown key `patern`', 'did you mean `pattern`?'],
    ['a pattern', { pattern: 'listng' }, '`listng` is not a pattern', 'did you mean `listing`?'],
    [
      'a parameter',
      { resource: 'path:thing' },
      '`path:thing` names no parameter or body property',
      'did you mean `path:thing_id`?',
    ],
    ['a type', { type: 'My Thing' }, '`My Thing` cannot be the name of an entity type', 'a type is a letter'],
    [
      'the application as a type',
      { type: 'Application' },
      '`Application` cannot be the name',
      'a type is a letter',
    ],
    ['a value', { action: 7 }, '`action` of `x-authz` is not a text', 'write a text'],
    ['the whole', 'open', '`x-authz` is not an object', 'it may have the keys'],
  ])('that get %s wrong are errors', (_, xAuthz, message, help) => {
    const outcome = outcomeOf(overridden(xAuthz));
    expect(outcome.ok).toBe(false);
    expect(outcome.diagnostics).toMatchObject([{ severity: 'error', file: 'openapi.json' }]);
    expect(outcome.diagnostics[0]?.message).toContain(message);
    expect(outcome.diagnostics[0]?.message).toContain('on `GET /things/{thing_id}`');
    expect(outcome.diagnostics[0]?.help).toContain(help);
  });

  test('that name no endpoint are errors', () => {
    const outcome = outcomeOf(overridden(undefined), { 'GET /thing/{thing_id}': { pattern: 'open' } });
    expect(outcome).toMatchObject({
      ok: false,
      diagnostics: [{ help: 'did you mean `GET /things/{thing_id}`?' }],
    });
  });
});

test('anything that can be read can be classified, the same every time', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('id', 'users', '__proto__', '}', '{a', 'a b', 'ids', '+(', '日本'),
  );
  const segment = fc.oneof(
    name,
    name.map((text) => `{${text}}`),
  );
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const method = fc.constantFrom('get', 'post', 'put', 'delete');
  const schema = fc.oneof(
    fc.constant({}),
    fc.record({ type: fc.constantFrom('array', 'object', 'x') }),
    fc.anything(),
  );
  const operation = fc.record(
    {
      operationId: fc.anything({ maxDepth: 1 }),
      summary: fc.anything({ maxDepth: 1 }),
      tags: fc.anything({ maxDepth: 1 }),
      parameters: fc.array(fc.record({ name, in: fc.constantFrom('path', 'query', 'body'), schema })),
      responses: fc.dictionary(
        fc.constantFrom('200', '201', 'default'),
        fc.record({ content: fc.dictionary(name, fc.record({ schema })) }),
      ),
    },
    { requiredKeys: [] },
  );
  const paths = fc.dictionary(path, fc.dictionary(method, operation, { minKeys: 1, maxKeys: 2 }), {
    minKeys: 1,
    maxKeys: 4,
  });
  fc.assert(
    fc.property(paths, (described) => {
      const document = { openapi: '3.0.0', paths: described };
      const root: Source = { file: 'x', text: '', value: document, locate: () => undefined };
      const spec = readSpec({ root, others: new Map() });
      if (!spec.ok) return;
      const [once, twice] = [classifyApi(spec.value, new Map()), classifyApi(spec.value, new Map())];
      if (!once.ok || !twice.ok) throw new Error(once.diagnostics[0]?.message);
      expect(answersOf(once.value)).toEqual(answersOf(twice.value));
      expect(once.value.classifications).toHaveLength(spec.value.endpoints.length);
      expect(once.value.classifications.flatMap(({ evidence }) => evidence).join()).not.toContain(
        'undefined',
      );
      const own = once.value.classifications.filter(({ pattern }) => pattern !== 'batch');
      // Endpoints that no call can tell apart have one action; others have each their own.
      const routes = new Map(own.map((one) => [one.action, routeOf(one.endpoint)]));
      expect(own.filter((one) => routes.get(one.action) !== routeOf(one.endpoint))).toEqual([]);
    }),
    runs(60),
  );
});

function routeOf({ method, path }: Endpoint): string {
  return `${method} ${canonicalPath(pathOf(path)).replaceAll(PARAMETER, '{}')}`;
}
