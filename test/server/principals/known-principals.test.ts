import { describe, expect, it } from 'vitest';
import { type Claims, DEFAULT_CLAIMS, principalNamedBy } from '../../../src/core/requests/principal.ts';
import { knownPrincipals } from '../../../src/server/principals/known-principals.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';

const named = () => knownPrincipals(DEFAULT_CLAIMS, emailModel, 100);

function evaluated(claims: Claims) {
  const answer = principalNamedBy(claims, DEFAULT_CLAIMS, emailModel);
  return answer.ok ? answer.principal : undefined;
}

const ana = () => ({
  sub: 'ana',
  groups: ['editor', 'viewer'],
  tenant_id: 'acme',
  email: 'ana@acme.example',
  iat: 1,
});

const anyClaim = fc.constantFrom<unknown>(
  ...['editor', 'acme', '', null, undefined, 1, true, Number.NaN, new Date(0), { editor: true }],
  ...[
    [],
    ['editor'],
    ['editor', 'acme'],
    ['acme', 'editor'],
    ['acme', 'acme'],
    [1],
    [''],
    new Set(['editor']),
  ],
);

const anyClaims: fc.Arbitrary<Claims> = fc
  .record(
    {
      sub: fc.constantFrom<unknown>('ana', 'eve', '', 'anonymous', 3, undefined),
      groups: anyClaim,
      tenant_id: anyClaim,
      email: anyClaim,
      iat: fc.nat(),
    },
    { requiredKeys: [] },
  )
  .chain((own) =>
    fc.constantFrom(own, Object.create(own) as Claims, Object.assign(Object.create({ sub: 'eve' }), own)),
  );

describe('a principal that was named before', () => {
  it('is the very same object while the claims say the same, in whatever object', () => {
    const principal = named();
    const first = principal(ana());
    expect(first).toEqual(evaluated(ana()));
    expect(principal({ ...ana(), iat: 2 })).toBe(first);
  });

  it('is none that somebody could change', () => {
    const first = named()(ana());
    expect(() => Object.assign(first?.attrs ?? {}, { email: 'eve@evil.example' })).toThrow(TypeError);
    expect(() => Object.assign(first?.parents ?? {}, [{ type: 'EmailApp::Role', id: 'admin' }])).toThrow(
      TypeError,
    );
  });

  it.each<[string, object]>([
    ['groups', { groups: ['editor'] }],
    ['groups in another order', { groups: ['viewer', 'editor'] }],
    ['no groups', { groups: undefined }],
    ['tenants', { tenant_id: 'other' }],
    ['two tenants', { tenant_id: ['acme', 'other'] }],
    ['a claim that is an attribute', { email: 'eve@acme.example' }],
    ['none of an attribute', { email: null }],
  ])('is another one with other claims: %s', (_, other) => {
    const principal = named();
    const first = principal(ana());
    const now = principal({ ...ana(), ...other });
    expect(now).not.toBe(first);
    expect(now).toEqual(evaluated({ ...ana(), ...other }));
  });

  it('is the one that the claims name, whatever claims were there before and however they change in place', () => {
    fc.assert(
      fc.property(fc.array(anyClaims, { minLength: 2, maxLength: 12 }), (calls) => {
        const principal = named();
        const inPlace: Record<string, unknown> = {};
        for (const claims of calls) {
          Object.assign(inPlace, claims);
          expect(principal(claims)).toEqual(evaluated(claims));
          expect(principal(inPlace)).toEqual(evaluated(inPlace));
        }
      }),
    );
  });

  it('is not kept for one moment what a claim said in the moment before', () => {
    let moment = 0;
    const moving = Object.defineProperty({ sub: 'ana' } as Record<string, unknown>, 'groups', {
      enumerable: true,
      get: () => [`g${moment++}`],
    });
    for (let group = 0; group < 6; group += 1) {
      moment = 0;
      const principal = named();
      principal(moving);
      const claims = { sub: 'ana', groups: [`g${group}`] };
      expect(principal(claims)).toEqual(evaluated(claims));
    }
  });
});
