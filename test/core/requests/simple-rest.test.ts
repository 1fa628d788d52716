import { describe, expect, it } from 'vitest';
import { type Call, callMapper, requestAbout } from '../../../src/core/requests/map-call.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { generate, jsonBody, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';

const { model, text } = valueIn(
  generate(
    {
      '/messages': {
        delete: operation('deleteMessages', [], jsonBody({ type: 'array', items: { type: 'string' } })),
      },
      '/messages/{id}': { get: operation('getMessage', ['id']), delete: operation('deleteMessage', ['id']) },
    },
    { mappingType: 'SimpleRest' },
  ),
);
const mapper = valueIn(callMapper(model));
const application = { type: 'App::Application', id: 'App' };

function map(call: Call) {
  const mapped = mapper.map(call, anonymousPrincipal(model));
  if (mapped.type !== 'requests') return mapped.reason;
  return mapped.requests.map(({ resource, item }) => ({ resource, item }));
}

describe('where every action applies to the application', () => {
  it('a batch is asked about item by item', () => {
    expect(map({ method: 'DELETE', url: '/messages', body: ['m1', 'm2'] })).toEqual([
      { resource: application, item: 'm1' },
      { resource: application, item: 'm2' },
    ]);
  });

  it('a batch that names nothing asks for nothing', () => {
    expect(map({ method: 'DELETE', url: '/messages', body: [] })).toContain('names no resource');
    expect(map({ method: 'DELETE', url: '/messages' })).toBe('the body is not a list');
  });

  it('a batch has a name of its own, and every endpoint the annotations by which others find it', () => {
    expect(model.actions.map(({ name }) => name)).toEqual(['deleteMessages', 'getMessage', 'deleteMessage']);
    const { actions } = JSON.parse(text).App;
    expect(Object.values(actions)).toHaveLength(3);
    expect(actions.deleteMessage.annotations).toMatchObject({
      httpVerb: 'delete',
      httpPathTemplate: '/messages/{id}',
    });
    expect(actions.deleteMessages.annotations).toMatchObject({
      httpVerb: 'delete',
      httpPathTemplate: '/messages',
    });
  });

  it('what the application asks about one resource is about the application', () => {
    const [action] = model.actions.filter(({ name }) => name === 'getMessage');
    if (!action) throw new Error('no action');
    const values = { pathParameters: new Map(), query: new URLSearchParams() };
    const about = requestAbout(action, 'm1', { principal: anonymousPrincipal(model), values }, model);
    expect(about).toMatchObject({ type: 'request', request: { resource: application } });
  });
});
