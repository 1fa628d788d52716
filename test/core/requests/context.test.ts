import { describe, expect, it } from 'vitest';
import type { Action, Attribute, AttributeType } from '../../../src/core/model/model.ts';
import { requestContext } from '../../../src/core/requests/context.ts';
import { user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';

function record(attributes: Readonly<Record<string, AttributeType>>): AttributeType {
  const listed = Object.entries(attributes).map(([name, type]) => ({ name, required: false, type }));
  return { kind: 'Record', attributes: listed };
}

function contextOf(name: string, type: AttributeType, path: Record<string, string> = {}, query = '') {
  const context: Attribute[] = [{ name, required: false, type }];
  const action: Action = { name: 'a', resourceType: 'Application', endpoints: [], groups: [], context };
  return requestContext(
    action,
    {
      principal: user('ana', 'editor', 'acme'),
      pathParameters: new Map(Object.entries(path)),
      query: new URLSearchParams(query),
    },
    emailModel,
  );
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

  it.each(['page=1.5', 'page=9007199254740993', 'page=0x10', 'page=', 'page=1&page=2', 'all=1', 'when=now'])(
    'leaves out what does not spell a value: %s',
    (query) => {
      const type = record({ page: { kind: 'Long' }, all: { kind: 'Bool' }, when: { kind: 'datetime' } });
      expect(contextOf('queryStringParameters', type, {}, query)).toEqual({ queryStringParameters: {} });
    },
  );

  it('leaves out what it knows nothing about', () => {
    expect(contextOf('weather', STRING)).toEqual({});
  });
});
