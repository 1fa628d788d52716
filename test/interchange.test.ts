import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  CedarInlineAuthorizationEngine,
  ExpressAuthorizationMiddleware,
} from '@cedar-policy/authorization-for-expressjs';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generatePolicies } from '../src/core/generation/generate-policies.ts';
import { generateSchema } from '../src/core/generation/generate-schema.ts';
import { recordFixtures } from '../src/core/generation/recording/record-fixtures.ts';
import { readSchema } from '../src/core/model/read-schema.ts';
import { checkPolicies } from '../src/core/policies/check-policies.ts';
import { DEFAULT_CLAIMS } from '../src/core/requests/principal.ts';
import { loadSpec } from '../src/project/loading/load-spec.ts';
import { chooseTemplates } from '../src/project/templates.ts';
import { valueIn } from './helpers/outcome.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SPEC = join(ROOT, 'fixtures/email-app/openapi.yaml');

describe('schemas of the mapping type SimpleRest', () => {
  it('are understood by the Express middleware of the Cedar project', async () => {
    const schema = await simpleRestSchema();
    const status = await statuses(schema, ['GET /campaigns/c1', 'DELETE /campaigns/c1', 'GET /nowhere']);
    expect(status).toEqual([200, 401, 404]);
  });

  it('are read as well when the Cedar project wrote them', async () => {
    const text = schemaOfTheCedarProject();
    const schema = readSchema({ file: 'v4.cedarschema.json', text });
    if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
    expect(schema.value.model.actions).toHaveLength(13);
    const policies = generatePolicies(valueIn(chooseTemplates(['standard'])), schema.value.model);
    if (!policies.ok) throw new Error(JSON.stringify(policies.diagnostics));
    const files = policies.value.map((policy) => ({ file: policy.name, ...policy }));
    expect(checkPolicies(files, schema.value.json).diagnostics).toEqual([]);
    const recorded = recordFixtures({
      schema: { file: 'v4.cedarschema.json', text },
      policies: files,
      claims: DEFAULT_CLAIMS,
    });
    if (!recorded.ok) throw new Error(JSON.stringify(recorded.diagnostics));
    const [table] = recorded.value.tables;
    expect(table?.columns).toEqual(['admin', 'member', 'viewer', 'no-group']);
    expect(table?.rows['DELETE /campaigns/1']).toEqual(['allow', 'allow', 'deny', 'deny']);
    expect(table?.rows['GET /campaigns/1']).toEqual(['allow', 'allow', 'allow', 'deny']);
  });
});

async function simpleRestSchema(): Promise<string> {
  const documents = await loadSpec(SPEC, ROOT);
  if (!documents.ok) throw new Error(JSON.stringify(documents.diagnostics));
  const schema = generateSchema(documents.value, {
    namespace: 'EmailApp',
    mappingType: 'SimpleRest',
    attributes: 'none',
    format: 'json',
    overrides: new Map(),
  });
  if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
  return schema.value.text;
}

/** What a viewer gets from a real server behind their middleware, which answers 401 where it denies. */
async function statuses(schema: string, calls: readonly string[]): Promise<number[]> {
  const middleware = new ExpressAuthorizationMiddleware({
    schema: { type: 'jsonString', schema },
    authorizationEngine: new CedarInlineAuthorizationEngine({
      schema: { type: 'jsonString', schema },
      staticPolicies: 'permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);',
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async () => ({
        uid: { type: 'EmailApp::User', id: 'vic' },
        attrs: {},
        parents: [],
      }),
    },
  });
  const app = express();
  app.use(middleware.middleware);
  app.use((_request, response) => void response.status(200).send('handled'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.all(
    calls.map(async (call) => {
      const [method = '', path = ''] = call.split(' ');
      return (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    }),
  );
  server.close();
  return answers;
}

/** Their generator reads JSON only, and no referred parameters: both are resolved for it. */
function schemaOfTheCedarProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'authz-interchange-'));
  try {
    writeFileSync(
      join(folder, 'openapi.json'),
      JSON.stringify(withInlineParameters(parse(readFileSync(SPEC, 'utf8')))),
    );
    const program = join(ROOT, 'node_modules/@cedar-policy/cedar-authorization/dist/bin.js');
    const flags = ['--api-spec', 'openapi.json', '--namespace', 'EmailApp', '--mapping-type', 'SimpleRest'];
    execFileSync(process.execPath, [program, 'generate-schema', ...flags], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, 'v4.cedarschema.json'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Parameter {
  readonly $ref?: string;
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly [method: string]: unknown;
}

interface Description {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

function withInlineParameters(description: Description): Description {
  const referred = description.components.parameters ?? {};
  const inline = (parameter: Parameter) => referred[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
  const paths = Object.entries(description.paths).map(
    ([path, { parameters: shared = [], ...operations }]) => {
      const inlined = Object.entries(operations).map(([method, operation]) => {
        const own = (operation as { readonly parameters?: readonly Parameter[] }).parameters ?? [];
        return [method, { ...(operation as object), parameters: [...shared, ...own].map(inline) }];
      });
      return [path, Object.fromEntries(inlined)];
    },
  );
  return { ...description, paths: Object.fromEntries(paths) };
}
