import { entitiesNamed } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { type Attribute, type Model, ownerAttribute } from '../../model/model.ts';
import type { PolicySet } from '../../policies/policy.ts';
import { ANONYMOUS, type Claims, groupPrefix, type PrincipalClaims } from '../../requests/principal.ts';
import { compareText } from '../../values/compare-text.ts';
import { freeName } from '../../values/free-name.ts';
import { kebab } from '../choose-actions.ts';
import { OTHER_TENANT, OWN_TENANT, OWNER, sampleValue } from './starter-entities.ts';

export interface PeopleInput {
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
}

/** Somebody in each group that the policies name, somebody in none, and whoever owns or is elsewhere where the model has that. */
export function starterPrincipals({ policySet, model, claims }: PeopleInput): Record<string, Claims> {
  const groups = groupsInPolicies(policySet, model, claims);
  const principals: Record<string, Claims> = {};
  const free = (name: string) =>
    freeName(name, (known) => Object.hasOwn(principals, known) || known === ANONYMOUS);
  for (const group of groups)
    principals[free(kebab(group) || 'group')] = person(group, OWN_TENANT, model, claims);
  principals[free('no-group')] = person(undefined, OWN_TENANT, model, claims);
  if (model.entityTypes.some((type) => ownerAttribute(type, model))) {
    const owner = person(undefined, OWN_TENANT, model, claims);
    principals[free('owner')] = { ...owner, [claims.subject]: OWNER };
  }
  const [first] = groups;
  if (model.tenantType && first !== undefined) {
    principals[free(`other-tenant-${kebab(first)}`)] = person(first, OTHER_TENANT, model, claims);
  }
  return principals;
}

function person(group: string | undefined, tenant: string, model: Model, claims: PrincipalClaims): Claims {
  const name = [group ?? 'nobody', ...(model.tenantType ? [tenant] : [])].join('@');
  return {
    [claims.subject]: name,
    [claims.groups]: group === undefined ? [] : [group],
    ...(model.tenantType ? { [claims.tenant]: tenant } : {}),
    ...requiredClaims(model),
  };
}

/** Schemas written by others may require attributes of everybody: then there is nobody without an identity. */
function requiredAttributes(model: Model): readonly Attribute[] {
  const type = model.entityTypes.find((one) => one.name === model.principalType);
  return type?.attributes.filter((attribute) => attribute.required) ?? [];
}

/** Whether somebody may have no identity. */
export function mayBeAnonymous(model: Model): boolean {
  return requiredAttributes(model).length === 0;
}

function requiredClaims(model: Model): Claims {
  return Object.fromEntries(
    requiredAttributes(model).map(({ name, claim, type }) => [claim ?? name, sampleValue(type, model)]),
  );
}

/** The names of all groups that some policy speaks of, without the prefix that tokens do not have. */
function groupsInPolicies(policySet: PolicySet, model: Model, claims: PrincipalClaims): string[] {
  const prefix = groupPrefix(claims);
  const texts = policySet.policies.map(({ json }) => json);
  const named = entitiesNamed(texts, qualified(model.namespace, model.groupType));
  const groups = named.map(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : id));
  return [...new Set(groups)].sort(compareText);
}
