import { describe, expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import { asStatement } from '../../../src/core/analysis/questions/made-policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { ask, permitWhen, policiesOf, reachable, schemaOf, smallSchema } from '../../helpers/analysis.ts';
import { loadExample } from '../../helpers/example.ts';

const TENANTS = { kind: 'context-holds-ancestors', attribute: 'tenants', type: 'EmailApp::Tenant' } as const;
const ONE_TENANT = { kind: 'at-most-one-ancestor', type: 'EmailApp::Tenant' } as const;

describe('the worked example', async () => {
  const example = await loadExample();
  const schema = schemaJson(example.schema?.text ?? '');
  const policies = (edit = (text: string) => text) =>
    readPolicies(example.policies.map((file) => ({ ...file, text: edit(file.text) }))).policySet.policies;
  const draftsOnly = policies();
  const unsent = policies((text) => text.replace('resource.status == "draft"', 'resource.status != "sent"'));

  it('is opened in the two endpoints that an edited policy is about', () => {
    const analysis = createAnalysis(schema);
    const opened = analysis.environments.filter((environment) => {
      const [verdict] = analysis.prove(environment, [
        { kind: 'nothing-opened', before: draftsOnly, after: unsent },
      ]);
      return verdict?.kind === 'refuted';
    });
    expect(opened.map(({ action }) => action.id)).toEqual(['updateEmailCampaign', 'createEmailMessage']);
  });

  it('is closed nowhere by that edit', () => {
    const analysis = createAnalysis(schema);
    const verdicts = analysis.environments.flatMap((environment) =>
      analysis.prove(environment, [{ kind: 'nothing-closed', before: draftsOnly, after: unsent }]),
    );
    expect(verdicts.map(({ kind }) => kind)).toEqual(verdicts.map(() => 'proven'));
  });

  it.each([
    ['without facts', [], 'refuted'],
    ['with the tenants that authz puts into the context', [TENANTS], 'refuted'],
    ['where a resource is in one tenant at most, too', [TENANTS, ONE_TENANT], 'proven'],
  ] as const)('keeps tenants apart %s: %s', (_, facts, expected) => {
    const analysis = createAnalysis(schema, { facts });
    const [invariant] = policiesOf(
      `forbid (principal, action == EmailApp::Action::"getEmailCampaign", resource in EmailApp::Tenant::"umbrella")
       unless { principal in EmailApp::Tenant::"umbrella" };`,
    );
    const environment = analysis.environments.find(({ action }) => action.id === 'getEmailCampaign');
    if (!invariant || !environment) throw new Error('the example has changed');
    const [verdict] = analysis.prove(environment, [
      { kind: 'invariant', invariant: asStatement(invariant), policies: draftsOnly },
    ]);
    expect(verdict?.kind).toBe(expected);
  });
});

describe('a principal that is in nothing', () => {
  const principal = { type: 'User', id: 'anonymous' } as const;
  const facts = [{ kind: 'bare-principal', principal } as const];
  const text =
    'entity Team; entity User in [Team]; action a appliesTo { principal: [User], resource: [User] };';
  const allowedWhen = (condition: string) =>
    ask(text, [{ kind: 'never-allowed', policies: permitWhen(condition) }], { facts })[0]?.kind;

  it('is so as the caller, and not as the resource, of which the application says what it is in', () => {
    const named = (variable: string) => `${variable} == User::"anonymous" && ${variable} in Team::"t"`;
    expect(allowedWhen(named('principal'))).toBe('proven');
    expect(allowedWhen(named('resource'))).toBe('refuted');
    expect(allowedWhen(`${named('resource')} && principal == resource`)).toBe('proven');
    expect(createAnalysis(schemaOf(text), { facts }).assumptions).toContain(
      'as the caller, User::"anonymous" is in nothing and has no attributes',
    );
  });
});

describe('a type with one entity that requests are about', () => {
  const only = { type: 'App', id: 'app' } as const;
  const facts = [{ kind: 'only-resource', only } as const];
  const text = 'entity User { home: App }; entity App; entity Doc;';
  const allowedWhen = (resource: string, condition: string) => {
    const schema = `${text} action a appliesTo { principal: [User], resource: [${resource}] };`;
    return ask(schema, [{ kind: 'never-allowed', policies: permitWhen(condition) }], { facts })[0]?.kind;
  };

  it('has no other entity as the resource, and others elsewhere', () => {
    expect(allowedWhen('App', 'resource != App::"app"')).toBe('proven');
    expect(allowedWhen('App', 'resource == App::"app"')).toBe('refuted');
    expect(allowedWhen('App', 'principal.home != App::"app"')).toBe('refuted');
    expect(allowedWhen('Doc', 'principal.home != resource')).toBe('refuted');
    expect(createAnalysis(schemaOf(text), { facts }).assumptions).toContain(
      'as the resource, the only App is App::"app"',
    );
  });
});

describe('what was wrongly proven once', () => {
  it('does not trust numbers that the engine rounds', () => {
    const schema = { context: '{ n: Long }' };
    expect(reachable(schema, 'context.n < 9223372036854775807')).toBe('sometimes');
    expect(reachable(schema, 'context.n > 9223372036854775807')).toBe('never');
    const two = 'context.n > 9007199254740992 && context.n < 9007199254740993';
    expect(reachable(schema, two)).toMatch(/^not decided: a number/);
  });

  it('evaluates the negation of a choice', () => {
    const sum = (a: string, b: string, c: string) =>
      permitWhen(`-(if context.${a} then context.${b} else context.${c}) < 5`);
    const schema = smallSchema({ context: '{ c: Bool, a: Long, b: Long, d: Bool, e: Long, f: Long }' });
    const [verdict] = ask(schema, [
      { kind: 'nothing-opened', before: sum('c', 'a', 'b'), after: sum('d', 'e', 'f') },
    ]);
    expect(verdict?.kind).toBe('refuted');
  });

  it('compares tags that are records', () => {
    expect(
      reachable({ user: 'tags { a: Long }' }, 'principal.hasTag("k") && principal.getTag("k") == {a: 1}'),
    ).toBe('sometimes');
  });

  it.each([
    'action',
    'action == A::Action::"x"',
    'action == A::Action::"y"',
    'action in B::Action::"g"',
    'action in B::Action::"h"',
    'action in [A::Action::"y", A::Action::"x"]',
    'action in [A::Action::"y", B::Action::"g"]',
    'action in [A::Action::"y", B::Action::"i"]',
    'action in [A::Action::"y"]',
    'action in []',
  ])('reads `%s` in a scope as in a condition', (scope) => {
    const schema = `
      namespace B { action h; action g in [h]; action i; }
      namespace A {
        entity User;
        action x in [B::Action::"g"] appliesTo { principal: [User], resource: [User] };
        action y;
      }`;
    const condition = scope === 'action' ? 'true' : scope;
    const inScope = policiesOf(`permit (principal, ${scope}, resource);`);
    const inCondition = policiesOf(`permit (principal, action, resource) when { ${condition} };`);
    const verdicts = ask(schema, [
      { kind: 'nothing-opened', before: inScope, after: inCondition },
      { kind: 'nothing-closed', before: inScope, after: inCondition },
    ]);
    expect(verdicts.map(({ kind }) => kind)).toEqual(['proven', 'proven']);
  });

  it('finds groups of actions of another namespace', () => {
    const schema = `
      namespace B { action g; }
      namespace A { entity User; action x in [B::Action::"g"] appliesTo { principal: [User], resource: [User] }; }`;
    const policies = policiesOf('permit (principal, action in B::Action::"g", resource);');
    expect(ask(schema, [{ kind: 'never-allowed', policies }])[0]?.kind).toBe('refuted');
  });

  it.each([
    ['by its name alone', 'g'],
    ['by its whole name', 'Action::"g"'],
  ])('finds groups of actions of no namespace, said %s', (_, group) => {
    const schema = `
      action g;
      namespace A {
        entity User;
        action x in [${group}, h] appliesTo { principal: [User], resource: [User] };
        action h;
      }`;
    const kinds = ['Action::"g"', 'A::Action::"h"'].flatMap((named) => {
      const policies = policiesOf(`permit (principal, action in ${named}, resource);`);
      return ask(schema, [{ kind: 'never-allowed', policies }]).map(({ kind }) => kind);
    });
    expect(kinds).toEqual(['refuted', 'refuted']);
  });

  it.each(['Action', 'Set<Action>', 'App::Action', 'B::Action'])(
    'knows attributes that hold actions, as %s',
    (type) => {
      const schema = `
      namespace B { action y; }
      namespace App { entity U { a: ${type}, n: Long }; action x appliesTo { principal: U, resource: U }; }`;
      const action = `${type.includes('B::') ? 'B::Action::"y"' : 'App::Action::"x"'}`;
      const asked = type.startsWith('Set') ? `principal.a.contains(${action})` : `principal.a == ${action}`;
      const [plain, about] = ['principal.n > 3', asked].map(
        (condition) => ask(schema, [{ kind: 'never-allowed', policies: permitWhen(condition) }])[0],
      );
      expect(plain?.kind).toBe('refuted');
      expect(about?.kind).not.toBe('proven');
      if (about?.kind === 'not-decided') expect(about.reason.message).toBe('an action that is not a literal');
    },
  );

  it('tells an attribute from a tag of the same spelling', () => {
    const schema = { user: '{ "#tag": { k: String } } tags String' };
    const condition = 'principal.hasTag("k") && principal.getTag("k") != principal["#tag"].k';
    expect(reachable(schema, condition)).toBe('sometimes');
  });

  it('shows requests to policies with long chains, whatever their effect', () => {
    const names = Array.from({ length: 100 }, (_, index) => `context.s == "s${index}"`);
    expect(reachable({ context: '{ s: String }' }, names.join(' || '))).toBe('sometimes');
    const forbid = policiesOf(
      `@forbid("permit") // permit\n forbid (principal, action, resource) when { ${names.join(' || ')} };`,
    );
    const claims = forbid.map((policy) => ({ kind: 'never-applies', policy }) as const);
    expect(ask(smallSchema({ context: '{ s: String }' }), claims)[0]?.kind).toBe('refuted');
  });

  it('counts an error as a deny', () => {
    const all = 'permit (principal, action, resource);';
    const forbid = (condition: string) =>
      policiesOf(`${all} forbid (principal, action, resource) when { ${condition} };`);
    const opened = (condition: string) =>
      ask(smallSchema({ context: '{ n: Long }' }), [
        { kind: 'nothing-opened', before: forbid(condition), after: policiesOf(all) },
      ])[0]?.kind;
    expect(opened('context.n < 0 && context.n > 0')).toBe('proven');
    expect(opened('context.n * 100000000000 < 0 && context.n > 0')).toBe('refuted');
  });
});

function schemaJson(text: string) {
  return JSON.parse(text) as ReturnType<typeof schemaOf>;
}
