import { describe, expect, it } from 'vitest';
import { routerTricks } from '../../../src/core/authoring/disguised-calls.ts';
import { type Call, callMapper } from '../../../src/core/requests/map-call.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';

describe('routerTricks', () => {
  it('writes a call in the ways that routers differ about', () => {
    const tricks = routerTricks({ method: 'GET', url: '/campaigns/c1?a=b' });
    expect(tricks.map(({ name, call }) => `${name}: ${call.url}`)).toEqual([
      'letter case: /CAMPAIGNS/c1?a=b',
      'trailing slash: /campaigns/c1/?a=b',
      'double slash: /campaigns//c1?a=b',
      'encoded slash: /campaigns%2Fc1?a=b',
      'encoded letter: /%63ampaigns/c1?a=b',
      'dot segment: /campaigns/x/../c1?a=b',
      'encoded dot segment: /campaigns/x/%2e%2e/c1?a=b',
      'method override: /campaigns/c1?a=b',
    ]);
    expect(tricks.at(-1)?.call.headers).toEqual({ 'X-HTTP-Method-Override': 'DELETE' });
  });

  it('never writes the call as it was', () => {
    for (const url of ['/', '/a', '/A/', '/1', '/a/b/c']) {
      const tricks = routerTricks({ method: 'DELETE', url });
      expect(tricks.filter(({ call }) => call.url === url && !call.headers)).toEqual([]);
    }
  });

  it('reaches a resource in none of them', () => {
    const mapper = valueIn(callMapper(emailModel));
    const nobody = anonymousPrincipal(emailModel);
    const asked = (call: Call) => {
      const mapped = mapper.map(call, nobody);
      return mapped.type === 'requests' ? mapped.requests.map(({ resource }) => resource.id) : [];
    };
    const reached = ['/campaigns/c1', '/messages/m1', '/dashboard-data', '/campaigns/c1/messages'].flatMap(
      (url) => routerTricks({ method: 'GET', url }).flatMap(({ call }) => asked(call)),
    );
    expect(reached).toEqual([]);
  });
});
