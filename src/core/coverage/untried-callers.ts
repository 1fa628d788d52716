import { entityKey } from '../cedar/entity.ts';
import type { CallerRelation } from '../endpoints/caller-relation.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type EntityType, type Model, ownerAttribute } from '../model/model.ts';
import { isOfTenant } from '../model/tenancy.ts';
import type { ModelEndpoint } from '../requests/map-call.ts';
import { belongingOf, relationsOf } from './relations.ts';

/** An endpoint with the callers that no fixture shows there. */
export interface UntriedCallers {
  readonly endpoint: ModelEndpoint;
  readonly missing: readonly CallerRelation[];
}

/** The callers that no fixture of a project tries, endpoint by endpoint; each pattern says which callers have to be tried. */
export function untriedCallers(
  endpoints: readonly ModelEndpoint[],
  fixtures: readonly ReadyFixture[],
  model: Model,
): UntriedCallers[] {
  const shown = shownRelations(fixtures, model);
  return endpoints.flatMap((endpoint) => {
    const missing = callersToTry(endpoint, model).filter((relation) => !shown.get(endpoint)?.has(relation));
    return missing.length > 0 ? [{ endpoint, missing }] : [];
  });
}

/** Without owners and tenants where the resource can have none. */
function callersToTry({ pattern, action }: ModelEndpoint, model: Model): readonly CallerRelation[] {
  const callers = PATTERN_TRAITS[pattern].callersToTry;
  const type = model.entityTypes.find(({ name }) => name === action.resourceType);
  return callers.filter((relation) => canStandIn(relation, type, model));
}

function canStandIn(relation: CallerRelation, type: EntityType | undefined, model: Model): boolean {
  if (relation === 'owner' || relation === 'other-owner')
    return type !== undefined && ownerAttribute(type, model) !== undefined;
  if (relation !== 'same-tenant' && relation !== 'other-tenant') return true;
  return type !== undefined && isOfTenant(type.name, model);
}

function shownRelations(
  fixtures: readonly ReadyFixture[],
  model: Model,
): ReadonlyMap<ModelEndpoint, ReadonlySet<CallerRelation>> {
  const shown = new Map<ModelEndpoint, Set<CallerRelation>>();
  const known = new Map<ReadyFixture['slices'], Map<string, ReturnType<typeof belongingOf>>>();
  for (const { endpoint, fixture, principal, checks, slices } of fixtures) {
    if (!endpoint || fixture.skip !== undefined) continue;
    const relations = shown.get(endpoint) ?? new Set();
    shown.set(endpoint, relations);
    const ofSlices = known.get(slices) ?? new Map();
    known.set(slices, ofSlices);
    for (const { request } of checks) {
      const key = entityKey(request.resource);
      if (!ofSlices.has(key)) ofSlices.set(key, belongingOf(request.resource, slices, model));
      const belonging = ofSlices.get(key);
      if (belonging) for (const relation of relationsOf(principal, belonging, model)) relations.add(relation);
    }
  }
  return shown;
}
