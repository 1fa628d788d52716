import { describe, expect, it } from 'vitest';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { createEngine } from '../../../src/core/engine/engine.ts';
import type { ReadyFixture } from '../../../src/core/fixtures/ready-fixture.ts';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { replayFixture } from '../../../src/core/replay/replay.ts';
import { checkProject } from '../../../src/core/verification/check-project.ts';
import { reachOf } from '../../../src/core/watching/reach.ts';
import { loadExample } from '../../helpers/example.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

const project = valueIn(checkProject(await loadExample()));

/** Policies that are nothing but a scope: they decide exactly where their scope is satisfied. */
const SCOPES = [
  'principal, action, resource',
  'principal == EmailApp::User::"ana", action, resource',
  'principal == EmailApp::User::"anonymous", action, resource',
  'principal in EmailApp::Role::"editor", action, resource',
  'principal in EmailApp::Tenant::"acme", action, resource',
  'principal in EmailApp::User::"ana", action, resource',
  'principal is EmailApp::User, action, resource',
  'principal is EmailApp::User in EmailApp::Role::"viewer", action, resource',
  'principal is EmailApp::Role, action, resource',
  'principal, action == EmailApp::Action::"login", resource',
  'principal, action in EmailApp::Action::"getEmailCampaign", resource',
  'principal, action in [EmailApp::Action::"getEmailCampaign", EmailApp::Action::"deleteEmailMessage"], resource',
  'principal, action, resource == EmailApp::EmailCampaign::"c1"',
  'principal, action, resource in EmailApp::EmailCampaign::"c1"',
  'principal, action, resource in EmailApp::Tenant::"acme"',
  'principal, action, resource is EmailApp::EmailMessage',
  'principal, action, resource is EmailApp::EmailMessage in EmailApp::Tenant::"umbrella"',
  'principal in EmailApp::Role::"editor", action == EmailApp::Action::"getEmailMessage", resource in EmailApp::EmailCampaign::"c1"',
];

describe('the reach of a policy', () => {
  it.each(SCOPES)('is where Cedar finds its scope satisfied: %s', (scope) => {
    const { policySet } = readPolicies([policyFile(`@id("scope") permit (${scope});`)]);
    const engine = valueIn(createEngine('scope', project.schema, policySet));
    const reach = reachOf(project.schema);
    const [policy] = policySet.policies;
    if (!policy) throw new Error(`not a scope: ${scope}`);
    for (const ready of project.fixtures) {
      const { decisions } = replayFixture(ready, { engine, clock: () => 0 });
      const decides = decisions.some(({ actual }) => actual.determining.length > 0);
      // The engine is not even asked about resources that do not exist: there the reach may be too wide.
      const exists = decisions.some(({ actual }) => actual.kind !== 'not-found');
      expect({ fixture: ready.fixture.name, reaches: reach(policy, ready) && exists }).toEqual({
        fixture: ready.fixture.name,
        reaches: decides,
      });
    }
  });

  it('is everything where a group of actions is named, which the scope alone does not tell apart', () => {
    const { policySet } = readPolicies([
      policyFile('permit (principal, action in EmailApp::Action::"reading", resource);'),
    ]);
    const [policy] = policySet.policies;
    expect(reached(policy, withGroup())).toEqual(project.fixtures);
    expect(reached(policy, NO_SCHEMA)).toEqual(project.fixtures);
    expect(reached(policy, project.schema)).toEqual([]);
  });

  it('is everything where a scope has a form that is not known', () => {
    const { policySet } = readPolicies([policyFile('permit (principal, action, resource);')]);
    const later = { op: 'near' } as never;
    for (const part of ['principal', 'action', 'resource']) {
      const policies = policySet.policies.map((one) => ({ ...one, json: { ...one.json, [part]: later } }));
      expect(reached(policies[0], project.schema)).toEqual(project.fixtures);
    }
  });
});

/** The fixtures that a policy can have a say about. */
function reached(policy: Policy | undefined, schema: typeof project.schema): readonly ReadyFixture[] {
  return project.fixtures.filter((ready) => policy && reachOf(schema)(policy, ready));
}

/** The example's schema with a group of actions. */
function withGroup(): typeof project.schema {
  return Object.fromEntries(
    Object.entries(project.schema).map(([namespace, definition]) => {
      const actions = Object.entries(definition.actions).map(([name, action]) => [
        name,
        { ...action, memberOf: [{ id: 'reading' }] },
      ]);
      return [
        namespace,
        { ...definition, actions: { ...Object.fromEntries(actions), reading: {} } },
      ] as const;
    }),
  );
}
