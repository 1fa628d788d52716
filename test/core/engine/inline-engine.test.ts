import v8 from 'node:v8';
import vm from 'node:vm';
import type { AuthorizationEngine as CedarEngine } from '@cedar-policy/cedar-authorization';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import { InputError } from '../../../src/core/diagnostics/diagnostic.ts';
import type { AuthorizationRequest } from '../../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../../src/core/engine/inline-engine.ts';
import { printSchemaText } from '../../../src/core/model/schema-text.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import { emailSchema } from '../../helpers/email-model.ts';
import { emailStringSchema } from '../../helpers/express-server.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

const request = {
  principal: uid('User', 'ana'),
  action: uid('Action', 'getEmailCampaign'),
  resource: uid('EmailCampaign', 'c1'),
  context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
};
const entities: readonly Entity[] = [user('ana', 'editor', 'acme'), ...emailEntities];

function engine(staticPolicies: string): PolicyInlineAuthorizationEngine {
  return new PolicyInlineAuthorizationEngine({ staticPolicies, schema: emailStringSchema });
}

function problemsOf(make: () => unknown): string[] {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.split('\n');
  }
}

/** Questions about the same entities, of which one may be changed in between. */
function changing() {
  const permitting = engine('permit (principal, action, resource);');
  const ana = { ...user('ana', 'editor', 'acme'), attrs: {} };
  const input = { request, entities: [ana, ...emailEntities] };
  return {
    ana,
    ask: () => permitting.decide(input.request, input.entities).type,
    decideAll: () => permitting.decideAll([input, input]).map(({ type }) => type),
  };
}

/** Bytes that are still in use when all that nobody refers to is gone. */
function bytesInUse(): number {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('PolicyInlineAuthorizationEngine', () => {
  it('keeps nothing of questions about actions that the schema does not have', () => {
    const open = engine('permit (principal, action, resource);');
    const ask = (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        const action = uid('Action', `${'x'.repeat(20_000)}${index}`);
        expect(open.decide({ ...request, action }, entities).type).toBe('error');
      }
    };
    ask(0, 10);
    const before = bytesInUse();
    ask(10, 2_010);
    expect(bytesInUse() - before).toBeLessThan(20_000_000);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /the options of the engine are undefined/],
    ['no policies', { schema: emailStringSchema }, /has no `staticPolicies`/],
    [
      'policies that are not texts',
      { schema: emailStringSchema, staticPolicies: [{ text: '' }] },
      /`staticPolicies`/,
    ],
    [
      'an unknown option',
      { schema: emailStringSchema, staticPolicies: '', rememberDecisions: 5 },
      /did you mean `rememberedDecisions`/,
    ],
    [
      'a count that is not one',
      { schema: emailStringSchema, staticPolicies: '', rememberedDecisions: 'many' },
      /`rememberedDecisions` .*a whole number from 0 on/,
    ],
  ])('refuses to be made of %s', (_, options, message) => {
    expect(problemsOf(() => new PolicyInlineAuthorizationEngine(options as never)).join('\n')).toMatch(
      message,
    );
  });

  it('decides many questions together as one by one, also where entities fit the schema, do not, or are there twice', () => {
    const text =
      'permit (principal in EmailApp::Role::"editor", action, resource) when { resource in context.tenants };';
    const plain = new PolicyInlineAuthorizationEngine({
      staticPolicies: text,
      schema: emailStringSchema,
      rememberedDecisions: 0,
    });
    const odd: Entity[] = [
      { uid: uid('Tenant', 'acme'), attrs: { planTier: 5 }, parents: [] },
      { uid: uid('EmailCampaign', 'c9'), attrs: {}, parents: [uid('User', 'ana')] },
      user('ana', 'viewer', 'umbrella'),
    ];
    const slice = fc.subarray([...entities, ...odd]);
    // Each the same value in several questions of a list, as the memory of what was seen goes by.
    const input = fc
      .record({
        entities: slice,
        id: fc.constantFrom('c1', 'c9', 'c404'),
        action: fc.constantFrom(request.action, uid('Action', 'listEmailMessages'), uid('Action', 'none')),
        context: fc.constantFrom<AuthorizationRequest['context']>(request.context, {}, { tenants: [5] }),
        principal: fc.constantFrom(request.principal, uid('User', 'bob'), uid('Nobody', 'ana')),
      })
      .map(({ id, entities: some, ...asked }) => ({
        request: { ...asked, resource: uid('EmailCampaign', id) },
        entities: some,
      }));
    fc.assert(
      fc.property(fc.array(input, { maxLength: 6 }), (inputs) => {
        const oneByOne = inputs.map((one) => plain.decide(one.request, one.entities));
        // Of several entities that do not fit, the engine names any.
        const known = ({ type, kind, determining }: (typeof oneByOne)[number]) => ({
          type,
          kind,
          determining,
        });
        expect(engine(text).decideAll(inputs).map(known)).toEqual(oneByOne.map(known));
      }),
    );
  });

  it('looks again at an entity that was changed since it was asked about', () => {
    const { decideAll, ana, ask } = changing();
    expect(decideAll()).toEqual(['allow', 'allow']);
    Object.assign(ana.attrs, { nothing: 'of the schema' });
    expect(decideAll()).toEqual(['error', 'error']);
    expect(ask()).toBe('error');
  });

  it('says decision, kind, determining policies and errors', async () => {
    const permit = engine('@id("all") permit (principal, action, resource);');
    expect(await permit.isAuthorized(request, entities)).toMatchObject({
      type: 'allow',
      authorizerInfo: { principalUid: request.principal, determiningPolicies: ['all'] },
      decision: 'allow',
      kind: 'allowed',
      determining: [{ id: 'all', file: 'staticPolicies', location: { line: 1, column: 1 } }],
      errors: [],
    });
    const forbid = engine('@id("never") forbid (principal, action, resource);');
    expect(await forbid.isAuthorized(request, entities)).toMatchObject({ type: 'deny', kind: 'forbidden' });
  });

  it('denies every request when there are no policies, and says so', async () => {
    const none = engine('  // nothing yet\n');
    expect(none.hasPolicies).toBe(false);
    expect(none.diagnostics.map(({ code }) => code)).toEqual(['no-policies']);
    expect(await none.isAuthorized(request, entities)).toMatchObject({ type: 'deny', kind: 'not-permitted' });
  });

  it('makes an error of a forbid that errs, which Cedar would skip', async () => {
    const erring = engine(
      `
      permit (principal, action, resource);
      @id("erring") forbid (principal, action, resource is EmailApp::EmailCampaign)
      when { resource.name.contains("x") && principal in resource };`.replace(
        '.name.contains("x")',
        ' in EmailApp::Tenant::"acme" && EmailApp::Tenant::"gone".planTier == "free"',
      ),
    );
    expect(await erring.isAuthorized(request, entities)).toMatchObject({
      type: 'error',
      decision: 'deny',
      kind: 'errored',
      errors: [{ policy: { id: 'erring' } }],
    });
  });

  it('answers a batch in the order of its inputs', async () => {
    const drafts = engine(
      'permit (principal, action, resource is EmailApp::EmailCampaign) when { resource.status == "draft" };',
    );
    const inputs = ['c1', 'c9', 'c1'].map((id) => ({
      request: { ...request, resource: uid('EmailCampaign', id) },
      entities,
    }));
    const results = await drafts.batchIsAuthorized(inputs);
    expect(results.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'allow']);
  });

  it('refuses policies that do not fit the schema, all problems at once, each at its place', () => {
    const policies = [
      'permit (principal, action == EmailApp::Action::"getEmailCampain", resource);',
      'permit (principal, action, resource) when { resource.stat == 1 };',
      'permit (principal action, resource);',
    ].join('\n');
    const problems = problemsOf(() => engine(policies));
    expect(problems[0]).toBe(
      'staticPolicies:1:30: unrecognized action `EmailApp::Action::"getEmailCampain"` (did you mean `EmailApp::Action::"getEmailCampaign"`?)',
    );
    expect(problems.some((line) => line.startsWith('staticPolicies:2:'))).toBe(true);
    expect(problems.some((line) => line.startsWith('staticPolicies:3:'))).toBe(true);
  });

  it('names the files of policies that are given one by one', async () => {
    const files = [policyFile('permit (principal, action, resource);', 'all.cedar')];
    const made = new PolicyInlineAuthorizationEngine({ staticPolicies: files, schema: emailStringSchema });
    const result = await made.isAuthorized(request, entities);
    expect(result.determining[0]).toMatchObject({ id: 'all.cedar#1', file: 'policies/all.cedar' });
  });

  it('reads a schema in Cedar syntax as well', async () => {
    const schema = { type: 'cedarFormat', schema: valueIn(printSchemaText(emailSchema)) } as const;
    const made = new PolicyInlineAuthorizationEngine({
      staticPolicies: 'permit (principal, action, resource);',
      schema,
    });
    expect(await made.isAuthorized(request, entities)).toMatchObject({ type: 'allow' });
  });

  it.each([
    [
      'a schema of another kind than it says',
      { type: 'cedarFormat', schema: '{}' } as const,
      /not of the type `cedarFormat`/,
    ],
    ['no schema', undefined as never, /there is no schema/],
    ['a text alone', 'entity User;' as never, /expected \{ type, schema \}, not a text alone/],
    ['a broken schema', { type: 'jsonString', schema: '{' } as const, /not valid JSON/],
  ])('refuses %s', (_, schema, message) => {
    const problems = problemsOf(() => new PolicyInlineAuthorizationEngine({ staticPolicies: '', schema }));
    expect(problems.join('\n')).toMatch(message);
  });

  it('goes on after a question that damaged the engine', async () => {
    const permit = engine('permit (principal, action, resource);');
    const chain = Array.from({ length: 6_000 }, (_, index) => ({
      uid: uid('EmailMessage', `m${index}`),
      attrs: { subject: '', recipientCount: 0 },
      parents: [uid('EmailCampaign', 'c1')],
    }));
    let deep: unknown = 'x';
    for (let index = 0; index < 20_000; index += 1) deep = [deep];
    const hostile = { ...request, context: { tenants: deep as never } };
    expect(await permit.isAuthorized(hostile, chain)).toMatchObject({ type: 'error' });
    expect(await permit.isAuthorized(request, entities)).toMatchObject({ type: 'allow' });
  });

  it.each<[string, unknown, unknown]>([
    ['no request', undefined, entities],
    ['a request of nothing', {}, entities],
    ['a request of another kind', 'ana may read', entities],
    ['no entities', request, undefined],
    ['entities that are not a list', request, { ana: {} }],
    ['an entity that is nothing', request, [null]],
    ['an entity without a reference', request, [{}]],
    ['a principal that is a text', { ...request, principal: 'ana' }, entities],
    ['no context', { ...request, context: undefined }, entities],
    ['a context that is a Map', { ...request, context: new Map(Object.entries(request.context)) }, entities],
    [
      'a principal that throws',
      Object.defineProperty({ ...request }, 'principal', {
        enumerable: true,
        get: () => {
          throw new Error('nobody today');
        },
      }),
      entities,
    ],
  ])('answers %s with an error, and never rejects', async (_, asked, given) => {
    const permit = engine('permit (principal, action, resource);');
    const error = { type: 'error', decision: 'deny', kind: 'errored', message: expect.stringMatching(/./) };
    expect(await permit.isAuthorized(asked as never, given as never)).toMatchObject(error);
    const inputs = [{ request: asked, entities: given }, undefined, { request, entities }];
    expect(await permit.batchIsAuthorized(inputs as never)).toMatchObject([error, error, { type: 'allow' }]);
  });

  it.each(['principal', 'action', 'resource'])('names the %s that a request lacks', async (part) => {
    const asked = { ...request, [part]: undefined } as never;
    expect(await engine('permit (principal, action, resource);').isAuthorized(asked, entities)).toMatchObject(
      {
        type: 'error',
        message: `the request has no ${part}: use { type, id }`,
      },
    );
  });

  it.each([
    ['a request', Object.assign(Object.create({ more: 1 }), request), entities],
    ['a request', [request], entities],
    ['a list of entities', request, new Set(entities)],
    ['a list of entities', request, { length: 0 }],
  ])('says that %s is missing where there is something else in its place', async (what, asked, given) => {
    const { message } = (await engine('permit (principal, action, resource);').isAuthorized(
      asked as never,
      given as never,
    )) as { readonly message?: string };
    expect(message).toContain(`there is no ${what.replace('a ', '')}`);
  });

  it('answers a batch that is not a list, or has holes, with errors: nothing is not a yes', async () => {
    const permit = engine('permit (principal, action, resource);');
    for (const inputs of [undefined, null, {}, 'ana'])
      expect(await permit.batchIsAuthorized(inputs as never)).toMatchObject([{ type: 'error' }]);
    const sparse = new Array(2);
    sparse[1] = { request, entities };
    expect(await permit.batchIsAuthorized(sparse)).toMatchObject([{ type: 'error' }, { type: 'allow' }]);
  });

  it('refuses a policy that it could not evaluate, at its place', () => {
    const long = `principal.email != ""${' && principal.email != ""'.repeat(350)}`;
    expect(problemsOf(() => engine(`\n  permit (principal, action, resource) when { ${long} };`))).toEqual([
      expect.stringMatching(
        /^staticPolicies:2:3: an expression is 35\d operators deep, .* 200 \(split the policy/,
      ),
    ]);
  });

  it('keeps engines apart that live at the same time', async () => {
    const permit = engine('permit (principal, action, resource);');
    const forbid = engine('forbid (principal, action, resource);');
    for (let round = 0; round < 3; round += 1) {
      expect(await permit.isAuthorized(request, entities)).toMatchObject({ type: 'allow' });
      expect(await forbid.isAuthorized(request, entities)).toMatchObject({ type: 'deny' });
    }
  });

  it('is an engine of the Cedar project’s Express packages', () => {
    expectTypeOf<PolicyInlineAuthorizationEngine>().toExtend<CedarEngine>();
  });
});
