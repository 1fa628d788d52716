import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine.ts';
import { frameworkFacts } from '../../../src/core/facts/framework-facts.ts';
import { mutate } from '../../../src/core/mutation/mutate.ts';
import { type MutationResult, scoreOf } from '../../../src/core/mutation/mutation.ts';
import { validMutations } from '../../../src/core/mutation/valid-mutations.ts';
import { replayFixtures } from '../../../src/core/replay/replay.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import {
  type CheckedProject,
  checkProject,
  checkProvable,
} from '../../../src/core/verification/check-project.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { detailWords, scoreWords } from '../../../src/reporters/mutations/words.ts';
import { loadExample } from '../../helpers/example.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';
import { sourceOf } from '../../helpers/source.ts';

const example = await loadExample();

/** The worked example with one more policy, and without the fixtures of some files. */
function project(more: string, without: readonly string[] = []): CheckedProject {
  const policies = [...example.policies, policyFile(more, 'more.cedar')];
  const fixtures = example.fixtures.filter(
    ({ source }) => !without.some((name) => source.file.includes(name)),
  );
  return valueIn(checkProject({ ...example, policies, fixtures }));
}

function results(checked: CheckedProject): readonly MutationResult[] {
  const mutations = validMutations(checked.schema, checked.policySet.policies);
  const run = mutate({ project: checked, mutations, facts: frameworkFacts(checked.model) });
  return [...run].flatMap((result) => result ?? []);
}

/** What it permits, `free-plan-limit` forbids. */
const IDLE = `
  @id("idle") permit (principal, action == EmailApp::Action::"createEmailCampaign", resource)
  when { resource.planTier == "free" && resource.maxUsers > 10 };`;

describe('mutations of a policy with numbers beyond 2^53', () => {
  it('keep the numbers, which JavaScript rounds', () => {
    const own = `@id("big") permit (principal, action == EmailApp::Action::"createEmailCampaign", resource)
      when { resource.maxUsers > 9007199254740993 && resource.planTier == "pro" };`;
    const { schema, policySet } = project(own);
    const texts = validMutations(schema, policySet.policies).flatMap(({ policy, mutant }) =>
      policy.id === 'big' ? [mutant.text] : [],
    );
    const kept = texts.filter((text) => text.includes('9007199254740993'));
    // The others drop the comparison. A number that cannot be kept makes no policy.
    expect([texts.length, kept.length]).toEqual('rawJSON' in JSON ? [9, 7] : [2, 0]);
  });
});

describe('mutations of the worked example', () => {
  const checked = project(IDLE, ['freelancers']);
  const found = results(checked);

  it('are told apart as replaying every fixture with each of them does', () => {
    // A third of them: replaying everything takes a while.
    for (const { kind, mutation } of found.filter((_, index) => index % 3 === 0)) {
      const policies = checked.policySet.policies.map((policy) =>
        policy === mutation.policy ? mutation.mutant : policy,
      );
      const engine = valueIn(createEngine('mutation test', checked.schema, { policies, templates: [] }));
      const replayed = replayFixtures(checked.fixtures, { engine, clock: () => 0 });
      const isNoticed = replayed.some(({ status }) => status === 'failed' || status === 'errored');
      expect(`${mutation.change}: ${isNoticed}`).toBe(`${mutation.change}: ${kind === 'killed'}`);
    }
  });

  it('survive where no fixture looks, each with a call that both decide differently', () => {
    const survivors = found.flatMap((result) => (result.kind === 'survived' ? [result] : []));
    expect(survivors.map(({ mutation }) => mutation.policy.id)).toContain('freelancers-delete-nothing');
    for (const { mutation, example, expect: expected } of survivors) {
      const decide = (policies: CheckedProject['policySet']['policies']) =>
        valueIn(createEngine('mutation test', checked.schema, { policies, templates: [] })).decide(
          example.request,
          example.entities,
        ).decision;
      const { policies } = checked.policySet;
      expect(decide(policies)).toBe(expected);
      expect(decide(policies.map((one) => (one === mutation.policy ? mutation.mutant : one)))).not.toBe(
        expected,
      );
    }
  });

  it('are left out where they change no decision', () => {
    const equivalent = found.filter(
      ({ kind, mutation }) => kind === 'equivalent' && mutation.policy.id === 'idle',
    );
    expect(equivalent.map(({ mutation }) => mutation.change)).toEqual([
      'turn the effect around',
      'in clause 1, write >= for >',
      'in clause 1, write 11 for 10',
      'in clause 1, write 9 for 10',
    ]);
  });

  it('are said to change decisions only, of requests that fit what the proofs take for granted', () => {
    expect(scoreWords(found).at(-1)).toMatch(
      / left out, proven to change no decision of a request that fits the schema and the facts$/,
    );
  });

  it('are counted without those that change nothing', () => {
    const { counts, percent } = scoreOf(found);
    expect(counts.killed + counts.survived + counts.equivalent).toBe(found.length);
    expect(percent).toBe(Math.floor((1000 * counts.killed) / (counts.killed + counts.survived)) / 10);
  });
});

/** A project of its own. */
function resultsOf(
  schema: string,
  policies: string,
  fixtures: VerifyInput['fixtures'] = [],
): readonly MutationResult[] {
  const input = {
    name: '.',
    schema: { file: 'schema', text: schema },
    policies: [policyFile(policies, 'p.cedar')],
    claims: DEFAULT_CLAIMS,
    fixtures,
  };
  return results(valueIn(checkProvable(input)));
}

describe('a mutation', () => {
  const schema = `entity User { active: Bool }; entity Doc { owner: User };
    action view appliesTo { principal: User, resource: Doc, context: {} };`;

  it('that matters only where an entity is missing is not left out', () => {
    const either = '{ resource.owner.active || !resource.owner.active }';
    const found = resultsOf(schema, `permit (principal, action, resource) when ${either};`);
    const dropped = found.find(({ mutation }) => mutation.change === 'drop clause 1');
    expect(dropped).toMatchObject({ kind: 'survived', expect: 'deny', lacksEntities: true });
    expect(dropped && detailWords(dropped)).toContain('  where not all that is referred to is sent along');
  });

  it('that cannot be decided about with the effort that is allowed is not said to change nothing', () => {
    const text =
      'permit (principal, action == Action::"view", resource) when { resource.owner == principal };';
    const kinds = (schemaText: string, mostEffort: number | undefined) => {
      const input = {
        name: '.',
        schema: { file: 'schema', text: schemaText },
        policies: [policyFile(text, 'p.cedar')],
        claims: DEFAULT_CLAIMS,
        fixtures: [],
      };
      const checked = valueIn(checkProvable(input));
      const all = validMutations(checked.schema, checked.policySet.policies);
      const mutations = all.filter(({ change }) => change !== 'drop the action');
      const found = [...mutate({ project: checked, mutations, facts: [], mostEffort })];
      return [...new Set(found.flatMap((result) => result?.kind ?? []))];
    };
    // Of another action, which comes before or behind, it is certain that nothing changes.
    const another = 'action NAME appliesTo { principal: User, resource: Doc, context: {} };';
    for (const name of ['a', 'z']) {
      const two = `${schema} ${another.replace('NAME', name)}`;
      expect(kinds(two, 1)).toEqual(['not-decided']);
      expect(kinds(two, undefined)).toEqual(['survived']);
    }
  });

  it.each([
    [{}, 'killed'],
    [{ skip: 'not now' }, 'survived'],
    [{ todo: 'not yet' }, 'survived'],
  ])('is noticed by fixtures that have to pass: with %j it is %s', (mark, kind) => {
    const text = `namespace App { @principal entity User; entity Doc { owner: User };
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: User, resource: Doc, context: {} }; }`;
    const entities = [
      {
        uid: { type: 'App::Doc', id: 'd' },
        attrs: { owner: { __entity: { type: 'App::User', id: 'u' } } },
        parents: [],
      },
    ];
    const one = { name: 'others', as: 'ana', call: 'GET /docs/d', expect: 'deny', ...mark };
    const value = { principals: { ana: { sub: 'ana' } }, entities, cases: [one] };
    const fixtures = [{ source: sourceOf(JSON.stringify(value)), shared: new Map() }];
    const found = resultsOf(
      text,
      'permit (principal, action, resource) when { resource.owner == principal };',
      fixtures,
    );
    const kinds = found.map(({ mutation, kind }) => `${mutation.change}: ${kind}`);
    expect(kinds).toContain(`drop clause 1: ${kind}`);
    expect(kinds).toContain(`negate clause 1: ${kind}`);
    expect(kinds).toContain('turn the effect around: survived');
  });

  it('that only calls without a decision could show is no survivor, and left out of the score', () => {
    const text = `namespace App { @principal entity User; entity Doc;
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: User, resource: Doc, context: {} }; }`;
    const input = {
      name: '.',
      schema: { file: 'schema', text },
      policies: [policyFile('permit (principal, action, resource);', 'p.cedar')],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
    };
    const found = (more: Partial<VerifyInput>) => results(valueIn(checkProvable({ ...input, ...more })));
    const plain = found({});
    expect(plain.map(({ kind }) => kind)).toEqual(['survived']);
    expect(plain.flatMap(detailWords)[0]).toMatch(/^no fixture tries GET \/docs\/\w+$/);
    const rules = rulesSkipping('GET /docs/{id}');
    const skipped = found({ rules });
    expect(skipped.flatMap(detailWords)).toEqual([
      'only what calls ask about "read" is decided otherwise, and all of them are skipped',
    ]);
    expect(scoreWords(skipped)).toEqual([
      '0 mutations: 0 killed, 0 survived (100 %)',
      '1 mutation left out, as only calls of skipped endpoints could show them, which are not decided about',
    ]);
    const asking = text.replace(
      '}; }',
      `};
      @endpoint("POST /docs/{id}/copy single-resource path:id read body:of")
      action copy appliesTo { principal: User, resource: Doc, context: {} }; }`,
    );
    const policies = [policyFile('permit (principal, action == App::Action::"read", resource);', 'p.cedar')];
    const kinds = (schema: string) =>
      new Set(found({ schema: { file: 'schema', text: schema }, policies, rules }).map(({ kind }) => kind));
    expect([...kinds(text)].sort()).toEqual(['equivalent', 'skipped']);
    expect([...kinds(asking)].sort()).toEqual(['survived']);
  });

  it('that matters only where more is sent than calls send is not left out where fixtures are requests', () => {
    const text = `namespace App { @principal entity User; entity Author { banned?: Bool }; entity Doc { by: Author };
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: User, resource: Doc, context: {} }; }`;
    const policies = `@id("P") permit (principal, action, resource);
      @id("F") forbid (principal, action, resource) when { resource.by has banned && resource.by.banned };`;
    const author = { type: 'App::Author', id: 'a' };
    const test = {
      name: 'not banned',
      request: {
        principal: 'App::User::"u"',
        action: 'App::Action::"read"',
        resource: 'App::Doc::"d"',
        context: {},
      },
      entities: [
        { uid: { type: 'App::User', id: 'u' }, attrs: {}, parents: [] },
        { uid: author, attrs: { banned: false }, parents: [] },
        { uid: { type: 'App::Doc', id: 'd' }, attrs: { by: { __entity: author } }, parents: [] },
      ],
      decision: 'allow',
      reason: ['P'],
      num_errors: 0,
    };
    const source = { file: 'tests.json', text: '', value: [test], locate: () => undefined };
    const tests = { source, shared: new Map(), kind: 'cedar-tests' } as const;
    const turned = (fixtures: VerifyInput['fixtures']) =>
      resultsOf(text, policies, fixtures).find(
        ({ mutation }) => mutation.policy.id === 'F' && mutation.change === 'turn the effect around',
      )?.kind;
    expect(turned([])).toBe('equivalent');
    expect(turned([tests])).toBe('survived');
  });

  it('that matters only where errors are skipped is not left out where tests of Cedar are among the fixtures', () => {
    const numbers = schema.replace('active: Bool', 'n: Long');
    const policies = `@id("P") permit (principal, action, resource) when { principal.n > 100 };
      @id("F") forbid (principal, action, resource) when { principal.n > 100 && principal.n + 9007199254740991 > 0 };`;
    const user = { type: 'User', id: 'u' };
    const test = {
      name: 'small',
      request: { principal: 'User::"u"', action: 'Action::"view"', resource: 'Doc::"d"', context: {} },
      entities: [
        { uid: user, attrs: { n: 200 }, parents: [] },
        { uid: { type: 'Doc', id: 'd' }, attrs: { owner: { __entity: user } }, parents: [] },
      ],
      decision: 'deny',
      reason: ['F'],
      num_errors: 0,
    };
    const turned = (found: readonly MutationResult[]) =>
      found.find(
        ({ mutation }) => mutation.policy.id === 'P' && mutation.change === 'turn the effect around',
      );
    expect(turned(resultsOf(numbers, policies))?.kind).toBe('equivalent');
    const source = { file: 'tests.json', text: '', value: [test], locate: () => undefined };
    const tests = { source, shared: new Map(), kind: 'cedar-tests' } as const;
    const survived = turned(resultsOf(numbers, policies, [tests]));
    expect(survived).toMatchObject({ kind: 'survived', expect: 'allow', skipsErrors: true });
    expect(survived && detailWords(survived).at(-1)).toContain("by Cedar's rule");
  });
});
