import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/core/analysis/questions/fact.ts';
import { asStatement } from '../../../src/core/analysis/questions/made-policy.ts';
import { type SchemaJson, schemaToJson, validatePolicies } from '../../../src/core/cedar/cedar.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { type Coverage, leftOutOutcomes } from '../../../src/core/coverage/coverage.ts';
import { unreachableIn } from '../../../src/core/coverage/find-unreachable.ts';
import { coverageRecorder } from '../../../src/core/coverage/recorder.ts';
import type { ReadyFixture } from '../../../src/core/fixtures/ready-fixture.ts';
import { modelWithout } from '../../../src/core/model/read-model.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { type Policy, policyTexts } from '../../../src/core/policies/policy.ts';
import { serverMapper } from '../../../src/core/requests/server/server-mapper.ts';
import { DEFAULT_SERVER_RULES, type ServerRules } from '../../../src/core/requests/server/server-rules.ts';
import { leftOutWords } from '../../../src/reporters/coverage.ts';
import { verifyEmail } from '../../helpers/email-project.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policySetOf } from '../../helpers/policies.ts';
import { conditionSource } from '../../helpers/random-conditions.ts';
import { randomSchema } from '../../helpers/random-schema.ts';
import { randomSource } from '../../helpers/random-source.ts';
import { randomWorld } from '../../helpers/random-world.ts';

const SCHEMA = valueIn(
  schemaToJson(`entity User { age?: Long, name: String }; entity Pet { owner: User }; entity Shop;
    action view appliesTo { principal: User, resource: [Pet, Shop] };
    action feed appliesTo { principal: User, resource: Pet };`),
);
const ONE_ACTION = valueIn(
  schemaToJson('entity User; entity Pet; action view appliesTo { principal: User, resource: Pet };'),
);

function recorderFor(policies: readonly Policy[], schema = SCHEMA, facts: readonly Fact[] = []) {
  const model = modelWithout('');
  const mapper = valueIn(serverMapper(model));
  const unreachable = unreachableIn({ schema, model, mapper, policies, facts, fixtures: [] });
  return valueIn(coverageRecorder('unreachable', { schema, policies, endpoints: [], unreachable }));
}

function leftOut(coverage: Coverage): string[] {
  return leftOutOutcomes(coverage).map((one) => {
    const what =
      one.type === 'endpoint' ? one.endpoint.path : one.type === 'policy' ? 'policy' : one.part.text;
    return `${what.replace(/\s*\/\/.*/, '')}: ${leftOutWords(one)}`;
  });
}

function leftOutOf(text: string, schema = SCHEMA, facts: readonly Fact[] = []): string[] {
  return leftOut(recorderFor(policySetOf(text).policies, schema, facts).coverage({}));
}

describe('what no request comes to', () => {
  it('is not the denial of an endpoint whose calls may ask something else that is denied', () => {
    const of = (method: string, second = '', moves: ServerRules['moves'] = {}) => {
      const text = `namespace App { @principal entity User; entity Pet;
        @endpoint("${method} /pets/{id} single-resource path:id${second}")
        action view appliesTo { principal: User, resource: Pet };
        @endpoint("GET /pets/{id} single-resource path:id")
        action feed appliesTo { principal: User, resource: Pet }; }`;
      const { json, model } = valueIn(readSchema({ file: 'schema', text }));
      const { policies } = policySetOf('permit (principal, action == App::Action::"view", resource);');
      const mapper = valueIn(serverMapper(model, { ...DEFAULT_SERVER_RULES, moves }));
      const { endpoints } = mapper;
      const unreachable = unreachableIn({ schema: json, model, mapper, policies, facts: [], fixtures: [] });
      return leftOut(
        valueIn(coverageRecorder('besides', { schema: json, policies, endpoints, unreachable })).coverage({}),
      );
    };
    const denial = '/pets/{id}: never denied';
    expect(of('PUT')).toContain(denial);
    expect(of('PUT', ' feed body:other')).not.toContain(denial);
    expect(of('PUT', '', { view: { destination: { action: 'feed', resource: 'body:to' } } })).not.toContain(
      denial,
    );
    // A server may answer it by the route for `GET`.
    expect(of('HEAD')).not.toContain(denial);
  });

  it('is that a call is about another application, while no fixture is a request that may be', () => {
    const text = `namespace App { @principal entity User; entity Application;
      @endpoint("GET /me implicit-scope application")
      action view appliesTo { principal: User, resource: Application }; }`;
    const { json, model } = valueIn(readSchema({ file: 'schema', text }));
    const { policies } = policySetOf(
      'permit (principal, action, resource) when { resource == App::Application::"App" };',
    );
    const mapper = valueIn(serverMapper(model));
    const of = (fixtures: readonly Pick<ReadyFixture, 'answering'>[]) => {
      const unreachable = unreachableIn({ schema: json, model, mapper, policies, facts: [], fixtures });
      return leftOut(
        valueIn(coverageRecorder('other', { schema: json, policies, endpoints: [], unreachable })).coverage(
          {},
        ),
      );
    };
    const condition = 'resource == App::Application::"App": never false';
    expect(of([])).toContain(condition);
    expect(of([{}])).not.toContain(condition);
  });

  it.each([
    [
      'permit (principal, action == Action::"view", resource);',
      ONE_ACTION,
      ['action == Action::"view": never false'],
    ],
    ['permit (principal, action == Action::"view", resource);', SCHEMA, []],
    [
      'permit (principal, action in [Action::"view", Action::"feed"], resource);',
      SCHEMA,
      ['action in [Action::"view", Action::"feed"]: never false'],
    ],
    ['permit (principal is User, action, resource is Pet);', SCHEMA, ['principal is User: never false']],
    [
      'permit (principal, action == Action::"feed", resource) when { resource is Pet && resource.owner == principal };',
      SCHEMA,
      ['resource is Pet: never false'],
    ],
    ['forbid (principal, action, resource) unless { principal has age && principal.age > 3 };', SCHEMA, []],
    [
      'permit (principal, action, resource is Pet) // with a comment\n when { true // too\n };',
      SCHEMA,
      ['true: never false'],
    ],
    [
      'permit (principal, action, resource) when { principal.name == "a" && principal.name == "b" };',
      SCHEMA,
      ['policy: never determines a decision', 'principal.name == "b": never true'],
    ],
    [
      'permit (principal, action, resource) when { principal.name == "a" || principal.name == "a" };',
      SCHEMA,
      ['principal.name == "a": never true'],
    ],
    [
      'permit (principal, action, resource) when { principal.name == "a" } unless { principal.name == "a" } when { principal.name == "c" };',
      SCHEMA,
      [
        'policy: never determines a decision',
        'principal.name == "a": never false',
        'principal.name == "c": never reached',
      ],
    ],
    [
      'permit (principal, action, resource); forbid (principal, action, resource);',
      SCHEMA,
      ['policy: never determines a decision'],
    ],
  ])('is left out, in the order in which Cedar looks: %s', (text, schema, expected) => {
    expect(leftOutOf(text, schema)).toEqual(expected);
  });

  it('is nothing where there is no schema', () => {
    expect(
      leftOutOf('permit (principal, action == Action::"view", resource) when { true };', NO_SCHEMA),
    ).toEqual([]);
  });

  it('counts where it only follows from what an entity refers to being there', () => {
    const text = 'permit (principal, action == Action::"feed", resource) when { resource.owner has name };';
    expect(leftOutOf(text)).toEqual([]);
  });

  it('counts where it only follows from an error beside it, which Cedar skips', () => {
    const text = `permit (principal, action == Action::"feed", resource) when { principal has age && principal.age > 100 };
      forbid (principal, action == Action::"feed", resource)
      when { principal has age && principal.age > 100 && principal.age + 9007199254740991 > 0 };`;
    expect(leftOutOf(text)).not.toContain('policy: never determines a decision');
    expect(leftOutOf(text.replace('principal.age + 9007199254740991', '1'))).toContain(
      'policy: never determines a decision',
    );
  });

  it('names what the proof takes for granted about the application', () => {
    const [policy] = policySetOf('permit (principal, action, resource) when { principal has age };').policies;
    const fact: Fact = {
      kind: 'condition',
      policy: asStatement({ ...(policy as Policy), id: 'all-have-an-age' }),
    };
    expect(
      leftOutOf('permit (principal, action, resource) when { principal has age };', SCHEMA, [fact]),
    ).toEqual(['principal has age: never false, if the fact all-have-an-age holds']);
  });

  it('is not concluded from facts that contradict each other', () => {
    const { policies } = policySetOf(
      '@id("a") permit (principal, action, resource) when { principal.name == "a" }; @id("b") permit (principal, action, resource) when { principal.name == "b" };',
    );
    const facts = policies.map((policy) => ({ kind: 'condition', policy: asStatement(policy) }) as const);
    expect(
      leftOutOf('permit (principal, action, resource) when { principal.name == "c" };', SCHEMA, facts),
    ).toEqual([]);
  });
});

describe('endpoints that no request comes to in one way', () => {
  const policies = '@id("all") permit (principal, action, resource);';

  it('are left out where they are always allowed, and still count where they are not called', () => {
    const [called] = ['cases: [{ name: a, as: ana, call: GET /campaigns/c1, expect: allow }]'].map(
      (text) => verifyEmail(policies, text, { coverage: {} }).coverage as Coverage,
    );
    expect(called?.totals.endpoints.covered).toBe(1);
    expect(called && leftOut(called)).toContain('/campaigns/{campaign_id}: never denied');
  });
});

const WORLDS = 60;

/** They are written for one type of principals, and may make no sense for another. What they look at may be missing. */
function wellTyped(policies: readonly Policy[], schema: SchemaJson<string>): readonly Policy[] {
  const { errors } = valueIn(validatePolicies(schema, policyTexts(policies)));
  const mistyped = errors.filter(({ error }) => !/unable to guarantee safety/.test(error.message));
  const ids = new Set(mistyped.map(({ policyId }) => policyId));
  return policies.filter(({ id }) => !ids.has(id));
}

describe('random policies over random schemas', () => {
  it('come to nothing that is left out, by the engine', () => {
    let seen = 0;
    let unreachable = 0;
    for (let seed = 1; seed <= Number(process.env.FUZZ_SEEDS ?? 6); seed += 1) {
      const random = randomSource(seed);
      const schema = randomSchema(random);
      const principalType = random.pick(['User', 'Team']);
      const source = conditionSource(random, schema, principalType);
      const texts = Array.from({ length: 3 }, (_, index) => `@id("p${index}") ${source.policy()}`);
      const recorder = recorderFor(
        wellTyped(policySetOf(texts.join('\n')).policies, schema.json),
        schema.json,
      );
      const before = leftOut(recorder.coverage({}));
      unreachable += before.length;
      for (let index = 0; index < WORLDS; index += 1) {
        const { principal, action, resource, context, entities } = randomWorld(random, schema, principalType);
        recorder.record({ principal, action, resource, context }, entities, {
          decision: 'deny',
          kind: 'not-permitted',
          determining: [],
          errors: [],
        });
      }
      const after = recorder.coverage({});
      // Whatever was seen is not asked about any more: what was left out before has to be left out still.
      expect(leftOut(after), `seed ${seed}`).toEqual(before);
      seen += after.totals.conditions.covered;
    }
    expect(unreachable).toBeGreaterThan(3);
    expect(seen).toBeGreaterThan(20);
  });
});
