import { describe, expect, it } from 'vitest';
import type { FixtureInput, FixtureKind } from '../../src/core/check-project.ts';
import { describeFixture } from '../../src/core/fixture.ts';
import { verify } from '../../src/core/verify.ts';
import { emailEntities } from '../helpers/email-entities.ts';
import { emailInput } from '../helpers/email-project.ts';
import { told } from '../helpers/outcome.ts';
import { policyFile } from '../helpers/policies.ts';
import { sourceOf } from '../helpers/source.ts';

const POLICIES =
  '@id("ana") permit (principal == EmailApp::User::"ana", action, resource); @id("drafts") permit (principal, action, resource is EmailApp::EmailCampaign) when { resource.status == "draft" };';

const GET_C1 = {
  principal: 'EmailApp::User::"ana"',
  action: 'EmailApp::Action::"getEmailCampaign"',
  resource: 'EmailApp::EmailCampaign::"c1"',
  context: { tenants: [] },
};

function verified(kind: FixtureKind, value: unknown, more: Partial<FixtureInput> = {}) {
  const source = sourceOf(JSON.stringify(value), 'ALLOW/one.cedarauth.json');
  return verify({
    ...emailInput,
    policies: [policyFile(POLICIES)],
    fixtures: [{ source, shared: new Map(), kind, ...more }],
  });
}

function statuses(tests: readonly object[]): string[] {
  const report = verified('cedar-tests', tests);
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return report.results.map(({ status }) => status);
}

const test = {
  name: 'reads',
  request: GET_C1,
  entities: emailEntities,
  decision: 'allow',
  reason: ['ana'],
  num_errors: 0,
};

describe('tests for `cedar run-tests`', () => {
  it('are decided with their own entities, all of them', () => {
    const other = emailEntities.map((entity) =>
      entity.attrs.status === 'draft' ? { ...entity, attrs: { ...entity.attrs, status: 'sent' } } : entity,
    );
    const eve = { ...GET_C1, principal: 'EmailApp::User::"eve"' };
    expect(
      statuses([
        { ...test, request: eve, reason: ['drafts'] },
        { ...test, request: eve, entities: other, decision: 'deny', reason: [] },
      ]),
    ).toEqual(['passed', 'passed']);
  });

  it('name some of the policies that decide, and count errors', () => {
    expect(
      statuses([
        test,
        { ...test, reason: ['ana', 'drafts'] },
        { ...test, reason: ['nobody'] },
        { ...test, decision: 'deny' },
        { ...test, num_errors: 1 },
      ]),
    ).toEqual(['passed', 'passed', 'failed', 'failed', 'failed']);
  });

  it('may count policies instead of naming them, as the tool does with one file without ids', () => {
    const numbered = (reason: string[]) => ({ ...test, reason });
    const source = sourceOf(JSON.stringify([numbered(['policy1']), numbered(['policy0'])]), 'tests.json');
    const permits =
      'permit (principal == EmailApp::User::"eve", action, resource); permit (principal, action, resource);';
    const report = (policies: ReturnType<typeof policyFile>[]) =>
      verify({ ...emailInput, policies, fixtures: [{ source, shared: new Map(), kind: 'cedar-tests' }] });
    const one = report([policyFile(permits)]);
    expect(one.results.map(({ status }) => status)).toEqual(['passed', 'failed']);
    expect(one.diagnostics).toEqual([]);
    const several = report([
      policyFile(permits),
      { ...policyFile('@id("x") permit (principal, action, resource);'), file: 'x.cedar', name: 'x.cedar' },
    ]);
    expect(told(several.diagnostics)).toHaveLength(2);
  });

  it('may have entities in a file of their own, and no name', () => {
    const { name: _, ...unnamed } = { ...test, entities: 'e.json' };
    const shared = new Map([['e.json', sourceOf(JSON.stringify(emailEntities), 'e.json')]]);
    const report = verified('cedar-tests', [unnamed], { shared });
    expect(report.results.map(({ status, fixture }) => [status, fixture.name])).toEqual([
      ['passed', 'test 1'],
    ]);
    expect(told(verified('cedar-tests', [unnamed]).diagnostics)).toEqual([
      expect.stringMatching(/error `e\.json` could not be read/),
    ]);
  });

  it('say who asks what in words, with identifiers as Cedar writes them', () => {
    const request = {
      ...GET_C1,
      resource: { type: 'EmailApp::EmailCampaign', id: 'a "b"' },
      principal: 'EmailApp::User::"\\u{61}\\"na"',
    };
    const [result] = verified('cedar-tests', [{ ...test, request, decision: 'deny', reason: [] }]).results;
    expect(result && describeFixture(result.fixture)).toBe(
      'EmailApp::User::"a\\"na" EmailApp::Action::"getEmailCampaign" EmailApp::EmailCampaign::"a \\"b\\""',
    );
  });

  it.each([
    [{ ...GET_C1, principal: 'ana' }, '`ana` is no entity: expected a type and an identifier'],
    [
      { ...GET_C1, principal: 'User::"a", action, resource) when { true }; permit (principal == User::"b"' },
      'is no entity',
    ],
    [{ ...GET_C1, principal: 'User::"\\q"' }, 'is no entity'],
    [
      { ...GET_C1, action: 'EmailApp::Action::"getEmailCampain"' },
      'the schema has no action `getEmailCampain`: did you mean `getEmailCampaign`?',
    ],
    [
      { ...GET_C1, action: 'Action::"getEmailCampaign"' },
      '`Action` is no type of an action here: expected `EmailApp::Action`',
    ],
    [{ ...GET_C1, resource: 5 }, 'expected a mapping with the keys `type` or `id`'],
  ])('that cannot run are told: %j', (request, message) => {
    const report = verified('cedar-tests', [{ ...test, request }]);
    expect(report.results).toEqual([]);
    expect(told(report.diagnostics).join('\n')).toContain(message);
  });

  it('are refused when an expectation is missing, or entities do not fit the schema', () => {
    const { decision: _, ...rest } = test;
    expect(told(verified('cedar-tests', [rest]).diagnostics)).toEqual([
      expect.stringContaining('missing key `decision`'),
    ]);
    expect(told(verified('cedar-tests', { tests: [] }).diagnostics)).toEqual([
      expect.stringContaining('expected a list of tests'),
    ]);
    const misfit = [{ uid: { type: 'EmailApp::Tenant', id: 'x' }, attrs: { planTier: 5 }, parents: [] }];
    const report = verified('cedar-tests', [test, { ...test, entities: misfit }]);
    expect(told(report.diagnostics).join('\n')).toContain('maxUsers');
  });
});

describe('a request in a folder', () => {
  it('called ALLOW or DENY must get that decision', () => {
    expect(verified('allow', GET_C1).results.map(({ status }) => status)).toEqual(['passed']);
    expect(verified('deny', GET_C1).results.map(({ status }) => status)).toEqual(['failed']);
    expect(verified('allow', GET_C1).results[0]?.fixture.name).toBe('one');
  });

  it('brings its own entities, else takes those beside the folder, else those of the project', () => {
    const eve = { ...GET_C1, principal: 'EmailApp::User::"eve"' };
    const none = sourceOf('[]', 'entities.json');
    const status = (value: object, near?: typeof none) =>
      verified('allow', value, near ? { near } : {}).results[0]?.status;
    expect(status(eve)).toBe('passed');
    // Without the campaign its status cannot be read.
    expect(status(eve, none)).toBe('errored');
    expect(status({ ...eve, entities: emailEntities }, none)).toBe('passed');
  });
});
