import { describe, expect, it } from 'vitest';
import type { CedarValueJson } from '../../../src/core/cedar/cedar.ts';
import { callMapper, type MappedCall, type Request } from '../../../src/core/requests/map-call.ts';
import { frozenCopy } from '../../../src/core/values/frozen-data.ts';
import { user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';

const ana = frozenCopy(user('ana', 'editor', 'acme')) ?? user('nobody', 'none');
const eve = frozenCopy(user('eve', 'editor', 'other')) ?? user('nobody', 'none');
const CAMPAIGN = { method: 'GET', url: '/campaigns/c1' };

/** Asks the same mapper each time, as a server does. */
function asking() {
  const mapper = valueIn(callMapper(emailModel));
  return (principal = ana, call: { method: string; url: string; body?: unknown } = CAMPAIGN) =>
    firstOf(mapper.map(call, principal));
}

function firstOf(mapped: MappedCall): Request {
  const [request] = mapped.type === 'requests' ? mapped.requests : [];
  if (!request) throw new Error('a request was asked for');
  return request;
}

/** What is asked from the third time on is what was kept the second time. */
const again = <T>(ask: () => T) => [ask(), ask(), ask(), ask()].slice(2);

describe('what a principal asks again at the same place', () => {
  it('is the same object, which nobody can change', () => {
    const ask = asking();
    const [third, fourth] = again(() => ask());
    expect(fourth).toBe(third);
    expect(third).toEqual(asking()());
    expect(() => Object.assign(third?.resource ?? {}, { id: 'c2' })).toThrow(TypeError);
    expect(() => Object.assign(third?.context ?? {}, { tenants: [] })).toThrow(TypeError);
  });

  it('is never what another principal asked there', () => {
    const ask = asking();
    for (const principal of [ana, ana, ana, eve, ana, eve, eve, eve, ana])
      expect(ask(principal)).toEqual(asking()(principal));
  });

  it('is never what was asked at another place, or with another body', () => {
    const ask = asking();
    const calls = [
      CAMPAIGN,
      { method: 'PUT', url: '/campaigns/c1' },
      { method: 'GET', url: '/campaigns/c2' },
      { method: 'GET', url: '/campaigns/c1?a=b' },
      { method: 'PUT', url: '/campaigns/c1', body: { name: 'a' } },
      { method: 'PUT', url: '/campaigns/c1', body: { name: 'b' } },
    ];
    for (const call of [...calls, ...calls, ...calls]) expect(ask(ana, call)).toEqual(asking()(ana, call));
  });

  it('is asked again of a principal that may change', () => {
    const ask = asking();
    const [third, fourth] = again(() => ask(user('ana', 'editor', 'acme')));
    expect(fourth).not.toBe(third);
    const moving = user('ana', 'editor', 'acme');
    const tenants = () => ask(moving).context.tenants;
    expect(again(tenants)).toEqual([asking()().context.tenants, asking()().context.tenants]);
    moving.parents.splice(0);
    expect(tenants()).toEqual([]);
  });

  it('is asked again where the application adds something to the context', () => {
    const hourly = {
      ...emailModel,
      actions: emailModel.actions.map((action) => ({
        ...action,
        context: [
          ...action.context,
          { name: 'hour', type: { kind: 'primitive', name: 'Long' }, required: true },
        ],
      })),
    } as unknown as typeof emailModel;
    const mapper = valueIn(callMapper(hourly));
    const hourOf = (given?: Record<string, CedarValueJson>) =>
      firstOf(mapper.map(CAMPAIGN, ana, given)).context.hour;
    again(() => hourOf());
    expect([1, 1, 2, 3].map((hour) => hourOf({ hour }))).toEqual([1, 1, 2, 3]);
    expect(hourOf()).toBeUndefined();
  });
});
