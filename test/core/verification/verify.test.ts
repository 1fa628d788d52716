import { beforeAll, describe, expect, it } from 'vitest';
import { policyToText } from '../../../src/core/cedar/cedar.ts';
import { mutantsOf } from '../../../src/core/mutation/mutants.ts';
import { buildReport, isGreen } from '../../../src/core/replay/report.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { emailInput, verifyEmail } from '../../helpers/email-project.ts';
import { type ExampleReplay, exampleReplay, loadExample } from '../../helpers/example.ts';
import fc from '../../helpers/fast-check.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

describe('the worked example', () => {
  let input: VerifyInput;
  let example: ExampleReplay;

  beforeAll(async () => {
    input = await loadExample();
    example = await exampleReplay();
  });

  it('is green, without a single remark', () => {
    const report = buildReport([verify(input)]);
    expect(report.projects[0]?.diagnostics).toEqual([]);
    expect(isGreen(report)).toBe(true);
    expect(report.counts).toMatchObject({ fixtures: 272, passed: 272, failed: 0, errored: 0, problems: 0 });
  });

  it('calls every endpoint', () => {
    const called = new Set(
      verify(input).results.map(({ endpoint }) => `${endpoint?.method} ${endpoint?.path}`),
    );
    expect(called.size).toBe(verify(input).endpoints);
  });

  it('gives the same report, byte for byte, whatever the order of its files', () => {
    const expected = JSON.stringify(buildReport([verify(input)]));
    const policies = fc.shuffledSubarray([...input.policies], { minLength: input.policies.length });
    const fixtures = fc.shuffledSubarray([...input.fixtures], { minLength: input.fixtures.length });
    fc.assert(
      fc.property(policies, fixtures, (shuffledPolicies, shuffledFixtures) => {
        const report = verify({ ...input, policies: shuffledPolicies, fixtures: shuffledFixtures });
        expect(JSON.stringify(buildReport([report]))).toBe(expected);
      }),
      runs(5),
    );
  });

  it('turns red when any policy file is taken away', () => {
    const { policies } = example.policySet;
    expect(example.isGreen(policies)).toBe(true);
    const files = new Set(policies.map((policy) => policy.file.name));
    const survivors = [...files].filter((file) =>
      example.isGreen(policies.filter((policy) => policy.file.name !== file)),
    );
    expect(survivors).toEqual([]);
  });

  it('turns red when any part of any policy is dropped, negated or moved by one', () => {
    const { policies } = example.policySet;
    const mutants = policies.flatMap((policy) =>
      mutantsOf(policy.json).map((mutant) => ({ policy, ...mutant })),
    );
    expect(mutants.length).toBeGreaterThan(60);
    const survivors = mutants.filter(({ policy, json }) => {
      const text = valueIn(policyToText(json));
      return example.isGreen(policies.map((one) => (one === policy ? { ...policy, text, json } : one)));
    });
    expect(survivors.map(({ policy, change }) => `${policy.id}: ${change}`)).toEqual([]);
  });
});

describe('verify', () => {
  const PERMIT = '@id("all") permit (principal, action, resource);';
  const CASE = 'cases:\n  - { name: a, as: ana, call: GET /campaigns/c1, expect: allow }';

  it('says when there are no policies, and still replays: everything is denied', () => {
    const report = verifyEmail('', CASE);
    expect(told(report.diagnostics)).toEqual([' warning there are no policies, so every request is denied']);
    expect(report.results.map((result) => result.status)).toEqual(['failed']);
  });

  it('replays nothing when something is wrong, and tells all that is wrong', () => {
    const report = verifyEmail(
      `${PERMIT}\npermit (principal is EmailApp::Usr, action, resource);\npermit (principal;`,
      'cases:\n  - { name: a, as: anna, call: GET /campaigns/c1, expect: allow }\n  - { name: b, as: ana, call: GET /x, expect: deny }',
    );
    expect(report.results).toEqual([]);
    expect(new Set(report.diagnostics.map((one) => one.code))).toEqual(
      new Set(['policy-invalid', 'policy-syntax', 'fixture-unusable']),
    );
    expect(report.diagnostics.filter((one) => one.code === 'fixture-unusable')).toHaveLength(2);
  });

  it('takes nothing for known of policies that need not fit the schema and do not', () => {
    const row = 'tables:\n  - { name: t, columns: [ana, ana], rows: { GET /campaigns/c1: [allow, allow] } }';
    const reusedBy = (policies: string) => {
      let reused = 0;
      const fixtures = [{ source: sourceOf(`principals: { ana: { sub: ana } }\n${row}`), shared: new Map() }];
      const input = { ...emailInput, mayBeInvalid: true, policies: [policyFile(policies)], fixtures };
      const report = verify(input, { crossCheck: () => ++reused < 0 });
      expect(report.results.map(({ status }) => status)).toEqual(['passed', 'passed']);
      return reused;
    };
    expect(reusedBy(PERMIT)).toBe(1);
    expect(reusedBy(`${PERMIT} permit (principal is EmailApp::Usr, action, resource);`)).toBe(0);
  });

  it('does not doubt the policies that fixtures name when some policy could not be read', () => {
    const named = CASE.replace('expect: allow', 'expect: { decision: allow, because: [broken] }');
    const report = verifyEmail('@id("broken") permit (principal, action, resource) when { ', named);
    expect(report.diagnostics.map((one) => one.code)).not.toContain('fixture-unusable');
  });

  it('tells what is wrong in a shared file once, however many fixtures files refer to it', () => {
    const shared = sourceOf('ana: { sub: anonymous }', 'principals.yaml');
    const entities = sourceOf(
      '[{ "uid": { "type": "EmailApp::Nothing", "id": "x" }, "attrs": {}, "parents": [] }]',
      'entities.json',
    );
    const file = (name: string) => ({
      source: sourceOf(`principals: principals.yaml\nentities: entities.json\n${CASE}`, name),
      shared: new Map([
        ['principals.yaml', shared],
        ['entities.json', entities],
      ]),
    });
    const report = verify({ ...emailInput, fixtures: [file('b.fixtures.yaml'), file('a.fixtures.yaml')] });
    expect(told(report.diagnostics)).toEqual([
      expect.stringContaining('entities.json:1:21 error unknown entity type'),
      expect.stringContaining('principals.yaml:1:6 error principal `ana`'),
    ]);
  });

  it('tells entities that are not as a fact says, once somebody states the fact', () => {
    const uid = (type: string, id: string) => ({ type: `EmailApp::${type}`, id });
    const parents = [uid('Tenant', 'acme'), uid('Tenant', 'globex')];
    const entities = sourceOf(
      JSON.stringify([{ uid: uid('EmailCampaign', 'c1'), attrs: {}, parents }]),
      'entities.json',
    );
    const source = sourceOf(`entities: entities.json\n${CASE}`, 'a.fixtures.yaml');
    const fixtures = [{ source, shared: new Map([['entities.json', entities]]) }];
    const codes = (input: Partial<VerifyInput>) =>
      verify({ ...emailInput, ...input, fixtures }).diagnostics.map(({ code }) => code);
    expect(codes({})).not.toContain('fact-broken');
    expect(codes({ facts: ['one-tenant-per-resource'] })).toContain('fact-broken');
  });

  it('needs a schema that can be read, and says which endpoints cannot be told apart', () => {
    const unreadable = verify({ ...emailInput, schema: { file: 's', text: '{' } });
    expect(unreadable).toMatchObject({ results: [], diagnostics: [{ code: 'schema-unusable' }] });
    const text = emailInput.schema.text.replace('GET /messages/{message_id} ', 'PUT /campaigns/{x} ');
    const report = verify({ ...emailInput, schema: { file: 's', text } });
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'warning', code: 'undecidable-route' }),
    );
  });
});
