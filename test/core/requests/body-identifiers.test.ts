import { describe, expect, it } from 'vitest';
import { bodyFrom, type ResourceFrom } from '../../../src/core/endpoints/resource-from.ts';
import { alongSteps, valuesInBody } from '../../../src/core/requests/body-identifiers.ts';
import { identifiersOf } from '../../../src/core/requests/identifiers.ts';
import { bodySteps } from '../../helpers/arbitrary-model.ts';
import fc from '../../helpers/fast-check.ts';

const batchIds = (from: ResourceFrom, body: unknown) => {
  const endpoint = { method: 'PATCH', path: '/messages', pattern: 'batch', from } as const;
  const found = identifiersOf(endpoint, new Map(), new URLSearchParams(), body);
  return found.type === 'ids' ? found.ids : found.reason;
};

describe('the items of a batch', () => {
  it.each<[ResourceFrom, unknown, readonly string[]]>([
    ['body', ['m1', 'm2', 'm1'], ['m1', 'm2']],
    ['body[]', ['m1', 'm2', 'm1'], ['m1', 'm2']],
    ['body', [1, 2], ['1', '2']],
    ['body', ['m1,m2'], ['m1,m2']],
    ['body:ids', { ids: ['m1, m2', ' m3'] }, ['m1, m2', ' m3']],
    ['body', [{ id: 'm1' }, 'm2'], ['m1', 'm2']],
    ['body[].id', [{ id: 'm1', text: 'x' }, { id: 'm2' }], ['m1', 'm2']],
    ['body:items[].message_id', { items: [{ message_id: 'm1' }, { message_id: 7 }] }, ['m1', '7']],
    [
      'body:groups[].messages[].id',
      { groups: [{ messages: [{ id: 'm1' }] }, { messages: [{ id: 'm2' }] }] },
      ['m1', 'm2'],
    ],
    ['body:data.ids', { data: { ids: ['m1', 'm2'] } }, ['m1', 'm2']],
    ['body:ids', { ids: 'm1,m2' }, ['m1', 'm2']],
  ])('are found at %s of %j', (from, body, ids) => {
    expect(batchIds(from, body)).toEqual(ids);
  });

  it.each<[ResourceFrom, unknown, string]>([
    ['body', [], 'the body is an empty list, and so names no resource'],
    ['body', undefined, 'the body is not a list'],
    ['body', { 0: 'm1', length: 1 }, 'the body is not a list'],
    ['body', 'm1', 'the body is not a list'],
    ['body', [null], 'body `[]` is not an identifier'],
    ['body', ['m1', ['m2']], 'body `[]` is not an identifier'],
    ['body[].id', [{ id: 'm1' }, {}], 'a member of the body has no `id`'],
    ['body[].id', [{ id: 'm1' }, { id: null }], 'a member of the body has no `id`'],
    ['body[].id', ['m1'], 'a member of the body has no `id`'],
    ['body[].id', [{ id: ['m1', 'm2'] }], 'body `[].id` is not an identifier'],
    ['body[].id', [{ id: '' }], 'body `[].id` is empty, and so names no resource'],
    ['body:items[].id', { items: { id: 'm1' } }, 'body `items` is not a list'],
    [
      'body:groups[].items[]',
      { groups: [{ items: ['m1'] }, { items: 'm2' }] },
      'body `groups.items` is not a list',
    ],
    [
      'body:items[].id',
      { items: [{ id: 'm1' }, { id: '\ud800' }] },
      'body `items[].id` is not well-formed text',
    ],
    ['body:items[].id', {}, 'the body of the call has no `items[].id`, which identifies the resource'],
    [
      'body:groups[].messages[].id',
      { groups: [{ messages: [{ id: 'm1' }] }, {}] },
      'a member of body `groups` has no `messages`',
    ],
    [
      'body:data.ids',
      JSON.parse('{ "data": { "__proto__": { "ids": ["m1"] } } }'),
      'body `data` has a `__proto__`, in which handlers may find `ids`',
    ],
    [
      'body:ids',
      { ids: 'm1, m2' },
      'body `ids` has an item with a blank at its beginning or end, which some take for a part of it and others do not',
    ],
    ['body:ids', { ids: [] }, 'body `ids` is an empty list, and so names no resource'],
    ['body:length', ['m1'], 'the body of the call has no `length`, which identifies the resource'],
  ])('cannot be decided about at %s of %j', (from, body, reason) => {
    expect(batchIds(from, body)).toBe(reason);
  });

  it('are never fewer than the members of a list on the way', () => {
    fc.assert(
      fc.property(bodySteps, fc.array(fc.anything(), { minLength: 1, maxLength: 4 }), (steps, members) => {
        const found = valuesInBody(members, ['each', ...steps]);
        if (found.type === 'unusable') return;
        // Lists further in may be empty; each member that is none must be there.
        if (!steps.includes('each')) expect(found.values).toHaveLength(members.length);
      }),
    );
  });

  it('throws never, whatever the body is', () => {
    fc.assert(
      fc.property(bodySteps, fc.anything(), (steps, body) => {
        const found = batchIds(bodyFrom(steps), body);
        expect(typeof found === 'string' ? found : found.length).toBeTruthy();
      }),
    );
  });
});

describe('what is kept of a body', () => {
  it('is what leads to the identifiers, and nothing else', () => {
    const body = { items: [{ message_id: 'm1', secret: 's' }], token: 't' };
    expect(alongSteps(body, [{ key: 'items' }, 'each', { key: 'message_id' }])).toEqual({
      items: [{ message_id: 'm1' }],
    });
    expect(alongSteps({ rows: [{ id: 'm1', secret: 's' }] }, [{ key: 'rows' }])).toEqual({
      rows: [{ id: 'm1' }],
    });
    expect(alongSteps(['m1'], ['each'])).toEqual(['m1']);
    expect(alongSteps(undefined, ['each'])).toBeUndefined();
  });
});
