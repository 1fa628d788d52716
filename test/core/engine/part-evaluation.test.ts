import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import { type Entity, plainUid } from '../../../src/core/cedar/entity.ts';
import { type PartEvaluator, preparePartEvaluator } from '../../../src/core/engine/part-evaluation.ts';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { withInnerParts } from '../../../src/core/policies/policy-parts.ts';
import type { Request } from '../../../src/core/requests/map-call.ts';
import { tenantsOf } from '../../../src/core/requests/principal.ts';
import { arbitraryPolicy, somePrincipals } from '../../helpers/arbitrary-policy.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import { emailModel, emailSchema } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policySetOf } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const request: Request = {
  principal: uid('User', 'ana'),
  action: { type: 'EmailApp::Action', id: 'updateEmailCampaign' },
  resource: uid('EmailCampaign', 'c1'),
  context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
};
const entities = [user('ana', 'editor', 'acme'), ...emailEntities];

/** `text = truth` for each part of each policy. */
function truths(policies: string, asked = request): string[] {
  const set = policySetOf(policies).policies;
  const evaluator = valueIn(preparePartEvaluator('parts', emailSchema, set));
  const truthOf = valueIn(evaluator.evaluate(asked, entities));
  return set.flatMap(({ id }) => {
    const parts = evaluator.partsOf(id);
    return [...(parts?.scope ?? []), ...(parts?.clauses ?? []).flatMap(withInnerParts)].map((part) => {
      const truth = truthOf(id, part);
      return `${part.text} = ${truth.truth === 'error' ? truth.message : truth.truth}`;
    });
  });
}

describe('the parts of policies', () => {
  it('are each true or false by themselves, whatever stands before them', () => {
    expect(
      truths(
        'permit (principal in EmailApp::Role::"admin", action, resource) when { resource.status == "draft" && !(resource.name == "Spring") };',
      ),
    ).toEqual([
      'principal in EmailApp::Role::"admin" = false',
      'action = true',
      'resource = true',
      'when { resource.status == "draft" && !(resource.name == "Spring") } = false',
      'resource.status == "draft" && !(resource.name == "Spring") = false',
      'resource.status == "draft" = true',
      '!(resource.name == "Spring") = false',
      'resource.name == "Spring" = true',
    ]);
  });

  it('are known of a request that may misfit the schema, and of none that must not', () => {
    const set = policySetOf('permit (principal, action, resource);').policies;
    const evaluator = valueIn(preparePartEvaluator('misfits', emailSchema, set));
    const misfit: Request = { ...request, principal: uid('Tenant', 'acme') };
    for (let round = 0; round < 3; round += 1) {
      expect(evaluator.evaluateUnchecked({ ...misfit, mayMisfit: true }, entities).ok).toBe(true);
      expect(evaluator.evaluateUnchecked(misfit, entities).ok).toBe(false);
    }
  });

  it('have the error of the engine where they have no value', () => {
    expect(
      truths('forbid (principal, action, resource) when { principal.email like "*" || true };').slice(3),
    ).toEqual([
      'when { principal.email like "*" || true } = `EmailApp::User::"ana"` does not have the attribute `email`',
      'principal.email like "*" || true = `EmailApp::User::"ana"` does not have the attribute `email`',
      'principal.email like "*" = `EmailApp::User::"ana"` does not have the attribute `email`',
      'true = true',
    ]);
  });

  it('hold in an `unless` when what it says is false', () => {
    expect(
      truths('permit (principal, action, resource) unless { resource.status == "sent" };').slice(3),
    ).toEqual(['unless { resource.status == "sent" } = true', 'resource.status == "sent" = false']);
  });

  it('may end in a comment', () => {
    expect(
      truths('permit (principal // who\n, action // what\n, resource // which\n) when { true // why\n};'),
    ).toEqual([
      'principal = true',
      'action = true',
      'resource = true',
      'when { true // why\n} = true',
      'true = true',
    ]);
  });

  it('are the answers to a request that the engine accepts, and to no other', () => {
    const set = policySetOf('permit (principal, action, resource);').policies;
    const evaluator = valueIn(preparePartEvaluator('parts', emailSchema, set));
    const refused = evaluator.evaluate({ ...request, context: {} }, entities);
    expect(refused.ok).toBe(false);
    expect(evaluator.evaluate(request, entities).ok).toBe(true);
  });

  it('are not lost when a request damages the engine: it fails alone', () => {
    const set = policySetOf(
      'permit (principal, action, resource) when { resource.status == "draft" };',
    ).policies;
    const evaluator = valueIn(preparePartEvaluator('parts', emailSchema, set));
    const clause = evaluator.partsOf('a.cedar#1')?.clauses[0];
    if (!clause) throw new Error('the policy has a clause');
    const chain = Array.from({ length: 12_000 }, (_, index) => ({
      uid: uid('Role', `r${index}`),
      attrs: {},
      parents: [uid('Role', `r${index + 1}`)],
    }));
    expect(evaluator.evaluate(request, [...entities, ...chain]).ok).toBe(false);
    expect(valueIn(evaluator.evaluate(request, entities))('a.cedar#1', clause)).toEqual({ truth: 'true' });
  });
});

describe('the parts of any policies', () => {
  // Some are alike but for their names, which messages tell.
  const principals = [...somePrincipals, user('bea', 'editor', 'acme'), user('kim', 'editor')];
  const c1 = emailEntities.filter((entity) => plainUid(entity.uid).id === 'c1');
  const campaigns = [
    ...emailEntities,
    ...c1.map((entity) => ({ ...entity, uid: uid('EmailCampaign', 'c2') })),
  ];
  const question = fc.record({
    policies: fc.array(arbitraryPolicy, { minLength: 1, maxLength: 4 }),
    calls: fc.array(
      fc.record({
        principal: fc.constantFrom(...principals),
        action: fc.constantFrom('getEmailCampaign', 'updateEmailCampaign'),
        campaign: fc.constantFrom('c1', 'c2', 'c9'),
      }),
      { minLength: 6, maxLength: 12 },
    ),
  });

  it('are what the engine makes of them in each request, also where another must have the same answer', () => {
    const errors = { told: 0 };
    fc.assert(
      fc.property(question, ({ policies, calls }) => {
        const set = policySetOf(policies.join('\n')).policies;
        const shared = valueIn(preparePartEvaluator('shared parts', emailSchema, set));
        const single = valueIn(preparePartEvaluator('single parts', emailSchema, set, true));
        for (const call of calls) {
          const asked = emailRequest(call);
          const sent = [call.principal, ...campaigns];
          const told = allTruths(shared, set, asked, sent);
          expect(told).toEqual(allTruths(single, set, asked, sent));
          errors.told += told.filter((truth) => truth?.truth === 'error').length;
        }
      }),
      runs(80),
    );
    expect(errors.told).toBeGreaterThan(0);
  });
});

function emailRequest(call: { principal: Entity; action: string; campaign: string }): Request {
  return {
    principal: plainUid(call.principal.uid),
    action: { type: 'EmailApp::Action', id: call.action },
    resource: uid('EmailCampaign', call.campaign),
    context: { tenants: tenantsOf(call.principal, emailModel).map((tenant) => ({ __entity: tenant })) },
  };
}

function allTruths(
  evaluator: PartEvaluator,
  set: readonly Policy[],
  asked: Request,
  sent: readonly Entity[],
) {
  const truthOf = valueIn(evaluator.evaluate(asked, sent));
  return set.flatMap(({ id }) => {
    const parts = evaluator.partsOf(id);
    return [...(parts?.scope ?? []), ...(parts?.clauses ?? [])]
      .flatMap(withInnerParts)
      .map((part) => truthOf(id, part));
  });
}

describe.each([3, 150])('in a schema of %i actions', (count) => {
  const actions = Array.from(
    { length: count },
    (_, index) => `action "a${index}" appliesTo { principal: [User], resource: [Thing] };`,
  );
  const schema = valueIn(
    cedar.schemaToJson(`namespace App { entity User; entity Thing = { size: Long }; ${actions.join(' ')} }`),
  );
  const asked: Request = {
    principal: { type: 'App::User', id: 'ana' },
    action: { type: 'App::Action', id: 'a1' },
    resource: { type: 'App::Thing', id: 't' },
    context: {},
  };

  it('only the scope is asked about where it rules the action out, however often one asks', () => {
    const policies = policySetOf(
      '@id("one") permit (principal, action == App::Action::"a1", resource) when { resource.size > 0 };\n@id("two") permit (principal == App::User::"bob", action == App::Action::"a2", resource) when { resource.size < 0 };',
    ).policies;
    const evaluator = valueIn(preparePartEvaluator('large parts', schema, policies));
    const parts = policies.map(({ id }) => ({ id, parts: evaluator.partsOf(id) }));
    const answers = Array.from({ length: 500 }, (_, size) => {
      const truthOf = valueIn(
        evaluator.evaluate(asked, [
          { uid: asked.principal, attrs: {}, parents: [] },
          { uid: asked.resource, attrs: { size: size + 1 }, parents: [] },
        ]),
      );
      const told = parts.map(({ id, parts: one }) =>
        [...(one?.scope ?? []), ...(one?.clauses ?? [])].map((part) => truthOf(id, part).truth).join(' '),
      );
      return told.join(', ');
    });
    expect([...new Set(answers)]).toEqual(['true true true true, false false true not-asked']);
  });
});
