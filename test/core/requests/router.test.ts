import { describe, expect, it } from 'vitest';
import { METHODS, type Method } from '../../../src/core/endpoints/method.ts';
import { buildRouter, type Routable, type RouteAnswer } from '../../../src/core/requests/router.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

function endpoints(...lines: string[]): Routable[] {
  return lines.map((line) => {
    const [method, path] = line.split(' ');
    return { method: method as Method, path: path ?? '' };
  });
}

function routed(answer: RouteAnswer<Routable>): string {
  if (answer.type !== 'match') return answer.type;
  const { endpoint, parameters } = answer.match;
  return [endpoint.path, ...[...parameters].map(([name, value]) => `${name}=${value}`)].join(' ');
}

function route(call: string, ...lines: string[]): string {
  const [method = '', path = ''] = call.split(' ');
  return routed(valueIn(buildRouter(endpoints(...lines))).route(method, path));
}

describe('a router', () => {
  it.each([
    ['GET /users/me', '/users/me'],
    ['GET /users/u1', '/users/{id} id=u1'],
    ['GET /users/me/posts', '/users/{id}/posts id=me'],
    ['GET /users/u1.json', '/users/{id}.json id=u1'],
    ['GET /users', 'no-endpoint'],
    ['GET /users/', 'no-endpoint'],
    ['GET /users/u1/', 'no-endpoint'],
    ['GET /USERS/u1', 'no-endpoint'],
    ['GET users/u1', 'no-endpoint'],
    ['GET v1/users/u1', 'no-endpoint'],
    ['PUT /users/me', '/users/{id} id=me'],
    ['DELETE /users/me', 'no-endpoint'],
    ['HEAD /users/me', '/users/me'],
  ])('routes %s to %s: the most specific template wins', (call, expected) => {
    const lines = [
      'GET /users/{id}',
      'GET /users/me',
      'GET /users/{id}.json',
      'GET /users/{id}/posts',
      'PUT /users/{id}',
    ];
    expect(route(call, ...lines)).toBe(expected);
    expect(route(call, ...lines.toReversed())).toBe(expected);
  });

  it('refuses a call with two values for one parameter: servers differ in which of them a handler gets', () => {
    expect(route('GET /orgs/1/copies/1', 'GET /orgs/{id}/copies/{id}')).toBe('/orgs/{id}/copies/{id} id=1');
    expect(route('GET /orgs/1/copies/2', 'GET /orgs/{id}/copies/{id}')).toBe('unusable');
  });

  it('takes fixed segments literally', () => {
    expect(route('GET /a.b/x*y/(z)', 'GET /a.b/x*y/(z)')).toBe('/a.b/x*y/(z)');
    expect(route('GET /aXb', 'GET /a.b')).toBe('no-endpoint');
    expect(route('GET /v1.(x)+', 'GET /v{n}.(x)+')).toBe('/v{n}.(x)+ n=1');
  });

  it('does not decide which of two templates a segment is for that fits both', () => {
    const lines = ['GET /files/{a}-{b}', 'GET /files/{a}.{b}', 'GET /files/{name}'];
    for (const order of [lines, lines.toReversed()]) {
      expect(route('GET /files/x-y', ...order)).toBe('/files/{a}-{b} a=x b=y');
      expect(route('GET /files/x.y', ...order)).toBe('/files/{a}.{b} a=x b=y');
      expect(route('GET /files/x', ...order)).toBe('/files/{name} name=x');
      expect(route('GET /files/x-y.z', ...order)).toBe('unusable');
      expect(route('GET /files/x.y.z', ...order)).toBe('unusable');
    }
    expect(route('GET /files/x.json', 'GET /files/{a}.{b}', 'GET /files/{a}.json')).toBe(
      '/files/{a}.json a=x',
    );
  });

  it('says for HEAD which endpoint for GET a server may run instead', () => {
    const router = valueIn(
      buildRouter(endpoints('HEAD /files/{id}', 'GET /files/{id}', 'GET /files/new', 'HEAD /heads/{id}')),
    );
    const ways = (path: string) => {
      const answer = router.route('HEAD', path);
      if (answer.type !== 'match') return answer.type;
      return [answer.match, answer.also].map((one) => one && `${one.endpoint.method} ${one.endpoint.path}`);
    };
    expect(ways('/files/x')).toEqual(['HEAD /files/{id}', 'GET /files/{id}']);
    expect(ways('/files/new')).toEqual(['HEAD /files/{id}', 'GET /files/new']);
    expect(ways('/heads/x')).toEqual(['HEAD /heads/{id}', undefined]);
    expect(router.route('GET', '/files/x')).not.toHaveProperty('also');
  });

  it('does not decide for HEAD where nobody can tell which endpoint for GET a server may run instead', () => {
    const lines = ['HEAD /files/{id}', 'GET /files/{id}', 'GET /files/{name}'];
    const apart = valueIn(buildRouter(endpoints(...lines), () => false, 'deny'));
    expect(apart.route('HEAD', '/files/x').type).toBe('unusable');
    expect(apart.route('GET', '/files/x').type).toBe('unusable');
    // Some routers decode this first.
    const { route } = valueIn(
      buildRouter(endpoints('HEAD /files/{id}', 'GET /files/{id}', 'GET /files/new')),
    );
    expect(route('HEAD', '/files/ne%77').type).toBe('unusable');
    expect(route('HEAD', '/files/ol%64').type).toBe('match');
  });

  it('takes templates for two that differ in what they have encoded', () => {
    const lines = ['GET /a%2Db/{id}', 'GET /a-b/{id}'];
    expect(route('GET /a-b/x', ...lines)).toBe('/a-b/{id} id=x');
    expect(route('GET /a%2Db/x', ...lines)).toBe('unusable');
  });

  it('ignores what a template says about query and fragment, which no router sees', () => {
    expect(route('POST /objects', 'POST /objects#create')).toBe('/objects#create');
  });

  it('prefers an own HEAD endpoint, and lets GET answer it otherwise', () => {
    expect(route('HEAD /a', 'GET /a', 'HEAD /a')).toBe('/a');
    expect(route('OPTIONS /a', 'GET /a')).toBe('no-endpoint');
  });

  it('decodes parameters after it has split the path', () => {
    expect(route('GET /files/a%2Fb%20c', 'GET /files/{name}')).toBe('/files/{name} name=a/b c');
    expect(route('GET /files/100%', 'GET /files/{name}')).toBe('unusable');
    expect(route('GET /files/%ff', 'GET /files/{name}')).toBe('unusable');
  });

  it.each([
    // Fastify and Hono decode before they match, and would run `/users/me`; Express would not.
    ['GET /users/m%65', 'unusable'],
    ['GET /users/%6D%65', 'unusable'],
    ['GET /users/%6d%45', '/users/{id} id=mE'],
    ['GET /users/me%20', '/users/{id} id=me '],
    ['GET /users/%40me', 'unusable'],
    ['GET /users/@me', '/users/@me'],
    ['GET /users/caf%C3%A9', '/users/café'],
    ['GET /users/caf%c3%a9', '/users/café'],
    ['GET /users/c%61f%C3%A9', 'unusable'],
    ['GET /users/a%2Fb', '/users/{id} id=a/b'],
    ['GET /users/m%2565', '/users/{id} id=m%65'],
    ['GET /users/ana%40acme.example', '/users/{id} id=ana@acme.example'],
    ['GET /users/%7Eana', '/users/{id} id=~ana'],
    ['GET /%75sers/u1', 'no-endpoint'],
    ['GET /files/a%2Eb.txt', 'unusable'],
    ['GET /files/a%20b.txt', '/files/{name}.{ext} name=a b ext=txt'],
  ])('routes %s to %s: an encoding that only some routers see through leads nowhere', (call, expected) => {
    const lines = [
      'GET /users/{id}',
      'GET /users/me',
      'GET /users/@me',
      'GET /users/café',
      'GET /files/{name}.{ext}',
    ];
    expect(route(call, ...lines)).toBe(expected);
  });

  it.each([
    ['GET /site/private%2Fx', 'unusable'],
    ['GET /site/private%5cx', 'unusable'],
    ['GET /site/private%2F%2Fx', 'unusable'],
    ['GET /site/%2fprivate%2fx', 'unusable'],
    ['GET /site/%70rivate%2Fx', 'unusable'],
    ['HEAD /site/private%2Fx', 'unusable'],
    ['GET /site%2Fprivate/x', 'unusable'],
    ['GET /a%2Flist', 'unusable'],
    ['GET /site/private%2Fa.b.c', 'unusable'],
    ['GET /site/public%2Fx', '/site/{page} page=public/x'],
    ['GET /site/private%252Fx', '/site/{page} page=private%2Fx'],
    // Only parameters are found there: identifiers may have slashes, as the names of packages have.
    ['GET /@scope%2Fname', '/{package} package=@scope/name'],
    ['GET /@scope%2Fname/1.0/list', '/{package}/{version}/list package=@scope/name version=1.0'],
  ])('routes %s to %s: some servers take encoded slashes for slashes', (call, expected) => {
    const lines = [
      'GET /site/{page}',
      'GET /site/private/{page}',
      'GET /site/private/{name}.{format}',
      'GET /{package}',
      'GET /{package}/list',
      'GET /{package}/{version}/list',
      'GET /{package}/{version}',
    ];
    expect(route(call, ...lines)).toBe(expected);
  });

  it('leads nowhere with `HEAD` where a server that takes an encoded slash for a slash would answer by another route for `GET`', () => {
    const lines = ['HEAD /site/{page}', 'HEAD /site/{folder}/{page}', 'GET /site/{page}'];
    expect(route('HEAD /site/private%2Fx', ...lines)).toBe('/site/{page} page=private/x');
    expect(route('HEAD /site/private%2Fx', ...lines, 'GET /site/private/{page}')).toBe('unusable');
  });

  it.each([
    ['GET /users/me;x', 'unusable'],
    ['GET /users/me;', 'unusable'],
    ['HEAD /users/me;x=1', 'unusable'],
    ['GET /users/m%65;x', 'unusable'],
    ['GET /users/me%3Bx', 'unusable'],
    ['GET /users;v=1/me;x', 'no-endpoint'],
    ['GET /users/a.pdf;x', 'unusable'],
    ['GET /users/me;a;b', 'unusable'],
    ['GET /users/me;x%2Fposts', 'unusable'],
    ['GET /users/me;x%2Fnotes', 'unusable'],
    ['GET /users/a/posts;x', 'unusable'],
    ['GET /users/me/posts;x', '/users/me/{page} page=posts;x'],
    ['GET /users/a;x/posts', '/users/{id}/posts id=a;x'],
    ['GET /users/a;x', '/users/{id} id=a;x'],
    ['GET /users/you;x', '/users/{id} id=you;x'],
    ['GET /users/;me', '/users/{id} id=;me'],
    // A path that is described with one is for servers that leave nothing out.
    ['GET /at/1;v=2', '/at/{id};v={v} id=1 v=2'],
    ['GET /at/1;2', '/at/{id} id=1;2'],
  ])('routes %s to %s: some servers leave out what follows a semicolon', (call, expected) => {
    const lines = [
      'GET /users/{id}',
      'GET /users/me',
      'GET /users/{name}.pdf',
      'GET /users/me/{page}',
      'GET /users/{id}/posts',
      'GET /users/{id}/{page}',
      'GET /at/{id}',
      'GET /at/{id};v={v}',
    ];
    expect(route(call, ...lines)).toBe(expected);
  });

  it('leads to neither of two templates of one method that only the names of parameters tell apart', () => {
    const apart = endpoints('GET /a/{x}', 'PUT /a/{y}', 'GET /a/{z}', 'GET /{b}/{c}');
    const outcome = buildRouter(apart, () => false, 'deny');
    expect(outcome.diagnostics.map((one) => one.message)).toEqual([
      'calls that may be for `GET /a/{x}` or `GET /a/{z}` alike are denied',
    ]);
    expect(routed(valueIn(outcome).route('GET', '/a/1'))).toBe('unusable');
    expect(routed(valueIn(outcome).route('PUT', '/a/1'))).toBe('/a/{y} y=1');
    expect(routed(valueIn(outcome).route('GET', '/b/1'))).toBe('/{b}/{c} b=b c=1');
  });

  it('refuses them where nobody says that they may be denied', () => {
    const outcome = buildRouter(endpoints('GET /a/{x}', 'GET /a/{z}'));
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['route-ambiguous']);
  });

  it('takes two templates for one where both ask for the same', () => {
    const router = valueIn(buildRouter(endpoints('GET /a/{x}', 'GET /a/{y}', 'GET /a/{z}#2'), () => true));
    expect(routed(router.route('GET', '/a/1'))).toBe('/a/{x} x=1');
    expect(router.endpoints.map(({ path }) => path)).toEqual(['/a/{x}']);
  });

  it.each(['/.', '/a/../b', '/a/%2E/{id}', '/..?x'])(
    'leads to no endpoint of the path %s, and says so',
    (path) => {
      const outcome = buildRouter([
        { method: 'GET', path },
        { method: 'GET', path: '/a' },
      ]);
      expect(valueIn(outcome).endpoints.map((endpoint) => endpoint.path)).toEqual(['/a']);
      expect(outcome.diagnostics).toMatchObject([
        { severity: 'warning', code: 'undecidable-route', message: `calls of \`GET ${path}\` are denied` },
      ]);
    },
  );

  it('answers no call that fits templates which differ behind `#` or `?` only', () => {
    const lines = ['POST /#Do=This', 'POST /#Do=That', 'POST /?Do=More', 'GET /', 'POST /a'];
    const outcome = buildRouter(endpoints(...lines));
    const router = valueIn(outcome);
    expect(router.route('POST', '/')).toEqual({
      type: 'unusable',
      reason: 'the call may be for `POST /#Do=This` or `POST /#Do=That`, or 1 more, alike',
    });
    expect(routed(router.route('GET', '/'))).toBe('/');
    expect(router.endpoints.map(({ path }) => path)).toEqual(['/', '/a']);
    expect(outcome.diagnostics).toMatchObject([{ severity: 'warning', code: 'undecidable-route' }]);
  });

  it('never answers for one endpoint where another of the same route asks for something else', () => {
    const line = fc.tuple(
      fc.constantFrom('GET', 'HEAD', 'PUT'),
      fc.constantFrom('/a/{x}', '/a/{y}', '/a/{y}#1', '/a/{x}?z=1', '/{a}/b', '/a/b'),
      fc.constantFrom(1, 2),
    );
    const sameRoute = (a: string, b: string) =>
      a.replace(/\{.*?\}/g, '{}').replace(/[#?].*/, '') === b.replace(/\{.*?\}/g, '{}').replace(/[#?].*/, '');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        fc.constantFrom('/a/b', '/a/c', '/c/b'),
        (lines, call) => {
          const all = lines.map(([method, path, asks]) => ({ method: method as Method, path, asks }));
          const outcome = buildRouter(all, (a, b) => a.asks === b.asks);
          const answer = outcome.ok ? outcome.value.route('GET', call) : undefined;
          if (answer?.type !== 'match') return;
          const { endpoint } = answer.match;
          const others = all.filter(
            (one) => one.method === endpoint.method && sameRoute(one.path, endpoint.path),
          );
          expect(new Set(others.map(({ asks }) => asks)).size).toBe(1);
        },
      ),
    );
  });

  const fixed = fc.constantFrom('users', 'a.b', '%20', '', '*', '$&', '__proto__', '(x)');
  const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());

  it('leads a URL made from a template back to the template, with the values that were put in', () => {
    const segment = fc.oneof(fixed, fc.tuple(fixed, value));
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...METHODS),
        (segments, method) => {
          const template = segments.map((one, index) =>
            typeof one === 'string' ? one : `${one[0]}{p${index}}`,
          );
          const call = segments.map((one) =>
            typeof one === 'string' ? one : `${one[0]}${encodeURIComponent(one[1])}`,
          );
          const router = valueIn(buildRouter([{ method, path: `/${template.join('/')}` }]));
          const answer = router.route(method, `/${call.join('/')}`);
          const values = segments.flatMap((one, index) =>
            typeof one === 'string' ? [] : [[`p${index}`, one[1]]],
          );
          expect(answer.type === 'match' && [...answer.match.parameters]).toEqual(values);
        },
      ),
    );
  });

  it('never throws, whatever the templates and the path', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('/', '{', '}', '%', 'a', '.') }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.string(), text, (paths, method, path) => {
        const outcome = buildRouter(paths.map((template) => ({ method: 'GET', path: `/${template}` })));
        if (!outcome.ok) return outcome.diagnostics.length > 0;
        return ['match', 'no-endpoint', 'unusable'].includes(outcome.value.route(method, path).type);
      }),
    );
  });
});

describe('characters that cannot stand in a URL', () => {
  const router = valueIn(
    buildRouter([
      { method: 'GET', path: '/price lists/{id}' },
      { method: 'GET', path: '/größen/{id}' },
      { method: 'GET', path: '/tenants' },
    ]),
  );

  it.each([
    ['/price%20lists/1', '/price lists/{id} id=1'],
    ['/gr%C3%B6%C3%9Fen/1', '/größen/{id} id=1'],
    ['/gr%c3%b6%c3%9fen/1', '/größen/{id} id=1'],
    ['/größen/ü', '/größen/{id} id=ü'],
    ['/%74enants', 'no-endpoint'],
  ])('routes %s to %s', (path, expected) => {
    expect(routed(router.route('GET', path))).toBe(expected);
  });
});
