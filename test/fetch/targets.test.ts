import { describe, expect, it } from 'vitest';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const handle = new FetchAuthorization(shopOptions<Request>()).protect(async () => new Response('ran'));
const status = async (url: string) => (await handle(new Request(url))).status;

describe('the target of a request', () => {
  it('is the path behind the host, whatever the scheme', async () => {
    for (const url of ['http://h/users/x', 'https://h:8443/users/x?y=/', 'app://local/users/x'])
      expect(await status(url)).toBe(200);
  });

  it('is no path that stands in the query, where a scheme needs none', async () => {
    for (const url of ['app://local?x=/users/x', 'app://local?/users/x', 'app://local', 'about:blank'])
      expect(await status(url)).toBe(404);
  });

  it('is resolved already, as the handler sees it', async () => {
    expect(await status('http://h/login/../users/./x')).toBe(200);
    expect(await status('http://h/users/x/%2e%2e/%2e%2e/campaigns/c1')).toBe(403);
  });

  it('is nothing to decide about with a fragment', async () => {
    expect(await status('http://h/users/x#y')).toBe(400);
  });
});
