import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApplication } from '../../../fixtures/email-app/app/application.mts';
import { openDatabase, samplePeople } from '../../../fixtures/email-app/app/database.mts';
import { issueToken, newKey } from '../../../fixtures/email-app/app/tokens.mts';
import { test } from '../../../src/cli/commands/test/run.ts';
import { InputError } from '../../../src/core/diagnostics/diagnostic.ts';
import { EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';

/** The worked example, and a server that lets everything through. */
let application: { url: string; close: () => void };
let open: { url: string; heard: string[]; close: () => void };
let tokens: string;

beforeAll(async () => {
  const key = await newKey();
  const server = createApplication({ database: openDatabase(), key, observers: {} }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  application = { url: addressOf(server), close: () => server.close() };
  const heard: string[] = [];
  const careless = createServer((req, res) => {
    heard.push(`${req.method} ${req.url}`);
    if (req.url?.startsWith('/dashboard-data')) return;
    res.end('{}');
  });
  await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve));
  const close = () => {
    careless.closeAllConnections();
    careless.close();
  };
  open = { url: addressOf(careless), heard, close };
  const issued = Object.entries(samplePeople()).map(async ([name, claims]) => [
    name,
    await issueToken(key, claims),
  ]);
  tokens = JSON.stringify(Object.fromEntries(await Promise.all(issued)));
});

afterAll(() => {
  application.close();
  open.close();
});

function addressOf(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Against {
  readonly against: string;
  readonly tokenFrom?: string;
  readonly allMethods?: boolean;
  readonly filter?: readonly string[];
  readonly callTimeout?: number;
  readonly allowRemote?: boolean;
  readonly allowRedirects?: boolean;
}

/** What `authz test --against` prints, without a process of its own. */
async function against(given: Against, cwd = EXAMPLE_FOLDER) {
  let out = '';
  let err = '';
  const terminal = {
    cwd,
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    note: () => {},
    columns: 100,
    isScreen: false,
    color: { out: false, err: false },
  };
  const usual = { filter: [], reporter: [], decisionClasses: true, invariants: true };
  const options = { ...usual, rate: 1_000, callTimeout: 60_000, ...given };
  const code = await test([], options, terminal).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    err += error.diagnostics.map(({ message, help }) => `${message}; ${help}`).join('\n');
    return 2;
  });
  return { code, out, err };
}

describe('authz test --against', () => {
  it('finds the worked example to answer as its fixtures expect, and sends nothing that may change something', async () => {
    const file = join(folderWith({ 'tokens.json': tokens }), 'tokens.json');
    const { code, out, err } = await against({
      against: application.url,
      tokenFrom: file,
    });
    expect(out).toMatch(
      /^(\d+) calls to http:\/\/127\.0\.0\.1:\d+\/: \1 answered as expected, 0 otherwise\n/,
    );
    expect(out).toMatch(/\d+ not sent: they may change something/);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('runs a script that prints tokens, where its name alone is given', async () => {
    const folder = folderWith({ 'token.sh': '#!/bin/sh\nprintf %s "$1"\n' });
    chmodSync(join(folder, 'token.sh'), 0o755);
    const run = await against({
      against: open.url,
      tokenFrom: join(folder, 'token.sh'),
      filter: ['path=/campaigns/c1', 'method=GET', 'principal=ana'],
    });
    expect(run).toMatchObject({ code: 0, err: '' });
  });

  it('tells of every call that a careless server lets through, and of one that it does not answer', async () => {
    open.heard.length = 0;
    const { code, out } = await against({
      against: `${open.url}/api/`,
      tokenFrom: 'printf %s',
      allMethods: true,
      filter: ['principal=eve', 'principal=anonymous'],
    });
    expect(code).toBe(1);
    expect(out).toMatch(/expected 403, as it is denied\n {2}found {4}200: it was let through/);
    expect(out).toMatch(/expected 401, as nobody is known to make it\n/);
    expect(out).toMatch(/fixtures\/campaigns\.fixtures\.yaml:\d+:\d+/);
    expect(open.heard.every((call) => / \/api\//.test(call))).toBe(true);
    const changing = open.heard.findIndex((call) => call.startsWith('POST /api/login'));
    expect(open.heard.slice(0, changing)).toContain('DELETE /api/campaigns/c1');
    const late = await against({
      against: open.url,
      tokenFrom: 'printf %s',
      filter: ['path=/dashboard-data', 'principal=ana'],
      callTimeout: 1,
    });
    expect(late).toMatchObject({ code: 1, out: expect.stringContaining('it took longer than 1 ms') });
  });

  it.each([
    [404, 'text/plain', 0, /\d let through, and then 404, 405 or 415: a route or a row may be missing/],
    [405, 'text/html', 0, /\d let through, and then 404, 405 or 415/],
    [
      404,
      'application/problem+json',
      1,
      /the server has no such resource; its data must be those of the fixtures/,
    ],
    [
      401,
      'text/plain',
      1,
      /401, but no `application\/problem\+json`: the application may have answered so itself/,
    ],
  ])(
    'tells what a router or a handler answers from what the authorization does: %s as %s',
    async (status, type, code, said) => {
      const server = createServer((_, res) =>
        res.writeHead(status, { 'content-type': type }).end('{"type":"about:blank","requestId":"r1"}'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const run = await against({
        against: addressOf(server),
        tokenFrom: 'printf %s',
        filter: ['principal=ana', 'method=GET', 'path=/campaigns/c1', 'path=/tenants/acme/campaigns'],
      });
      expect(run).toMatchObject({ code, out: expect.stringMatching(said) });
    },
  );

  it.each([
    ['anonymous', 401, 0],
    ['anonymous', 403, 0],
    ['ana', 403, 0],
    ['ana', 401, 1],
  ])(
    'takes it for a call that is refused where a server hides from %s which endpoints there are: %i',
    async (as, status, code) => {
      const server = createServer((_, res) =>
        res.writeHead(status, { 'content-type': 'application/problem+json' }).end('{}'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const cwd = folderWith();
      cpSync(EXAMPLE_FOLDER, cwd, { recursive: true });
      const odd = `principals: ../principals.yaml\ncases:\n  - { name: odd, as: ${as}, call: GET /nowhere, expect: unroutable }\n`;
      writeFileSync(join(cwd, 'fixtures/odd.fixtures.yaml'), odd);
      const given = { against: addressOf(server), tokenFrom: 'printf %s', filter: ['name=odd'] };
      expect(await against(given, cwd)).toMatchObject({ code, err: '' });
    },
  );

  it('takes a redirect for no answer, unless calls that are let through get one', async () => {
    const server = createServer((_, res) => res.writeHead(302, { location: '/login' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const given = { against: addressOf(server), tokenFrom: 'printf %s' };
    const allowed = { ...given, filter: ['principal=ana', 'method=GET', 'path=/campaigns/c1'] };
    const run = await against(allowed);
    expect(run.code).toBe(1);
    expect(run.out).toContain(
      '302 to /login, a redirect, which says neither allow nor deny: `--allow-redirects`',
    );
    expect(await against({ ...allowed, allowRedirects: true })).toMatchObject({ code: 0 });
    const denied = { ...given, filter: ['principal=anonymous', 'method=GET'], allowRedirects: true };
    expect(await against(denied)).toMatchObject({ code: 1 });
  });

  it.each([407, 408, 429])('takes %i for no answer to a call that must be let through', async (status) => {
    const server = createServer((_, res) => res.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const filter = ['principal=ana', 'method=GET', 'path=/campaigns/c1'];
    const run = await against({ against: addressOf(server), tokenFrom: 'printf %s', filter });
    expect(run.code).toBe(1);
    expect(run.out).toContain(`${status}, which says neither allow nor deny`);
  });

  it('says whose token is missing, compares the others, and does not succeed', async () => {
    const file = join(folderWith({ 'tokens.yaml': 'ana: x\n' }), 'tokens.yaml');
    const { code, err } = await against({
      against: open.url,
      tokenFrom: file,
      filter: ['method=GET', 'path=/campaigns/c1'],
    });
    expect(err).toMatch(/there is no token for `\w+`/);
    expect(code).not.toBe(0);
    const none = await against({ against: open.url, tokenFrom: 'false', filter: ['principal=ana'] });
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('nothing was compared') });
  });

  it.each([
    ['http://example.org', /not this machine/],
    ['http://127.0.0.1.example.org', /not this machine/],
    ['ftp://127.0.0.1', /not the address of a server/],
    ['http://ana:x@127.0.0.1', /not the address of a server/],
    ['nonsense', /not the address of a server/],
  ])('calls nobody at %s', async (url, problem) => {
    const { code, err } = await against({ against: url });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(problem) });
  });
});
