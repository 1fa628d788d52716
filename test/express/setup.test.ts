import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/diagnostics/diagnostic.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
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
        /^there is no slice builder for `Tenant`, which stands above `EmailCampaign` \(add `Tenant: async \(id, req\) => \.\.\.` to `sliceBuilders`/,
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
      expect.stringMatching(/no `authorizationEngine`/),
      expect.stringMatching(/no `principalConfiguration`/),
      expect.stringMatching(/`Tenants`, which is not an entity type of the schema: did you mean `Tenant`\?/),
      expect.stringMatching(
        /`DELETE \/message`, which is not a batch endpoint: did you mean `DELETE \/messages`\?/,
      ),
      expect.stringMatching(
        /`updateEmailCampain`, which is not an action .*: did you mean `updateEmailCampaign`\?/,
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

  it('refuses endpoints that Express cannot tell apart, unless its routers heed letter case', () => {
    const schema = schemaWith(['upper', '/Things'], ['lower', '/things']);
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: PERMIT, schema });
    expect(problemsOf({ schema, authorizationEngine })).toMatch(/cannot be told apart.*letter case/);
    expect(problemsOf({ schema, authorizationEngine, caseSensitiveRouting: true })).toBe('');
  });
});
