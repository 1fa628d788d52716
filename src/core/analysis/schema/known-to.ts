import type { CedarValueJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import { isRecord } from '../../values/record.ts';
import type { Attributes, Type } from '../terms/type.ts';
import type { AnalysisSchema } from './analysis-schema.ts';

/** What two schemas may know more or less of. */
interface KnownRequest {
  readonly action: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
}

/** A request as a server with this schema sends it: without the parts of the context that the schema does not know. */
export function requestKnownTo<Request extends KnownRequest>(
  { actions }: AnalysisSchema,
  request: Request,
): Request {
  const type = actions.get(entityKey(request.action))?.context;
  return type ? { ...request, context: knownMembers(request.context, type.attributes) } : request;
}

/** Entities without attributes, tags and parents that the schema does not know; none of a type that it does not know. */
export function entitiesKnownTo(
  { entityTypes, actionTypes }: AnalysisSchema,
  entities: readonly Entity[],
): readonly Entity[] {
  return entities.flatMap((entity): Entity[] => {
    const info = entityTypes.get(plainUid(entity.uid).type);
    if (!info) return actionTypes.has(plainUid(entity.uid).type) ? [entity] : [];
    const { tags, ...untagged } = entity;
    return [
      {
        ...untagged,
        attrs: knownMembers(entity.attrs, info.attributes),
        parents: entity.parents.filter((parent) => info.ancestors.has(plainUid(parent).type)),
        ...(info.tags && tags ? { tags } : {}),
      },
    ];
  });
}

function knownMembers(
  values: Readonly<Record<string, CedarValueJson>>,
  attributes: Attributes,
): Record<string, CedarValueJson> {
  const known = Object.entries(values).flatMap(([name, value]): [string, CedarValueJson][] => {
    const attribute = attributes.get(name);
    return attribute ? [[name, knownValue(value, attribute.type)]] : [];
  });
  return Object.fromEntries(known);
}

/** Records in records as well. Sets whose elements differ are told apart before anything is asked. */
function knownValue(value: CedarValueJson, type: Type): CedarValueJson {
  if (type.kind !== 'record' || !isRecord(value)) return value;
  return knownMembers(value as Readonly<Record<string, CedarValueJson>>, type.attributes);
}
