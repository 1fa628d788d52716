import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express5 from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { samplePeople } from '../../../fixtures/email-app/app/database.mts';
import { serverQuestion } from '../../../src/core/replay/server-answer.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import type { MiddlewareOptions } from '../../../src/express/options.ts';
import { projectOptions } from '../../../src/project/loading/project-options.ts';
import {
  authz,
  builtAuthz,
  contentsOf,
  EXAMPLE_FOLDER,
  expectRefusal,
  folderWith,
  projectWith,
} from '../../helpers/cli.ts';
import { loadExample } from '../../helpers/example.ts';
import { buildersOver, startEmailServer } from '../../helpers/express-server.ts';

const PEOPLE: Readonly<Record<string, object>> = { ...samplePeople() };
const ENTITIES = JSON.parse(readFileSync(join(EXAMPLE_FOLDER, 'entities.json'), 'utf8'));

/** A server of the worked example, with the middleware as `authz.yaml` says. */
async function startExample(mode: MiddlewareOptions['mode'] = 'enforce') {
  const options = await projectOptions(join(EXAMPLE_FOLDER, 'authz.yaml'));
  const server = await startEmailServer({
    express: express5,
    options: { ...options, mode, sliceBuilders: buildersOver(ENTITIES) } as MiddlewareOptions,
  });
  onTestFinished(() => server.close());
  return server;
}

/** A copy of the worked example with a log in it. */
function exampleWith(lines: readonly string[]): string {
  return folderWith({ ...contentsOf(EXAMPLE_FOLDER), 'live.log': `${lines.join('\n')}\n` });
}

function decision(more: object): string {
  return JSON.stringify({
    requestId: 'r1',
    endpoint: 'GET /shops/{shop_id}',
    method: 'GET',
    principal: { type: 'Shop::User', id: 'zoe' },
    action: 'getShop',
    resource: { type: 'Shop::Shop', id: 'shop-1' },
    decision: 'deny',
    kind: 'not-permitted',
    policies: [],
    duration: 1,
    ...more,
  });
}

describe('authz import-log', () => {
  it('makes green fixtures of what a server decided that only reports', async () => {
    const server = await startExample('report');
    const asked = new Set<string>();
    for (const result of verify(await loadExample()).results) {
      const claims = PEOPLE[result.fixture.as];
      const question = serverQuestion(result, true);
      if (typeof question === 'string' || (!claims && result.fixture.as !== 'anonymous')) continue;
      const { method, url, body } = question.call;
      await server.send(method, url, {
        ...(claims ? { as: claims } : {}),
        ...(body === undefined ? {} : { json: body }),
      });
      asked.add(`${method} ${url} as ${result.fixture.as}`);
    }
    const folder = exampleWith(server.takeLog());
    const run = await authz(folder, ['import-log', 'live.log']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain('wrote fixtures/live.fixtures.yaml');
    expect(run.stderr).toMatch(/\n0 of \d+ recorded decisions disagree with the policies/);
    expect(run.stderr).not.toContain('only the id is known');
    const written = readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8');
    // Every case is a call that was sent.
    const names = [...written.matchAll(/name: "?(.*?)"?, as:/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !asked.has(name))).toEqual([]);
    expect(written).toContain('{m1: allow, m9: deny}');
    expect((await authz(folder, ['test', 'fixtures/live.fixtures.yaml'])).code).toBe(0);
  });

  it.each([
    [['c77'], '0 of 1 recorded decision disagree with the policies; 1 is about a resource that is not'],
    [
      ['c77', 'c78'],
      '0 of 2 recorded decisions disagree with the policies; 2 are about resources that are not',
    ],
  ])('counts what is not among the entities: %j', async (ids, words) => {
    const server = await startExample();
    for (const id of ids) await server.send('GET', `/campaigns/${id}`, { as: PEOPLE.ana ?? {} });
    const run = await authz(exampleWith(server.takeLog()), ['import-log', 'live.log']);
    expect(run.stderr).toContain(`${words} among the entities`);
  });

  it('does so for a server that refuses, and writes the same twice', async () => {
    const server = await startExample();
    const as = { ana: PEOPLE.ana ?? {}, eve: PEOPLE.eve ?? {} };
    await server.send('DELETE', '/messages?messagelist=m1,m9', { as: as.ana });
    await server.send('HEAD', '/messages/m9', { as: as.eve });
    await server.send('GET', '/messages/m9', { as: as.ana });
    await server.send('GET', '/messages/m9?token=SECRET', { as: as.ana });
    await server.send('GET', '/nowhere', { as: as.ana });
    const folder = exampleWith(server.takeLog());
    const run = await authz(folder, ['import-log', 'live.log']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('3 logged decisions, 1 duplicate left out');
    expect(run.stderr).toContain('1 call skipped: refused before anything was asked (`no-endpoint`)');
    const written = readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8');
    expect(written.match(/call: .*(?=\})/g)).toEqual([
      'call: "DELETE /messages?messagelist=m1,m9", expect: {m1: allow, m9: deny}',
      'call: HEAD /messages/m9, expect: allow',
      'call: GET /messages/m9, expect: deny',
    ]);
    expect((await authz(folder, ['test', 'fixtures/live.fixtures.yaml'])).code).toBe(0);
    const again = await authz(folder, ['import-log', 'live.log']);
    expect(again.stderr).toContain('unchanged fixtures/live.fixtures.yaml');
  });

  it('skips what cannot be read, with its place, and what cannot become a call, with the reason', async () => {
    const lines = [
      'Server listens on port 3000',
      decision({}),
      decision({ requestId: 'r2' }),
      '  {"requestId": "r3", "decision": maybe}',
      decision({ decision: 'perhaps' }),
      '{"warning":"ALL calls are let through"}',
      '{"requestId":"r4","method":"GET","decision":"deny","kind":"no-endpoint","policies":[],"duration":1}',
      decision({ requestId: 'r5', kind: 'errored' }),
      decision({ requestId: 'r6', endpoint: 'GET /gone/{id}' }),
      decision({ requestId: 'r7', resource: { type: 'Shop::Other', id: 'x' } }),
      decision({ requestId: 'r8', principal: { type: 'Shop::Robot', id: 'r2' } }),
    ];
    const folder = await projectWith({ 'live.log': lines.join('\r\n') });
    const run = await authz(folder, ['import-log', 'live.log']);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toMatch(/^ +at /m);
    for (const said of [
      'live.log:1:1',
      'live.log:4:35',
      'live.log:5:',
      '1 logged decision, 1 duplicate left out',
      '3 lines not readable, skipped',
      '1 call skipped: refused before anything was asked (`no-endpoint`)',
      '1 call skipped: GET /shops/{shop_id}: it could not be decided (`errored`)',
      '1 call skipped: GET /gone/{id}: the schema has no such endpoint',
      '1 call skipped: GET /shops/{shop_id}: the log does not hold all that the call said',
      '1 call skipped: no token of this project names the principal',
      'only the id is known; fill in the claims: zoe',
    ])
      expect(run.stderr).toContain(said);
    const written = readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8');
    expect(written.slice(written.indexOf('tags:'))).toBe(`\
tags: [recorded]
principals:
  zoe: {sub: zoe}
entities: entities.json
cases:
  - {name: GET /shops/shop-1 as zoe, as: zoe, call: GET /shops/shop-1, expect: deny}
`);
  });

  it.each([
    ['pino, as an object', (one: string) => ({ level: 30, time: 1, authz: JSON.parse(one) })],
    ['pino, as a message', (one: string) => ({ level: 30, time: 1, pid: 7, msg: one })],
    ['winston, as a message', (one: string) => ({ level: 'info', message: one, timestamp: 'now' })],
    ['winston, as an object', (one: string) => ({ level: 'info', message: JSON.parse(one) })],
    ['bunyan, among its own members', (one: string) => ({ name: 'app', v: 0, msg: '', ...JSON.parse(one) })],
    [
      'Docker around pino',
      (one: string) => ({ log: `${JSON.stringify({ level: 30, msg: one })}\n`, stream: 'stdout' }),
    ],
  ])('takes a decision out of what another logger puts around it: %s', async (_, wrap) => {
    const folder = await projectWith({ 'live.log': `${JSON.stringify(wrap(decision({})))}\n` });
    const run = await authz(folder, ['import-log', 'live.log']);
    expect(run.stderr).toContain('1 logged decision, 0 duplicates left out');
    expect(run.stderr).not.toContain('not readable');
  });

  it('takes none out of what a request may have said, and says where it stands', async () => {
    const lines = [
      decision({}),
      JSON.stringify({ level: 30, msg: 'POST /shops', body: JSON.parse(decision({ decision: 'allow' })) }),
      JSON.stringify({ level: 30, msg: decision({}), message: decision({ decision: 'allow' }) }),
    ];
    const folder = await projectWith({ 'live.log': lines.join('\n') });
    const run = await authz(folder, ['import-log', 'live.log']);
    expect(run.stderr).toContain('a decision is in `body`, and could be what a request said');
    expect(run.stderr).toContain('live.log:2:');
    expect(run.stderr).toContain('2 decisions are in one line');
    expect(run.stderr).toContain('1 logged decision, 0 duplicates left out');
    expect(readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8')).not.toContain('allow');
  });

  it('reads standard input', async () => {
    const folder = await projectWith();
    const run = await builtAuthz(folder, ['import-log', '-'], { input: decision({}) });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('wrote fixtures/decisions.fixtures.yaml');
  });

  it('refuses a log without a call, a missing file, and a folder without a project', async () => {
    const folder = await projectWith({ 'none.log': 'started\nstopped\n', 'empty.log': '' });
    for (const file of ['none.log', 'empty.log', 'missing.log']) {
      const run = await authz(folder, ['import-log', file]);
      expectRefusal(run);
    }
    expectRefusal(await authz(folder, ['import-log', 'none.log', '--out', '-']));
    const files = { 'a.log': decision({}), 'package.json': '{}' };
    expectRefusal(await authz(folderWith(files), ['import-log', 'a.log']));
  });
});
