import type { PreparedPolicies, SchemaJson } from '../cedar/cedar.ts';
import type { Entity } from '../cedar/entity.ts';
import { preparePoliciesByAction } from '../engine/partition-by-action.ts';
import type { ExpectedRequest, ReadyFixture } from '../fixtures/ready-fixture.ts';
import { permitText } from '../policies/permit-text.ts';
import type { Policy } from '../policies/policy.ts';

type PolicyResult = 'applies' | 'errs' | 'does-not-apply';

/** Tells which fixtures can notice that a policy is replaced by another. */
export interface PolicyOutcomes {
  readonly mayNotice: (fixture: ReadyFixture, policy: Policy, mutant: Policy) => boolean;
}

/**
 * What every policy comes to for every request of the fixtures. All that can apply to its action are asked about at once, as permits, so
 * that none hides another. A replacement that comes to the same as the policy for a request, with the same effect, leaves its decision as
 * it is; whatever else happens, the fixture is replayed.
 */
export function policyOutcomes(schema: SchemaJson<string>, policies: readonly Policy[]): PolicyOutcomes {
  const ids = new Map(policies.map((policy, index) => [policy, `p${index}`]));
  const permits = [...ids].map(([policy, id]) => ({ ...policy, id, text: permitText(policy) }));
  const prepared = preparePoliciesByAction('policy outcomes', schema, { policies: permits, templates: [] });
  const known = new Map<ExpectedRequest, ReadonlyMap<string, PolicyResult> | undefined>();
  const outcomesOf = (fixture: ReadyFixture, check: ExpectedRequest) => {
    if (known.has(check)) return known.get(check);
    const outcomes = ask(fixture, check);
    known.set(check, outcomes);
    return outcomes;
  };
  const ask = (
    fixture: ReadyFixture,
    check: ExpectedRequest,
  ): ReadonlyMap<string, PolicyResult> | undefined => {
    const slice = fixture.slices.compose(fixture.principal, check.request.resource);
    if (slice.type === 'not-found') return new Map();
    return prepared.ok ? outcomesIn(prepared.value.authorize(queryOf(check, slice.entities))) : undefined;
  };
  const mayNotice: PolicyOutcomes['mayNotice'] = (fixture, policy, mutant) =>
    fixture.checks.some((check) => {
      const outcomes = outcomesOf(fixture, check);
      if (!outcomes) return true;
      const of = (one: Policy): PolicyResult => outcomes.get(ids.get(one) ?? '') ?? 'does-not-apply';
      if (of(policy) !== of(mutant)) return true;
      return of(policy) === 'applies' && policy.json.effect !== mutant.json.effect;
    });
  return { mayNotice };
}

function outcomesIn(
  answer: ReturnType<PreparedPolicies['authorize']>,
): ReadonlyMap<string, PolicyResult> | undefined {
  if (!answer.ok) return undefined;
  return new Map<string, PolicyResult>([
    ...answer.value.reason.map((id) => [id, 'applies'] as const),
    ...answer.value.errors.map(({ policyId }) => [policyId, 'errs'] as const),
  ]);
}

function queryOf({ request }: ExpectedRequest, entities: readonly Entity[]) {
  const { principal, action, resource, context } = request;
  return { principal, action, resource, context, entities };
}
