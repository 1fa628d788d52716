import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/core/config/config.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

function read(text: string) {
  return readConfig(sourceOf(text, 'authz.yaml'));
}

describe('readConfig', () => {
  it('fills in what is left out', () => {
    expect(valueIn(read('spec: openapi.yaml\nnamespace: App'))).toEqual({
      spec: 'openapi.yaml',
      namespace: 'App',
      mappingType: 'ResourceRest',
      attributes: 'needed',
      types: {},
      placeOfType: expect.any(Function),
      context: {},
      placeOfContext: expect.any(Function),
      placeOfFact: expect.any(Function),
      placeOfSetting: expect.any(Function),
      withoutAttributes: [],
      schema: 'v4.policyschema.json',
      policies: 'policies',
      fixtures: 'fixtures',
      claims: { subject: 'sub', groups: 'groups', tenant: 'tenant_id' },
      coverage: {},
      invariants: 'invariants',
      facts: [],
      overrides: new Map(),
      server: { ...DEFAULT_SERVER_RULES, placeOf: expect.any(Function) },
      settings: new Map([
        ['spec', '"openapi.yaml"'],
        ['namespace', '"App"'],
      ]),
    });
  });

  it('reads everything that can be said', () => {
    const config = valueIn(
      read(`
spec: api.json
namespace: My::App
mappingType: SimpleRest
attributes: all
basePath: /v1
schema: s.json
policies: p
fixtures: f
entities: e.json
principal:
  subject: { claim: uid }
  groups: { claim: roles, type: Role, userPoolId: pool }
  tenant: { claim: org }
overrides:
  DELETE /messages: { pattern: batch, resource: "query:ids", type: Message, action: deleteMessage }`),
    );
    expect(config).toMatchObject({ basePath: '/v1', entities: 'e.json', groupType: 'Role' });
    expect(config.claims).toEqual({ subject: 'uid', groups: 'roles', tenant: 'org', userPoolId: 'pool' });
    expect([...config.overrides]).toEqual([
      [
        'DELETE /messages',
        { pattern: 'batch', resource: 'query:ids', type: 'Message', action: 'deleteMessage' },
      ],
    ]);
  });

  it.each([
    ['namespace: App', '1:1 error `spec`: missing key `spec`'],
    ['spec: a\nnamespace: App\npolices: p', '3:1 error unknown key `polices`: did you mean `policies`?'],
    [
      'spec: a\nnamespace: App\nmappingType: Simple',
      '3:14 error `mappingType`: found "Simple", expected `ResourceRest` or `SimpleRest`',
    ],
    [
      'spec: a\nnamespace: ""',
      '2:12 error `namespace`: found an empty text, expected a text that is not empty',
    ],
    ['spec: 5\nnamespace: App', '1:7 error `spec`: found 5, expected a text'],
    ['spec: a\nnamespace: E-mail', '2:12 error `E-mail` is not a namespace'],
    ['spec: a\nnamespace: in', '2:12 error namespace `in` uses the reserved word `in`'],
    [
      'spec: a\nnamespace: A\nprincipal: { subject: sub }',
      '3:23 error `principal.subject`: found "sub", expected a mapping with the keys `claim`',
    ],
    [
      'spec: a\nnamespace: A\noverrides:\n  GET /a: { pattern: creat }',
      '4:22 error `overrides.GET /a.pattern`: found "creat", expected `single-resource`, `creation`, `listing`, `batch`, `open` or `implicit-scope`',
    ],
    [
      'spec: a\nnamespace: A\noverrides:\n  GET /a: { resource: header:x }',
      '4:23 error `overrides.GET /a.resource`: expected `application`, `path:NAME`, `query:NAME`, `body:NAME`, or in a list',
    ],
    [
      'spec: a\nnamespace: A\nbasePath: https://x.example/v1',
      '3:11 error `basePath`: not usable: a base path is',
    ],
    ['spec: a\nnamespace: A\nbasePath: /v1?key', '3:11 error `basePath`: not usable: a base path is'],
    [
      'spec: a\nnamespace: A\nprincipal: { groups: { type: in } }',
      '3:30 error `principal.groups.type`: not usable: a type is a letter or `_`',
    ],
    ['[]', '1:1 error found a list, expected a mapping'],
  ])('tells what is wrong with %j, at its place', (text, message) => {
    const outcome = read(text);
    expect(outcome.ok).toBe(false);
    expect(told(outcome.diagnostics)[0]).toContain(`authz.yaml:${message}`);
  });

  it('reads what coverage has to reach, in percent', () => {
    const config = (coverage: string) => readConfig(sourceOf(`spec: a\nnamespace: A\ncoverage: ${coverage}`));
    expect(valueIn(config('{ endpoints: 100, conditions: 87.5 }')).coverage).toEqual({
      endpoints: 100,
      conditions: 87.5,
    });
    expect(
      told(config('{ endpoints: 101, policys: 3 }').diagnostics).map((line) => line.split('error ')[1]),
    ).toEqual([
      '`coverage.endpoints`: found 101, expected a percentage from 0 to 100',
      'unknown key `policys`: did you mean `policies`?',
    ]);
  });

  it.each([
    ['withoutAttributes: [status]', 'found "status", expected a type and an attribute'],
    ['server: { skippedEndpoints: [/health] }', 'found "/health", expected a method and a path'],
    [
      'facts: ["resource.shelf == 1"]',
      'expected `one-tenant-per-resource`, or a mapping with `id` and `when`',
    ],
    ['server: { maxBatchItems: 0 }', 'found 0, expected a whole number from 1 on'],
    ['server: { maxUrlLength: long }', 'found "long", expected a whole number from 1 on'],
  ])('says what it found in %s', (written, message) => {
    const { diagnostics } = readConfig(sourceOf(`spec: a\nnamespace: A\n${written}`));
    expect(told(diagnostics).join()).toContain(message);
  });

  it('tells everything that is wrong at once', () => {
    expect(read('specs: a\nnamespace: 5\nattributes: some').diagnostics.length).toBeGreaterThanOrEqual(3);
  });
});
