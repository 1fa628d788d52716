import { createServer } from 'node:http';
import express5 from 'express';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { EXPRESS_VERSIONS, type RunningServer, running } from '../helpers/express-server.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

describe.each(EXPRESS_VERSIONS)('the query that handlers see under %s', (_, express) => {
  function started(prepare: (app: express5.Express) => void): Promise<RunningServer> {
    const ran: string[] = [];
    const app = express();
    prepare(app);
    app.use(new ServerAuthorizationMiddleware(shopOptions()).middleware);
    const handler: express5.RequestHandler = (req, res) => {
      ran.push(JSON.stringify(req.query));
      res.end();
    };
    app.delete('/drafts', handler).get('/search', handler).get('/users/:id', handler);
    return running(createServer(app), ran, []);
  }

  /** What handlers saw of the calls that came to one. */
  async function seen(prepare: (app: express5.Express) => void, lines: readonly string[]): Promise<string[]> {
    const server = await started(prepare);
    for (const line of lines) {
      const [method = '', url = ''] = line.split(' ');
      await server.send(method, url);
    }
    await server.close();
    return server.takeRan();
  }

  const parsedBy = (parser: (text: string) => unknown) => (app: express5.Express) =>
    void app.set('query parser', parser);

  it('is what was decided about, where a parser of the application ignores letter case', async () => {
    const ignoringCase = parsedBy((text) => qs.parse(text.toLowerCase()));
    const lines = ['GET /search?SCOPE=all', 'DELETE /drafts?ids=d1&IDS=d9', 'DELETE /drafts?ids=D1'];
    expect(await seen(ignoringCase, lines)).toEqual([]);
  });

  it('is what was decided about, where a parser parts values at commas', async () => {
    const atCommas = parsedBy((text) => qs.parse(text, { comma: true }));
    const lines = ['GET /search?scope=mine,all', 'GET /search?scope=mine', 'DELETE /drafts?ids=d1,d2'];
    expect(await seen(atCommas, lines)).toEqual(['{"scope":"mine"}', '{"ids":["d1","d2"]}']);
  });

  it('is what was decided about, where the extended parser takes a value for a part of the name', async () => {
    const extended = (app: express5.Express) => void app.set('query parser', 'extended');
    const lines = ['GET /search?scope=mine]=', 'GET /search?scope=mine%5D=x', 'DELETE /drafts?ids=d1]=d9'];
    expect(await seen(extended, lines)).toEqual([]);
    const usual = ['GET /search?scope=mine&q[a]=b', 'DELETE /drafts?ids=d1&ids=d2'];
    expect(await seen(extended, usual)).toEqual(['{"scope":"mine","q":{"a":"b"}}', '{"ids":["d1","d2"]}']);
  });

  it('is what was decided about, where a parser is set as the function that it comes to', async () => {
    const compiled = (app: express5.Express) =>
      void app.set('query parser fn', (text: string) => qs.parse(text.toLowerCase()));
    expect(await seen(compiled, ['GET /search?SCOPE=all', 'DELETE /drafts?ids=D1'])).toEqual([]);
  });

  it('is what was decided about, where a parser finds a parameter under another name', async () => {
    const renaming = parsedBy((text) => {
      const { s: scope, ...others } = qs.parse(text);
      return scope === undefined ? others : { ...others, scope };
    });
    expect(await seen(renaming, ['GET /search?s=all', 'GET /search?limit=1', 'GET /users/x?s=all'])).toEqual([
      '{"limit":"1"}',
      '{"scope":"all"}',
    ]);
  });

  it('is what was decided about, where a parser leaves something out or fails', async () => {
    const lines = ['GET /search?scope=mine', 'GET /search', 'GET /users/x?scope=mine'];
    expect(
      await seen(
        parsedBy(() => ({})),
        lines,
      ),
    ).toEqual(['{}', '{}']);
    const failing = parsedBy((text) => {
      if (text) throw new Error('no query is wanted');
      return {};
    });
    expect(await seen(failing, ['GET /search?scope=mine'])).toEqual([]);
  });

  it('is what was decided about, where an earlier middleware has put another one in its place', async () => {
    const inLowerCase = (app: express5.Express) =>
      void app.use((req, _res, next) => {
        const value = {
          limit: '20',
          ...qs.parse(new URL(req.url, 'http://h').search.slice(1).toLowerCase()),
        };
        Object.defineProperty(req, 'query', { value, configurable: true, writable: true });
        next();
      });
    const lines = ['GET /search?scope=ALL', 'GET /search?SCOPE=all', 'DELETE /drafts?ids=D1'];
    expect(await seen(inLowerCase, lines)).toEqual([]);
    expect(await seen(inLowerCase, ['GET /search?scope=mine&q=Tea', 'GET /search'])).toEqual([
      '{"limit":"20","scope":"mine","q":"tea"}',
      '{"limit":"20"}',
    ]);
  });

  it('may be anything where nothing is decided by it', async () => {
    const ignoringCase = parsedBy((text) => qs.parse(text.toLowerCase()));
    expect(await seen(ignoringCase, ['GET /search?Q=Tea&scope=mine', 'GET /users/x?Tab=A'])).toEqual([
      '{"q":"tea","scope":"mine"}',
      '{"tab":"a"}',
    ]);
  });

  it('is what was decided about, where the URL was rewritten before the authorization', async () => {
    const rewriting = (app: express5.Express) =>
      void app.use((req, _res, next) => {
        req.url = req.url.replace('all', 'mine').replace(/.(hidden|trashed)=\w+/, '');
        next();
      });
    const ran = await seen(rewriting, [
      'GET /search?scope=all',
      'GET /search?hidden=1',
      'GET /search?trashed=true',
      'GET /search?limit=1',
    ]);
    // Express 5 parses the query of the URL whenever somebody asks.
    const isReadAgain = express === express5;
    expect(ran).toEqual(
      isReadAgain ? ['{"scope":"mine"}', '{}', '{}', '{"limit":"1"}'] : ['{"hidden":"1"}', '{"limit":"1"}'],
    );
  });
});
