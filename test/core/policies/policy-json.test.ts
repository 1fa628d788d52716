import { describe, expect, it } from 'vitest';
import { policyToJson, preparePolicies, templateToJson } from '../../../src/core/cedar/cedar.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { checkPolicies } from '../../../src/core/policies/check-policies.ts';
import { locatePolicy, locateRange, policyTexts } from '../../../src/core/policies/policy.ts';
import { isPolicyJson } from '../../../src/core/policies/policy-json-forms.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { arbitraryPolicy } from '../../helpers/arbitrary-policy.ts';
import { emailEntities } from '../../helpers/email-entities.ts';
import fc from '../../helpers/fast-check.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const OWNER = valueIn(
  policyToJson('@id("o") permit (principal, action, resource) when { resource.owner == principal };'),
);
const SHARE = valueIn(templateToJson('permit (principal == ?principal, action, resource);'));
const STATEMENT = 'forbid (principal, action, resource) when { context.n > 9007199254740993 };';

function jsonFile(value: unknown, text = JSON.stringify(value, null, 2)) {
  return { file: 'p.json', name: 'p.json', text, source: sourceOf(text, 'p.json') };
}

function idsOf(value: unknown): string[] {
  const { policySet, diagnostics } = readPolicies([jsonFile(value)]);
  expect(told(diagnostics)).toEqual([]);
  expect(isPolicyJson(value)).toBe(true);
  return [...policySet.policies, ...policySet.templates].map(({ id }) => id);
}

describe('policies in JSON', () => {
  it.each([
    ['one policy', OWNER, ['o']],
    ['one template', SHARE, ['p.json#1']],
    ['a list', [OWNER, SHARE], ['o', 'p.json#2']],
    [
      'a policy set',
      {
        staticPolicies: { mine: OWNER, text: STATEMENT },
        templates: { t: SHARE },
        templateLinks: [
          {
            templateId: 't',
            newId: 'ana',
            values: { '?principal': { __entity: { type: 'User', id: 'ana' } } },
          },
        ],
      },
      ['mine', 'text', 'ana', 't'],
    ],
    [
      'what Amazon Verified Permissions has',
      {
        policies: [
          { policyId: 'x', definition: { static: { description: 'd', statement: STATEMENT } } },
          { policyTemplateId: 't', statement: 'permit (principal == ?principal, action, resource);' },
          {
            policyId: 'y',
            definition: {
              templateLinked: { policyTemplateId: 't', principal: { entityType: 'User', entityId: 'ana' } },
            },
          },
        ],
      },
      ['x', 'y', 't'],
    ],
    ['the body of its CreatePolicy', { static: { statement: STATEMENT } }, ['p.json#1']],
    [
      'what Cedar Agent has',
      [
        { id: 'x', content: STATEMENT },
        { id: 'y', content: 'permit(principal,action,resource);' },
      ],
      ['x', 'y'],
    ],
  ])('may be %s', (_, value, ids) => {
    expect(idsOf(value)).toEqual(ids);
  });

  it('have their places in the JSON, down to the clause', () => {
    const { policySet } = readPolicies([jsonFile({ staticPolicies: { 'a/b': OWNER } })]);
    const [policy] = policySet.policies;
    if (!policy) throw new Error('there is no policy');
    expect(locatePolicy(policy)).toMatchObject({ line: 3, column: 12, pointer: '/staticPolicies/a~1b' });
    const at = policy.text.indexOf('owner');
    expect(locateRange(policy, at, at + 5)).toMatchObject({
      pointer: '/staticPolicies/a~1b/conditions/0/body',
    });
  });

  it.each([
    [{ effect: 'permit', principal: {} }, 'error '],
    [{ staticPolicies: 5 }, '`staticPolicies` is not a mapping from ids to policies'],
    [{ staticPolicies: { a: 5 } }, 'this JSON is not a policy'],
    [{ some: 'thing' }, 'this JSON is not a policy'],
    [[{ some: 'thing' }], 'this JSON is not a policy'],
    [[{ id: 'x', content: 'some words' }], 'this JSON is not a policy'],
    [[{ title: 'x', content: 'permit (principal, action, resource);' }], 'this JSON is not a policy'],
    [
      { staticPolicies: { a: 'permit (principal, acton, resource);' } },
      'invalid variable in the policy scope',
    ],
    [{ templateLinks: [{ templateId: 't', newId: 'x', values: {} }] }, 'there is no policy template `t`'],
  ])('that are not what they should be are errors with a place: %j', (value, message) => {
    const { diagnostics } = readPolicies([jsonFile(value)]);
    expect(told(diagnostics)).toEqual([expect.stringMatching(/^p\.json:\d+:\d+ error /)]);
    expect(told(diagnostics)[0]).toContain(message);
  });

  it('lie beside policies in Cedar syntax, and no two have one id', () => {
    const text = { file: 'o.cedar', name: 'o.cedar', text: '@id("o") permit (principal, action, resource);' };
    const { diagnostics } = checkPolicies([text, jsonFile(OWNER)], NO_SCHEMA);
    expect(told(diagnostics)).toEqual([expect.stringContaining('two policies have the id `o`')]);
  });

  it('decide what their text decides', () => {
    const query = {
      principal: { type: 'EmailApp::User', id: 'ana' },
      action: { type: 'EmailApp::Action', id: 'getEmailCampaign' },
      resource: { type: 'EmailApp::EmailCampaign', id: 'c1' },
      context: { tenants: [{ __entity: { type: 'EmailApp::Tenant', id: 'acme' } }] },
      entities: emailEntities,
    };
    const decide = (texts: Readonly<Record<string, string>>) => {
      const answer = valueIn(valueIn(preparePolicies('json', NO_SCHEMA, texts)).authorize(query));
      return { ...answer, errors: answer.errors.map(({ policyId }) => policyId) };
    };
    fc.assert(
      fc.property(arbitraryPolicy, (text) => {
        const { policySet } = readPolicies([
          jsonFile({ staticPolicies: { p: valueIn(policyToJson(text)) } }),
        ]);
        expect(decide(policyTexts(policySet.policies))).toEqual(decide({ p: text }));
      }),
      runs(100),
    );
  });
});
