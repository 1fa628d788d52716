import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { sentEntities } from '../../analysis/models/sent-entities.ts';
import type { PolicyJson } from '../../cedar/cedar.ts';
import {
  type Entity,
  type EntityUid,
  entityAmong,
  entityKey,
  isSameUid,
  plainUid,
} from '../../cedar/entity.ts';
import { localName } from '../../cedar/namespace.ts';
import { printValue, uidsIn } from '../../cedar/print-value.ts';
import { attributesRead } from '../../decision-classes/attributes-read.ts';
import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Model } from '../../model/model.ts';
import { typeCalledLike } from '../../model/type-called-like.ts';
import { buildCall } from '../../requests/build-call.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import { compareText } from '../../values/compare-text.ts';
import { reachable } from '../../values/reachable.ts';
import type { DescribedEntity, DescribedValue, Example } from './example.ts';

/** What an example is told with. */
export interface Telling {
  /** The endpoint whose call it is. */
  readonly endpoint?: ModelEndpoint | undefined;
  readonly model: Model;
  /** Those that have a say: of the entities, the attributes that they look at are told. */
  readonly policies: readonly { readonly json: PolicyJson }[];
}

/** Tells a counterexample as the HTTP call that makes it. */
export function makeExample(counterexample: Counterexample, { endpoint, model, policies }: Telling): Example {
  const { principal, action, resource, context, entities, isSlice } = counterexample;
  const looked = attributesRead(policies.map(({ json }) => json));
  const describe = (uid: EntityUid) => described(uid, entities, looked);
  const sent = sentEntities(counterexample);
  const describeBeside = (uid: EntityUid) => ({
    ...describe(uid),
    ...(entityAmong(sent, uid) ? {} : { isUnsent: true as const }),
  });
  // In a call they follow from what the caller is in.
  const saysTenants = endpoint !== undefined && model.tenantType !== undefined;
  return {
    ...(endpoint ? { call: callAbout(endpoint, resource, entities, model) } : {}),
    request: { principal, action, resource, context },
    entities,
    ...(isSlice ? { isSlice } : {}),
    caller: describe(principal),
    resource: describe(resource),
    besides: besidesOf(counterexample, looked, policies)
      .map(describeBeside)
      .filter(({ attributes, tags }) => attributes.length + tags.length > 0),
    context: valuesOf(context, (name) => looked.has(name) && !(saysTenants && name === 'tenants')),
  };
}

/** The entities beside the caller and the resource that policies can come to by what they look at. */
function besidesOf(
  { principal, resource, context, entities }: Counterexample,
  looked: ReadonlySet<string>,
  policies: Telling['policies'],
): readonly EntityUid[] {
  const known = new Map(entities.map((entity) => [entityKey(plainUid(entity.uid)), entity]));
  const next = (key: string): string[] => {
    const { attrs = {}, tags, parents = [] } = known.get(key) ?? {};
    const read = Object.entries(attrs).filter(([name]) => looked.has(name));
    return [...uidsIn(read), ...uidsIn(tags), ...parents.map(plainUid)].map(entityKey);
  };
  const starts = [principal, resource, ...uidsIn(context), ...uidsIn(policies.map(({ json }) => json))];
  const found = reachable(starts.map(entityKey), next);
  return entities
    .map(({ uid }) => plainUid(uid))
    .filter((uid) => found.has(entityKey(uid)) && !isSameUid(uid, principal) && !isSameUid(uid, resource));
}

function callAbout(endpoint: ModelEndpoint, resource: EntityUid, entities: readonly Entity[], model: Model) {
  const isApplication = placeOfIdentifier(endpoint.from).in === 'application';
  const above = parentsOf(resource, entities);
  // A call that may leave out its second thing does: what is said of the example is about the first question.
  const asked = endpoint.second?.optional ? undefined : endpoint.second;
  const besides = model.actions.find(({ name }) => name === asked?.action);
  const home = above.find((uid) => localName(model.namespace, uid.type) === besides?.resourceType);
  return buildCall(endpoint, {
    ids: isApplication ? [] : [resource.id],
    parameter: (name) => idOf(name, resource, entities, model) ?? '1',
    ...(besides ? { second: home?.id ?? '1' } : {}),
  });
}

/** A parameter that names something above the resource. */
function idOf(
  parameter: string,
  resource: EntityUid,
  entities: readonly Entity[],
  model: Model,
): string | undefined {
  const type = typeCalledLike(parameter, model);
  const above = parentsOf(resource, entities);
  return above.find((uid) => localName(model.namespace, uid.type) === type)?.id;
}

function described(
  uid: EntityUid,
  entities: readonly Entity[],
  looked: ReadonlySet<string>,
): DescribedEntity {
  const entity = entityAmong(entities, uid);
  return {
    uid,
    parents: parentsOf(uid, entities),
    attributes: valuesOf(entity?.attrs, (name) => looked.has(name)),
    tags: valuesOf(entity?.tags, () => true),
  };
}

function valuesOf(record: Entity['attrs'] | undefined, isTold: (name: string) => boolean): DescribedValue[] {
  return Object.entries(record ?? {})
    .filter(([name]) => isTold(name))
    .map(([name, value]) => ({ name, value: printValue(value) }))
    .sort((a, b) => compareText(a.name, b.name));
}

function parentsOf(uid: EntityUid, entities: readonly Entity[]): readonly EntityUid[] {
  const parents = (entityAmong(entities, uid)?.parents ?? []).map(plainUid);
  return parents.sort((a, b) => compareText(entityKey(a), entityKey(b)));
}
