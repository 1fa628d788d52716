import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { reachable } from '../values/reachable.ts';
import type { Model } from './model.ts';

/** The types of resources that no tenant contains, without the application; sorted. */
export function typesOutsideTenants(model: Model): string[] {
  return resourceTypes(model).filter((name) => !isOfTenant(name, model));
}

/** The types that actions are about, without the application; sorted. */
export function resourceTypes({ actions, entityTypes }: Model): string[] {
  const used = new Set(actions.map(({ resourceType }) => resourceType));
  return entityTypes.map(({ name }) => name).filter((name) => used.has(name) && name !== APPLICATION_TYPE);
}

/** A tenant, or something in one: also by way of other types, as a document is whose folder is in a tenant. */
export function isOfTenant(name: string, model: Model): boolean {
  const types = known.get(model) ?? typesOfTenant(model);
  known.set(model, types);
  return types.has(name);
}

const known = new WeakMap<Model, ReadonlySet<string>>();

function typesOfTenant({ entityTypes, tenantType }: Model): ReadonlySet<string> {
  if (tenantType === undefined) return new Set();
  const inside = new Map<string, string[]>();
  for (const { name, parents } of entityTypes)
    for (const parent of parents) {
      const others = inside.get(parent);
      if (others) others.push(name);
      else inside.set(parent, [name]);
    }
  return reachable([tenantType], (name) => inside.get(name) ?? []);
}

/** Which type may be the tenant where none is called so: of those that are in nothing, the one that most others are in or name. */
export function likeliestTenant({ entityTypes, principalType, groupType }: Model): string | undefined {
  const others = entityTypes.filter(
    ({ name }) => ![principalType, groupType, APPLICATION_TYPE].includes(name),
  );
  const contained = (name: string) => others.filter(({ parents }) => parents.includes(name)).length;
  const named = (name: string) => {
    const property = `${name}id`.toLowerCase();
    const isIt = (attribute: { readonly name: string }) =>
      attribute.name.replaceAll('_', '').toLowerCase() === property;
    return others.filter(({ attributes }) => attributes.some(isIt)).length;
  };
  const roots = others
    .filter(({ parents }) => parents.length === 0)
    .map(({ name }) => ({ name, contained: contained(name), named: named(name) }))
    .filter((root) => root.contained > 0);
  return roots.toSorted((a, b) => b.contained + b.named - a.contained - a.named)[0]?.name;
}

/** Listings of the whole application, or of what is in no tenant, whose members are in tenants: a policy sees none of them. */
export function listingsAcrossTenants(model: Model): { readonly call: string; readonly type: string }[] {
  return model.actions.flatMap(({ memberType, resourceType, endpoints }) => {
    if (memberType === undefined || isOfTenant(resourceType, model) || !isOfTenant(memberType, model))
      return [];
    return endpoints.map((endpoint) => ({ call: endpointKey(endpoint), type: memberType }));
  });
}

/** What a policy that keeps tenants apart by `context.tenants` cannot keep apart; nothing for a model without tenants. */
export function limitsOfIsolation(model: Model): Diagnostic[] {
  if (model.tenantType === undefined) return [];
  const outside = typesOutsideTenants(model);
  const listings = listingsAcrossTenants(model);
  return [
    ...(outside.length > 0 ? [notIsolated(outside, model)] : []),
    ...(listings.length > 0 ? [notFiltered(listings)] : []),
  ];
}

function notIsolated(outside: readonly string[], model: Model): Diagnostic {
  const all = resourceTypes(model).length;
  const types = `${all === 1 ? 'type' : 'types'} ${outside.length === 1 ? 'is' : 'are'}`;
  return {
    severity: 'warning',
    code: 'not-isolated',
    message: `${outside.length} of ${all} ${types} not isolated, as nothing says which \`${model.tenantType}\` ${outside.length === 1 ? 'it belongs' : 'they belong'} to: ${outside.join(', ')}`,
    help: `say it in authz.yaml, as in \`types: { ${outside[0]}: { parents: [${model.tenantType}] } }\``,
  };
}

function notFiltered(listings: readonly { readonly call: string; readonly type: string }[]): Diagnostic {
  const one = listings.length === 1;
  const count = one ? '1 listing is' : `${listings.length} listings are`;
  return {
    severity: 'warning',
    code: 'not-filtered',
    message: `${count} decided about what is in no tenant, and ${one ? 'gives' : 'give'} things of tenants: the handler must filter`,
    details: listings.map(({ call, type }) => `${call} lists ${type}`),
  };
}
