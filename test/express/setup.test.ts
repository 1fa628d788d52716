import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/diagnostics/diagnostic.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { DEFAULT_SERVER_RULES } from '../../src/core/requests/server/server-rules.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { emailModel } from '../helpers/email-model.ts';
import { buildersOver, emailOptions } from '../helpers/express-server.ts';

const PERMIT = 'permit (principal, action, resource);';

function problemsOf(options: object): string {
  try {
    new ServerAuthorizationMiddleware({ ...emailOptions(PERMIT), ...options } as MiddlewareOptions);
    return '';
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function schemaWith(...endpoints: readonly (readonly [string, string])[]): MiddlewareOptions['schema'] {
  const actions = endpoints.map(([name, path]) => ({
    name,
    resourceType: 'Application',
    endpoints: [{ method: 'GET' as const, path, pattern: 'listing' as const, from: 'application' as const }],
    groups: [],
    context: [],
  }));
  return { type: 'jsonString', schema: JSON.stringify(printSchema({ ...emailModel, actions })) };
}

describe('the middleware', () => {
  it('starts when everything is there', () => {
    expect(problemsOf({})).toBe('');
  });

  it('refuses to start without a slice builder for a type that needs one, and says what to add', () => {
    const { Tenant: _, EmailMessage: __, ...left } = buildersOver();
    const problems = problemsOf({ sliceBuilders: left }).split('\n');
    expect(problems).toEqual([
      expect.stringMatching(
        /^there is no slice builder for `Tenant`, which is a parent of `EmailCampaign` \(add `Tenant: async \(id, req\) => \.\.\.` to `sliceBuilders`/,
      ),
      expect.stringMatching(
        /^there is no slice builder for `EmailMessage`, the resource of `deleteEmailMessage`/,
      ),
    ]);
  });

  it('says all that is wrong at once', () => {
    const problems = problemsOf({
      authorizationEngine: undefined,
      principalConfiguration: { type: 'identityToken' },
      sliceBuilders: { ...buildersOver(), Tenants: () => undefined },
      batch: { 'DELETE /message': 'proceed' },
      moves: { updateEmailCampain: () => undefined },
    }).split('\n');
    expect(problems).toEqual([
      expect.stringMatching(
        /`type` of `principalConfiguration` is the text "identityToken" \(expected `custom`\)/,
      ),
      expect.stringMatching(/no `authorizationEngine`/),
      expect.stringMatching(/no `getPrincipalEntity`/),
      expect.stringMatching(/`Tenants`, which is not an entity type of the schema: did you mean `Tenant`\?/),
      expect.stringMatching(
        /`updateEmailCampain`, which is not an action .*: did you mean `updateEmailCampaign`\?/,
      ),
      expect.stringMatching(
        /`DELETE \/message`, which is not a batch endpoint: did you mean `DELETE \/messages`\?/,
      ),
    ]);
  });

  it.each([
    ['no schema', { schema: undefined }, /there is no schema/],
    ['a broken schema', { schema: { type: 'jsonString', schema: '{ "EmailApp": 5 }' } }, /./],
    [
      'a cache without a key',
      { principalConfiguration: { type: 'custom', getPrincipalEntity: () => undefined, cache: {} } },
      /`cacheKey`/,
    ],
    [
      'a skipped endpoint of no method',
      { skippedEndpoints: [{ httpVerb: 'fetch', path: '/x' }] },
      /`fetch \/x`/,
    ],
    ['a skipped endpoint without a path', { skippedEndpoints: [{ httpVerb: 'get', path: 'x' }] }, /`get x`/],
    [
      'the same endpoint skipped twice',
      {
        skippedEndpoints: [
          { httpVerb: 'get', path: '/{a}' },
          { httpVerb: 'get', path: '/:b' },
        ],
      },
      /cannot be told apart/,
    ],
  ])('refuses %s', (_, options, message) => {
    expect(problemsOf(options)).toMatch(message);
  });

  it.each<[string, unknown, RegExp]>([
    ['skipedEndpoints', [], /no option `skipedEndpoints`: did you mean `skippedEndpoints`\?/],
    ['timeOut', 5, /no option `timeOut`: did you mean `timeout`\?/],
    ['timeout', 'abc', /`timeout` .* is the text "abc" \(expected a number of milliseconds above 0\)/],
    ['timeout', 0, /`timeout` .* is 0/],
    ['timeout', Number.NaN, /`timeout` .* is NaN/],
    ['maxBatchItems', 'x', /`maxBatchItems` .* is the text "x" \(expected a whole number from 1 on\)/],
    ['maxBatchItems', 1.5, /`maxBatchItems` .* is 1.5/],
    ['maxUrlLength', -1, /`maxUrlLength` .* is -1/],
    [
      'batch',
      { 'DELETE /messages': 'procede' },
      /`DELETE \/messages` in `batch` .* is the text "procede": did you mean `proceed`\? \(expected `reject` or `proceed`\)/,
    ],
    ['batch', 'proceed', /`batch` .* is the text "proceed"/],
    ['optionsRequests', 'yes', /`optionsRequests` .* \(expected `deny` or `answer`\)/],
    ['optionsRequests', 'answers', /did you mean `answer`\?/],
    ['missingResource', 500, /`missingResource` .* is 500 \(expected `404` or `403`\)/],
    ['unknownEndpoint', '404', /`unknownEndpoint`/],
    [
      'sliceBuilders',
      { ...buildersOver(), Tenant: {} },
      /`Tenant` in `sliceBuilders` .* is an object \(expected a function\)/,
    ],
    ['sliceBuilders', [], /`sliceBuilders` .* is a list/],
    [
      'moves',
      { updateEmailCampaign: 'x' },
      /`updateEmailCampaign` in `moves` .* is the text "x" \(expected a function\)/,
    ],
    ['moves', [], /`moves` .* is a list \(expected an object with a function for each action\)/],
    ['mode', 'reprot', /`mode` .* is the text "reprot": did you mean `report`\?/],
    ['getContext', {}, /`getContext` .* is an object \(expected a function\)/],
    ['onDecision', 'log', /`onDecision`/],
    ['answer', true, /`answer` .* is true/],
    ['requestId', 'x-request-id', /`requestId`/],
    ['caseSensitiveRouting', 'true', /`caseSensitiveRouting` .* \(expected `true` or `false`\)/],
    ['strictRouting', 1, /`strictRouting`/],
    ['challenge', 'Bearer\r\nX: y', /`challenge` .*a text that a header can have/],
    ['logger', {}, /`logger` .*a function `log`/],
    ['logger', { log: 'x' }, /`logger`/],
    ['skippedEndpoints', { httpVerb: 'get', path: '/x' }, /`skippedEndpoints` .* is an object/],
    ['skippedEndpoints', [{ verb: 'get', path: '/x' }], /`skippedEndpoints\[0\]` has no option `verb`/],
    ['skippedEndpoints', [{}], /`skippedEndpoints\[0\]` has no `httpVerb`/],
    ['skippedEndpoints', [{ httpVerb: 'get' }], /`skippedEndpoints\[0\]` has no `path`/],
    ['rules', { batch: {}, moves: {} }, /`rules` .*what `projectOptions\('authz.yaml'\)` reads/],
    ['rules', { ...DEFAULT_SERVER_RULES, skippedEndpoints: {} }, /`rules`/],
    ['reloads', {}, /`reloads` .*what `projectOptions\('authz.yaml'\)` has/],
    ['reloads', { join: () => undefined, handed: {} }, /`reloads`/],
    ['skippedEndpoints', ['/x'], /the options of `skippedEndpoints\[0\]` are the text "\/x"/],
    [
      'skippedEndpoints',
      [{ httpVerb: 'get', path: '/static/*' }],
      /`get \/static\/\*`: `\*` stands for nothing else/,
    ],
    ['skippedEndpoints', [{ httpVerb: 'get', path: '/:id(\\d+)' }], /`\(` stands for nothing else/],
    ['skippedEndpoints', [{ httpVerb: 'get', path: '/a/../b' }], /are refused/],
    ['principalConfiguration', 'custom', /the options of `principalConfiguration` are the text "custom"/],
    [
      'principalConfiguration',
      { type: 'custom', getPrincipalEntity: () => undefined, cashe: {} },
      /`principalConfiguration` has no option `cashe`: did you mean `cache`\?/,
    ],
    [
      'principalConfiguration',
      { type: 'custom', getPrincipalEntity: () => undefined, cache: {}, cacheKey: () => 'x' },
      /`cache` of `principalConfiguration` .*principalSliceCache/,
    ],
    [
      'principalConfiguration',
      { type: 'custom', getPrincipalEntity: principalFromToken({ namespace: 'EmialApp' }) },
      /namespace `EmialApp`: did you mean `EmailApp`\?/,
    ],
  ])('refuses the option %s that is %j', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toMatch(message);
  });

  it('takes every option as it is documented', () => {
    const options: Partial<MiddlewareOptions> = {
      getContext: () => ({}),
      skippedEndpoints: [
        { httpVerb: 'get', path: '/health' },
        { httpVerb: 'GET', path: '/docs/:page' },
        { httpVerb: 'head', path: '/files/{name}.{ext}' },
      ],
      logger: console,
      onDecision: () => {},
      answer: (_problem, _req, res) => {
        res.end();
      },
      batch: { 'DELETE /messages': 'proceed' },
      maxBatchItems: 1,
      moves: { updateEmailCampaign: async () => undefined },
      timeout: 0.5,
      unknownEndpoint: 403,
      missingResource: 403,
      optionsRequests: 'answer',
      caseSensitiveRouting: true,
      strictRouting: false,
      maxUrlLength: 100,
      challenge: 'Bearer realm="mail"',
      requestId: () => 'x',
      sliceBuilders: buildersOver(),
    };
    expect(problemsOf(options)).toBe('');
    expect(problemsOf(Object.fromEntries(Object.keys(options).map((name) => [name, undefined])))).toMatch(
      /^there is no slice builder for `EmailCampaign`/,
    );
  });

  it.each([[undefined], [null], ['options'], [[]]])('refuses to be made of %j', (given) => {
    expect(() => new ServerAuthorizationMiddleware(given as never)).toThrow(InputError);
  });

  it('says what is wrong with the options and what contradicts the schema together', () => {
    const problems = problemsOf({
      timeout: 'abc',
      skipedEndpoints: [],
      sliceBuilders: {},
      moves: { nothing: () => undefined },
    });
    expect(problems.split('\n')).toEqual([
      expect.stringMatching(/`timeout`/),
      expect.stringMatching(/no option `skipedEnd/),
      expect.stringMatching(/no slice builder for/),
      expect.stringMatching(/no slice builder for/),
      expect.stringMatching(/no slice builder for/),
      expect.stringMatching(/`moves` has `nothing`/),
    ]);
  });

  it('refuses a handler with an option that is none', () => {
    const authorization = new ServerAuthorizationMiddleware(emailOptions(PERMIT));
    const wrong = (options: object) => () => authorization.handler('getEmailCampaign', options);
    expect(wrong({ resorce: () => 'c1' })).toThrow(/no option `resorce`: did you mean `resource`\?/);
    expect(wrong({ resource: 'c1' })).toThrow(/`resource` .* \(expected a function\)/);
    expect(() => authorization.handler('getEmailCampain')).toThrow(/did you mean `getEmailCampaign`\?/);
  });

  it('refuses policies that do not fit its own schema, though they fit that of the engine', () => {
    const schema = schemaWith(['listThings', '/things']);
    const engine = new PolicyInlineAuthorizationEngine({
      staticPolicies: 'permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);',
      schema: emailOptions(PERMIT).schema,
    });
    expect(problemsOf({ schema, authorizationEngine: engine })).toMatch(
      /^staticPolicies:1:30: unrecognized action/,
    );
  });

  it('warns, also in the log, that there are no policies: every call is refused', () => {
    const lines: string[] = [];
    const logger = { log: (line: string) => void lines.push(line) };
    const { diagnostics } = new ServerAuthorizationMiddleware({ ...emailOptions('// none'), logger });
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'no-policies' }]);
    expect(lines).toEqual([expect.stringContaining('there are no policies, so every request is denied')]);
    expect(new ServerAuthorizationMiddleware(emailOptions(PERMIT)).diagnostics).toEqual([]);
  });

  it('warns of endpoints that no call can tell apart: their calls are refused', () => {
    const schema = schemaWith(['listNews', '/news/{id}'], ['listPosts', '/news/{name}'], ['listAll', '/all']);
    const { diagnostics } = new ServerAuthorizationMiddleware({ ...emailOptions(PERMIT), schema });
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'undecidable-route',
        message: 'calls that may be for `GET /news/{id}` or `GET /news/{name}` alike are denied',
      },
    ]);
  });

  it('refuses endpoints that Express cannot tell apart, unless its routers heed letter case', () => {
    const schema = schemaWith(['upper', '/Things'], ['lower', '/things']);
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: PERMIT, schema });
    expect(problemsOf({ schema, authorizationEngine })).toMatch(/cannot be told apart.*letter case/);
    expect(problemsOf({ schema, authorizationEngine, caseSensitiveRouting: true })).toBe('');
  });
});
