import { describe, expect, it } from 'vitest';
import type { Action, Attribute, AttributeType } from '../../../src/core/model/model.ts';
import { type ContextSource, memoizedContexts, requestContext } from '../../../src/core/requests/context.ts';
import { user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';

function record(attributes: Readonly<Record<string, AttributeType>>): AttributeType {
  const listed = Object.entries(attributes).map(([name, type]) => ({ name, required: false, type }));
  return { kind: 'Record', attributes: listed };
}

type Query = string | { readonly body: unknown };

/** The context, or why the call is unusable. */
function contextOf(name: string, type: AttributeType, path: Record<string, string> = {}, query: Query = '') {
  return contextWith({ name, required: false, type }, path, query);
}

function contextWith(attribute: Attribute, path: Record<string, string> = {}, query: Query = '') {
  const context = [attribute];
  const action: Action = { name: 'a', resourceType: 'Application', endpoints: [], groups: [], context };
  const answer = requestContext(
    action,
    {
      principal: user('ana', 'editor', 'acme'),
      pathParameters: new Map(Object.entries(path)),
      query: new URLSearchParams(typeof query === 'string' ? query : ''),
      ...(typeof query === 'string' ? {} : query),
    },
    emailModel,
  );
  return answer.type === 'context' ? answer.context : answer.reason;
}

const STRING = { kind: 'String' } as const;

describe('requestContext', () => {
  it('names the tenants of the principal, which no caller can choose', () => {
    const tenants = { kind: 'Set', element: { kind: 'Entity', type: 'Tenant' } } as const;
    expect(contextOf('tenants', tenants, { tenants: 'umbrella' }, 'tenants=umbrella')).toEqual({
      tenants: [{ __entity: { type: 'EmailApp::Tenant', id: 'acme' } }],
    });
  });

  it('holds the parameters that the schema names, in their types', () => {
    const type = record({
      id: STRING,
      page: { kind: 'Long' },
      all: { kind: 'Bool' },
      ids: { kind: 'Set', element: STRING },
    });
    expect(contextOf('queryStringParameters', type, {}, 'id=1&page=-2&all=true&ids=a,b&other=x')).toEqual({
      queryStringParameters: { id: '1', page: -2, all: true, ids: ['a', 'b'] },
    });
    expect(contextOf('pathParameters', type, { id: 'a/b', other: 'x' })).toEqual({
      pathParameters: { id: 'a/b' },
    });
  });

  const parameters = record({
    page: { kind: 'Long' },
    all: { kind: 'Bool' },
    when: { kind: 'datetime' },
    scope: STRING,
    levels: { kind: 'Set', element: { kind: 'Long' } },
    'filter[name]': STRING,
  });

  it.each([
    'page=1.5',
    'page=9007199254740993',
    'page=0x10',
    'page=',
    'page=1e9',
    'page=%2B101',
    'page=101.0',
    'page=007',
    'page=-0',
    'page=1&page=2',
    'page[]=1',
    'page.value=1',
    'all=1',
    'all=TRUE',
    'when=now',
    'scope=all&scope=all',
    'scope[]=all',
    'scope[0]=all',
    '[scope]=all',
    'scope.x=all',
    'scope[x][y]=all',
    'scope=a%FF',
    'levels=1,9.0',
    'levels=1,,2',
    'levels[]=1',
    'levels=1&levels=2,3',
    'filter=x',
    'filter[name][]=x',
    'filter.name=x',
  ])('makes a call unusable whose value is there, and is not one of its type: %s', (query) => {
    const name = /\w+/.exec(query)?.[0] ?? '';
    expect(contextOf('queryStringParameters', parameters, {}, query)).toMatch(name);
  });

  it('reads a list from several values, or from a single value with commas', () => {
    const levels = { queryStringParameters: { levels: [1, 2] } };
    expect(contextOf('queryStringParameters', parameters, {}, 'levels=1&levels=2')).toEqual(levels);
    expect(contextOf('queryStringParameters', parameters, {}, 'levels=1,2')).toEqual(levels);
  });

  it.each(['hot,%20cold', 'hot%20,cold', 'hot,+cold', 'hot,%09cold', '%20hot,cold', 'cold,hot%20', '%20hot'])(
    'makes a call unusable whose list has items with blanks at an end, which an application may take off: %s',
    (text) => {
      const tags = record({ tags: { kind: 'Set', element: STRING } });
      expect(contextOf('queryStringParameters', tags, {}, `tags=${text}`)).toBe(
        'query `tags` has an item with a blank at its beginning or end, which some take for a part of it and others do not',
      );
      const path = decodeURIComponent(text.replace('+', ' '));
      expect(contextOf('pathParameters', tags, { tags: path })).toMatch('path parameter `tags`');
    },
  );

  it('takes a parameter for absent that only has a similar name', () => {
    const query = 'scopes=x&filter[other]=x&x[scope]=1&Scope=1&%5B%5D=1';
    expect(contextOf('queryStringParameters', parameters, {}, query)).toEqual({ queryStringParameters: {} });
  });

  it('makes a call unusable whose path has no value of its type', () => {
    const type = record({ id: { kind: 'Long' } });
    expect(contextOf('pathParameters', type, { id: '12' })).toEqual({ pathParameters: { id: 12 } });
    expect(contextOf('pathParameters', type, { id: '1e1' })).toMatch('path parameter `id`');
  });

  it('holds the members of the body that the schema names', () => {
    const type = record({ note: STRING, size: { kind: 'Long' }, tags: { kind: 'Set', element: STRING } });
    const body = { note: 'x', size: 3, tags: ['a'], other: 1 };
    expect(contextOf('body', type, {}, { body })).toEqual({ body: { note: 'x', size: 3, tags: ['a'] } });
    expect(contextOf('body', type, {}, { body: {} })).toEqual({ body: {} });
    expect(contextOf('body', type)).toEqual({});
  });

  it('makes a call unusable that lacks a parameter, or a member of the body, which the schema requires', () => {
    const limit: AttributeType = {
      kind: 'Record',
      attributes: [{ name: 'limit', required: true, type: { kind: 'Long' } }],
    };
    const missing = (what: string) => `the call has no ${what}, which the schema requires`;
    expect(contextOf('queryStringParameters', limit, {}, '')).toBe(missing('query `limit`'));
    expect(contextOf('body', limit, {}, { body: {} })).toBe(missing('`limit` of the body'));
    expect(contextOf('body', limit, {}, { body: { limit: 0 } })).toEqual({ body: { limit: 0 } });
    expect(contextWith({ name: 'body', required: true, type: limit })).toBe(missing('body'));
  });

  it('makes a call unusable that says a value of a type which only Cedar reads, and no call can have', () => {
    const last = [{ name: 'last', required: false }];
    const type: AttributeType = { kind: 'Record', attributes: [], unread: last };
    const action = { __entity: { type: 'EmailApp::Action', id: 'login' } };
    expect(contextOf('body', type, {}, { body: { last: action } })).toMatch('`last` of the body');
    expect(contextOf('queryStringParameters', type, {}, 'last=login')).toMatch('query `last`');
    expect(contextOf('pathParameters', type, { last: 'login' })).toMatch('path parameter `last`');
    expect(contextOf('body', type, {}, { body: { other: 1 } })).toEqual({ body: {} });
    const required = { ...type, unread: [{ name: 'last', required: true }] };
    expect(contextOf('body', required, {}, { body: {} })).toBe(
      'the call has no `last` of the body, which the schema requires',
    );
  });

  it('holds members of any name, so that no policy about them is passed over', () => {
    const names = ['__proto__', 'constructor', 'toString', ''];
    const type: AttributeType = {
      kind: 'Record',
      attributes: names.map((name) => ({ name, required: false, type: { kind: 'Bool' } })),
    };
    const written = `{ ${names.map((name) => `"${name}": true`).join(', ')} }`;
    const context = contextOf('body', type, {}, { body: JSON.parse(written) });
    expect(JSON.parse(JSON.stringify(context))).toEqual(JSON.parse(`{ "body": ${written} }`));
    expect(Object.keys(Object(context).body)).toEqual(names);
    expect(Object.keys(Object(contextOf('__proto__', STRING)))).toEqual([]);
  });

  it.each([
    ['text where a number is asked for', { size: '3' }, '`size` of the body'],
    ['a fraction', { size: 1.5 }, '`size` of the body'],
    ['nothing', { note: null }, '`note` of the body'],
    ['an object', { note: { toString: 'x' } }, '`note` of the body'],
    ['half a character', { note: '\ud800' }, '`note` of the body'],
    ['a list with something else', { tags: ['a', 1] }, 'an item of `tags` of the body'],
    ['half a character in a list', { tags: ['\udc00'] }, 'an item of `tags` of the body'],
    ['a list for a text', { note: ['x'] }, '`note` of the body'],
    ['a list for the whole', [{ note: 'x' }], 'the body'],
    ['a text for the whole', 'note', 'the body'],
    ['what a copy inherits', JSON.parse('{ "__proto__": { "note": "x" } }'), 'the body has a `__proto__`'],
  ])('makes a call unusable whose body holds %s', (_, body, reason) => {
    const type = record({ note: STRING, size: { kind: 'Long' }, tags: { kind: 'Set', element: STRING } });
    expect(contextOf('body', type, {}, { body })).toMatch(reason);
  });

  it('leaves out what it knows nothing about', () => {
    expect(contextOf('weather', STRING)).toEqual({});
  });
});

describe('memoizedContexts', () => {
  const tenants: Attribute = {
    name: 'tenants',
    required: true,
    type: { kind: 'Set', element: { kind: 'Entity', type: 'Tenant' } },
  };
  const scope: Attribute = {
    name: 'queryStringParameters',
    required: false,
    type: record({ scope: STRING }),
  };
  const actionWith = (...context: Attribute[]): Action => ({
    name: 'a',
    resourceType: 'Application',
    endpoints: [],
    groups: [],
    context,
  });
  const callBy = (principal: ContextSource['principal'], query = ''): ContextSource => ({
    principal,
    pathParameters: new Map(),
    query: new URLSearchParams(query),
  });
  const acme = [{ __entity: { type: 'EmailApp::Tenant', id: 'acme' } }];

  it('gives no action the context of another one, whatever the caller has asked before', () => {
    const contextOf = memoizedContexts();
    const ana = user('ana', 'editor', 'acme');
    const asked = (action: Action, query?: string) => contextOf(action, callBy(ana, query), emailModel);
    expect(asked(actionWith(tenants))).toMatchObject({ context: { tenants: acme } });
    expect(asked(actionWith(tenants, scope), 'scope=all')).toEqual({
      type: 'context',
      context: { tenants: acme, queryStringParameters: { scope: 'all' } },
    });
    expect(asked(actionWith(scope), 'scope=mine')).toEqual({
      type: 'context',
      context: { queryStringParameters: { scope: 'mine' } },
    });
    expect(asked(actionWith(tenants), 'scope=all')).toEqual({ type: 'context', context: { tenants: acme } });
  });

  it('makes the context anew for a principal that may have changed', () => {
    const contextOf = memoizedContexts(() => false);
    const ana = { ...user('ana', 'editor', 'acme') };
    expect(contextOf(actionWith(tenants), callBy(ana), emailModel)).toMatchObject({
      context: { tenants: acme },
    });
    Object.assign(ana, { parents: [] });
    expect(contextOf(actionWith(tenants), callBy(ana), emailModel)).toMatchObject({
      context: { tenants: [] },
    });
  });
});
