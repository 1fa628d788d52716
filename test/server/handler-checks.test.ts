import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import { uid } from '../helpers/email-entities.ts';
import { emailModel } from '../helpers/email-model.ts';
import { ana, buildersOver, emailOptions } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { runs } from '../helpers/runs.ts';

const POLICIES = `
  permit (principal in EmailApp::Role::"editor", action, resource is EmailApp::EmailCampaign)
  when { resource.status != "secret" };
  permit (principal in EmailApp::Role::"auditor", action, resource);
  forbid (principal, action, resource) unless { resource is EmailApp::Application || resource in context.tenants };
`;

interface Row {
  readonly id: string;
  readonly status: string;
  readonly tenant: string;
  readonly isThere: boolean;
}

const anyRow = fc.record({
  id: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'),
  status: fc.constantFrom('draft', 'sent', 'secret'),
  tenant: fc.constantFrom('acme', 'umbrella'),
  isThere: fc.boolean(),
});
const anyCaller = fc.record({
  groups: fc.subarray(['editor', 'auditor', 'guest']),
  tenant_id: fc.subarray(['acme', 'umbrella']),
});

describe('filter', () => {
  it('keeps just the items that `check` permits one by one, with or without what the list itself says of them', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(anyRow, { selector: ({ id }) => id }),
      anyCaller,
      fc.boolean(),
      async (rows, claims, isSaid) => {
        const entity = ({ status, tenant }: Row) => ({
          attrs: { name: 'x', status },
          parents: [uid('Tenant', tenant)],
        });
        const found = (id: string) => {
          const row = rows.find((one) => one.id === id && one.isThere);
          return row && entity(row);
        };
        const sliceBuilders = { ...buildersOver(), EmailCampaign: async (id: string) => found(id) };
        const authorization = serverAuthorization<object>(
          emailOptions(POLICIES, { sliceBuilders }) as never,
          {
            help: '',
          },
        );
        const call = { method: 'GET', url: '/campaigns/c1', req: { user: { ...ana, ...claims } } };
        const asked = isSaid ? rows.filter(({ isThere }) => isThere) : rows;
        const oneByOne = await Promise.all(
          asked.map(({ id }) => authorization.check(call, 'getEmailCampaign', id)),
        );
        const kept = await authorization.filter(call, 'getEmailCampaign', asked, isSaid ? { entity } : {});
        expect(kept).toEqual(asked.filter((_, index) => oneByOne[index]));
      },
    );
    await fc.assert(property, runs(60));
  });

  it('decides about each item of a long list, whether it is there or not', async () => {
    const found = (id: string) => {
      const place = Number(id.slice(1));
      const attrs = { name: 'x', status: place % 3 === 0 ? 'secret' : 'draft' };
      const tenant = uid('Tenant', place % 4 === 1 ? 'umbrella' : 'acme');
      return place % 5 === 0 ? undefined : { attrs, parents: [tenant] };
    };
    const sliceBuilders = { ...buildersOver(), EmailCampaign: found };
    const authorization = serverAuthorization<object>(emailOptions(POLICIES, { sliceBuilders }) as never, {
      help: '',
    });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    const items = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
    const kept = await authorization.filter(call, 'getEmailCampaign', items);
    const isPermitted = (place: number) => place % 4 !== 1 && place % 3 !== 0 && place % 5 !== 0;
    expect(kept).toEqual(items.filter((_, index) => isPermitted(index)));
  });

  it('keeps the items that were decided about, whatever becomes of the list or of an item in between', async () => {
    const entity = (id: string) => ({
      attrs: { name: 'x', status: id === 'c2' ? 'secret' : 'draft' },
      parents: [uid('Tenant', 'acme')],
    });
    const sliceBuilders = { ...buildersOver(), EmailCampaign: async (id: string) => entity(id) };
    const authorization = serverAuthorization<object>(emailOptions(POLICIES, { sliceBuilders }) as never, {
      help: '',
    });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    const kept = async (change: (rows: { id: string }[]) => void) => {
      const rows = [{ id: 'c1' }, { id: 'c3' }];
      const answer = authorization.filter(call, 'getEmailCampaign', rows);
      change(rows);
      return (await answer).map(({ id }) => id);
    };
    expect(await kept((rows) => rows.unshift({ id: 'c2' }))).toEqual(['c1', 'c3']);
    expect(await kept((rows) => rows.splice(0, 1, { id: 'c2' }))).toEqual(['c1', 'c3']);
    expect(await kept((rows) => rows.reverse())).toEqual(['c1', 'c3']);
    await expect(kept(([first]) => Object.assign(first ?? {}, { id: 'c2' }))).rejects.toThrow(
      'an item has another identifier than before it was decided about',
    );
    const ids = ['c1', 'c2'];
    const sly = {
      get id() {
        return ids.shift() ?? 'c2';
      },
    };
    await expect(authorization.filter(call, 'getEmailCampaign', [sly])).rejects.toThrow(
      'an item has another',
    );
  });

  it('does not take what is said of one item for another with the same identifier', async () => {
    const authorization = serverAuthorization<object>(emailOptions(POLICIES) as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    const entity = ({ status }: { id: string; status: string }) => ({
      attrs: { name: 'x', status },
      parents: [uid('Tenant', 'acme')],
    });
    const versions = [
      { id: 'c1', status: 'secret' },
      { id: 'c1', status: 'draft' },
    ];
    const kept = (rows: typeof versions) => authorization.filter(call, 'getEmailCampaign', rows, { entity });
    await expect(kept(versions)).rejects.toThrow('two items have the same identifier');
    await expect(kept(versions.toReversed())).rejects.toThrow('two items have the same identifier');
    const later = (row: (typeof versions)[number]) => Promise.resolve(entity(row)) as never;
    await expect(authorization.filter(call, 'getEmailCampaign', versions, { entity: later })).rejects.toThrow(
      'two items have the same identifier',
    );
    const twice = { id: 'c1', status: 'draft' };
    expect(await kept([twice, { ...twice }])).toHaveLength(2);
    const nothing = [undefined, twice];
    const options = {
      id: () => 'c1',
      entity: (row: (typeof nothing)[number]) => entity(row ?? { ...twice, status: 'secret' }),
    };
    await expect(authorization.filter(call, 'getEmailCampaign', nothing, options)).rejects.toThrow(
      'two items have the same identifier',
    );
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
  ])('takes what the list says of an item that is %s, and asks no builder of its own', async (_, item) => {
    const authorization = serverAuthorization<object>(emailOptions(POLICIES) as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    const said = (status: string) => ({
      id: () => 'c1',
      entity: () => ({ attrs: { name: 'x', status }, parents: [uid('Tenant', 'acme')] }),
    });
    const kept = (status: string) => authorization.filter(call, 'getEmailCampaign', [item], said(status));
    expect(await kept('draft')).toEqual([item]);
    expect(await kept('secret')).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['a promise of a list', Promise.resolve(['c1'])],
    ['an identifier', 'c1'],
    ['an object', { id: 'c1' }],
  ])('says what to do about %s instead of a list', async (_, items) => {
    const authorization = serverAuthorization<object>(emailOptions(POLICIES) as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    await expect(authorization.filter(call, 'getEmailCampaign', items as never)).rejects.toThrow(
      'no list of items: give the items themselves, and `await` them first',
    );
  });
});

describe('`actionsOn`', () => {
  it('takes no identifier alone where the call is about the application, but that of the application', async () => {
    const everything = 'permit (principal, action, resource);';
    const authorization = serverAuthorization<object>(emailOptions(everything) as never, { help: '' });
    const call = { method: 'GET', url: '/dashboard-data', req: { user: ana } };
    const ruling = await authorization.authorize(call);
    const [resource] = (ruling.type === 'pass' && ruling.authorized?.resources) || [];
    const own = ['getDashboardData', 'login'];
    expect(await authorization.actionsOn(call, resource?.id ?? '')).toEqual(own);
    await expect(authorization.actionsOn(call, 'c1')).rejects.toThrow(
      'the call is about the application: give { type, id }',
    );
  });
});

describe('a question that a handler asks long after its call has begun', () => {
  it('is about nobody when the token of the caller is past its time', async () => {
    const { authorize, check } = serverAuthorization<object>(emailOptions(POLICIES) as never, { help: '' });
    const user = { ...ana, exp: 4_000_000_000 };
    const call = { method: 'GET', url: '/campaigns/c1', req: { user } };
    expect((await authorize(call)).type).toBe('pass');
    expect(await check(call, 'getEmailCampaign', 'c1')).toBe(true);
    user.exp = 1;
    expect(await check(call, 'getEmailCampaign', 'c1')).toBe(false);
  });

  it('is decided by what the application then adds to the context', async () => {
    const actions = emailModel.actions.map((action) => ({
      ...action,
      context: [...action.context, { name: 'hour', required: false, type: { kind: 'Long' } as const }],
    }));
    const schema = {
      type: 'jsonString',
      schema: JSON.stringify(printSchema({ ...emailModel, actions })),
    } as const;
    const staticPolicies =
      'permit (principal, action, resource) when { context has hour && context.hour < 18 };';
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
    let hour = 17;
    const getContext = async () => ({ hour });
    const options = emailOptions('', { schema, authorizationEngine, getContext });
    const { authorize, filter } = serverAuthorization<object>(options as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    expect((await authorize(call)).type).toBe('pass');
    expect(await filter(call, 'getEmailCampaign', ['c1'])).toEqual(['c1']);
    hour = 18;
    expect(await filter(call, 'getEmailCampaign', ['c1'])).toEqual([]);
  });
});

describe('`check`', () => {
  const schema = {
    type: 'cedarFormat',
    schema: `namespace App { @principal entity User; entity Note;
      @endpoint("POST /notes/{id} single-resource path:id")
      action readNote appliesTo { principal: User, resource: Note };
      action titleNote appliesTo { principal: User, resource: Note, context: { body?: { title?: String } } };
      action placeNote appliesTo { principal: User, resource: Note, context: { pathParameters: { id: String } } }; }`,
  } as const;
  const staticPolicies = `permit (principal, action, resource) unless
    { context has body && context.body has title && context.body.title == "secret" };`;
  const { check } = serverAuthorization<object>(
    {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ schema, staticPolicies }),
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => ({ uid: { type: 'App::User', id: 'ana' }, attrs: {}, parents: [] }),
      },
      sliceBuilders: { Note: () => ({ attrs: {}, parents: [] }) },
    } as never,
    { help: '' },
  );
  const call = { method: 'POST', url: '/notes/n1', req: {} };

  it('rejects where policies may speak of a body that nobody has read', async () => {
    expect(await check({ ...call, body: { title: 'x' } }, 'titleNote', 'n1')).toBe(true);
    expect(await check({ ...call, body: { title: 'secret' } }, 'titleNote', 'n1')).toBe(false);
    const unread = { ...call, headers: { 'content-length': '18' } };
    await expect(check(unread, 'titleNote', 'n1')).rejects.toThrow('in no form that was read');
    expect(await check(unread, 'readNote', 'n1')).toBe(true);
  });

  it('rejects where an action asks for the parameters of a path that is of no endpoint', async () => {
    expect(await check(call, 'placeNote', 'n1')).toBe(true);
    const elsewhere = { ...call, url: '/notes/n1/titles' };
    await expect(check(elsewhere, 'placeNote', 'n1')).rejects.toThrow('is not to an endpoint of the schema');
    expect(await check(elsewhere, 'readNote', 'n1')).toBe(true);
  });
});
