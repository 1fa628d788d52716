import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { generatePolicies } from '../src/core/generation/generate-policies.ts';
import { generateSchema } from '../src/core/generation/generate-schema.ts';
import { readSchema, type Schema } from '../src/core/model/read-schema.ts';
import { checkPolicies } from '../src/core/policies/check-policies.ts';
import { DEFAULT_CLAIMS } from '../src/core/requests/principal.ts';
import { verify } from '../src/core/verification/verify.ts';
import { parseSource } from '../src/project/parsing/parse.ts';
import { allTemplates } from '../src/project/templates.ts';
import { valueIn } from './helpers/outcome.ts';
import { sourceOf } from './helpers/source.ts';

const SPEC = resolve(import.meta.dirname, '../fixtures/email-app/openapi.yaml');

/** The worked example, in which campaigns also have an owner, and the list of them is reserved for analysts. */
function richerExample(): Schema & { readonly text: string } {
  const text = readFileSync(SPEC, 'utf8')
    .replace(/(EmailCampaign:\n[\s\S]*?properties:\n)/, '$1        ownerId: { type: string }\n')
    .replace('operationId: listEmailCampaigns\n', (line) => `${line}      x-authz-groups: [analyst]\n`);
  const generated = valueIn(
    generateSchema(
      { root: valueIn(parseSource('openapi.yaml', text)), others: new Map() },
      {
        namespace: 'EmailApp',
        mappingType: 'ResourceRest',
        attributes: 'scalar',
        format: 'json',
        overrides: new Map(),
      },
    ),
  );
  const file = { file: 'schema.json', text: generated.text };
  return { ...valueIn(readSchema(file)), text: file.text };
}

const example = richerExample();

function policiesOf(names: readonly string[]) {
  const templates = allTemplates().filter((template) => names.includes(template.name));
  expect(templates.map((template) => template.name).sort()).toEqual([...names].sort());
  return valueIn(generatePolicies(templates, example.model)).map((policy) => ({
    file: policy.name,
    ...policy,
  }));
}

const FIXTURES = `
principals:
  ada: { sub: ada, groups: [admin], tenant_id: acme }
  mia: { sub: mia, groups: [member], tenant_id: acme }
  vic: { sub: vic, groups: [viewer], tenant_id: acme }
  ona: { sub: ona, groups: [], tenant_id: acme }
  ann: { sub: ann, groups: [analyst], tenant_id: acme }
  eve: { sub: eve, groups: [admin], tenant_id: umbrella }
entities:
  - { uid: { type: EmailApp::Tenant, id: acme }, attrs: { planTier: pro, maxUsers: 3 }, parents: [] }
  - { uid: { type: EmailApp::Tenant, id: umbrella }, attrs: { planTier: pro, maxUsers: 3 }, parents: [] }
  - uid: { type: EmailApp::EmailCampaign, id: c1 }
    attrs: { name: Spring, status: draft, ownerId: { __entity: { type: EmailApp::User, id: ona } } }
    parents: [{ type: EmailApp::Tenant, id: acme }]
`;

/** The decision about one call under the policies of some templates. */
function decide(templates: readonly string[], as: string, call: string, known = FIXTURES): string {
  const cases = `${known}cases:\n  - { name: it, as: ${as}, call: "${call}", expect: allow }\n`;
  const report = verify({
    name: 'templates',
    schema: { file: 'schema.json', text: example.text },
    policies: policiesOf(templates),
    claims: DEFAULT_CLAIMS,
    fixtures: [{ source: sourceOf(cases), shared: new Map() }],
  });
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return report.results[0]?.decisions[0]?.actual.decision ?? 'no decision';
}

test('what the API reserves for groups of its own is for nobody else, but administrators', () => {
  const templates = ['administrators', 'api-groups', 'members', 'viewers'];
  const who = ['ada', 'mia', 'vic', 'ona', 'ann'].filter(
    (as) => decide(templates, as, 'GET /tenants/acme/campaigns') === 'allow',
  );
  expect(who).toEqual(['ada', 'ann']);
});

test('administrators of one tenant may do what is about none, and their policy says so', () => {
  const templates = ['administrators', 'tenant-isolation'];
  expect(decide(templates, 'eve', 'GET /campaigns/c1')).toBe('deny');
  expect(decide(templates, 'eve', 'GET /dashboard-data')).toBe('allow');
  const [administrators] = policiesOf(['administrators']);
  expect(administrators?.text).toContain('in their own tenant, and to whatever is in none');
});

test('members make new things, and their policy says so', () => {
  expect(decide(['members'], 'mia', 'POST /tenants/acme/campaigns')).toBe('allow');
  const [members] = policiesOf(['members']);
  expect(members?.text).toContain(
    'Members may read resources, make new ones, and change what the call identifies',
  );
});

describe('every policy template', () => {
  /** What each template is for: a call that is decided otherwise without it, beside other templates. */
  const PROOFS = [
    {
      template: 'api-groups',
      beside: ['members'],
      as: 'ann',
      call: 'GET /tenants/acme/campaigns',
      decision: 'allow',
    },
    {
      template: 'administrators',
      beside: ['tenant-isolation'],
      as: 'ada',
      call: 'DELETE /campaigns/c1',
      decision: 'allow',
    },
    { template: 'members', beside: ['viewers'], as: 'mia', call: 'PUT /campaigns/c1', decision: 'allow' },
    { template: 'viewers', beside: ['members'], as: 'vic', call: 'GET /campaigns/c1', decision: 'allow' },
    {
      template: 'open-endpoints',
      beside: ['administrators'],
      as: 'anonymous',
      call: 'POST /login',
      decision: 'allow',
    },
    {
      template: 'implicit-scope',
      beside: ['members'],
      as: 'ona',
      call: 'GET /dashboard-data',
      decision: 'allow',
    },
    {
      template: 'tenant-isolation',
      beside: ['administrators'],
      as: 'eve',
      call: 'GET /campaigns/c1',
      decision: 'deny',
    },
    {
      template: 'owner-only',
      beside: ['tenant-isolation'],
      as: 'ona',
      call: 'DELETE /campaigns/c1',
      decision: 'allow',
    },
    {
      template: 'read-only',
      beside: ['administrators'],
      as: 'ada',
      call: 'PUT /campaigns/c1',
      decision: 'deny',
    },
  ] as const;

  it('is proven below', () => {
    expect(PROOFS.map(({ template }) => template).sort()).toEqual(allTemplates().map(({ name }) => name));
  });

  it.each(PROOFS)(
    '$template: $as gets $decision for $call, and the opposite without it',
    ({ template, beside, as, call, decision }) => {
      const opposite = decision === 'allow' ? 'deny' : 'allow';
      expect(decide([...beside, template], as, call)).toBe(decision);
      expect(decide([...beside], as, call)).toBe(opposite);
    },
  );

  it('for owners permits nothing without an identity, whatever the id of an owner is', () => {
    const owned = FIXTURES.replace('EmailApp::User, id: ona', 'EmailApp::User, id: anonymous');
    expect(decide(['owner-only'], 'anonymous', 'DELETE /campaigns/c1', owned)).toBe('deny');
  });

  it.each(allTemplates())(
    '$name opens with what it grants and what to change, and validates without a warning',
    ({ name }) => {
      const [policy] = policiesOf([name]);
      expect(policy?.text).toMatch(/^\/\/ [A-Z].*\.\n(?:\/\/ .*\n)*\/\/ To change: .*\n@id\("/);
      expect(checkPolicies(policy ? [policy] : [], example.json).diagnostics).toEqual([]);
    },
  );

  it('grants owners nothing on what others own', () => {
    expect(decide(['owner-only'], 'mia', 'GET /campaigns/c1')).toBe('deny');
  });

  it('lets nobody in when there are no policies at all', () => {
    expect(decide([], 'ada', 'GET /campaigns/c1')).toBe('deny');
  });
});
