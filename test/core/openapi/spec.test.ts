import { describe, expect, test } from 'vitest';
import type { Source } from '../../../src/core/diagnostics/source.ts';
import type { Endpoint, Spec } from '../../../src/core/openapi/endpoint.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';

/** A parsed document that finds its values at a made-up line: one per key on the way. */
function source(value: unknown, file = 'openapi.yaml', text = JSON.stringify(value)): Source {
  const locate: Source['locate'] = (path) => ({
    line: path.length + 1,
    column: 1,
    endLine: path.length + 1,
    endColumn: 2,
    excerpt: '',
  });
  return { file, text, value, locate };
}

function read(value: unknown, others: Readonly<Record<string, unknown>> = {}) {
  const documents = Object.entries(others).map(([path, other]) => [path, source(other, path)] as const);
  return readSpec({ root: source(value), others: new Map(documents) });
}

function readWell(value: unknown, others: Readonly<Record<string, unknown>> = {}): Spec {
  const outcome = read(value, others);
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('; '));
  return outcome.value;
}

function withPaths(paths: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return { openapi: '3.0.3', info: { title: 'Test' }, paths, ...more };
}

/** A document with one operation, `GET /things`. */
function withOperation(
  operation: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
) {
  return withPaths({ '/things': { get: operation } }, more);
}

function firstOf(spec: Spec): Endpoint {
  const [endpoint] = spec.endpoints;
  if (endpoint === undefined) throw new Error('no endpoint');
  return endpoint;
}

function answerOf(spec: Spec) {
  return firstOf(spec).responses[0]?.shape;
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function withAnswer(schema: unknown, schemas: Readonly<Record<string, unknown>> = {}) {
  return withOperation({ responses: { 200: { content: json(schema) } } }, { components: { schemas } });
}

describe('a document that is no API description', () => {
  test.each([
    ['a text', 'hello', 'an API description is an object, but this file holds a string'],
    ['a list', [], 'an API description is an object, but this file holds a list'],
    ['nothing', null, 'an API description is an object, but this file holds nothing'],
    ['no version', { paths: {} }, 'neither `openapi` nor `swagger` says what kind of document this is'],
    ['an old version', { swagger: '1.2', paths: {} }, '`swagger` is `1.2`, which is not supported'],
    ['a version to come', { openapi: '4.0.0', paths: {} }, '`openapi` is `4.0.0`, which is not supported'],
    ['no paths', { openapi: '3.1.0' }, 'there is no `paths`, so no endpoint is described'],
    [
      'paths of another kind',
      { openapi: '3.1.0', paths: [] },
      '`paths` is not an object, so no endpoint is described',
    ],
    ['no operation', { openapi: '3.1.0', paths: { '/a': {} } }, '`paths` describes no operation'],
    [
      'a parameter without a name',
      { openapi: '3.1.0', paths: { '/a/{}': { get: {} } } },
      'the path `/a/{}` has a parameter without a name',
    ],
  ])('is refused when it holds %s', (_, document, message) => {
    const outcome = read(document);
    expect(outcome.ok).toBe(false);
    expect(outcome.diagnostics).toMatchObject([{ severity: 'error', message, file: 'openapi.yaml' }]);
    expect(outcome.diagnostics[0]?.help).toBeDefined();
  });
});

test.each(['3.0.0', '3.0.3', '3.1.0', '3.1.1', '3.2.0'])('OpenAPI %s is read', (openapi) => {
  expect(readWell({ openapi, paths: { '/a': { get: {} } } }).version).toBe(openapi);
});

test.each([['2.0'], [2]])('Swagger %j is read', (swagger) => {
  expect(readWell({ swagger, paths: { '/a': { get: {} } } }).version).toBe('2.0');
});

test('endpoints are sorted by path, then by method, whatever the order of the document', () => {
  const spec = readWell(
    withPaths({ '/b': { post: {}, get: {} }, '/a/{x}': { delete: {} }, '/a': { put: {} } }),
  );
  const keys = spec.endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(keys).toEqual(['PUT /a', 'DELETE /a/{x}', 'GET /b', 'POST /b']);
});

test('junk beside the operations is passed over', () => {
  const paths = {
    'no-slash': { get: {} },
    'x-more': 3,
    '/a': { get: {}, put: 'junk', 'x-y': [], query: {} },
    '/b': null,
  };
  expect(readWell(withPaths(paths)).endpoints).toHaveLength(1);
});

test('keys that every object inherits are ordinary names', () => {
  const document = JSON.parse(
    '{"openapi":"3.0.0","paths":{"/a/{constructor}":{"get":{"operationId":"__proto__"}}}}',
  );
  const endpoint = firstOf(readWell(document));
  expect(endpoint.operationId).toBe('__proto__');
  expect(endpoint.parameters.map(({ name }) => name)).toEqual(['constructor']);
});

describe('the base path', () => {
  test.each([
    ['no servers', undefined, ''],
    ['an absolute url', [{ url: 'https://api.example.com/v1/' }], '/v1'],
    ['a relative url', [{ url: '/api' }], '/api'],
    [
      'variables with defaults',
      [{ url: '{s}://x/{v}', variables: { s: { default: 'https' }, v: { default: 'v2' } } }],
      '/v2',
    ],
    ['servers that agree', [{ url: 'https://a/v1' }, { url: 'https://b/v1' }], '/v1'],
    ['servers that differ', [{ url: 'https://a/v1' }, { url: 'https://b/v2' }], ''],
  ])('comes from %s', (_, servers, expected) => {
    expect(readWell(withPaths({ '/a': { get: {} } }, { servers })).basePath).toBe(expected);
  });

  test('comes from `basePath` in Swagger 2.0', () => {
    expect(readWell({ swagger: '2.0', basePath: '/v3/', paths: { '/a': { get: {} } } }).basePath).toBe('/v3');
  });
});

describe('parameters', () => {
  test('of the path come first, in the order of the path, also when nothing declares them', () => {
    const parameters = [
      { name: 'page', in: 'query' },
      { name: 'b', in: 'path', schema: { type: 'integer' } },
    ];
    const endpoint = firstOf(readWell(withPaths({ '/{a}/{b}': { get: { parameters } } })));
    expect(endpoint.parameters).toMatchObject([
      { name: 'a', in: 'path', required: true, shape: { type: 'string' } },
      { name: 'b', in: 'path', required: true, shape: { type: 'integer' } },
      { name: 'page', in: 'query', required: false },
    ]);
  });

  test('of the path item hold for its operations, which may say more about them', () => {
    const item = {
      parameters: [
        { name: 'q', in: 'query', description: 'all' },
        { name: 'r', in: 'query' },
      ],
      get: { parameters: [{ name: 'q', in: 'query', description: 'mine', required: true }] },
    };
    const { parameters } = firstOf(readWell(withPaths({ '/a': item })));
    expect(parameters).toMatchObject([{ name: 'q', description: 'mine', required: true }, { name: 'r' }]);
  });

  test('without a name or without a place are passed over', () => {
    const parameters = [{ in: 'query' }, { name: 'a' }, 3, null, { name: 7, in: 'query' }];
    expect(firstOf(readWell(withOperation({ parameters }))).parameters).toEqual([]);
  });

  test('of Swagger 2.0 carry their type themselves, and those of a form are the body', () => {
    const parameters = [
      { name: 'ids', in: 'query', type: 'array', items: { type: 'string' } },
      { name: 'file', in: 'formData', type: 'file', required: true },
    ];
    const document = {
      swagger: '2.0',
      consumes: ['multipart/form-data'],
      paths: { '/a': { post: { parameters } } },
    };
    const endpoint = firstOf(readWell(document));
    expect(endpoint.parameters).toMatchObject([
      { name: 'ids', shape: { type: 'array', items: { type: 'string' } } },
    ]);
    expect(endpoint.body).toMatchObject({ required: true, mediaTypes: ['multipart/form-data'] });
    expect(endpoint.body?.shape.properties.get('file')).toMatchObject({
      required: true,
      shape: { type: 'string' },
    });
  });
});

test('of several media types the JSON one describes the body', () => {
  const content = {
    'text/xml': { schema: { type: 'string' } },
    'application/json': { schema: { type: 'object' } },
  };
  const endpoint = firstOf(readWell(withPaths({ '/a': { post: { requestBody: { content } } } })));
  expect(endpoint.body).toMatchObject({
    mediaTypes: ['text/xml', 'application/json'],
    shape: { type: 'object' },
  });
});

describe('security', () => {
  const bearer = { bearer: [] };
  test.each([
    ['unspecified', undefined, undefined],
    ['required', undefined, [bearer]],
    ['required', [bearer], undefined],
    ['none', [], [bearer]],
    ['none', [{}], [bearer]],
    ['optional', [{}, bearer], undefined],
    ['optional', undefined, [bearer, {}]],
    ['unspecified', undefined, []],
  ])('is %s for %j in a document with %j', (expected, own, general) => {
    expect(firstOf(readWell(withOperation({ security: own }, { security: general }))).security).toBe(
      expected,
    );
  });
});

describe('a body shape', () => {
  test.each([
    ['the declared type', { type: 'integer' }, { type: 'integer', nullable: false }],
    ['nullable in 3.0', { type: 'string', nullable: true }, { type: 'string', nullable: true }],
    ['a type list in 3.1', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['several types', { type: ['string', 'integer'] }, { type: 'unknown' }],
    ['properties alone', { properties: { a: {} } }, { type: 'object' }],
    ['items alone', { items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    ['an enumeration alone', { enum: ['a', null, 'b'] }, { type: 'string', enumeration: ['a', 'b'] }],
    ['a constant', { const: 'a' }, { type: 'string', enumeration: ['a'] }],
    [
      'any further properties',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'map', items: { type: 'integer' } },
    ],
    ['a type that nobody knows', { type: 'thing' }, { type: 'unknown' }],
    ['a boolean schema', true, { type: 'unknown' }],
    [
      'an alternative with null',
      { oneOf: [{ type: 'null' }, { type: 'string' }] },
      { type: 'string', nullable: true },
    ],
    [
      'alternatives of one type',
      { anyOf: [{ type: 'string' }, { type: 'string', format: 'x' }] },
      { type: 'string' },
    ],
    [
      'alternatives that differ',
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] },
      { type: 'unknown' },
    ],
  ])('is read from %s', (_, schema, expected) => {
    expect(answerOf(readWell(withAnswer(schema)))).toMatchObject(expected);
  });

  test('merges `allOf`, and is named after the component it was referred to by', () => {
    const schemas = {
      Base: { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { name: { type: 'string' } }, required: ['name', 'id'] },
        ],
        required: ['id'],
      },
    };
    const shape = answerOf(readWell(withAnswer({ $ref: '#/components/schemas/Pet' }, schemas)));
    expect(shape).toMatchObject({ name: 'Pet', type: 'object' });
    expect([...(shape?.properties.values() ?? [])]).toMatchObject([
      { name: 'id', required: true, readOnly: true },
      { name: 'name', required: true, readOnly: false },
    ]);
  });

  const required = (schema: object, schemas?: Record<string, unknown>) =>
    [...(answerOf(readWell(withAnswer(schema, schemas)))?.properties.values() ?? [])]
      .filter((property) => property.required)
      .map((property) => property.name);
  const Draft = { properties: { status: { type: 'string' }, note: { type: 'string' } } };

  test.each([
    ['beside it', { allOf: [Draft, { required: ['status'] }] }],
    ['before it', { allOf: [{ required: ['status'] }, Draft] }],
    ['below it', { allOf: [Draft, { allOf: [{ required: ['status'] }] }] }],
    ['behind a reference', { allOf: [Draft, { $ref: '#/components/schemas/Needs' }] }],
    ['above, of a property that is said again', { ...Draft, allOf: [{ required: ['status'] }] }],
    ['where a later part says the property again', { allOf: [{ ...Draft, required: ['status'] }, Draft] }],
  ])('requires what any part of `allOf` requires: %s', (_, schema) => {
    expect(required(schema, { Needs: { required: ['status'] } })).toEqual(['status']);
  });

  test('does not require what only an alternative requires', () => {
    expect(required({ ...Draft, anyOf: [{ required: ['status'] }, { required: ['note'] }] })).toEqual([]);
    expect(required({ allOf: [Draft, { oneOf: [{ required: ['status'] }, {}] }] })).toEqual([]);
  });

  test('takes the properties of alternatives as optional ones', () => {
    const shape = answerOf(
      readWell(
        withAnswer({ oneOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }] }),
      ),
    );
    expect([...(shape?.properties.values() ?? [])]).toMatchObject([
      { name: 'a', required: false },
      { name: 'b', required: false },
    ]);
  });

  test('may contain itself', () => {
    const schemas = { Tree: { properties: { parent: { $ref: '#/components/schemas/Tree' } } } };
    const shape = answerOf(readWell(withAnswer({ $ref: '#/components/schemas/Tree' }, schemas)));
    expect(shape?.properties.get('parent')?.shape).toBe(shape);
  });

  test('may even be composed of itself', () => {
    const schemas = { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }, { properties: { a: {} } }] } };
    const shape = answerOf(readWell(withAnswer({ $ref: '#/components/schemas/Loop' }, schemas)));
    expect([...(shape?.properties.keys() ?? [])]).toEqual(['a']);
  });

  test('is built once, however often it is referred to', () => {
    const schemas = { Pet: { type: 'object' } };
    const reference = { $ref: '#/components/schemas/Pet' };
    const spec = readWell(withAnswer({ type: 'array', items: reference }, schemas));
    expect(answerOf(spec)?.items).toBe(spec.components.get('Pet'));
  });
});

describe('references', () => {
  test('are followed for path items, parameters, bodies and responses', () => {
    const document = withPaths(
      { '/a': { $ref: '#/x-items/a~1b' } },
      {
        'x-items': {
          'a/b': {
            post: {
              parameters: [{ $ref: '#/components/parameters/page%20number' }],
              requestBody: { $ref: '#/components/requestBodies/body' },
              responses: { 201: { $ref: '#/components/responses/made' } },
            },
          },
        },
        components: {
          parameters: { 'page number': { name: 'page', in: 'query' } },
          requestBodies: { body: { required: true, content: json({ type: 'object' }) } },
          responses: { made: { description: 'made', content: json({ type: 'array' }) } },
        },
      },
    );
    const endpoint = firstOf(readWell(document));
    expect(endpoint.parameters).toMatchObject([{ name: 'page' }]);
    expect(endpoint.body).toMatchObject({ required: true, shape: { type: 'object' } });
    expect(endpoint.responses).toMatchObject([
      { status: '201', description: 'made', shape: { type: 'array' } },
    ]);
  });

  test('lead to other documents, relative to the one they stand in', () => {
    const others = {
      'common/pets.yaml': { Pet: { properties: { owner: { $ref: './people.yaml#/Person' } } } },
      'common/people.yaml': {
        Person: {
          type: 'object',
          properties: { home: { $ref: '../openapi.yaml#/components/schemas/Home' } },
        },
      },
    };
    const spec = readWell(
      withAnswer({ $ref: 'common/pets.yaml#/Pet' }, { Home: { type: 'string' } }),
      others,
    );
    const owner = answerOf(spec)?.properties.get('owner')?.shape;
    expect(owner?.properties.get('home')?.shape).toMatchObject({ type: 'string', name: 'Home' });
  });

  test.each([
    ['a missing component', '#/components/schemas/Nope'],
    ['a missing document', 'nope.yaml#/Pet'],
    ['a document outside', '../../etc/passwd'],
    ['itself', '#/paths/~1things/get/responses/200/content/application~1json/schema'],
  ])('to %s are errors that say where', (what, reference) => {
    const outcome = read(withAnswer({ $ref: reference }));
    expect(outcome).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'missing-reference', severity: 'error' }],
    });
    const [diagnostic] = outcome.diagnostics;
    expect(diagnostic?.message).toContain(`\`${reference}\``);
    expect(diagnostic?.message.includes('leads in a circle')).toBe(what === 'itself');
    expect(diagnostic?.message).toContain('paths./things.get.responses.200');
    expect(diagnostic?.location?.line).toBeGreaterThan(1);
  });

  test('deep inside what an operation reaches are errors too', () => {
    const schemas = { Pet: { properties: { owner: { $ref: '#/nope' } } } };
    expect(read(withAnswer({ $ref: '#/components/schemas/Pet' }, schemas)).ok).toBe(false);
  });

  test.each([
    ['in quotes', '"$ref": "#/nope"'],
    ['without quotes', '$ref: "#/nope"'],
    ['with a text without quotes', '"$ref": nope.yaml'],
    ['in letters by their numbers', '"\\u0024ref": "#/nope"'],
    ['over two lines', '"$r\\\n  ef": "#/nope"'],
    ['behind another one', '"$ref": { a: 1 }, $ref: "#/nope"'],
  ])('that lead nowhere are errors, written %s', (_, written) => {
    const value = withAnswer({ $ref: '#/nope' });
    const root = source(value, 'openapi.yaml', `"/members/$ref": 1, ${written}`);
    expect(readSpec({ root, others: new Map() }).ok).toBe(false);
  });

  test('that no operation reaches, and those in examples, are nobody’s concern', () => {
    const schemas = { Unused: { $ref: '#/nope' } };
    expect(read(withAnswer({ type: 'object', example: { $ref: '#/nope' } }, schemas)).ok).toBe(true);
  });
});

describe('whom an operation is reserved for', () => {
  test.each([
    { groups: 'admin' },
    { groups: { admin: true } },
    { groups: [5] },
    { groups: ['admin', 5] },
    { groups: [['admin', 5]] },
    { groups: [['admin', ['eu']]] },
    { groups: [[]] },
    { groups: [['admin', '']] },
    { groups: null },
  ])('is nobody by `x-authz-groups` with $groups, which is an error', ({ groups }) => {
    const onOperation = read(withOperation({ 'x-authz-groups': groups }));
    expect(onOperation.ok).toBe(false);
    expect(onOperation.diagnostics).toMatchObject([
      { severity: 'error', code: 'groups-invalid', location: { line: 5 } },
    ]);
    const onItem = read(withPaths({ '/things': { 'x-authz-groups': groups, get: {}, put: {} } }));
    expect(onItem.diagnostics).toMatchObject([{ code: 'groups-invalid', location: { line: 4 } }]);
  });

  test.each([
    { security: [{ oauth: ['read', 5] }] },
    { security: [{ oauth: 'admin' }] },
    { security: { oauth: ['admin'] } },
  ])('is nobody by $security, which is an error', ({ security }) => {
    const outcome = read(withOperation({ security }, { security: [{ oauth: ['read'] }] }));
    expect(outcome.diagnostics).toMatchObject([{ severity: 'error', code: 'groups-invalid' }]);
  });

  test.each(['x-authz-group', 'x-authz_groups', 'x-authz-gropus'])(
    'is nobody by `%s`, which is an error',
    (key) => {
      const outcome = read(withOperation({ [key]: ['admin'] }));
      expect(outcome.diagnostics).toMatchObject([
        { severity: 'error', message: `\`${key}\` is not read`, help: 'did you mean `x-authz-groups`?' },
      ]);
      expect(read(withOperation({ 'x-auth': 1, 'x-authz-owner': 'team-a' })).diagnostics).toEqual([]);
    },
  );

  test.each([{ groups: [] }, { groups: ['admin'] }, { groups: ['admin', ['auditor', 'eu']] }])(
    'may be written as $groups',
    ({ groups }) => {
      expect(read(withOperation({ 'x-authz-groups': groups }))).toMatchObject({ ok: true, diagnostics: [] });
    },
  );
});

describe('what is only warned about', () => {
  test('parameters written as routers write them', () => {
    const outcome = read(withPaths({ '/campaigns/:id/messages': { get: {} } }));
    expect(outcome).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'colon-parameter', severity: 'warning', help: 'write `{id}`, if it is one' }],
    });
  });

  test.each(['/y/{a', '/y/a}', '/y/{a}}/z', '/y/{a/b}/{c'])('a brace without the other: %s', (path) => {
    expect(read(withPaths({ [path]: { get: {} } }))).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'colon-parameter', severity: 'warning', help: 'write `{name}`, if it is one' }],
    });
  });

  test('not verbs behind a colon', () => {
    const paths = { '/campaigns/{id}:cancel': { post: {} }, '/campaigns:batch': { post: {} } };
    expect(read(withPaths(paths))).toMatchObject({ ok: true, diagnostics: [] });
  });

  test('operations that are not read, as no call can be meant', () => {
    const operation = { responses: { 200: { description: 'ok' } } };
    const paths = {
      '/a': {
        get: operation,
        gett: operation,
        GET: operation,
        query: operation,
        summary: 'A',
        'x-get': operation,
      },
      'b/{id}': { get: operation },
      'x-b': { get: operation },
    };
    const outcome = read(withPaths(paths));
    expect(outcome.diagnostics.map(({ severity, message, help }) => [severity, message, help])).toEqual([
      ['warning', '`gett` of `/a` is not a method, and is left out', 'did you mean `get`?'],
      ['warning', '`GET` of `/a` is not a method, and is left out', 'did you mean `get`?'],
      [
        'warning',
        '`query` of `/a` is not a method, and is left out',
        'known are `get`, `head`, `post`, `put`, `patch`, `delete`, `options`, `trace`: calls of other methods are refused',
      ],
      ['warning', 'the path `b/{id}` does not begin with `/`, and is left out', 'write `/b/{id}`'],
    ]);
    expect(outcome).toMatchObject({ ok: true, value: { endpoints: [{ method: 'GET', path: '/a' }] } });
  });

  test('operations that are not read in another document, at their place there', () => {
    const others = { 'a.yaml': { get: {}, gett: { responses: {} } } };
    const outcome = read(withPaths({ '/a': { $ref: 'a.yaml' } }), others);
    expect(outcome.diagnostics).toMatchObject([{ code: 'operation-left-out', file: 'a.yaml' }]);
  });

  test('preflights that API Gateway answers itself, which are no endpoints, once for all', () => {
    const mock = { responses: {}, 'x-amazon-apigateway-integration': { type: 'MOCK' } };
    const proxy = { responses: {}, 'x-amazon-apigateway-integration': { type: 'aws_proxy' } };
    const outcome = read(
      withPaths({ '/b': { get: mock, options: mock }, '/a': { options: mock }, '/c': { options: proxy } }),
    );
    expect(outcome.diagnostics).toMatchObject([
      {
        severity: 'info',
        code: 'operation-left-out',
        message: expect.stringContaining('2 operations are left out, as API Gateway answers the call itself'),
        details: ['OPTIONS /a', 'OPTIONS /b'],
      },
    ]);
    const endpoints = [
      { method: 'GET', path: '/b' },
      { method: 'OPTIONS', path: '/c' },
    ];
    expect(outcome).toMatchObject({ ok: true, value: { endpoints } });
  });

  test('operation ids that are used twice', () => {
    const outcome = read(
      withPaths({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
    );
    expect(outcome).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'shared-operation-id', severity: 'warning' }],
    });
  });
});
