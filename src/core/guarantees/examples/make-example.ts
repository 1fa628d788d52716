import type { Counterexample } from '../../analysis/models/counterexample.ts';
import type { PolicyJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import { localName } from '../../cedar/namespace.ts';
import { printValue } from '../../cedar/print-value.ts';
import { attributesRead } from '../../decision-classes/attributes-read.ts';
import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Model } from '../../model/model.ts';
import { typeCalledLike } from '../../model/type-called-like.ts';
import { buildCall } from '../../requests/build-call.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import { compareText } from '../../values/compare-text.ts';
import type { DescribedEntity, Example } from './example.ts';

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
  const { principal, action, resource, context, entities } = counterexample;
  const looked = attributesRead(policies.map(({ json }) => json));
  const describe = (uid: EntityUid) => described(uid, entities, looked);
  return {
    ...(endpoint ? { call: callAbout(endpoint, resource, entities, model) } : {}),
    request: { principal, action, resource, context },
    entities,
    caller: describe(principal),
    resource: describe(resource),
  };
}

function callAbout(endpoint: ModelEndpoint, resource: EntityUid, entities: readonly Entity[], model: Model) {
  const isApplication = placeOfIdentifier(endpoint.from).in === 'application';
  const above = parentsOf(resource, entities);
  const besides = model.actions.find(({ name }) => name === endpoint.second?.action);
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
  const entity = entityOf(uid, entities);
  const attributes = Object.entries(entity?.attrs ?? {})
    .filter(([name]) => looked.has(name))
    .map(([name, value]) => ({ name, value: printValue(value) }))
    .sort((a, b) => compareText(a.name, b.name));
  return { uid, parents: parentsOf(uid, entities), attributes };
}

function parentsOf(uid: EntityUid, entities: readonly Entity[]): readonly EntityUid[] {
  const parents = (entityOf(uid, entities)?.parents ?? []).map(plainUid);
  return parents.sort((a, b) => compareText(entityKey(a), entityKey(b)));
}

function entityOf(uid: EntityUid, entities: readonly Entity[]): Entity | undefined {
  return entities.find((entity) => entityKey(plainUid(entity.uid)) === entityKey(uid));
}
