import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../../src/core/model/print-schema.ts';
import { serverAuthorization } from '../../../src/server/authorization.ts';
import {
  type PrincipalSliceCache,
  principalSliceCache,
} from '../../../src/server/principals/principal-cache.ts';
import { principalFromToken } from '../../../src/server/principals/principal-from-token.ts';
import type { PrincipalSlice } from '../../../src/server/slices/lookups.ts';
import { user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { buildersOver, emailOptions } from '../../helpers/express-server.ts';

/** Counts the loads, and lets each finish when it is told to. */
function loader() {
  const finish: ((slice: PrincipalSlice | undefined | Error) => void)[] = [];
  const load = () =>
    new Promise<PrincipalSlice | undefined>((resolve, reject) => {
      finish.push((slice) => (slice instanceof Error ? reject(slice) : resolve(slice)));
    });
  return { load, finish };
}

const ana: PrincipalSlice = { principal: user('ana', 'editor', 'acme'), ancestors: [], schema: 'x' };

/** A server that is open to the tenant `acme`, with one key for all tokens. */
function openToAcme(cache: PrincipalSliceCache) {
  return serverAuthorization<{ user: object }>(
    emailOptions('permit (principal in EmailApp::Tenant::"acme", action, resource);', {
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: principalFromToken({ namespace: 'EmailApp' }),
        cache,
        cacheKey: () => 'ana',
      },
    }) as never,
    { help: '' },
  );
}

describe('a cache of principal slices', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('loads once for all who ask at the same time, and until the time is over', async () => {
    const cache = principalSliceCache({ ttl: 1_000, size: 10 });
    const { load, finish } = loader();
    const both = [cache.slice('ana', load), cache.slice('ana', load)];
    finish[0]?.(ana);
    expect(await Promise.all(both)).toEqual([ana, ana]);
    vi.advanceTimersByTime(999);
    expect(await cache.slice('ana', load)).toBe(ana);
    expect(finish).toHaveLength(1);
    vi.advanceTimersByTime(1);
    void cache.slice('ana', load);
    expect(finish).toHaveLength(2);
  });

  it('remembers nothing for longer when the clock is set back', async () => {
    const cache = principalSliceCache({ ttl: 1_000, size: 10 });
    const { load, finish } = loader();
    const ask = () => void cache.slice('ana', load);
    ask();
    vi.setSystemTime(Date.now() - 60_000);
    ask();
    expect(finish).toHaveLength(2);
    vi.advanceTimersByTime(500);
    vi.setSystemTime(Date.now() - 400);
    ask();
    expect(finish).toHaveLength(2);
    vi.advanceTimersByTime(500);
    ask();
    expect(finish).toHaveLength(3);
  });

  it.each([
    [{}, '`principalSliceCache` has no `ttl` (give a number of milliseconds above 0)'],
    [{ ttl: 1_000 }, '`principalSliceCache` has no `size` (give a whole number from 1 on)'],
    [{ ttl: '1s', size: 10 }, '`ttl` of `principalSliceCache` is the text "1s"'],
    [{ ttl: 1_000, size: 0 }, '`size` of `principalSliceCache` is 0'],
    [undefined, 'the options of `principalSliceCache` are undefined'],
    [7, 'the options of `principalSliceCache` are 7'],
  ])('is not made of %j', (options, message) => {
    expect(() => principalSliceCache(options as never)).toThrow(message);
  });

  it('forgets one caller at once, also while it is being loaded', async () => {
    const cache = principalSliceCache({ ttl: 1_000, size: 10 });
    const { load, finish } = loader();
    const old = cache.slice('ana', load);
    cache.drop('ana');
    const fresh = cache.slice('ana', load);
    finish[0]?.({ ...ana, ancestors: [ana.principal] });
    finish[1]?.(ana);
    await Promise.all([old, fresh]);
    expect(await cache.slice('ana', load)).toBe(ana);
    expect(finish).toHaveLength(2);
  });

  it('does not remember a load that failed, or found nobody', async () => {
    const cache = principalSliceCache({ ttl: 1_000, size: 10 });
    const { load, finish } = loader();
    const failed = cache.slice('ana', load);
    finish[0]?.(new Error('database down'));
    await expect(failed).rejects.toThrow('database down');
    const nobody = cache.slice('ana', load);
    finish[1]?.(undefined);
    expect(await nobody).toBeUndefined();
    void cache.slice('ana', load);
    expect(finish).toHaveLength(3);
  });

  it('holds no more than it may: the one not used for longest goes', async () => {
    const cache = principalSliceCache({ ttl: 1_000, size: 2 });
    const loads: string[] = [];
    const ask = (key: string) =>
      cache.slice(key, async () => {
        loads.push(key);
        return ana;
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('gives nobody to a token that is past its time, though its subject is remembered', async () => {
    const cache = principalSliceCache({ ttl: 100_000, size: 10 });
    const authorization = serverAuthorization<{ user: { sub: string; exp: number } }>(
      emailOptions('permit (principal == EmailApp::User::"ana", action, resource);', {
        principalConfiguration: {
          type: 'custom',
          getPrincipalEntity: principalFromToken({ namespace: 'EmailApp' }),
          cache,
          cacheKey: ({ user }: { user?: { sub?: string } }) => user?.sub,
        } as never,
      }) as never,
      { help: '' },
    );
    const exp = Math.floor(Date.now() / 1_000) + 10;
    const status = async () => {
      const req = { user: { sub: 'ana', exp } };
      const ruling = await authorization.authorize({ method: 'GET', url: '/campaigns/c1', req });
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    };
    expect(await status()).toBe(200);
    vi.advanceTimersByTime(11_000);
    expect(await status()).toBe(401);
  });

  it('gives no token what another token of the same subject says, also while that one is being loaded', async () => {
    const cache = principalSliceCache({ ttl: 100_000, size: 10 });
    const authorization = openToAcme(cache);
    const status = async (claims: object) => {
      const req = { user: { sub: 'ana', ...claims } };
      const ruling = await authorization.authorize({ method: 'GET', url: '/campaigns/c1', req });
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    };
    const [acme, umbrella, nobody] = [{ tenant_id: 'acme' }, { tenant_id: 'umbrella' }, { sub: '' }];
    const inTurns = [];
    for (const claims of [acme, umbrella, acme, nobody, acme]) inTurns.push(await status(claims));
    expect(inTurns).toEqual([200, 403, 200, 401, 200]);
    cache.drop('ana');
    const together = [umbrella, acme, nobody, umbrella, acme].map(status);
    expect(await Promise.all(together)).toEqual([403, 200, 401, 403, 200]);
  });

  it('gives no token what another token says where a cache of the application forgets only later', async () => {
    const own = principalSliceCache({ ttl: 100_000, size: 10 });
    const authorization = openToAcme({ slice: own.slice, drop: () => undefined });
    const isIn = async (tenant_id: string) => {
      const req = { user: { sub: 'ana', tenant_id } };
      return (await authorization.authorize({ method: 'GET', url: '/campaigns/c1', req })).type === 'pass';
    };
    expect([await isIn('acme'), await isIn('umbrella'), await isIn('acme')]).toEqual([true, false, true]);
  });

  it.each(['its time is over', 'it forgets the caller'])(
    'is asked again when a handler asks more of a call that began before %s',
    async (end) => {
      const cache = principalSliceCache({ ttl: 1_000, size: 10 });
      const acme = { attrs: { maxUsers: 3, planTier: 'pro' } };
      const authorization = serverAuthorization<object>(
        emailOptions(
          'permit (principal, action, resource); forbid (principal in EmailApp::Role::"gone", action, resource);',
          {
            principalConfiguration: {
              type: 'custom',
              getPrincipalEntity: () => user('ana', role, 'acme'),
              cache,
              cacheKey: () => 'ana',
            },
            sliceBuilders: { ...buildersOver(), Tenant: () => acme },
          },
        ) as never,
        { help: '' },
      );
      let role = 'editor';
      const call = { method: 'GET', url: '/campaigns/c1', req: {} };
      expect((await authorization.authorize(call)).type).toBe('pass');
      role = 'gone';
      expect(await authorization.check(call, 'getEmailCampaign', 'c1')).toBe(true);
      if (end === 'its time is over') vi.advanceTimersByTime(1_000);
      else cache.drop('ana');
      expect(await authorization.check(call, 'getEmailCampaign', 'c1')).toBe(false);
      expect(await authorization.filter(call, 'getEmailCampaign', ['c1'])).toEqual([]);
      expect(await authorization.actionsOn(call, 'c1')).toEqual([]);
    },
  );

  it.each([
    ['keeps what it got', (slice: PrincipalSlice) => slice, 7],
    ['leaves out for which schema that was', ({ schema: _, ...slice }: PrincipalSlice) => slice, 8],
  ])('takes no copy for one of its schema where servers share a store that %s', async (_, kept, loaded) => {
    const store = new Map<string, string>();
    let loads = 0;
    /** Of a process of its own. */
    const cacheOfOne = (): PrincipalSliceCache => ({
      slice: async (key, load) => {
        const before = store.get(key);
        if (before !== undefined) return JSON.parse(before);
        const slice = await load();
        if (slice) store.set(key, JSON.stringify(kept(slice)));
        return slice;
      },
      drop: (key) => store.delete(key),
    });
    const typeNamed = (attributes: 'with' | 'without') =>
      emailModel.entityTypes.map((type) =>
        type.name === 'User' && attributes === 'without' ? { ...type, attributes: [] } : type,
      );
    const serverWith = (attributes: 'with' | 'without', policies: string) => {
      const model = { ...emailModel, entityTypes: typeNamed(attributes) };
      const schema = { type: 'jsonString', schema: JSON.stringify(printSchema(model)) } as const;
      return serverAuthorization<object>(
        emailOptions('', {
          schema,
          authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: policies, schema }),
          principalConfiguration: {
            type: 'custom',
            getPrincipalEntity: () => {
              loads += 1;
              return { ...user('ana', 'editor', 'acme'), attrs: { email: 'ana@umbrella.example' } };
            },
            cache: cacheOfOne(),
            cacheKey: () => 'ana',
          },
        }) as never,
        { help: '' },
      );
    };
    const permit = 'permit (principal, action, resource);';
    const forbid = `forbid (principal, action, resource)
      when { principal has email && principal.email like "*@umbrella.example" };`;
    const [closed, alsoClosed] = [serverWith('with', permit + forbid), serverWith('with', permit + forbid)];
    const open = serverWith('without', permit);
    const types: string[] = [];
    for (const { authorize } of [closed, open, closed, open, open, closed, closed, alsoClosed])
      types.push((await authorize({ method: 'GET', url: '/campaigns/c1', req: {} })).type);
    expect(types).toEqual(['answer', 'pass', 'answer', 'pass', 'pass', 'answer', 'answer', 'answer']);
    expect(loads).toBe(loaded);
  });

  it.each([null, '', {}])('keeps callers apart whose key is %j', async (sub) => {
    const authorization = serverAuthorization<{ user: { sub: unknown; email: string } }>(
      emailOptions('permit (principal == EmailApp::User::"ana", action, resource);', {
        principalConfiguration: {
          type: 'custom',
          getPrincipalEntity: ({ user: { email } }: { user: { email: string } }) =>
            user(email, 'editor', 'acme'),
          cache: principalSliceCache({ ttl: 100_000, size: 10 }),
          cacheKey: (req: { user: { sub: unknown } }) => req.user.sub,
        } as never,
      }) as never,
      { help: '' },
    );
    const statuses: number[] = [];
    for (const email of ['ana', 'eve', 'ana']) {
      const req = { user: { sub, email } };
      const ruling = await authorization.authorize({ method: 'GET', url: '/campaigns/c1', req });
      statuses.push(ruling.type === 'pass' ? 200 : ruling.answer.status);
    }
    expect(statuses).toEqual([200, 403, 200]);
  });
});
