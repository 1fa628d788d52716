import { describe, expect, it } from 'vitest';
import { preparePolicies, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { withoutPolicyName } from '../../../src/core/cedar/engine-diagnostic.ts';
import { type Entity, type EntityUid, entityStore, plainUid } from '../../../src/core/cedar/entity.ts';
import { createEngine } from '../../../src/core/engine/engine.ts';
import { createExplainer } from '../../../src/core/explanation/explainer.ts';
import type {
  Explanation,
  PartExplanation,
  PolicyExplanation,
} from '../../../src/core/explanation/explanation.ts';
import { type PolicySet, policyTexts } from '../../../src/core/policies/policy.ts';
import type { Request } from '../../../src/core/requests/map-call.ts';
import { tenantsOf } from '../../../src/core/requests/principal.ts';
import { sliceMaker } from '../../../src/core/requests/slice.ts';
import { arbitraryPolicy, somePrincipals } from '../../helpers/arbitrary-policy.ts';
import { emailEntities, uid } from '../../helpers/email-entities.ts';
import { emailModel, emailSchema } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policySetOf } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const call = {
  principal: fc.constantFrom(...somePrincipals),
  action: fc.constantFrom('getEmailCampaign', 'updateEmailCampaign'),
  campaign: fc.constantFrom('c1', 'c9'),
};
const policies = fc.array(arbitraryPolicy, { minLength: 1, maxLength: 4 });
const question = fc.record({ policies, ...call });

type Asked = typeof question extends fc.Arbitrary<infer T> ? T : never;
type AskedCall = Omit<Asked, 'policies'>;

/** Explains calls one after the other; shared is what must come out the same for several of them. */
function explaining(name: string, policySet: PolicySet, mostChanges: number, isShared: boolean) {
  const engine = valueIn(
    createEngine(name, emailSchema, policySet, isShared ? { areChecked: true } : undefined),
  );
  const explainer = createExplainer(`${name} parts`, {
    schema: emailSchema,
    model: emailModel,
    policySet,
    engine,
    mostChanges,
    evaluateAll: !isShared,
  });
  return (call: AskedCall) => {
    const { request, slices, slice, entities } = prepare(call);
    const decision = engine.decide(request, entities);
    const explanation = explainer.explain({
      request,
      principal: call.principal,
      slices,
      slice,
      decision,
    });
    return { explanation, decision };
  };
}

function prepare({ principal, action, campaign }: AskedCall) {
  const slices = sliceMaker(entityStore(emailEntities), emailModel);
  const request: Request = {
    principal: plainUid(principal.uid),
    action: { type: 'EmailApp::Action', id: action },
    resource: uid('EmailCampaign', campaign),
    context: { tenants: tenantsOf(principal, emailModel).map((tenant) => ({ __entity: tenant })) },
  };
  const slice = slices.compose(principal, request.resource);
  return { request, slices, slice, entities: slice.type === 'entities' ? slice.entities : [] };
}

function explain({ policies, ...call }: Asked) {
  const policySet = policySetOf(policies.join('\n'));
  const { explanation, decision } = explaining('agreed', policySet, 3, false)(call);
  const { request, entities } = prepare(call);
  // As permits, the engine names each policy that applies, whatever the others say.
  const permits = policySet.policies.map((one) => ({ ...one, text: one.text.replace(/^forbid/, 'permit') }));
  const each = valueIn(
    valueIn(preparePolicies('agreed permits', emailSchema, policyTexts(permits))).authorize({
      ...request,
      entities,
    }),
  );
  return { explanation, decision, each };
}

describe('an explanation of any policies', () => {
  it('agrees with the engine about each of them, and about the error of each', () => {
    const seen = { satisfied: 0, 'not-satisfied': 0, errored: 0 };
    fc.assert(
      fc.property(question, (asked) => {
        const { explanation, decision, each } = explain(asked);
        expect([explanation.kind, explanation.decision]).toEqual([decision.kind, decision.decision]);
        for (const one of explanation.policies) {
          seen[one.status] += 1;
          const error = each.errors.find(({ policyId }) => policyId === one.policy.id);
          const status = error
            ? 'errored'
            : each.reason.includes(one.policy.id)
              ? 'satisfied'
              : 'not-satisfied';
          expect([one.policy.id, one.status, erring(one)]).toEqual([
            one.policy.id,
            status,
            error && withoutPolicyName(error.error.message),
          ]);
          expectOrder(one);
        }
        expectDecisive(explanation);
      }),
      runs(60),
    );
    // Chance makes the questions, so a bar near what is usual would fail now and then.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('shows only changes to the other decision', () => {
    let shown = 0;
    fc.assert(
      fc.property(question, (asked) => {
        const { explanation } = explain(asked);
        shown += explanation.changes.length;
        for (const { decision, edits } of explanation.changes) {
          expect(decision).not.toBe(explanation.decision);
          expect(edits.length).toBe(explanation.changes[0]?.edits.length);
        }
      }),
      runs(60),
    );
    expect(shown).toBeGreaterThan(0);
  });

  it('is the same whether or not others have been asked for that must have the same answers', () => {
    const seen = { changes: 0, errors: 0 };
    const questions = fc.record({
      policies,
      calls: fc.array(fc.record(call), { minLength: 4, maxLength: 8 }),
      mostChanges: fc.constantFrom(1, 3),
    });
    fc.assert(
      fc.property(questions, ({ policies, calls, mostChanges }) => {
        const policySet = policySetOf(policies.join('\n'));
        const shared = explaining('shared', policySet, mostChanges, true);
        const single = explaining('single', policySet, mostChanges, false);
        for (const one of calls) {
          const { explanation } = shared(one);
          expect(explanation).toEqual(single(one).explanation);
          seen.changes += explanation.changes.length;
          seen.errors += explanation.policies.filter(({ status }) => status === 'errored').length;
        }
      }),
      runs(25),
    );
    expect(Math.min(seen.changes, seen.errors)).toBeGreaterThan(0);
  });

  it('shows no change that the engine would refuse, though it looks like what was decided before', () => {
    const schema = valueIn(
      schemaToJson(`namespace App {
        entity Team; entity Doc in [Team]; entity User { teams: Set<Team> };
        action read appliesTo { principal: User, resource: Doc };
      }`),
    );
    const policySet = policySetOf(
      'permit (principal, action, resource) when { resource in principal.teams };',
    );
    const engine = valueIn(createEngine('refusing', schema, policySet, { areChecked: true }));
    const { tenantType: _, ...withoutTenants } = emailModel;
    const model = { ...withoutTenants, namespace: 'App', entityTypes: [] };
    const explainer = createExplainer('refusing parts', { schema, model, policySet, engine });
    const app = (type: string, id: string) => ({ type: `App::${type}`, id });
    const doc: Entity = { uid: app('Doc', 'd'), attrs: {}, parents: [app('Team', 't')] };
    const team: Entity = { uid: app('Team', 't'), attrs: {}, parents: [] };
    const explainFor = (id: string, teams: readonly EntityUid[]) => {
      const attrs = { teams: teams.map((one) => ({ __entity: one })) };
      const principal: Entity = { uid: app('User', id), attrs, parents: [] };
      const request: Request = {
        principal: app('User', id),
        action: app('Action', 'read'),
        resource: app('Doc', 'd'),
        context: {},
      };
      const slices = sliceMaker(entityStore([doc, team]), model);
      const slice = slices.compose(principal, request.resource);
      const decision = engine.decide(request, [principal, doc, team]);
      return explainer.explain({ request, principal, slices, slice, decision });
    };
    expect(explainFor('ana', [app('Team', 't')]).decision).toBe('allow');
    expect(explainFor('eve', []).changes.map(({ text }) => text)).toEqual([
      'it would be allowed if `principal.teams` contained `App::Team::"t"`',
    ]);
  });
});

/** The message of the first part that is in error. */
function erring({ parts }: PolicyExplanation): string | undefined {
  return parts.find(({ truth }) => truth === 'error')?.error;
}

/** Nothing is reached after the part that settles it, and a part is what its parts make of it. */
function expectOrder({ status, parts }: PolicyExplanation): void {
  const truths = parts.map(({ truth }) => truth);
  const first = truths.findIndex((truth) => truth !== 'true');
  if (status === 'satisfied') expect(first).toBe(-1);
  else expect(truths.slice(first + 1).every((truth) => truth === 'not-reached')).toBe(true);
  parts.forEach(expectInner);
}

function expectInner(part: PartExplanation): void {
  const reached = part.parts.filter(({ truth }) => truth !== 'not-reached');
  if (part.truth === 'not-reached') expect(reached).toEqual([]);
  else if (part.parts.length > 0) expect(reached.length).toBeGreaterThan(0);
  const last = reached.at(-1)?.truth;
  // A number is not a condition: alone it is an error of the clause, and of the operator around it.
  if (last && last !== 'error' && part.truth !== 'error') {
    const isNegated = part.kind === 'not' || part.kind === 'unless';
    expect(last === part.truth).toBe(!isNegated);
  }
  part.parts.forEach(expectInner);
}

/** Who decided is explained, and comes first. */
function expectDecisive({ policies, kind }: Explanation): void {
  const [first] = policies;
  if (kind === 'errored') expect(first?.status).toBe('errored');
  if (kind === 'allowed' || kind === 'forbidden') expect(first?.status).toBe('satisfied');
}
