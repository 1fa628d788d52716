import type { Attribute, AttributeType } from '../model/model.ts';
import { isRecord } from '../values/record.ts';

/** Of the members of a value those that the schema models, each as far as it does. */
export function modelledMembers(
  value: Readonly<Record<string, unknown>>,
  attributes: readonly Attribute[],
): Record<string, unknown> {
  return Object.fromEntries(
    attributes.flatMap(({ name, type }) => {
      const kept = Object.hasOwn(value, name) ? modelledValue(value[name], type) : undefined;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** What of a value a policy can speak of: nothing of one that is not of the type, since nobody said what else may be in it. */
function modelledValue(value: unknown, type: AttributeType): unknown {
  switch (type.kind) {
    case 'Long':
      return typeof value === 'number' ? value : undefined;
    case 'Bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'String':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'ipaddr':
      return typeof value === 'string' ? value : undefined;
    case 'Entity':
      return entityIn(value);
    case 'Set':
      return Array.isArray(value)
        ? value.map((element) => modelledValue(element, type.element)).filter((one) => one !== undefined)
        : undefined;
    case 'Record':
      return isRecord(value) ? modelledMembers(value, type.attributes) : undefined;
  }
}

/** An id, or a reference in one of the two spellings; nothing beside it. */
function entityIn(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  if (isRecord(value.__entity)) return { __entity: entityIn(value.__entity) };
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
}
