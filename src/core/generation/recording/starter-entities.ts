import type { CedarValueJson } from '../../cedar/cedar.ts';
import type { Entity } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { type AttributeType, attributePath, type EntityType, type Model } from '../../model/model.ts';
import { isOfTenant } from '../../model/tenancy.ts';
import { kebab } from '../choose-actions.ts';
import type { FirstValues } from '../model/first-values.ts';
import { typesNamedTwice } from './named-twice.ts';

export const OWN_TENANT = 'tenant-1';
export const OTHER_TENANT = 'tenant-2';
/** The subject of the person who owns what has an owner. */
export const OWNER = 'owner';

/**
 * One entity of each type that is not a person, a group or the application; a second one of those that are in a tenant, and another one of
 * those of which a call names two.
 */
export function starterEntities(model: Model, firstValues: FirstValues): Entity[] {
  const types = model.entityTypes.filter((type) => isThing(type, model));
  const ofTenant = (tenant: 1 | 2) =>
    types
      .filter((type) => tenant === 1 || isOfTenant(type.name, model))
      .map((type) => starterEntity(type, tenant, { model, firstValues }));
  const twice = typesNamedTwice(model);
  const others = types
    .filter(({ name }) => twice.has(name) && name !== model.tenantType)
    .map((type) => {
      const like = starterEntity(type, 1, { model, firstValues });
      return { ...like, uid: { ...like.uid, id: anotherStarterId(type.name, model) } };
    });
  return [...ofTenant(1), ...ofTenant(2), ...others];
}

function isThing(type: EntityType, model: Model): boolean {
  return (
    ![APPLICATION_TYPE, model.groupType, model.principalType].includes(type.name) ||
    isResource(type.name, model)
  );
}

function isResource(type: string, model: Model): boolean {
  return type !== APPLICATION_TYPE && model.actions.some((action) => action.resourceType === type);
}

interface KnownOfTypes {
  readonly model: Model;
  readonly firstValues: FirstValues;
}

function starterEntity(type: EntityType, tenant: 1 | 2, { model, firstValues }: KnownOfTypes): Entity {
  const known = new Set(model.entityTypes.filter((one) => isThing(one, model)).map((one) => one.name));
  const parents = type.parents.filter((parent) => known.has(parent) && parent !== type.name);
  return {
    uid: { type: qualified(model.namespace, type.name), id: starterId(type.name, tenant, model) },
    attrs: Object.fromEntries(
      type.attributes.map((attribute) => [
        attribute.name,
        sampleValue(attribute.type, model, firstValues.get(attributePath(type, attribute))),
      ]),
    ),
    parents: parents.map((parent) => ({
      type: qualified(model.namespace, parent),
      id: starterId(parent, tenant, model),
    })),
  };
}

/** Types outside every tenant have one entity only. */
export function starterId(type: string, tenant: 1 | 2, model: Model): string {
  if (type === model.tenantType) return tenant === 1 ? OWN_TENANT : OTHER_TENANT;
  return `${kebab(type)}-${isOfTenant(type, model) ? tenant : 1}`;
}

/** In the same tenant as the first; there is one tenant beside the own. */
export function anotherStarterId(type: string, model: Model): string {
  return type === model.tenantType ? OTHER_TENANT : `${starterId(type, 1, model)}-other`;
}

/**
 * Some value of a type, with the given text where it takes one; extension values in their text form. People are all the one who owns the
 * starter entities.
 */
export function sampleValue(type: AttributeType, model: Model, text = 'sample'): CedarValueJson {
  switch (type.kind) {
    case 'String':
      return text;
    case 'Long':
      return 1;
    case 'Bool':
      return true;
    case 'datetime':
      return '2024-01-01T00:00:00Z';
    case 'duration':
      return '1h';
    case 'decimal':
      return '1.0';
    case 'ipaddr':
      return '192.0.2.1';
    case 'Set':
      return [sampleValue(type.element, model, text)];
    case 'Record':
      return Object.fromEntries(type.attributes.map((one) => [one.name, sampleValue(one.type, model)]));
    case 'Entity':
      return { __entity: { type: qualified(model.namespace, type.type), id: idOf(type.type, model) } };
  }
}

function idOf(type: string, model: Model): string {
  return type === model.principalType ? OWNER : starterId(type, 1, model);
}
