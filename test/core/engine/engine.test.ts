import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import {
  createEngine,
  type Decision,
  decideAsAsked,
  NOT_FOUND,
  undecided,
} from '../../../src/core/engine/engine.ts';
import type { Request } from '../../../src/core/requests/map-call.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import { emailSchema } from '../../helpers/email-model.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { engineOf, policySetOf } from '../../helpers/policies.ts';

const ana = user('ana', 'editor', 'acme');
const readCampaign: Request = {
  principal: uid('User', 'ana'),
  action: uid('Action', 'getEmailCampaign'),
  resource: uid('EmailCampaign', 'c1'),
  context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
};
const PERMIT = '@id("permit") permit (principal, action, resource);';
const FORBID = '@id("forbid") forbid (principal, action, resource);';
const ERRING_FORBID =
  '@id("erring") forbid (principal, action, resource)\nwhen { resource in EmailApp::Tenant::"acme" && principal.email == "" };';

function decide(
  policies: string,
  request = readCampaign,
  entities: readonly Entity[] = [ana, ...emailEntities],
): Decision {
  return engineOf(policies).decide(request, entities);
}

function ids(decision: Decision): string[] {
  return decision.determining.map((policy) => policy.id);
}

describe('a decision', () => {
  it('without policies is a deny, whatever is asked', () => {
    expect(engineOf('').hasPolicies).toBe(false);
    expect(decide('')).toEqual({ decision: 'deny', kind: 'not-permitted', determining: [], errors: [] });
  });

  it('is an allow when something permits and nothing forbids, and names what permits', () => {
    const decision = decide(`${PERMIT}\n  @id("another") permit (principal, action, resource);`);
    expect(decision).toMatchObject({ decision: 'allow', kind: 'allowed', errors: [] });
    expect(decision.determining).toMatchObject([
      { id: 'another', file: 'policies/a.cedar', location: { line: 2, column: 3 } },
      { id: 'permit', file: 'policies/a.cedar', location: { line: 1, column: 1 } },
    ]);
  });

  it('is forbidden when something forbids, whatever permits', () => {
    const decision = decide(`${PERMIT} ${FORBID}`);
    expect(decision).toMatchObject({ decision: 'deny', kind: 'forbidden' });
    expect(ids(decision)).toEqual(['forbid']);
  });

  it('is not permitted when nothing permits', () => {
    const decision = decide('permit (principal, action, resource) when { resource.status == "sent" };');
    expect(decision).toEqual({ decision: 'deny', kind: 'not-permitted', determining: [], errors: [] });
  });

  it('is errored when a policy errs, although Cedar would skip the policy and allow', () => {
    const decision = decide(`${PERMIT} ${ERRING_FORBID}`);
    expect(decision).toMatchObject({ decision: 'deny', kind: 'errored' });
    expect(ids(decision)).toEqual(['permit']);
    expect(decision.errors).toMatchObject([
      {
        policy: { id: 'erring' },
        message: expect.stringMatching(/^`EmailApp::User::"ana"` does not have the attribute `email`/),
        location: { line: 2, column: 48 },
      },
    ]);
  });

  it('is errored when the request does not fit the schema', () => {
    const wrongType = { ...readCampaign, resource: uid('Tenant', 'acme') };
    const noContext = { ...readCampaign, context: {} };
    for (const request of [wrongType, noContext]) {
      const decision = decide(PERMIT, request);
      expect(decision).toMatchObject({ decision: 'deny', kind: 'errored', determining: [] });
      expect(decision.errors).toHaveLength(1);
      expect(decision.errors[0]?.policy).toBeUndefined();
    }
  });

  it('is errored when the entities do not fit the schema', () => {
    const wrong = { ...ana, attrs: { email: 5 } };
    expect(decide(PERMIT, readCampaign, [wrong])).toMatchObject({ decision: 'deny', kind: 'errored' });
    const fraction = { ...ana, attrs: { email: 0.5 } };
    expect(decide(PERMIT, readCampaign, [fraction])).toMatchObject({ decision: 'deny', kind: 'errored' });
  });

  it('errs when a policy reaches past what was sent', () => {
    const decision = decide(
      '@id("reach") permit (principal, action, resource) when { EmailApp::Tenant::"umbrella".maxUsers > 1 };',
      readCampaign,
      [ana, ...emailEntities.slice(2, 3)],
    );
    expect(decision).toMatchObject({
      decision: 'deny',
      kind: 'errored',
      errors: [{ policy: { id: 'reach' } }],
    });
  });
});

describe('an engine', () => {
  it('is not made of policies that the schema cannot go with', () => {
    const noSchema = { A: { entityTypes: {}, actions: { a: { memberOf: [{ id: 'missing' }] } } } };
    const outcome = createEngine('none', noSchema, policySetOf(PERMIT));
    expect(outcome).toMatchObject({
      ok: false,
      diagnostics: [{ severity: 'error', code: 'policies-unusable' }],
    });
  });

  it('decides with its own policies, also when another engine has its name', () => {
    const first = engineOf(PERMIT, 'twins');
    const second = engineOf(FORBID, 'twins');
    expect(second.decide(readCampaign, [ana]).kind).toBe('forbidden');
    expect(first.decide(readCampaign, [ana]).kind).toBe('allowed');
  });

  it('keeps no answer about a request that may misfit the schema', () => {
    const engine = valueIn(createEngine('misfits', emailSchema, policySetOf(PERMIT), { areChecked: true }));
    const misfit: Request = { ...readCampaign, principal: uid('Tenant', 'acme') };
    for (let round = 0; round < 3; round += 1) {
      expect(decideAsAsked(engine, { ...misfit, mayMisfit: true }, emailEntities, false).decision).toBe(
        'allow',
      );
      expect(decideAsAsked(engine, misfit, emailEntities, false).kind).toBe('errored');
    }
  });

  it('answers the same every time', () => {
    const policies = Array.from(
      { length: 10 },
      (_, index) => `@id("p${index}") permit (principal, action, resource);`,
    );
    const engine = engineOf(policies.join('\n'));
    const answers = Array.from({ length: 10 }, () => JSON.stringify(engine.decide(readCampaign, [ana])));
    expect(new Set(answers).size).toBe(1);
  });
});

describe('decisions that no engine made', () => {
  it('are denies of their own kinds', () => {
    expect(NOT_FOUND).toMatchObject({ decision: 'deny', kind: 'not-found' });
    expect(undecided('no token')).toMatchObject({
      decision: 'deny',
      kind: 'errored',
      errors: [{ message: 'no token' }],
    });
  });
});
