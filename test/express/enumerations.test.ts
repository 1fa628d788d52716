import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_CLAIMS } from '../../src/core/requests/principal.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import {
  PolicyInlineAuthorizationEngine,
  principalFromToken,
  ServerAuthorizationMiddleware,
} from '../../src/index.ts';
import { type RunningServer, running, validateToken } from '../helpers/express-server.ts';
import { told } from '../helpers/outcome.ts';
import { policyFile } from '../helpers/policies.ts';
import { sourceOf } from '../helpers/source.ts';

const ENUMERATED = `namespace App {
  @principal("") entity User in [Role];
  @group("") entity Role enum ["admin", "guest"];
  entity Application;
  entity Region enum ["eu", "us"];
  @endpoint("GET /regions/{region} single-resource path:region")
  action read appliesTo { principal: [User], resource: [Region] };
}`;

const REQUIRED = `namespace App {
  @principal("") entity User { email: String };
  entity Application;
  @endpoint("POST /login open application")
  action login appliesTo { principal: [User], resource: [Application] };
}`;

const PERMIT = '@id("all") permit (principal, action, resource);';

async function serve(schema: string, staticPolicies = PERMIT) {
  const given = { type: 'cedarFormat', schema } as const;
  const log: string[] = [];
  const options = {
    schema: given,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ schema: given, staticPolicies }),
    principalConfiguration: {
      type: 'custom' as const,
      getPrincipalEntity: principalFromToken({ namespace: 'App' }),
    },
  };
  const told = (line: string) => void log.push(line);
  const authorization = new ServerAuthorizationMiddleware({ ...options, logger: { log: told, debug: told } });
  // Every other adapter says the same.
  expect(new FetchAuthorization(options).diagnostics).toEqual(authorization.diagnostics);
  const app = express().use(validateToken, authorization.middleware);
  app.use((_, res) => void res.send('ok'));
  const server: RunningServer = await running(createServer(app), [], log);
  onTestFinished(() => server.close());
  return { server, authorization, takeLog: server.takeLog };
}

/** What replay says of one call: problems, then whether the fixture passed and what was decided. */
function replay(schema: string, principals: string, fixture: string): string[] {
  const text = `principals: { ${principals} }\ncases:\n  - { name: a, ${fixture} }`;
  const report = verify({
    name: 'app',
    schema: { file: 'schema.cedarschema', text: schema },
    policies: [policyFile(PERMIT)],
    claims: DEFAULT_CLAIMS,
    fixtures: [{ source: sourceOf(text), shared: new Map() }],
  });
  const results = report.results.map(
    ({ status, decisions }) => `${status} ${decisions.map(({ actual }) => actual.kind).join()}`,
  );
  return [...told(report.diagnostics), ...results];
}

async function statusFor(server: RunningServer, groups: readonly string[]): Promise<number> {
  return (await server.send('GET', '/regions/eu', { as: { sub: 'ana', groups } })).status;
}

const NONE = 'the schema enumerates the entities of the type App::';

describe('an id that an enumerated type does not declare', () => {
  it('is a resource that does not exist, in a server and in replay', async () => {
    const { server, takeLog } = await serve(ENUMERATED);
    const as = { sub: 'ana', groups: ['admin'] };
    expect((await server.send('GET', '/regions/eu', { as })).status).toBe(200);
    takeLog();
    expect((await server.send('GET', '/regions/mars', { as })).status).toBe(404);
    expect(takeLog().join('\n')).toContain(`"errors":["${NONE}Region, and this is none of them"]`);
    const ana = 'ana: { sub: ana, groups: [admin] }';
    expect(replay(ENUMERATED, ana, 'as: ana, call: GET /regions/eu, expect: allow')).toEqual([
      'passed allowed',
    ]);
    expect(replay(ENUMERATED, ana, 'as: ana, call: GET /regions/mars, expect: 404')).toEqual([
      'passed not-found',
    ]);
    expect(replay(ENUMERATED, ana, 'as: ana, call: GET /regions/mars, expect: allow')).toEqual([
      'failed not-found',
    ]);
  });

  it('makes a token name nobody, in a server and in replay', async () => {
    const admins = 'permit (principal in App::Role::"admin", action, resource);';
    const { server, takeLog } = await serve(ENUMERATED, admins);
    expect(await statusFor(server, ['admin'])).toBe(200);
    takeLog();
    expect(await statusFor(server, ['admin', 'root'])).toBe(401);
    expect(takeLog().join('\n')).toContain(`${NONE}Role, and this is none of them`);
    const text = 'ana: { sub: ana, groups: [admin, root] }';
    expect(replay(ENUMERATED, text, 'as: ana, call: GET /regions/eu, expect: allow')).toEqual([
      expect.stringMatching(
        /error principal `ana`: the schema enumerates .* App::Role, and this is none of them/,
      ),
    ]);
  });
});

describe('a schema that requires attributes of every principal', () => {
  it('leaves no room for callers without an identity: the server says so at its start, and answers them with 401', async () => {
    const { server, authorization, takeLog } = await serve(REQUIRED);
    const message = expect.stringMatching(
      /^calls without an identity are all answered with 401: principal `anonymous` does not fit the schema: .*email/,
    );
    expect(authorization.diagnostics).toEqual([
      { severity: 'warning', code: 'anonymous-unusable', message, help: expect.stringContaining('optional') },
    ]);
    expect(takeLog().map((line) => JSON.parse(line))).toMatchObject([{ warning: message }]);
    expect((await server.send('POST', '/login')).status).toBe(401);
    expect((await server.send('POST', '/login', { as: { sub: 'ana', email: 'a' } })).status).toBe(200);
    expect((await server.send('POST', '/login', { as: { sub: 'ana' } })).status).toBe(500);
  });

  it('is nothing to speak of where they are optional', async () => {
    const { authorization, takeLog } = await serve(REQUIRED.replace('email:', 'email?:'));
    expect([authorization.diagnostics, takeLog()]).toEqual([[], []]);
  });
});
