import { EXTENSION_FUNCTIONS } from '../cedar/schema/type-meaning.ts';
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
      return typeof value === 'string' ? value : undefined;
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'ipaddr':
      return typeof value === 'string' ? value : madeBy(EXTENSION_FUNCTIONS[type.kind], value);
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

/** The call of a function with a text; nothing beside it. */
function madeBy(fn: string, value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.__extn)) return undefined;
  const { fn: called, arg } = value.__extn;
  return called === fn && typeof arg === 'string' ? { __extn: { fn, arg } } : undefined;
}

/** An id, or a reference in one of the two spellings; nothing beside it. */
function entityIn(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  if (isRecord(value.__entity)) return { __entity: entityIn(value.__entity) };
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
}
