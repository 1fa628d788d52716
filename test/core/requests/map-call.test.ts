import { describe, expect, it } from 'vitest';
import type { ResourceFrom } from '../../../src/core/endpoints/resource-from.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { type Call, callMapper, type MappedCall } from '../../../src/core/requests/map-call.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

const mapper = valueIn(callMapper(emailModel));
const ana = {
  uid: { type: 'EmailApp::User', id: 'ana' },
  attrs: {},
  parents: [
    { type: 'EmailApp::Role', id: 'editor' },
    { type: 'EmailApp::Tenant', id: 'acme' },
  ],
};

function map(line: string, body?: unknown): MappedCall {
  const [method = '', url = ''] = line.split(' ');
  return mapper.map({ method, url, ...(body === undefined ? {} : { body }) }, ana);
}

function renamed(from: ResourceFrom): ResourceFrom {
  return from === 'path:campaign_id' ? 'path:name' : from;
}

/** `Type:id` of each request's resource, or the reason why there is none. */
function resources(mapped: MappedCall): string[] | string {
  if (mapped.type !== 'requests') return mapped.reason;
  return mapped.requests.map(({ resource }) => `${resource.type.replace('EmailApp::', '')}:${resource.id}`);
}

describe('callMapper', () => {
  it('makes one request of a call: principal, action, resource and context', () => {
    expect(map('GET /campaigns/c1')).toMatchObject({
      endpoint: { pattern: 'single-resource' },
      requests: [
        {
          principal: { type: 'EmailApp::User', id: 'ana' },
          action: { type: 'EmailApp::Action', id: 'getEmailCampaign' },
          resource: { type: 'EmailApp::EmailCampaign', id: 'c1' },
          context: { tenants: [{ __entity: { type: 'EmailApp::Tenant', id: 'acme' } }] },
        },
      ],
    });
  });

  it.each([
    ['GET /campaigns/a%2Fb', ['EmailCampaign:a/b']],
    ['GET /campaigns/a,b', ['EmailCampaign:a,b']],
    ['POST /tenants/acme/campaigns', ['Tenant:acme']],
    ['GET /dashboard-data', ['Application:EmailApp']],
    ['POST /login?user=x', ['Application:EmailApp']],
    ['DELETE /messages?messagelist=m1,m2', ['EmailMessage:m1', 'EmailMessage:m2']],
    ['DELETE /messages?messagelist=m1&messagelist=m2', ['EmailMessage:m1', 'EmailMessage:m2']],
    ['DELETE /messages?messagelist[]=m1&messagelist%5B%5D=m2', ['EmailMessage:m1', 'EmailMessage:m2']],
    ['DELETE /messages?messagelist=m1,m1&other=m2', ['EmailMessage:m1']],
    [
      'DELETE /messages?messagelist=a+b,c%2Bd,e%20f',
      ['EmailMessage:a b', 'EmailMessage:c+d', 'EmailMessage:e f'],
    ],
  ])('%s is about %j', (call, expected) => {
    expect(resources(map(call))).toEqual(expected);
  });

  it('names the item in each request of a batch, and in no other', () => {
    const batch = map('DELETE /messages?messagelist=m1,m2');
    expect(batch.type === 'requests' && batch.requests.map((request) => request.item)).toEqual(['m1', 'm2']);
    const single = map('GET /campaigns/c1');
    expect(single.type === 'requests' && 'item' in (single.requests[0] ?? {})).toBe(false);
  });

  it.each([
    ['DELETE /messages', 'the query of the call has no `messagelist`, which identifies the resource'],
    [
      'DELETE /messages?messagelist=m1&[messagelist]=m2',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    [
      'DELETE /messages?messagelist=m1&[messagelist][]=m2',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    ['DELETE /messages?messagelist=%41%zz', 'the query is not valid percent-encoding'],
    ['GET /campaigns/c1#top', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/c1\\messages', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/c1\u0000', 'the target of the call has a character that no HTTP request may have'],
    [
      'DELETE /messages?messagelist=m1,%20m2',
      'query `messagelist` has an item with a blank at its beginning or end, which some take for a part of it and others do not',
    ],
    ['DELETE /messages?messagelist=', 'query `messagelist` is empty, and so names no resource'],
    ['DELETE /messages?messagelist=m1,,m2', 'query `messagelist` is empty, and so names no resource'],
    [
      'DELETE /messages?messagelist=m1&messagelist[0]=m9',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    [
      'DELETE /messages?messagelist=m1&messagelist%5Ba%5D=m9',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    [
      'DELETE /messages?messagelist=m1&messagelist.a=m9',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    [
      'DELETE /messages??messagelist=m1',
      'query `messagelist` is given in another form than `messagelist=` or `messagelist[]=`',
    ],
    [
      `DELETE /messages?${'x&'.repeat(1_000)}messagelist=m1`,
      'the query has more parameters than many servers read',
    ],
    ['GET /campaigns/c1\u00a0', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/c1\ufeff', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/\u00e9', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/\ud800', 'the target of the call has a character that no HTTP request may have'],
    ['GET /campaigns/c1?x=\u2028', 'the target of the call has a character that no HTTP request may have'],
    ['DELETE /messages?messagelist=%ff', 'query `messagelist` is not valid percent-encoding'],
    ['GET /campaigns/%ff', 'path parameter `campaign_id` is not valid percent-encoding'],
    ['GET /nothing', 'no endpoint answers `GET /nothing`'],
    ['PATCH /campaigns/c1', 'no endpoint answers `PATCH /campaigns/c1`'],
  ])('%s cannot be decided: %s', (call, reason) => {
    expect(resources(map(call))).toBe(reason);
  });

  it.each([
    [{ target: 'c1' }, ['EmailCampaign:c1']],
    [{ target: 7 }, ['EmailCampaign:7']],
    [{ target: ['c1'] }, 'body `target` is not an identifier'],
    [{ target: { id: 'c1' } }, 'body `target` is not an identifier'],
    [{ target: '' }, 'body `target` is empty, and so names no resource'],
    [{ target: null }, 'the body of the call has no `target`, which identifies the resource'],
    [{}, 'the body of the call has no `target`, which identifies the resource'],
    ['target', 'the body of the call has no `target`, which identifies the resource'],
    [undefined, 'the body of the call has no `target`, which identifies the resource'],
    [{ target: 'c1\ud800' }, 'body `target` is not well-formed text'],
    [{ target: true }, 'body `target` is not an identifier'],
    [{ target: 1.5 }, 'body `target` is not an identifier'],
    [{ target: 2 ** 53 }, 'body `target` is not an identifier'],
    [{ target: { toString: () => 'c1' } }, 'body `target` is not an identifier'],
    [{ target: [['c1']] }, 'body `target` is not an identifier'],
    [{ target: { id: { id: 'c1' } } }, 'body `target` is not an identifier'],
    [Object.create({ target: 'c1' }), 'the body of the call has no `target`, which identifies the resource'],
  ])('the body %j is about %j', (body, expected) => {
    expect(resources(map('POST /messages/move', body))).toEqual(expected);
  });

  it('asks for the endpoints of HEAD and of GET when a call may be answered by either', () => {
    const [get] = emailModel.actions.flatMap((action) =>
      action.endpoints.some(({ method, path }) => `${method} ${path}` === 'GET /campaigns/{campaign_id}')
        ? [action]
        : [],
    );
    if (!get) throw new Error('the model has no such endpoint');
    const endpoints = get.endpoints.map((endpoint) => ({ ...endpoint, method: 'HEAD' as const }));
    const head = { ...get, name: 'headEmailCampaign', endpoints };
    const withHead = valueIn(callMapper({ ...emailModel, actions: [...emailModel.actions, head] }));
    const asked = (method: string) => {
      const mapped = withHead.map({ method, url: '/campaigns/c1' }, ana);
      return mapped.type === 'requests' && mapped.requests.map(({ action }) => action.id);
    };
    expect(asked('HEAD')).toEqual(['headEmailCampaign', 'getEmailCampaign']);
    expect(asked('GET')).toEqual(['getEmailCampaign']);
  });

  it('refuses a call whose header makes another method of it, in any letter case', () => {
    const call = (method: string, header: string, value: string) =>
      mapper.map({ method, url: '/campaigns/c1', headers: { [header]: value } }, ana).type;
    expect(call('GET', 'X-HTTP-Method-Override', 'DELETE')).toBe('unusable');
    expect(call('GET', 'x-method-override', 'put')).toBe('unusable');
    expect(call('GET', 'X-HTTP-METHOD', 'HEAD')).toBe('unusable');
    expect(call('GET', 'X-HTTP-Method', 'get')).toBe('requests');
    expect(call('GET', 'Accept', 'DELETE')).toBe('requests');
  });

  it('says of a principal that changes in place what is true now', () => {
    const read = mapper.read({ method: 'GET', url: '/campaigns/c1' });
    const tenantsOf = (mapped: MappedCall) => mapped.type === 'requests' && mapped.requests[0]?.context;
    const moving = { ...ana, parents: [...ana.parents] };
    expect(tenantsOf(read(moving))).toEqual({ tenants: [{ __entity: ana.parents[1] }] });
    moving.parents.pop();
    expect(tenantsOf(read(moving))).toEqual({ tenants: [] });
  });

  it('says nothing about tenants for a principal without one', () => {
    const mapped = mapper.map({ method: 'GET', url: '/dashboard-data' }, anonymousPrincipal(emailModel));
    expect(mapped.type === 'requests' && mapped.requests[0]?.context).toEqual({ tenants: [] });
  });

  it('decides about no endpoints that cannot be told apart, and says so', () => {
    const [first] = emailModel.actions;
    const twin = { ...first, name: 'twin' } as Model['actions'][number];
    const outcome = callMapper({ ...emailModel, actions: [...emailModel.actions, twin] });
    expect(outcome.diagnostics.map((one) => one.code)).toEqual(['undecidable-route']);
    const call = { method: 'GET', url: '/campaigns/c1' };
    expect(valueIn(outcome).map(call, ana)).toMatchObject({ type: 'unusable' });
  });

  it('asks one thing about endpoints of one action that cannot be told apart', () => {
    const actions = emailModel.actions.map((action) => ({
      ...action,
      endpoints: action.endpoints.flatMap((endpoint) => [
        endpoint,
        {
          ...endpoint,
          path: `${endpoint.path.replace('{campaign_id}', '{name}')}#2`,
          from: renamed(endpoint.from),
        },
      ]),
    }));
    const doubled = valueIn(callMapper({ ...emailModel, actions }));
    expect(doubled.endpoints.map(({ path }) => path)).toEqual(mapper.endpoints.map(({ path }) => path));
    for (const url of ['/campaigns/c1', '/messages/m1', '/dashboard-data'])
      expect(resources(doubled.map({ method: 'GET', url }, ana))).toEqual(resources(map(`GET ${url}`)));
  });

  it('asks nothing about a call that may be for endpoints with other identifiers', () => {
    const actions = emailModel.actions.map((action) => ({
      ...action,
      endpoints: action.endpoints.flatMap((endpoint) => [
        endpoint,
        { ...endpoint, path: `${endpoint.path}#2`, from: 'query:other' as const },
      ]),
    }));
    const outcome = callMapper({ ...emailModel, actions });
    expect(valueIn(outcome).map({ method: 'GET', url: '/campaigns/c1?other=c2' }, ana)).toEqual({
      type: 'unusable',
      reason: 'the call may be for `GET /campaigns/{campaign_id}` or `GET /campaigns/{campaign_id}#2` alike',
    });
    expect(outcome.diagnostics[0]).toMatchObject({ severity: 'warning', code: 'undecidable-route' });
  });

  describe('never lets the data of a call become anything but the identifier', () => {
    const id = fc.oneof(
      fc.constantFrom(
        '"',
        '" || true',
        'EmailApp::Role::"admin"',
        '::',
        '\0',
        '__proto__',
        'constructor',
        '../c2',
        '😀',
        ' ',
        '\\',
        '%22',
        '[]',
        '#',
        '?',
        '&',
        '+',
      ),
      fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((text) => text.isWellFormed() && !text.includes('\uFFFD')),
    );
    // A blank at the beginning or the end of an item is refused.
    const item = id.filter((text) => !text.includes(',') && text === text.trim());
    // A URL cannot name these in its path: servers read them as steps between folders.
    const segment = id.filter((text) => !text.split(/[/\\]/).some((part) => part === '.' || part === '..'));

    function expectResources(call: Call, type: string, action: string, ids: readonly string[]) {
      const mapped = mapper.map(call, ana);
      expect(mapped.type === 'requests' && mapped.requests.map(({ resource }) => resource)).toEqual(
        [...new Set(ids)].map((one) => ({ type: `EmailApp::${type}`, id: one })),
      );
      expect(mapped.type === 'requests' && mapped.requests.every((one) => one.action.id === action)).toBe(
        true,
      );
    }

    it('in a path', () => {
      fc.assert(
        fc.property(segment, (text) => {
          const call = { method: 'GET', url: `/campaigns/${encodeURIComponent(text)}` };
          expectResources(call, 'EmailCampaign', 'getEmailCampaign', [text]);
        }),
      );
    });

    it('in a query', () => {
      fc.assert(
        fc.property(fc.array(item, { minLength: 1 }), (items) => {
          const call = {
            method: 'DELETE',
            url: `/messages?messagelist=${items.map(encodeURIComponent).join(',')}`,
          };
          expectResources(call, 'EmailMessage', 'deleteEmailMessage', items);
        }),
      );
    });

    it('in a body', () => {
      fc.assert(
        fc.property(id, (text) => {
          const call = { method: 'POST', url: '/messages/move', body: { target: text } };
          expectResources(call, 'EmailCampaign', 'moveEmailMessage', [text]);
        }),
      );
    });

    it('and never throws, whatever the call', () => {
      const url = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((text) => `/messages?messagelist=${text}`),
      );
      const method = fc.constantFrom('GET', 'POST', 'DELETE', 'get', '');
      fc.assert(
        fc.property(method, url, fc.anything(), (name, target, body) => {
          const mapped = mapper.map({ method: name, url: target, body }, ana);
          return mapped.type === 'requests' ? mapped.requests.length > 0 : mapped.reason !== '';
        }),
      );
    });
  });
});
