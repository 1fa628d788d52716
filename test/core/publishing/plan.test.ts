import { describe, expect, it } from 'vitest';
import { checkSchema, preparePolicies, type SchemaJson } from '../../../src/core/cedar/cedar.ts';
import type { Policy, PolicySet } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { type PublishingStep, planPublication } from '../../../src/core/publishing/plan.ts';
import type { PolicyStore } from '../../../src/core/publishing/policy-store.ts';
import { statementIn, statementOf } from '../../../src/core/publishing/statement.ts';
import fc from '../../helpers/fast-check.ts';

const ACTIONS = ['read', 'write', 'erase'] as const;
const GROUPS = ['some', 'all'] as const;
const PEOPLE = ['ana', 'bob'] as const;

/** A schema in which actions are in groups. Groups that nothing is in may be left out. */
function schemaWith(
  groups: Readonly<Record<string, readonly string[]>>,
  empty: readonly string[] = GROUPS,
): SchemaJson<string> {
  const appliesTo = { principalTypes: ['User'], resourceTypes: ['File'] };
  const actions = ACTIONS.map((name) => [
    name,
    { appliesTo, memberOf: (groups[name] ?? []).map((id) => ({ id })) },
  ]);
  const used = new Set(Object.values(groups).flat());
  const bare = GROUPS.filter((name) => used.has(name) || empty.includes(name)).map((name) => [name, {}]);
  return { App: { entityTypes: { User: {}, File: {} }, actions: Object.fromEntries([...bare, ...actions]) } };
}

/** What a store without a schema knows of actions: no groups. */
const NO_GROUPS = schemaWith({});

function policySetOf(texts: readonly string[]): PolicySet {
  const text = texts.join('\n');
  const read = readPolicies([{ file: 'p.cedar', name: 'p.cedar', text }]);
  expect(read.diagnostics).toEqual([]);
  return read.policySet;
}

function storeOf(schema: SchemaJson<string> | undefined, statements: readonly string[]): PolicyStore {
  return {
    schema: schema && JSON.stringify(schema),
    policies: statements.map((statement, index) => ({ policyId: `P${index}`, statement })),
    templateLinked: 0,
  };
}

/** The store after a step. */
function stepped(store: PolicyStore, step: PublishingStep): PolicyStore {
  switch (step.type) {
    case 'put-schema':
      return { ...store, schema: step.schema };
    case 'create': {
      const policyId = `N${store.policies.length}-${step.statement.id}`;
      return { ...store, policies: [...store.policies, { policyId, statement: step.statement.text }] };
    }
    case 'delete':
      return { ...store, policies: store.policies.filter(({ policyId }) => policyId !== step.policyId) };
  }
}

/** Every request that the store allows. */
function allowed({ schema, policies }: PolicyStore): ReadonlySet<string> {
  const texts = Object.fromEntries(policies.map(({ policyId, statement }) => [policyId, statement]));
  const prepared = preparePolicies('plan.test', schema === undefined ? NO_GROUPS : JSON.parse(schema), texts);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.errors));
  const found = new Set<string>();
  for (const person of PEOPLE)
    for (const action of ACTIONS) {
      const answer = prepared.value.authorize({
        principal: { type: 'App::User', id: person },
        action: { type: 'App::Action', id: action },
        resource: { type: 'App::File', id: 'f' },
        context: {},
        entities: [],
      });
      if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
      if (answer.value.decision === 'allow') found.add(`${person} ${action}`);
    }
  return found;
}

const scopes = fc.record({
  effect: fc.constantFrom('permit', 'forbid'),
  person: fc.constantFrom('principal', ...PEOPLE.map((name) => `principal == App::User::"${name}"`)),
  action: fc.constantFrom(
    'action',
    ...ACTIONS.map((name) => `action == App::Action::"${name}"`),
    ...GROUPS.map((name) => `action in App::Action::"${name}"`),
  ),
});

const policies = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), scopes), { selector: ([id]) => id, maxLength: 5 })
  .map((list) =>
    list.map(
      ([id, { effect, person, action }]) => `@id("p${id}") ${effect} (${person}, ${action}, resource);`,
    ),
  );

const schemas = fc
  .tuple(
    fc.record(Object.fromEntries(ACTIONS.map((name) => [name, fc.subarray([...GROUPS])]))),
    fc.subarray([...GROUPS]),
  )
  .map(([groups, empty]) => schemaWith(groups, empty));

describe('planPublication', () => {
  it('allows at no moment what neither the old nor the new policies allow, also when it is cut off and begun again', () => {
    fc.assert(
      fc.property(
        fc.option(schemas, { nil: undefined }),
        policies,
        schemas,
        policies,
        fc.nat(12),
        (oldSchema, oldTexts, schema, texts, cut) => {
          let store = storeOf(oldSchema, oldTexts);
          const target = storeOf(schema, texts);
          const fine = new Set([...allowed(store), ...allowed(target)]);
          const wanted = policySetOf(texts);
          const first = planPublication(schema, wanted, store).steps.slice(0, cut);
          for (const step of first) {
            store = stepped(store, step);
            expect([...allowed(store)].filter((request) => !fine.has(request))).toEqual([]);
          }
          for (const step of planPublication(schema, wanted, store).steps) {
            store = stepped(store, step);
            expect([...allowed(store)].filter((request) => !fine.has(request))).toEqual([]);
          }
          expect(store.policies.map(({ statement }) => statement).sort()).toEqual([...texts].sort());
          expect(allowed(store)).toEqual(allowed(target));
          expect(planPublication(schema, wanted, store).steps).toEqual([]);
        },
      ),
    );
  });

  it('gives the store a schema that Cedar takes, also where groups of actions are gone', () => {
    const nested = schemaWith({ read: ['some'], write: ['all'] });
    const { App } = nested;
    const old = {
      App: { ...App, actions: { ...App?.actions, some: { memberOf: [{ id: 'all' }] } } },
    } as SchemaJson<string>;
    const store = storeOf(old, ['@id("a") permit (principal, action in App::Action::"all", resource);']);
    const wanted = policySetOf(['@id("a") permit (principal, action == App::Action::"read", resource);']);
    const plan = planPublication(schemaWith({}, []), wanted, store);
    const put = plan.steps.filter((step) => step.type === 'put-schema');
    expect(put).toHaveLength(2);
    for (const { schema } of put) expect(checkSchema(JSON.parse(schema))).toMatchObject({ ok: true });
    expect(JSON.parse(put[0]?.schema ?? '').App.actions.some.memberOf).toEqual([{ id: 'all' }]);
  });

  it('takes a policy away that cannot be read only when no old permit is left', () => {
    const store = storeOf(schemaWith({}), [
      'forbid (principal, action, resource) of a later version of Cedar;',
      '@id("z") permit (principal, action, resource);',
    ]);
    const { steps } = planPublication(schemaWith({}), policySetOf([]), store);
    expect(steps.map((step) => (step.type === 'delete' ? step.policyId : step.type))).toEqual(['P1', 'P0']);
  });

  it('denies nothing in between that both allow, unless action groups change', () => {
    fc.assert(
      fc.property(schemas, policies, policies, (schema, oldTexts, texts) => {
        let store = storeOf(schema, oldTexts);
        const before = allowed(store);
        const both = [...allowed(storeOf(schema, texts))].filter((request) => before.has(request));
        const plan = planPublication(schema, policySetOf(texts), store);
        expect(plan.closesBriefly).toBe(false);
        for (const step of plan.steps) {
          store = stepped(store, step);
          const now = allowed(store);
          expect(both.filter((request) => !now.has(request))).toEqual([]);
        }
      }),
    );
  });

  it('knows a policy again that has changed, and leaves equal policies where they are', () => {
    const schema = schemaWith({});
    const store = storeOf(schema, [
      '@id("a") permit (principal, action, resource);',
      '@id("b") permit (principal, action == App::Action::"read", resource);',
      'forbid (principal, action == App::Action::"erase", resource);',
    ]);
    const wanted = policySetOf([
      '@id("a") permit (principal, action, resource);',
      '@id("b") permit (principal, action == App::Action::"write", resource);',
      '@id("c") forbid (principal == App::User::"bob", action, resource);',
    ]);
    const plan = planPublication(schema, wanted, store);
    expect(plan).toMatchObject({
      schema: 'unchanged',
      unchanged: 1,
      changes: [
        { id: 'P2', change: 'removed', effect: 'forbid' },
        { id: 'b', change: 'changed', effect: 'permit' },
        { id: 'c', change: 'added', effect: 'forbid' },
      ],
    });
    expect(
      plan.steps.map((step) => ('statement' in step ? `${step.type} ${step.statement.id}` : step.type)),
    ).toEqual(['create c', 'create b', 'delete b', 'delete P2']);
  });

  it('writes the id into a policy that has none, so that it is known again', () => {
    const schema = schemaWith({});
    const wanted = policySetOf(['permit (principal, action, resource);']);
    const [put, create] = planPublication(schema, wanted, storeOf(undefined, [])).steps;
    expect(put).toMatchObject({ type: 'put-schema', isLast: true });
    expect(create).toMatchObject({
      statement: { id: 'p.cedar#1', text: expect.stringMatching(/^@id\("p\.cedar#1"\)\n/) },
    });
  });

  it('writes the id as Cedar reads it, whatever characters it has', () => {
    const [policy] = policySetOf(['permit (principal, action, resource);']).policies;
    const { text } = statementOf({ ...(policy as Policy), id: 'bell\u0007 "and" \\ more' });
    expect(statementIn({ policyId: 'P1', statement: text })).toEqual({
      id: 'bell\u0007 "and" \\ more',
      effect: 'permit',
      text,
    });
  });
});
