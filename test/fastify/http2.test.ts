import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

describe('a call by HTTP/2', () => {
  it('is refused where policies read a body that it has without a length and a type, and decided about without one', async () => {
    const app = fastify({ http2: true });
    const seen: string[] = [];
    new FastifyAuthorization(shopOptions()).protect(app);
    app.post('/notes', async (req) => {
      seen.push(`${JSON.stringify(req.body)} ${await text(req.raw)}`);
      return {};
    });
    await app.listen();
    const client = connect(app.listeningOrigin);
    const statusOf = (headers: Readonly<Record<string, string>>, body?: string) =>
      new Promise<number>((resolve) => {
        const head = { ':method': 'POST', ':path': '/notes', ...headers };
        const call = client.request(head, { endStream: body === undefined });
        call.on('response', (answer) => resolve(Number(answer[':status'])));
        if (body !== undefined) call.end(body);
        call.resume();
      });
    expect(await statusOf({}, '{"pinned":true}')).toBe(400);
    expect(await statusOf({ 'content-type': 'application/json' }, '{"pinned":true}')).toBe(403);
    expect(seen).toEqual([]);
    expect(await statusOf({ 'content-type': 'application/json' }, '{"size":1}')).toBe(200);
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ 'content-length': '0' }, '')).toBe(200);
    expect(seen).toEqual(['{"size":1} ', 'undefined ', 'undefined ']);
    client.close();
    await app.close();
  });
});
