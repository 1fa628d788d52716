import { describe, expect, it } from 'vitest';
import {
  anonymousPrincipal,
  type Claims,
  claimsRead,
  DEFAULT_CLAIMS,
  isOutOfTime,
  principalFromClaims,
  tenantsOf,
  tokenClockAt,
} from '../../../src/core/requests/principal.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';

function principal(claims: Claims, names = DEFAULT_CLAIMS, model = emailModel) {
  const answer = principalFromClaims(claims, names, model);
  return answer.ok ? answer.principal : answer.reason;
}

describe('the claims that are read', () => {
  it('are all that a principal is made of', () => {
    const names = { ...DEFAULT_CLAIMS, groups: 'scope' };
    const anyClaim = fc.constantFrom<unknown>('ana', 'a b', '', null, 7, ['a', 'b'], ['a', 1]);
    const known = ['sub', 'scope', 'groups', 'tenant_id', 'email', 'iss', 'toString'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...known), anyClaim), (claims) => {
        const read = claimsRead(names, emailModel).filter((name) => Object.hasOwn(claims, name));
        const only = Object.fromEntries(read.map((name) => [name, claims[name]]));
        expect(principal(only, names)).toEqual(principal(claims, names));
      }),
    );
  });
});

describe('principalFromClaims', () => {
  it('makes the subject the id, groups and tenants the parents, and modelled claims the attributes', () => {
    expect(
      principal({
        sub: 'ana',
        groups: ['editor'],
        tenant_id: 'acme',
        email: 'ana@acme.example',
        iss: 'somebody',
      }),
    ).toEqual({
      uid: { type: 'EmailApp::User', id: 'ana' },
      attrs: { email: 'ana@acme.example' },
      parents: [
        { type: 'EmailApp::Role', id: 'editor' },
        { type: 'EmailApp::Tenant', id: 'acme' },
      ],
    });
  });

  it('keeps a claim for an attribute whose type only Cedar reads, such as an action', () => {
    const entityTypes = emailModel.entityTypes.map((type) =>
      type.name === emailModel.principalType
        ? { ...type, unreadAttributes: [{ name: 'last', required: false, claim: 'last_action' }] }
        : type,
    );
    const last = { __entity: { type: 'EmailApp::Action', id: 'login' } };
    const claims = { sub: 'ana', last_action: last };
    expect(principal(claims, DEFAULT_CLAIMS, { ...emailModel, entityTypes })).toMatchObject({
      attrs: { last },
    });
  });

  it('takes one text for a list of one, several tenants, and claims that are not there', () => {
    expect(principal({ sub: 'ana', groups: 'editor', tenant_id: ['acme', 'globex', 'acme'] })).toMatchObject({
      parents: [{ id: 'editor' }, { id: 'acme' }, { id: 'globex' }],
    });
    expect(principal({ sub: 'ana', groups: null, email: null })).toMatchObject({ attrs: {}, parents: [] });
  });

  it('leaves out a claim that is an attribute of another type only', () => {
    const { attributes } = emailModel.entityTypes.find(({ name }) => name === 'Tenant') ?? {};
    expect(attributes?.map(({ name }) => name)).toContain('planTier');
    expect(principal({ sub: 'ana', planTier: 'free' })).toHaveProperty('attrs', {});
  });

  it('takes nothing from what claims inherit, which no token said', () => {
    const inherited = { groups: ['admin'], tenant_id: 'acme', email: 'x@example.org' };
    const claims: Claims = Object.assign(Object.create(inherited), { sub: 'ana' });
    expect(principal(claims)).toEqual({ uid: { type: 'EmailApp::User', id: 'ana' }, attrs: {}, parents: [] });
    expect(principal(Object.create({ sub: 'ana' }))).toBe('there is no claim `sub`, which says who it is');
  });

  it.each(['scope', 'scp'])(
    'takes the text of `%s` for several groups, with blanks between them',
    (groups) => {
      const names = { ...DEFAULT_CLAIMS, groups };
      expect(principal({ sub: 'ana', [groups]: ' editor  admin ' }, names)).toMatchObject({
        parents: [{ id: 'editor' }, { id: 'admin' }],
      });
    },
  );

  it('takes the text of any other claim for one group, also with blanks in it', () => {
    expect(principal({ sub: 'ana', groups: 'not admin' })).toMatchObject({ parents: [{ id: 'not admin' }] });
  });

  it('reads the claims that it was told to read, and writes group ids in the form of the user pool', () => {
    const names = { subject: 'uid', groups: 'roles', tenant: 'org', userPoolId: 'pool' };
    expect(principal({ uid: 'ana', roles: ['editor'], org: 'acme', sub: 'eve' }, names)).toMatchObject({
      uid: { id: 'ana' },
      parents: [{ id: 'pool|editor' }, { id: 'acme' }],
    });
  });

  it('knows no tenants in a model without them', () => {
    const { tenantType, ...model } = emailModel;
    expect(tenantType).toBe('Tenant');
    expect(principal({ sub: 'ana', tenant_id: 'acme' }, DEFAULT_CLAIMS, model)).toMatchObject({
      parents: [],
    });
  });

  it.each([
    [{}, 'there is no claim `sub`, which says who it is'],
    [{ sub: '' }, 'claim `sub` is not a non-empty text'],
    [{ sub: 5 }, 'claim `sub` is not a non-empty text'],
    [{ sub: 'anonymous' }, 'claim `sub` is `anonymous`, which stands for no identity'],
    [{ sub: 'ana', groups: [1] }, 'claim `groups` is not a list of non-empty texts'],
    [{ sub: 'ana', groups: ['editor', 1] }, 'claim `groups` is not a list of non-empty texts'],
    [{ sub: 'ana', groups: { admin: true } }, 'claim `groups` is not a list of non-empty texts'],
    [{ sub: 'ana', tenant_id: '' }, 'claim `tenant_id` is not a non-empty text or a list of them'],
    [{ sub: 'ana', tenant_id: ['acme', ''] }, 'claim `tenant_id` is not a non-empty text or a list of them'],
    [{ sub: 'ana', tenant_id: 7 }, 'claim `tenant_id` is not a non-empty text or a list of them'],
  ])('refuses %j', (claims, reason) => {
    expect(principal(claims)).toBe(reason);
  });

  it('never gives a principal the identity of the anonymous one, nor a parent of another type', () => {
    const claim = fc.oneof(fc.string(), fc.constant('anonymous'), fc.array(fc.string()), fc.anything());
    fc.assert(
      fc.property(claim, claim, claim, (sub, groups, tenant) => {
        const answer = principalFromClaims({ sub, groups, tenant_id: tenant }, DEFAULT_CLAIMS, emailModel);
        if (!answer.ok) return answer.reason !== '';
        const { uid, parents } = answer.principal;
        const known = ['EmailApp::Role', 'EmailApp::Tenant'];
        const types = parents.map((parent) => ('type' in parent ? parent.type : ''));
        return !('id' in uid && uid.id === 'anonymous') && types.every((type) => known.includes(type));
      }),
    );
  });

  it('takes an attribute called `__proto__` for an attribute', () => {
    const model = {
      ...emailModel,
      entityTypes: [
        {
          name: 'User',
          parents: [],
          attributes: [{ name: '__proto__', required: true, type: { kind: 'String' } }],
        },
      ],
    } as const;
    const made = principal(JSON.parse('{ "sub": "ana", "__proto__": "x" }'), DEFAULT_CLAIMS, model);
    expect(JSON.stringify(made)).toContain('"attrs":{"__proto__":"x"}');
  });
});

describe('the anonymous principal', () => {
  it('has no attributes and no parents, so no tenants either', () => {
    const anonymous = anonymousPrincipal(emailModel);
    expect(anonymous).toEqual({ uid: { type: 'EmailApp::User', id: 'anonymous' }, attrs: {}, parents: [] });
    expect(tenantsOf(anonymous, emailModel)).toEqual([]);
  });
});

describe('tenantsOf', () => {
  it('names every tenant, and nothing else that a caller is in', () => {
    const made = principalFromClaims(
      { sub: 'ana', groups: ['acme'], tenant_id: ['acme', 'globex', 'initech'] },
      DEFAULT_CLAIMS,
      emailModel,
    );
    const ids = made.ok ? tenantsOf(made.principal, emailModel).map(({ id }) => id) : [];
    expect(ids).toEqual(['acme', 'globex', 'initech']);
  });

  it('reads both spellings of a parent', () => {
    const parents = [
      { __entity: { type: 'EmailApp::Tenant', id: 'acme' } },
      { type: 'EmailApp::Role', id: 'acme' },
    ];
    expect(tenantsOf({ ...anonymousPrincipal(emailModel), parents }, emailModel)).toEqual([
      { type: 'EmailApp::Tenant', id: 'acme' },
    ]);
  });
});

describe('the time of a token', () => {
  it.each<[Claims, boolean]>([
    [{}, false],
    [{ exp: null, nbf: null }, false],
    [{ exp: 100.5 }, false],
    [{ exp: 100 }, true],
    [{ exp: 99 }, true],
    [{ nbf: 99 }, false],
    [{ nbf: 100 }, false],
    [{ nbf: 100.5 }, true],
    [{ exp: 101, nbf: 101 }, true],
    [{ exp: '101' }, true],
    [{ nbf: '99' }, true],
  ])('with %j, is over or has not begun at 100: %s', (claims, isOut) => {
    expect(isOutOfTime(claims, tokenClockAt(100))).toBe(isOut);
  });
});
