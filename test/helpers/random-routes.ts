import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { Authorized } from '../../src/server/call.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { attackSchema } from './attack-app.ts';
import fc from './fast-check.ts';
import { shopOptions } from './tiny-shop.ts';

/** The attacked application, in which anybody may do two things and no more. */
export function fewPermitted<Req extends object>(): ServerOptions<Req> {
  const schema = attackSchema('ResourceRest');
  const staticPolicies =
    'permit (principal, action in [Shop::Action::"getUser", Shop::Action::"deleteCache"], resource);';
  const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  return { ...shopOptions(), schema, authorizationEngine };
}

/** What a handler saw, and what it was told. */
export interface Ran {
  /** Of the route; `ALL` for any. */
  readonly method: string;
  readonly authorized: Authorized | undefined;
}

/** Segments of routes that meet the endpoints of the attacked application, or nearly do. */
const FIXED = ['users', 'me', 'caches', 'all', 'campaigns', 'drafts', 'Users', 'x', 'messages'];

/** A path of routes: fixed segments, and what a framework has for others. */
export function routePath(open: readonly string[], last: readonly string[]): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...FIXED) },
    { weight: 3, arbitrary: fc.constantFrom(...open) },
  );
  const ends = fc.option(fc.constantFrom(...last), { freq: 3, nil: '' });
  const any = fc
    .tuple(fc.array(segment, { maxLength: 3 }), ends)
    .map(([segments, end]) => `/${[...segments, ...(end === '' ? [] : [end])].join('/')}`);
  return fc.oneof({ weight: 2, arbitrary: any }, fc.constantFrom('/users/:id', '/caches/:name', '/*'));
}

const METHODS = ['GET', 'DELETE', 'PUT', 'POST', 'HEAD', 'OPTIONS', 'PATCH'] as const;
export const anyMethod = fc.constantFrom(...METHODS);

const permitted = fc.constantFrom(
  { method: 'GET', url: '/users/x' },
  { method: 'DELETE', url: '/caches/x' },
  { method: 'HEAD', url: '/users/users' },
);

/** Calls of permitted endpoints, of others, and of what a router may take for one of them. */
const strange = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'DELETE'), anyMethod),
  url: fc
    .tuple(
      fc.constantFrom('/', '/', '/', '//', '/./', '/x/../', '/%2e/'),
      fc.array(fc.constantFrom(...FIXED, 'm%65', '%61ll', 'user%73', 'y;a=b', '%2F', 'a%2Fb', 'USERS', ''), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom('', '', '', '/', '?x=1', '?ids=d1', '#f', '//', ';a=b'),
    )
    .map(([start, segments, end]) => `${start}${segments.join('/')}${end}`),
});

export const anyCall = fc.oneof({ weight: 1, arbitrary: permitted }, { weight: 3, arbitrary: strange });

/**
 * What a handler ran for without a decision that lets just this call through: of the endpoints that anybody may call here,
 * `GET /users/{user_id}` and `DELETE /caches/{name}`, the one and the thing that the call is about.
 */
export function wronglyRan(
  { method, url }: { readonly method: string; readonly url: string },
  ran: Ran,
): boolean {
  const { authorized } = ran;
  if (ran.method !== 'ALL' && ran.method !== method && !(ran.method === 'GET' && method === 'HEAD'))
    return true;
  const [resource] = authorized?.resources ?? [];
  if (!authorized || !resource || authorized.resources.length !== 1) return true;
  const [path = ''] = url.split(/[?#]/);
  const [, collection, name = ''] = /^\/(users|caches)\/([^/]+)$/.exec(path) ?? [];
  const isOwn = collection === 'users' ? method === 'GET' || method === 'HEAD' : method === 'DELETE';
  const fixed = collection === 'users' ? 'me' : 'all';
  const id = decodeURIComponent(name);
  return collection === undefined || !isOwn || id === fixed || resource.id !== id;
}
