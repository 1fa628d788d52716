import { compareText } from '../diagnostics/diagnostic.ts';
import { type Attribute, type AttributeType, PRINCIPAL_TYPE } from '../model/model.ts';
import type { Property, Shape } from '../openapi/endpoint.ts';
import type { ModelContext } from './build-model.ts';

// ---- attributes ----

export function attributesOf(shape: Shape | undefined, context: ModelContext): Attribute[] {
  if (!shape || context.options.attributes === 'none') return [];
  return attributes(shape, context, 0);
}

/** Records nest this deep at most; deeper values say little about authorization, and shapes may be recursive. */
const DEEPEST_RECORD = 3;

export function attributes(shape: Shape, context: ModelContext, depth: number): Attribute[] {
  const found: Attribute[] = [];
  for (const property of shape.properties.values()) {
    if (depth === 0 && isIdentity(property, context)) continue;
    const type =
      isOwner(property) && depth === 0 ? OWNER_TYPE : attributeType(property.shape, context, depth);
    if (type)
      found.push({ name: property.name, required: property.required && !property.shape.nullable, type });
  }
  return byName(found);
}

const OWNER_TYPE: AttributeType = { kind: 'Entity', type: PRINCIPAL_TYPE };

/** Properties that refer to the person a thing belongs to. A plain `author` or `creator` may be no more than a name, and is not one. */
const OWNER_NAME =
  /^(?:owner|(?:owner|creator|author)_?(?:id|uuid)|(?:created|owned)_?by(?:_?(?:id|uuid))?)$/i;

function isOwner({ name, shape }: Property): boolean {
  return OWNER_NAME.test(name) && shape.type !== 'array' && shape.type !== 'boolean' && shape.type !== 'map';
}

/** An entity's own identifier is its uid, and a reference to a container is a parent: neither is an attribute. */
function isIdentity(property: Property, context: ModelContext): boolean {
  if (/^_?(?:id|uid|uuid|guid)$/i.test(property.name)) return true;
  const referred = /^(.*?)_?(?:id|uuid|guid|key|slug)$/i
    .exec(property.name)?.[1]
    ?.replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return referred !== undefined && referred !== '' && context.isReferred(referred);
}

function attributeType(shape: Shape, context: ModelContext, depth: number): AttributeType | undefined {
  const scalar = scalarType(shape);
  if (scalar || context.options.attributes !== 'all') return scalar;
  if (shape.type === 'array') {
    const element = shape.items && attributeType(shape.items, context, depth + 1);
    return element && { kind: 'Set', element };
  }
  if (shape.type === 'object' && depth < DEEPEST_RECORD) {
    const inner = attributes(shape, context, depth + 1);
    return inner.length > 0 ? { kind: 'Record', attributes: inner } : undefined;
  }
  return undefined;
}

/**
 * Cedar has whole numbers only, so `number` is left out: a policy that compares rounded prices is worse than none.
 * Dates with a time become `datetime`, which policies can compare.
 */
function scalarType(shape: Shape): AttributeType | undefined {
  switch (shape.type) {
    case 'string':
      return { kind: shape.format === 'date-time' ? 'datetime' : 'String' };
    case 'integer':
      return { kind: 'Long' };
    case 'boolean':
      return { kind: 'Bool' };
    default:
      return undefined;
  }
}

export function byName<T extends { readonly name: string }>(values: readonly T[]): T[] {
  return [...values].sort((a, b) => compareText(a.name, b.name));
}
