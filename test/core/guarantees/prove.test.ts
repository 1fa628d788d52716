import { describe, expect, it } from 'vitest';
import type { ProvedInvariant } from '../../../src/core/guarantees/invariants/invariant.ts';
import { type ProveOptions, proveProject } from '../../../src/core/guarantees/invariants/prove-project.ts';
import type { WrittenFact } from '../../../src/core/model/written-fact.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { prettyProofs } from '../../../src/reporters/proofs/pretty.ts';
import { exampleWords } from '../../../src/reporters/words/example-words.ts';
import { painter } from '../../../src/reporters/words/wording.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';

const SCHEMA = `
namespace App {
  @tenant
  entity Tenant;
  @group
  entity UserGroup;
  @principal
  entity User in [UserGroup, Tenant] { level?: Long };
  entity Application;
  entity Doc in [Tenant] { owner: User, isDraft: Bool };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  @endpoint("DELETE /docs/{id} single-resource path:id")
  action erase appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  @endpoint("POST /login open application")
  action login appliesTo { principal: [User], resource: [Application], context: { tenants: Set<Tenant> } };
}`;

const LOGIN = '@id("login") permit (principal, action == App::Action::"login", resource);';
const EDITORS =
  '@id("editors") permit (principal in App::UserGroup::"editor", action, resource) when { resource is App::Doc && resource in context.tenants };';
const ISOLATION =
  '@id("isolation") forbid (principal, action, resource is App::Doc) unless { resource in context.tenants };';

interface Project {
  readonly policies: string;
  readonly invariants?: string;
  readonly facts?: readonly WrittenFact[];
  /** Where it is not the usual one. */
  readonly schema?: string;
  /** As in `get /docs/{id}`. */
  readonly skipped?: string;
}

function input({ policies, invariants = '', facts = [], schema = SCHEMA, skipped }: Project): VerifyInput {
  return {
    name: '.',
    schema: { file: 'schema', text: schema },
    policies: [{ file: 'policies/p.cedar', name: 'p.cedar', text: policies }],
    invariants: invariants === '' ? [] : [{ file: 'invariants/i.cedar', name: 'i.cedar', text: invariants }],
    facts,
    ...(skipped === undefined ? {} : { rules: rulesSkipping(skipped) }),
    claims: DEFAULT_CLAIMS,
    fixtures: [],
  };
}

function prove(project: Project, options?: ProveOptions): ReadonlyMap<string, ProvedInvariant> {
  const proved = proveProject(input(project), options);
  if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
  return new Map(proved.value.invariants.map((one) => [one.invariant.id, one]));
}

function problems(project: Project): string[] {
  const proved = proveProject(input(project));
  expect(proved.ok).toBe(false);
  return proved.diagnostics.map(({ code }) => code);
}

describe('an invariant', () => {
  it('that forbids is proven when no request it is about is allowed', () => {
    const invariants =
      '@id("no-strangers") forbid (principal, action == App::Action::"erase", resource) unless { principal in App::UserGroup::"editor" };';
    expect(prove({ policies: `${LOGIN} ${EDITORS}`, invariants }).get('no-strangers')).toMatchObject({
      verdict: 'proven',
      refutations: [],
    });
  });

  it('that forbids is refuted by the smallest call that is allowed, as the engine decides it', () => {
    const invariants =
      '@id("drafts") @because("drafts stay") forbid (principal, action == App::Action::"erase", resource) when { resource.isDraft };';
    const refuted = prove({ policies: `${LOGIN} ${EDITORS}`, invariants }).get('drafts');
    expect(refuted).toMatchObject({
      invariant: { because: 'drafts stay', source: { type: 'written', file: 'invariants/i.cedar' } },
      verdict: 'refuted',
      refutations: [
        {
          endpoint: { method: 'DELETE', path: '/docs/{id}' },
          decision: { decision: 'allow', determining: [{ id: 'editors' }] },
        },
      ],
    });
    const example = refuted?.refutations[0]?.example;
    expect(example?.call?.method).toBe('DELETE');
    expect(example?.caller.parents.map(({ type }) => type)).toEqual(['App::Tenant', 'App::UserGroup']);
    expect(example?.resource.attributes).toEqual([{ name: 'isDraft', value: 'true' }]);
  });

  it.each([
    ['forbid', 'when { resource.owner.isBanned }', { isBanned: true }],
    ['forbid', 'unless { resource.owner has isBanned && !resource.owner.isBanned }', { isBanned: true }],
    ['forbid', 'when { App::User::"root".isBanned }', { isBanned: true }],
    [
      'forbid',
      'unless { App::User::"root" has isBanned && !App::User::"root".isBanned }',
      { isBanned: true },
    ],
  ])(
    'is refuted by an example in which all is there that it looks into: %s %s',
    (effect, condition, attrs) => {
      const schema = `namespace App {
      entity User { isBanned: Bool };
      entity Team { isOpen: Bool };
      entity Doc { owner: User };
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: [User], resource: [Doc] };
    }`;
      const policies = 'permit (principal, action, resource) unless { principal.isBanned };';
      const text = `${effect} (principal, action, resource) ${condition};`;
      const refuted = prove({ schema, policies, invariants: `@id("i") ${text}` }).get('i');
      expect(refuted?.verdict).toBe('refuted');
      const [refutation] = refuted?.refutations ?? [];
      expect(refutation?.invariantErrs).toBeUndefined();
      const { entities = [] } = refutation?.example ?? {};
      expect(entities.map((entity) => entity.attrs)).toContainEqual(attrs);
      // No more than the caller, the document, its owner, and who is named.
      expect(entities.length).toBeLessThanOrEqual(4);
    },
  );

  it('speaks of all that there is, where policies see what is sent with a request alone', () => {
    const invariants =
      '@id("no-experts") forbid (principal, action, resource is App::Doc) when { resource.owner has level && resource.owner.level > 3 };';
    const provedBy = (policy: string) =>
      prove({ policies: `${EDITORS} ${policy}`, invariants }).get('no-experts');
    const lookingFurther = invariants.replace('no-experts', 'p');
    const refuted = provedBy(lookingFurther);
    expect(refuted?.verdict).toBe('refuted');
    const [{ example, decision } = {}] = refuted?.refutations ?? [];
    expect(decision).toMatchObject({ decision: 'allow' });
    expect(example?.besides).toMatchObject([{ attributes: [{ name: 'level', value: '4' }], isUnsent: true }]);
    expect(example && exampleWords(example)).toContain(
      'where User "user2", which is not sent, has level = 4',
    );
    expect(
      provedBy(
        '@id("p") forbid (principal, action, resource is App::Doc) unless { resource.owner == principal };',
      )?.verdict,
    ).toBe('refuted');
    expect(
      provedBy(
        '@id("p") forbid (principal, action, resource is App::Doc) unless { principal has level && principal.level < 3 && resource.owner == principal };',
      )?.verdict,
    ).toBe('proven');
  });

  it('that permits is refuted by a request that is denied', () => {
    const invariants =
      '@id("owners-read") permit (principal, action == App::Action::"read", resource) when { resource.owner == principal };';
    const owners =
      '@id("owners") permit (principal, action == App::Action::"read", resource) when { resource.owner == principal };';
    expect(prove({ policies: owners, invariants }).get('owners-read')).toMatchObject({ verdict: 'proven' });
    expect(prove({ policies: `${owners} ${ISOLATION}`, invariants }).get('owners-read')).toMatchObject({
      verdict: 'refuted',
      refutations: [{ decision: { kind: 'forbidden' } }],
    });
  });

  it('does not take the tenants in the context for all that the caller is in, where groups or tenants may be in tenants', () => {
    const invariants =
      '@id("known") forbid (principal in App::Tenant::"t", action, resource) unless { context.tenants.contains(App::Tenant::"t") };';
    const policies = '@id("all") permit (principal, action, resource);';
    const nested = [
      SCHEMA.replace('entity UserGroup;', 'entity UserGroup in [Tenant];'),
      SCHEMA.replace('entity UserGroup;', 'entity UserGroup in [Tenant] { size: Long };'),
      SCHEMA.replace('entity Tenant;', 'entity Tenant in [Tenant];'),
    ];
    expect(prove({ policies, invariants }).get('known')).toMatchObject({ verdict: 'proven' });
    for (const schema of nested) {
      const refuted = prove({ policies, invariants, schema }).get('known');
      expect(refuted).toMatchObject({ verdict: 'refuted' });
      // By way of something else, as only that makes such a context.
      for (const { example } of refuted?.refutations ?? []) {
        const direct = example.caller.parents.filter(({ type }) => type === 'App::Tenant');
        expect(example.request.context).toEqual({ tenants: direct.map((uid) => ({ __entity: uid })) });
        expect(direct).not.toContainEqual({ type: 'App::Tenant', id: 't' });
      }
    }
  });

  it('is never refuted by a caller without an identity who has attributes', () => {
    const invariants = '@id("i") forbid (principal == App::User::"anonymous", action, resource);';
    const levels = '@id("levels") permit (principal, action, resource) when { principal has level };';
    expect(prove({ policies: levels, invariants }).get('i')).toMatchObject({ verdict: 'proven' });
    const without = '@id("without") permit (principal, action, resource) unless { principal has level };';
    expect(prove({ policies: without, invariants }).get('i')).toMatchObject({ verdict: 'refuted' });
  });

  it('is not hidden by an error: what cannot be evaluated is denied', () => {
    const invariants = '@id("everyone-reads") permit (principal, action == App::Action::"read", resource);';
    const all = '@id("all") permit (principal, action, resource);';
    const failing =
      '@id("f") forbid (principal, action, resource) when { principal has level && principal.level * 2048 > 0 && false };';
    expect(prove({ policies: all, invariants }).get('everyone-reads')).toMatchObject({ verdict: 'proven' });
    expect(prove({ policies: `${all} ${failing}`, invariants }).get('everyone-reads')).toMatchObject({
      verdict: 'refuted',
    });
  });

  it('names the policy that cannot be evaluated, why, and where it stands', () => {
    const invariants = '@id("everyone-reads") permit (principal, action == App::Action::"read", resource);';
    const policies = `@id("all") permit (principal, action, resource);
      @id("f") forbid (principal, action, resource) when { principal has level && principal.level * 2048 > 0 && false };`;
    const proved = proveProject(input({ policies, invariants }));
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    const text = prettyProofs(proved.value, painter(false));
    const why = ' +policy f could not be evaluated: integer overflow .* policies\\/p\\.cedar:2:\\d+';
    expect(text).toMatch(
      new RegExp(
        `REFUTED {2}everyone-reads .*\\n(?: .*\\n)*? +is denied: a policy cannot be evaluated\\n${why}`,
      ),
    );
    expect(text).toMatch(new RegExp(`REFUTED {2}no-policy-errs .*\\n(?: .*\\n)*?${why}`));
  });

  it('speaks of what its own condition cannot be evaluated for as well', () => {
    const policies = '@id("all") permit (principal, action, resource);';
    const large = 'principal has level && principal.level > 9007199254740990';
    const invariants = `@id("f") forbid (principal, action, resource) when { ${large} && principal.level * 2048 > 100 };
      @id("p") permit (principal, action, resource) when { ${large} && principal.level * 2048 > 100 };`;
    const refuted = prove({ policies, invariants }).get('f');
    expect(refuted).toMatchObject({ verdict: 'refuted', refutations: [{ invariantErrs: true }, {}, {}] });
    expect(prove({ policies, invariants }).get('p')).toMatchObject({ verdict: 'proven' });
    expect(prove({ policies: LOGIN, invariants }).get('p')).toMatchObject({ verdict: 'refuted' });
    const proved = proveProject(input({ policies, invariants }), { onlyWritten: true });
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    expect(prettyProofs(proved.value, painter(false))).toContain(
      'is allowed\n    by all  policies/p.cedar:1:1\n    and the condition of the invariant cannot be evaluated for it',
    );
  });

  it('is proven with a warning where there are no policies: they may only be looked for in the wrong place', () => {
    const proved = proveProject(input({ policies: '' }));
    expect(proved.ok && proved.value.invariants.map(({ verdict }) => verdict)).not.toContain('refuted');
    expect(proved.diagnostics).toMatchObject([{ severity: 'warning', code: 'no-policies' }]);
    expect(proveProject(input({ policies: LOGIN })).diagnostics).toEqual([]);
  });

  it.each([
    ['resource.isDraft && !resource.isDraft', 1],
    ['resource.isDraft', 0],
    ['!(resource.owner.home has city)', 0],
  ])('is warned of where it is about no request at all: %s', (condition, warnings) => {
    const invariants = `@id("i") permit (principal, action == App::Action::"read", resource) when { ${condition} };`;
    const schema = SCHEMA.replace('level?: Long', 'level?: Long, home: Home').replace(
      'entity Application;',
      'entity Application; entity Home { city: String };',
    );
    const policies = '@id("all") permit (principal, action, resource);';
    const proved = proveProject(input({ policies, invariants, schema }));
    expect(proved.ok && proved.value.invariants[0]).toMatchObject({ verdict: 'proven' });
    expect(proved.diagnostics).toHaveLength(warnings);
    for (const diagnostic of proved.diagnostics)
      expect(diagnostic).toMatchObject({
        severity: 'warning',
        code: 'policy-never-applies',
        message: expect.stringContaining('invariant `i` applies to no request'),
        file: 'invariants/i.cedar',
      });
  });
});

describe('a proof about numbers', () => {
  it('is one also where Node cannot write all of them into JSON', () => {
    const schema = SCHEMA.replace('level?: Long', 'level: Long');
    const policies = '@id("low") permit (principal, action, resource) when { principal.level < 3 };';
    const invariants = '@id("i") forbid (principal, action, resource) when { principal.level > 5 };';
    const proved = proveProject(input({ policies, invariants, schema }), { onlyWritten: true });
    expect(proved.ok && proved.value.invariants).toMatchObject([{ verdict: 'proven', reasons: [] }]);
  });
});

describe('an invariant that Cedar, too, finds impossible', () => {
  const warningsOf = (invariants: string) => {
    const policies = '@id("all") permit (principal, action, resource);';
    return proveProject(input({ policies, invariants })).diagnostics.map(({ code, location }) => [
      code,
      location?.line,
    ]);
  };

  it('is warned of once', () => {
    const scope = '@id("scope") forbid (principal, action == App::Action::"read", resource is App::User);';
    const condition = '@id("condition") forbid (principal, action, resource) when { false };';
    expect(warningsOf(`${scope}\n${condition}`)).toEqual([
      ['policy-never-applies', 1],
      ['policy-never-applies', 2],
    ]);
  });

  it('is warned of in another way, too, where Cedar says something else', () => {
    const lookalikes =
      '@id("a") forbid (principal, action, resource) when { false && "say\u0131\u03c1" == "x" };';
    expect(warningsOf(lookalikes)).toEqual([
      ['policy-suspicious', 1],
      ['policy-never-applies', 1],
    ]);
  });
});

describe('the invariants that are built in', () => {
  it('find what isolation rests on, and name the fact that is missing', () => {
    const policies = `${LOGIN} ${EDITORS} ${ISOLATION}`;
    expect(prove({ policies }).get('tenants-are-isolated')).toMatchObject({
      verdict: 'refuted',
      remedy: 'one-tenant-per-resource',
    });
    const facts = ['one-tenant-per-resource'] as const;
    expect(prove({ policies, facts }).get('tenants-are-isolated')).toMatchObject({ verdict: 'proven' });
    // A fact of which it is not decided whether it is enough is no remedy.
    const beyond = `${policies} @id("n") permit (principal, action == App::Action::"erase", resource is App::Doc) when { 9223372036854775000 < 9223372036854775001 };`;
    const undecided = prove({ policies: beyond }).get('tenants-are-isolated');
    expect(undecided).toMatchObject({ verdict: 'refuted' });
    expect(undecided?.reasons).not.toEqual([]);
    expect(undecided?.remedy).toBeUndefined();
  });

  it('find a tenant that a policy names and others are let in to', () => {
    const backdoor =
      '@id("b") permit (principal, action == App::Action::"read", resource in App::Tenant::"acme") when { principal in App::UserGroup::"support" };';
    const facts = ['one-tenant-per-resource'] as const;
    const refuted = prove({ policies: `${LOGIN} ${backdoor}`, facts }).get('tenants-are-isolated');
    expect(refuted).toMatchObject({ verdict: 'refuted' });
    expect(refuted?.remedy).toBeUndefined();
    expect(refuted?.refutations[0]?.example.resource.parents).toEqual([{ type: 'App::Tenant', id: 'acme' }]);
    // A fact that is not enough is no remedy.
    const anyway = prove({ policies: `${LOGIN} ${EDITORS} ${backdoor}` }).get('tenants-are-isolated');
    expect(anyway?.verdict).toBe('refuted');
    expect(anyway?.remedy).toBeUndefined();
  });

  it('refute that an identity is required where an action is that of an open endpoint and of another one', () => {
    const shared = SCHEMA.replace('POST /login open application', '$&\\nGET /me implicit-scope application');
    const proved = prove({ policies: LOGIN, schema: shared }).get('identity-is-required');
    expect(proved).toMatchObject({
      verdict: 'refuted',
      refutations: [{ endpoint: { method: 'GET', path: '/me' }, action: 'login' }],
    });
    const skipping = { policies: '', schema: shared };
    expect(prove({ ...skipping, skipped: 'post /login' }).get('identity-is-required')).toMatchObject({
      verdict: 'proven',
    });
    expect(prove({ ...skipping, skipped: 'get /me' }).get('identity-is-required')).toMatchObject({
      verdict: 'refuted',
      refutations: [{ endpoint: { method: 'GET', path: '/me' } }],
    });
  });

  it('find an endpoint that is not open, and is reached without an identity', () => {
    const everybody = '@id("e") permit (principal, action == App::Action::"read", resource);';
    expect(prove({ policies: LOGIN }).get('identity-is-required')).toMatchObject({ verdict: 'proven' });
    expect(prove({ policies: `${LOGIN} ${everybody}` }).get('identity-is-required')).toMatchObject({
      verdict: 'refuted',
      refutations: [{ endpoint: { path: '/docs/{id}' }, example: { caller: { uid: { id: 'anonymous' } } } }],
    });
  });

  it('count an endpoint that is skipped as reached by everybody, unless it is open', () => {
    const policies = `${LOGIN} ${EDITORS} ${ISOLATION}`;
    const facts = ['one-tenant-per-resource'] as const;
    const open = prove({ policies, facts, skipped: 'POST /login' });
    expect(open.get('identity-is-required')).toMatchObject({ verdict: 'proven' });
    const proved = prove({ policies, facts, skipped: 'GET /docs/{page}' });
    for (const id of ['identity-is-required', 'tenants-are-isolated']) {
      const one = proved.get(id);
      expect(one).toMatchObject({ verdict: 'refuted', refutations: [{ endpoint: { method: 'GET' } }] });
      expect(one?.refutations[0]?.decision).toBeUndefined();
    }
    expect(proved.get('identity-is-required')?.refutations[0]?.example.caller.uid.id).toBe('anonymous');
    expect(proved.get('no-policy-errs')).toMatchObject({ verdict: 'proven' });
  });

  it('prove nothing of an endpoint of which some calls are skipped, unless it is open', () => {
    const policies = `${LOGIN} ${EDITORS} ${ISOLATION}`;
    const facts = ['one-tenant-per-resource'] as const;
    const proved = prove({ policies, facts, skipped: 'GET /docs/public' });
    for (const id of ['identity-is-required', 'tenants-are-isolated'])
      expect(proved.get(id)).toMatchObject({
        verdict: 'not-decided',
        reasons: [
          {
            action: 'read',
            message: 'calls of `GET /docs/public` are skipped, without a decision',
          },
        ],
      });
    expect(proved.get('no-policy-errs')).toMatchObject({ verdict: 'proven' });
    const apart = prove({ policies, facts, skipped: 'GET /docs/public/page' });
    expect(apart.get('identity-is-required')).toMatchObject({ verdict: 'proven' });
  });

  it('say which endpoints ask a second question, beside the assumptions and the calls', () => {
    const asking = SCHEMA.replace('GET /docs/{id} single-resource path:id', '$& login body:x');
    const policies = '@id("all") permit (principal, action, resource);';
    const proved = proveProject({ ...input({ policies }), schema: { file: 'schema', text: asking } });
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    const told = 'of GET /docs/{id}, what is said of read is not all: it also asks login';
    expect(proved.value.assumptions).toContain(told);
    const printed = prettyProofs(proved.value, painter(false));
    expect(printed).toMatch(/ {2}GET \/docs\/.+ \(also asks login about the Application\)\n/);
    expect(printed).toContain('is allowed, where login is permitted as well\n');
  });

  it('tell an action that no call asks from the call of a skipped endpoint of its name', () => {
    const schema = SCHEMA.replace('action login', 'action "POST /login"');
    const invariants = '@id("i") forbid (principal, action == App::Action::"POST /login", resource);';
    const policies = 'permit (principal, action == App::Action::"POST /login", resource);';
    const proved = proveProject(input({ policies, invariants, schema, skipped: 'post /login' }));
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    const printed = prettyProofs(proved.value, painter(false));
    expect(printed).toContain('  action "POST /login"\n');
    expect(printed).toContain('  POST /login\n');
  });

  it('say which endpoints may ask a second question, as calls may leave it out', () => {
    const asking = SCHEMA.replace('GET /docs/{id} single-resource path:id', '$& login body:x?');
    const proved = proveProject({
      ...input({ policies: LOGIN }),
      schema: { file: 'schema', text: asking },
    });
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    const told = 'of GET /docs/{id}, what is said of read is not all: it may also ask login';
    expect(proved.value.assumptions).toContain(told);
  });

  it('show a call that leaves out a second question, where calls may', () => {
    const refuted = (second: string) => {
      const asking = SCHEMA.replace('GET /docs/{id} single-resource path:id', `$& ${second}`);
      const policies =
        '@id("readers") permit (principal, action == App::Action::"read", resource); @id("admins") permit (principal in App::UserGroup::"admin", action == App::Action::"login", resource);';
      return prove({ policies, schema: asking }).get('identity-is-required')?.refutations[0]?.example.call;
    };
    expect(refuted('login body:x')).toMatchObject({ body: { x: expect.any(String) } });
    expect(refuted('login body:x?')).not.toHaveProperty('body');
  });

  it('say which questions of GET calls with HEAD ask as well', () => {
    const asking = SCHEMA.replace(
      '@endpoint("GET /docs/{id}',
      '@endpoint("HEAD /docs/{id} open application") action peek appliesTo { principal: [User], resource: [Application], context: {} }; $&',
    );
    const policies = '@id("all") permit (principal, action, resource);';
    const proved = proveProject({ ...input({ policies }), schema: { file: 'schema', text: asking } });
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    const told = 'of HEAD /docs/{id}, what is said of peek is not all: it also asks read';
    expect(proved.value.assumptions).toContain(told);
  });

  it('say which actions ask more where a call moves something', () => {
    const moves = { read: { destination: { action: 'erase', resource: 'body:to' as const } } };
    const rules = { ...DEFAULT_SERVER_RULES, moves, placeOf: () => ({}) };
    const proved = proveProject({ ...input({ policies: LOGIN }), rules });
    if (!proved.ok) throw new Error(JSON.stringify(proved.diagnostics));
    expect(proved.value.assumptions).toContain(
      'of calls that move something, what is said of read is not all: they also ask erase',
    );
  });

  it('find a policy that cannot always be evaluated', () => {
    const failing =
      '@id("f") permit (principal, action, resource) when { principal has level && principal.level * 2048 > 0 };';
    const refuted = prove({ policies: failing }).get('no-policy-errs');
    expect(refuted).toMatchObject({
      verdict: 'refuted',
      refutations: [{ policy: 'f' }, { policy: 'f' }, { policy: 'f' }],
    });
    expect(refuted?.refutations[0]?.decision?.kind).toBe('errored');
    expect(prove({ policies: EDITORS }).get('no-policy-errs')).toMatchObject({ verdict: 'proven' });
  });

  it('say once what cannot be decided about an action for several types of resources', () => {
    const schema = `
      entity User { level: Long }; entity Doc; entity Sheet;
      action read appliesTo { principal: [User], resource: [Doc, Sheet] };`;
    const policies =
      '@id("f") permit (principal, action, resource) when { principal.level > 9007199254740993 || principal.level > 9007199254740992 };';
    const undecided = prove({ schema, policies }).get('no-policy-errs');
    expect(undecided).toMatchObject({ verdict: 'not-decided', reasons: [{ action: 'read' }] });
    expect(undecided?.reasons).toHaveLength(1);
  });

  it('are left out when only written ones are asked for', () => {
    expect([...prove({ policies: LOGIN }, { onlyWritten: true }).keys()]).toEqual([]);
  });
});

describe('facts and invariants that cannot be used', () => {
  it.each<[string, Omit<Project, 'policies'>, string]>([
    [
      'an action that the schema does not have',
      { invariants: 'forbid (principal, action == App::Action::"none", resource);' },
      'policy-invalid',
    ],
    ['an invariant that does not parse', { invariants: 'forbid (principal,' }, 'policy-syntax'],
    ['a fact that does not parse', { facts: [{ id: 'f', when: 'resource has' }] }, 'fact-unusable'],
    [
      'a fact about an attribute that there is not',
      { facts: [{ id: 'f', when: 'resource.size > 1' }] },
      'fact-unusable',
    ],
    [
      'facts that contradict each other',
      {
        facts: [
          { id: 'a', when: 'resource is App::Doc && resource.isDraft' },
          { id: 'b', when: '!(resource is App::Doc && resource.isDraft)' },
        ],
      },
      'facts-contradict',
    ],
    [
      'a fact that leaves out callers without an identity, of whom everything would be proven',
      { facts: [{ id: 'f', when: 'principal has level' }] },
      'facts-contradict',
    ],
  ])('are refused: %s', (_, project, code) => {
    expect(problems({ policies: LOGIN, ...project })).toContain(code);
  });

  it('may speak of the others alone', () => {
    const fact = 'principal == App::User::"anonymous" || principal has level';
    const proved = prove({ policies: LOGIN, facts: [{ id: 'f', when: fact }] });
    expect(proved.get('identity-is-required')).toMatchObject({ verdict: 'proven' });
  });
});
