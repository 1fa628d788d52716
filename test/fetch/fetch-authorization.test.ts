import { expect, it } from 'vitest';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

it.each([undefined, {}, new Response('x')])('nothing is protected that is no handler: %j', (handler) => {
  const authorization = new FetchAuthorization(shopOptions<Request>());
  expect(() => authorization.protect(handler as never)).toThrow('`protect` needs a handler');
});
