import { conditionsAmong, type Fact } from '../../analysis/questions/fact.ts';
import { asStatement, madePolicy } from '../../analysis/questions/made-policy.ts';
import { qualified } from '../../cedar/namespace.ts';
import { printUid } from '../../cedar/print-value.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { ActionEndpoint, Model } from '../../model/model.ts';
import type { Policy } from '../../policies/policy.ts';
import { ANONYMOUS } from '../../requests/principal.ts';
import { article } from '../../values/article.ts';
import { entitiesNamed } from '../../verification/entities-named.ts';
import type { Invariant } from './invariant.ts';

/** What should hold for every project, without being written. */
export function builtInInvariants(
  model: Model,
  policies: readonly Policy[],
  facts: readonly Fact[] = [],
): readonly Invariant[] {
  return [
    ...tenantsAreIsolated(model, [...policies, ...conditionsAmong(facts)]),
    ...identityIsRequired(model),
    {
      id: 'no-policy-errs',
      because: 'a policy that cannot be evaluated denies here, and is skipped by Cedar itself',
      source: { type: 'built-in' },
      statement: { type: 'no-policy-errs' },
    },
  ];
}

/**
 * Nobody is let in to what is in a tenant that the caller is not in. Cedar cannot say "some tenant", and need not: a tenant that neither a
 * policy nor a fact names is like any other such tenant, so it is enough to speak of one of them, and of each that is named. Where the schema
 * enumerates the tenants, there are only these.
 */
function tenantsAreIsolated(model: Model, texts: Parameters<typeof entitiesNamed>[0]): Invariant[] {
  if (model.tenantType === undefined) return [];
  const type = qualified(model.namespace, model.tenantType);
  const named = entitiesNamed(texts, type).map(({ id }) => id);
  const declared = model.entityTypes.find(({ name }) => name === model.tenantType)?.ids;
  const tenants = (declared ?? [...named, freshId(named)]).map((id) => printUid({ type, id }));
  const statements = tenants.map((tenant) =>
    asStatement(
      madePolicy(
        'tenants-are-isolated',
        `forbid (principal, action, resource) when { resource in ${tenant} && !(principal in ${tenant}) };`,
      ),
    ),
  );
  return [
    {
      id: 'tenants-are-isolated',
      because: `nobody reaches what is in ${article(model.tenantType)} ${model.tenantType} that the caller is not in`,
      source: { type: 'built-in' },
      statement: { type: 'requests', policies: statements },
    },
  ];
}

/** Without an identity only open endpoints are reached. An action may be that of an open endpoint and of one that is not. */
function identityIsRequired(model: Model): Invariant[] {
  const closed = model.actions.filter(({ endpoints }) => endpoints.some(isClosed));
  if (closed.length === 0) return [];
  const anonymous = printUid({ type: qualified(model.namespace, model.principalType), id: ANONYMOUS });
  const actions = closed.map(({ name }) =>
    printUid({ type: qualified(model.namespace, 'Action'), id: name }),
  );
  const text = `forbid (principal == ${anonymous}, action in [${actions.join(', ')}], resource);`;
  return [
    {
      id: 'identity-is-required',
      because: 'only endpoints that are classified as open are reached without an identity',
      source: { type: 'built-in' },
      statement: {
        type: 'requests',
        policies: [asStatement(madePolicy('identity-is-required', text))],
        isAbout: isClosed,
      },
    },
  ];
}

function isClosed({ pattern }: Pick<ActionEndpoint, 'pattern'>): boolean {
  return !PATTERN_TRAITS[pattern].isForAnyone;
}

function freshId(taken: readonly string[]): string {
  let id = 'a-tenant';
  for (let number = 2; taken.includes(id); number += 1) id = `a-tenant-${number}`;
  return id;
}
