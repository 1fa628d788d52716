import { describe, expect, it } from 'vitest';
import { principalFromToken } from '../../../src/server/principals/principal-from-token.ts';
import { uid } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';

const claims = { sub: 'ana', groups: ['editor'], tenant_id: 'acme' };

describe('principalFromToken', () => {
  it.each<[string, object, RegExp]>([
    ['no namespace', {}, /has no `namespace`/],
    ['a namespace that is not a text', { namespace: 5 }, /`namespace` .* is 5/],
    [
      'a subject that is not a text',
      { namespace: 'A', subject: { claim: 'sub' } },
      /`subject` .* is an object \(expected a text with something in it\)/,
    ],
    ['an empty claim', { namespace: 'A', tenant: '' }, /`tenant`/],
    ['claims that are not a function', { namespace: 'A', claims: 'user' }, /`claims` .*a function/],
    ['an unknown option', { namespace: 'A', userPoolID: 'x' }, /did you mean `userPoolId`/],
  ])('refuses %s', (_, options, message) => {
    expect(() => principalFromToken(options as never)).toThrow(message);
  });

  it('takes an option that is undefined for one that is left out', () => {
    const make = principalFromToken({ namespace: 'EmailApp', subject: undefined } as never);
    expect(make({ user: claims }, emailModel)).toMatchObject({ uid: uid('User', 'ana') });
  });

  it('makes no principal of a token that is past its time', () => {
    const make = principalFromToken({ namespace: 'EmailApp' });
    const now = Math.floor(Date.now() / 1000);
    expect(make({ user: { ...claims, exp: now - 10 } }, emailModel)).toBeUndefined();
    expect(make({ user: { ...claims, exp: 0 } }, emailModel)).toBeUndefined();
    expect(make({ user: { ...claims, exp: now + 1_000 } }, emailModel)).toMatchObject({
      uid: uid('User', 'ana'),
    });
  });

  it('makes no principal of a token without an end, written as a number too large for any time', () => {
    const make = principalFromToken({ namespace: 'EmailApp' });
    for (const times of ['{"exp":1e999}', '{"nbf":-1e999}', '{"exp":"99999999999"}', '{"exp":[99999999999]}'])
      expect(make({ user: { ...claims, ...JSON.parse(times) } }, emailModel)).toBeUndefined();
  });

  it('takes nothing for a claim that the claims only inherit', () => {
    const make = principalFromToken({ namespace: 'EmailApp' });
    const written = JSON.parse('{"sub":"eve","__proto__":{"groups":["admin"],"tenant_id":"acme"}}');
    // As many applications copy what a token says.
    const copied = Object.assign({}, written);
    expect(copied.groups).toEqual(['admin']);
    expect(make({ user: copied }, emailModel)).toMatchObject({ uid: uid('User', 'eve'), parents: [] });
    const nobody = Object.assign({}, JSON.parse('{"__proto__":{"sub":"ana"}}'));
    expect(make({ user: nobody }, emailModel)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
    'takes `%s` for a name like any other, of a caller, a group and a tenant',
    (name) => {
      const make = principalFromToken({ namespace: 'EmailApp' });
      const principal = make({ user: { sub: name, groups: [name], tenant_id: name } }, emailModel);
      expect(principal).toMatchObject({
        uid: uid('User', name),
        parents: [uid('Role', name), uid('Tenant', name)],
      });
      const ofNothing = principalFromToken({ namespace: 'EmailApp', groups: name, tenant: name });
      expect(ofNothing({ user: { sub: 'ana' } }, emailModel)).toMatchObject({ parents: [] });
    },
  );
});
