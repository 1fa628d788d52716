import { describe, expect, it } from 'vitest';
import { readHar } from '../../../src/core/authoring/har.ts';
import { type ImportOptions, importHar } from '../../../src/core/authoring/import-har.ts';
import type { Attribute, Model } from '../../../src/core/model/model.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { serverMapper } from '../../../src/core/requests/server/server-mapper.ts';
import { DEFAULT_SERVER_RULES, type ServerRules } from '../../../src/core/requests/server/server-rules.ts';
import { emailModel, emailSchemaFile } from '../../helpers/email-model.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

const SIGNATURE = 'c2lnbmF0dXJlLXRoYXQtbXVzdC1uZXZlci1iZS1zZWVu';

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.${SIGNATURE}`;
}

const ANA = {
  sub: 'ana',
  groups: ['editor'],
  tenant_id: 'acme',
  email: 'ana@acme.example',
  jti: 'secret-id',
  exp: 1,
};

interface Recorded {
  readonly method?: string;
  readonly url: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of a form, where nothing else of its body was recorded. */
  readonly params?: readonly object[];
}

function imported(...recorded: Recorded[]) {
  return importedBy(emailModel, ...recorded);
}

function importedBy(model: Model, ...recorded: Recorded[]) {
  return importedWith(valueIn(callMapper(model)), model, ...recorded);
}

function importedWith(mapper: ImportOptions['mapper'], model: Model, ...recorded: Recorded[]) {
  const entries = recorded.map(({ method = 'GET', url, status = 200, headers = {}, body, params }) => ({
    startedDateTime: '2024-01-01T00:00:00Z',
    request: {
      method,
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
      ...(params === undefined ? {} : { postData: { params } }),
    },
    response: { status, content: { text: 'never looked at' } },
  }));
  const exchanges = valueIn(readHar(sourceOf(JSON.stringify({ log: { version: '1.2', entries } }), 'a.har')));
  return importHar(exchanges, { model, mapper, claims: DEFAULT_CLAIMS });
}

const bearer = (claims: object) => ({ Authorization: `Bearer ${jwt(claims)}` });

describe('importHar', () => {
  it('makes a fixture of each call: who, what, and what it was answered with', () => {
    const { fixtures } = imported(
      { url: 'https://api.example/campaigns/c1', headers: bearer(ANA) },
      { url: 'https://api.example/campaigns/c7', headers: bearer(ANA), status: 403 },
      { url: 'https://api.example/campaigns/c404', headers: bearer(ANA), status: 404 },
      { method: 'POST', url: 'https://api.example/login', status: 302 },
      { url: 'https://api.example/dashboard-data', status: 401 },
    );
    expect(fixtures.cases.map(({ name, expect: expected }) => [name, expected])).toEqual([
      ['GET /campaigns/c1 as ana', 'allow'],
      ['GET /campaigns/c7 as ana', 403],
      ['GET /campaigns/c404 as ana', 404],
      ['POST /login as anonymous', 'allow'],
      ['GET /dashboard-data as anonymous', 401],
    ]);
  });

  it('keeps the claims that decide, and nothing else of a token, wherever it was sent', () => {
    const token = jwt(ANA);
    const other = { ...ANA, sub: 'bob', jti: 'another' };
    const result = imported(
      {
        url: 'https://a/campaigns/c1?access_token=top-secret',
        headers: { authorization: `Bearer ${token}` },
      },
      { url: 'https://a/campaigns/c1', headers: { Cookie: `theme=dark; session=${jwt(other)}` } },
      { url: 'https://a/campaigns/c1', headers: { 'X-Api-Key': 'key-secret' } },
      { url: 'https://a/campaigns/c1', headers: { Cookie: '_ga=GA1.2.3; theme=dark' } },
      { method: 'POST', url: 'https://a/login', body: '{"email":"a@b","password":"hunter2"}' },
    );
    expect(result.fixtures.principals).toEqual({
      ana: { sub: 'ana', groups: ['editor'], tenant_id: 'acme', email: 'ana@acme.example' },
      bob: { sub: 'bob', groups: ['editor'], tenant_id: 'acme', email: 'ana@acme.example' },
      caller: { sub: 'caller' },
    });
    expect(result.opaque).toEqual(['caller']);
    expect(result.fixtures.cases.map(({ as }) => as)).toEqual([
      'ana',
      'bob',
      'caller',
      'anonymous',
      'anonymous',
    ]);
    const text = JSON.stringify(result);
    for (const secret of [
      SIGNATURE,
      token.split('.')[1],
      'top-secret',
      'secret-id',
      'key-secret',
      'hunter2',
      'GA1',
    ])
      expect(text).not.toContain(secret);
  });

  it('knows one caller by what the token says, not by the token', () => {
    const result = imported(
      { url: 'https://a/campaigns/c1', headers: bearer(ANA) },
      { url: 'https://a/campaigns/c1', headers: bearer({ ...ANA, jti: 'new', exp: 2 }) },
      { url: 'https://a/campaigns/c1', headers: bearer({ ...ANA, groups: ['viewer'] }) },
    );
    expect(result.duplicates).toBe(1);
    expect(Object.keys(result.fixtures.principals)).toEqual(['ana', 'ana-2']);
  });

  it('keeps of query and body what identifies the resource', () => {
    const { fixtures } = imported(
      { method: 'DELETE', url: 'https://a/messages?verbose=1&messagelist=m1%2Cm2&api_key=x' },
      { method: 'POST', url: 'https://a/messages/move', body: '{"target":"c1","note":"private"}' },
    );
    expect(fixtures.cases.map(({ call, body }) => [call, body])).toEqual([
      ['DELETE /messages?messagelist=m1%2Cm2', undefined],
      ['POST /messages/move', { target: 'c1' }],
    ]);
  });

  it('keeps all that the decision depends on: moves, what else is asked, a body without members', () => {
    const text = `namespace App { @principal entity User; entity Application; entity Doc; entity Folder;
      @endpoint("GET /docs single-resource query:id")
      action find appliesTo { principal: User, resource: Doc };
      @endpoint("PATCH /docs/{id} single-resource path:id")
      action edit appliesTo { principal: User, resource: Doc };
      @endpoint("PUT /docs/{id} single-resource path:id addTo body:folder")
      action put appliesTo { principal: User, resource: Doc };
      @endpoint("POST /notes creation application")
      action note appliesTo { principal: User, resource: Application, context: { body: { title?: String } } };
      action addTo appliesTo { principal: User, resource: Folder, context: { body?: { title?: String } } }; }`;
    const { model } = valueIn(readSchema({ file: 'schema', text }));
    const edit = {
      destination: { action: 'addTo', resource: 'body:to' },
      origin: { action: 'addTo', resource: 'query:was' },
    } as const;
    const mapper = valueIn(serverMapper(model, { ...DEFAULT_SERVER_RULES, moves: { edit } }));
    const { fixtures } = importedWith(
      mapper,
      model,
      { url: 'https://a/docs?id[]=d1&key=x' },
      { method: 'PATCH', url: 'https://a/docs/d1?was=f1&key=x', body: '{"to":"f2","key":"x"}' },
      { method: 'PATCH', url: 'https://a/docs/d2?was=f1', body: '{"to":null}' },
      { method: 'PUT', url: 'https://a/docs/d1', body: '{"folder":"f2","title":"t","key":"x"}' },
      { method: 'POST', url: 'https://a/notes', body: '{"key":"x"}' },
    );
    expect(fixtures.cases.map(({ call, body }) => [call, body])).toEqual([
      ['GET /docs?id[]=d1', undefined],
      ['PATCH /docs/d1?was=f1', { to: 'f2' }],
      ['PATCH /docs/d2?was=f1', { to: null }],
      ['PUT /docs/d1', { folder: 'f2', title: 't' }],
      ['POST /notes', {}],
    ]);
  });

  it('leaves out answers to several items that do not say which of them they are about', () => {
    const { model } = valueIn(readSchema(emailSchemaFile));
    const call = (items: string, status: number) => ({
      method: 'DELETE',
      url: `https://a/messages?messagelist=${items}`,
      headers: bearer(ANA),
      status,
    });
    const calls = [call('m1', 403), call('m2', 200), call('m1,m3', 200), call('m1,m2', 403)];
    const of = (batch: ServerRules['batch']) => {
      const mapper = valueIn(serverMapper(model, { ...DEFAULT_SERVER_RULES, batch }));
      const { fixtures, untold } = importedWith(mapper, model, ...calls);
      const kept = fixtures.cases.map((one) => [one.call.replace(/.*=/, ''), one.expect]);
      return { kept, untold };
    };
    const single = [
      ['m1', 403],
      ['m2', 'allow'],
    ];
    const url = 'DELETE /messages';
    expect(of({})).toEqual({ kept: [...single, ['m1,m3', 'allow']], untold: [`${url}: 403`] });
    expect(of({ [url]: 'proceed' })).toEqual({ kept: single, untold: [`${url}: 200`, `${url}: 403`] });
  });

  it('says what it leaves out, and which answers changed', () => {
    const result = imported(
      { url: 'https://a/campaigns/c1', headers: bearer(ANA) },
      { url: 'https://a/campaigns/c1', headers: bearer(ANA), status: 403 },
      { url: 'https://a/campaigns/c1', headers: bearer(ANA), status: 500 },
      { url: 'https://cdn.example/app.js?token=x' },
      { method: 'OPTIONS', url: 'https://a/campaigns/c1', status: 204 },
    );
    expect(result.fixtures.cases.map(({ expect: expected }) => expected)).toEqual([403]);
    expect(result.changed).toEqual(['GET /campaigns/c1 as ana']);
    expect(result.silent).toEqual(['GET /campaigns/c1: 500']);
    expect(result.outside).toEqual(['GET /app.js', 'OPTIONS /campaigns/c1']);
  });

  it('says of which calls nothing can be decided, and makes no fixture that leaves out what they ask', () => {
    const text = `namespace App { @principal entity User; entity Doc; entity Folder;
      @endpoint("PUT /docs/{id} single-resource path:id addTo body:folder?")
      action put appliesTo { principal: User, resource: Doc };
      @endpoint("POST /docs/move single-resource body:id")
      action move appliesTo { principal: User, resource: Doc };
      @endpoint("GET /docs/{id} single-resource path:id")
      action get appliesTo { principal: User, resource: Doc };
      action addTo appliesTo { principal: User, resource: Folder }; }`;
    const { model } = valueIn(readSchema({ file: 'schema', text }));
    const { fixtures, undecided } = importedWith(
      valueIn(serverMapper(model)),
      model,
      { method: 'PUT', url: 'https://a/docs/d1', body: 'folder=f1' },
      { method: 'PUT', url: 'https://a/docs/d2', params: [{ name: 'folder', value: 'f1' }] },
      { method: 'POST', url: 'https://a/docs/move', body: 'id=d1&key=top-secret' },
      { method: 'PUT', url: 'https://a/docs/d4', headers: { 'X-HTTP-Method-Override': 'GET' } },
      { method: 'PUT', url: 'https://a/docs/d5', body: '' },
      { method: 'GET', url: 'https://a/docs/d6', body: 'key=top-secret' },
    );
    expect(fixtures.cases.map(({ call, body }) => [call, body])).toEqual([
      ['PUT /docs/d5', undefined],
      ['GET /docs/d6', undefined],
    ]);
    const unread = 'the body of the call is in no form that was read before it was authorized';
    expect(undecided).toEqual([
      `PUT /docs/d1: ${unread}`,
      `PUT /docs/d2: ${unread}`,
      `POST /docs/move: ${unread}`,
      'PUT /docs/d4: header `x-http-method-override` names another method than the call',
    ]);
  });

  it('takes an identity that the server did not accept for none', () => {
    const { fixtures } = imported({ url: 'https://a/campaigns/c1', headers: bearer(ANA), status: 401 });
    expect(fixtures).toMatchObject({ principals: {}, cases: [{ as: 'anonymous', expect: 401 }] });
  });
});

describe('readHar', () => {
  it.each([
    ['[]', 'found a list, expected a mapping with the keys `log`'],
    ['{"log":{}}', '`log.entries`: missing key `entries`'],
    [
      '{"log":{"entries":[{"request":{"method":"GET","url":""},"response":{"status":200}}]}}',
      'found an empty text',
    ],
  ])('refuses what is no recording: %s', (text, message) => {
    const outcome = readHar(sourceOf(text, 'a.har'));
    expect(told(outcome.diagnostics).join()).toContain(message);
  });
});

describe('what the schema does not model', () => {
  const context = [
    record('body', [
      record('user', [text('name')]),
      { name: 'tags', required: false, type: { kind: 'Set', element: { kind: 'String' } } },
    ]),
  ] as const;
  const model: Model = {
    ...emailModel,
    entityTypes: emailModel.entityTypes.map((type) =>
      type.name === 'User'
        ? { ...type, attributes: [...type.attributes, record('profile', [text('level')])] }
        : type,
    ),
    actions: emailModel.actions.map((action) => (action.name === 'login' ? { ...action, context } : action)),
  };

  it('is left out of bodies and claims, value by value, however deep', () => {
    const profile = { level: 'gold', ssn: 'secret-ssn' };
    const { fixtures } = importedBy(
      model,
      {
        method: 'POST',
        url: '/login',
        headers: bearer({ ...ANA, profile, groups: ['editor'], tenant_id: 'acme' }),
        body: JSON.stringify({
          user: { name: 'ana', password: 'secret-word' },
          tags: ['a'],
          note: 'secret-note',
        }),
      },
      {
        method: 'DELETE',
        url: '/messages?messagelist=m1&key=secret-key',
        headers: bearer({ ...ANA, profile: 'secret-text', groups: ['editor'] }),
      },
    );
    expect(fixtures.cases.map(({ body }) => body)).toEqual([
      { user: { name: 'ana' }, tags: ['a'] },
      undefined,
    ]);
    expect(Object.values(fixtures.principals).map((claims) => claims.profile)).toEqual([
      { level: 'gold' },
      undefined,
    ]);
    expect(JSON.stringify(fixtures)).not.toContain('secret');
  });

  it.each([
    ['ipaddr', '10.0.0.1', '10.0.0.1'],
    [
      'ipaddr',
      { __extn: { fn: 'ip', arg: '10.0.0.1', secret: 1 } },
      { __extn: { fn: 'ip', arg: '10.0.0.1' } },
    ],
    ['decimal', { __extn: { fn: 'decimal', arg: '1.5' } }, { __extn: { fn: 'decimal', arg: '1.5' } }],
    ['datetime', { __extn: { fn: 'ip', arg: 'secret' } }, undefined],
  ] as const)(
    'is told from the value of an extension, however that is written: %s %j',
    (kind, written, kept) => {
      const home: Attribute = { name: 'home', required: false, type: { kind } };
      const extended: Model = {
        ...emailModel,
        entityTypes: emailModel.entityTypes.map((type) =>
          type.name === 'User' ? { ...type, attributes: [home] } : type,
        ),
      };
      const { fixtures } = importedBy(extended, {
        url: '/campaigns/c1',
        headers: bearer({ sub: 'ana', home: written }),
      });
      expect(fixtures.principals).toEqual({
        ana: { sub: 'ana', ...(kept === undefined ? {} : { home: kept }) },
      });
    },
  );

  it('is no claim that an attribute of another name is read from', () => {
    const mail: Attribute = { name: 'mail', required: false, type: { kind: 'String' }, claim: 'email' };
    const mailed: Model = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.map((type) =>
        type.name === 'User' ? { ...type, attributes: [mail] } : type,
      ),
    };
    const { fixtures } = importedBy(mailed, {
      url: '/campaigns/c1',
      headers: bearer({ sub: 'ana', email: 'ana@acme.example', mail: 'secret-mail' }),
    });
    expect(fixtures.principals).toEqual({ ana: { sub: 'ana', email: 'ana@acme.example' } });
  });

  it('is replaced in paths where it is likely to be a secret, and that is said', () => {
    const { fixtures, outside, replaced } = importedBy(
      model,
      { url: '/campaigns/c1;jsessionid=SECRET1?x=1', headers: bearer(ANA) },
      { method: 'POST', url: '/password-reset/SECRET22', status: 200 },
      { url: `/campaigns/${jwt({ a: 1 })}`, headers: bearer(ANA) },
      { url: '/campaigns/c1', headers: bearer(ANA) },
    );
    expect(fixtures.cases.map(({ call }) => call)).toEqual([
      'GET /campaigns/c1;jsessionid=replaced',
      'GET /campaigns/replaced',
      'GET /campaigns/c1',
    ]);
    expect(outside).toEqual(['POST /password-reset/replaced']);
    expect(replaced).toEqual(['GET ;jsessionid', 'POST /password-reset/...', 'GET /campaigns/{campaign_id}']);
    expect(JSON.stringify([fixtures, outside])).not.toContain('SECRET');
  });

  function text(name: string): Attribute {
    return { name, required: false, type: { kind: 'String' } };
  }

  function record(name: string, attributes: readonly Attribute[]): Attribute {
    return { name, required: false, type: { kind: 'Record', attributes } };
  }
});
