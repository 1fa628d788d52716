import { wordsOf } from '../../classification/words.ts';
import {
  type Attribute,
  type AttributeChoice,
  type AttributeType,
  PRINCIPAL_TYPE,
} from '../../model/model.ts';
import type { Property, Shape } from '../../openapi/endpoint.ts';
import { compareText } from '../../values/compare-text.ts';
import { asNoun, hasIdentifier } from './references.ts';
import type { TypeDraft } from './type-draft.ts';

export interface AttributeContext {
  readonly choice: AttributeChoice;
  /** Whether a type's name, as a noun, ends like this. */
  readonly isReferred: (noun: string) => boolean;
}

/** The attributes that the shape of a type gives it; without those that say which it is, or what contains it. */
export function attributesOf(draft: TypeDraft, context: AttributeContext): Attribute[] {
  if (!draft.shape || context.choice === 'none') return [];
  const kept = [...draft.shape.properties.values()].filter(
    (property) =>
      !draft.parentProperties.has(property.name) &&
      !isIdentity(property, context) &&
      (context.choice !== 'needed' || isNeeded(property, context)),
  );
  return byName(kept.flatMap((property) => attributeOf(property, context, 0)));
}

function attributeOf(property: Property, context: AttributeContext, depth: number): Attribute[] {
  const type =
    depth === 0 && isOwner(property, context) ? OWNER_TYPE : attributeType(property.shape, context, depth);
  const required = property.required && !property.shape.nullable;
  return type === undefined ? [] : [{ name: property.name, required, type }];
}

// ---- owners ----

const OWNER_TYPE: AttributeType = { kind: 'Entity', type: PRINCIPAL_TYPE };

/** Properties that refer to the person a thing belongs to. */
const OWNER_NAME =
  /^(?:owner|(?:owner|creator|author)_?(?:id|uuid|gid)|(?:created|owned)_?by(?:_?(?:id|uuid|gid))?)$/i;

/** A plain `author` or `creator` may be no more than a name; with an identifier in it, it is a person. */
const OWNER_OBJECT = /^(?:owner|author|creator|(?:created|owned)_?by)$/i;

/** Whether a property says who owns the thing. Where the API has authors, an `authorId` names one of those. */
export function isOwner({ name, shape }: Property, { isReferred }: AttributeContext): boolean {
  const noun = asNoun(name.replace(/_?(?:id|uuid|gid)$/i, ''));
  if (shape.type === 'object' && shape.properties.size > 0)
    return OWNER_OBJECT.test(name) && hasIdentifier(shape) && !isReferred(noun);
  if (!OWNER_NAME.test(name) || /^(?:array|boolean|map)$/.test(shape.type)) return false;
  return noun === asNoun(name) || !isReferred(noun);
}

// ---- what policies have a use for ----

/** Words of properties that policies look at. */
const NEEDED =
  /^(status|state|stage|phase|role|roles|visibility|privacy|sensitivity|confidentiality|permission|permissions|access)$/;

const IDENTIFIER = /^(id|uuid|guid|gid|slug)$/;

/** Secrets never help a decision, and travel with every request. */
const SECRET =
  /\b(token|secret|password|passwd|passphrase|credential|credentials|hash|salt|otp|pin|authorization|signature|(api|access|private|public|secret|license|encryption) key)\b/;

function isNeeded(property: Property, context: AttributeContext): boolean {
  const { name, shape } = property;
  const words = wordsOf(name);
  if (SECRET.test(words.join(' '))) return false;
  if (isOwner(property, context) || shape.type === 'boolean' || shape.enumeration !== undefined) return true;
  return NEEDED.test(words.at(-1) ?? '') || IDENTIFIER.test(words.at(-1) ?? '');
}

// ---- what is said elsewhere ----

/** An entity's own identifier is its uid, and a reference to a container is a parent: neither is an attribute. */
function isIdentity(property: Property, context: AttributeContext): boolean {
  const { choice, isReferred } = context;
  if (/^_?(?:id|uid|uuid|guid|gid)$/i.test(property.name)) return true;
  // What policies need is asked of each property by itself: there a reference is an identifier.
  if (choice === 'needed' || isOwner(property, context)) return false;
  const referred = /^(.*?)_?(?:id|uuid|guid|key|slug)$/i.exec(property.name)?.[1];
  const noun = referred === undefined ? '' : asNoun(referred);
  return noun !== '' && isReferred(noun);
}

// ---- types ----

/** Records nest this deep at most; deeper values say little about authorization, and shapes may be recursive. */
const DEEPEST_RECORD = 3;

function attributeType(shape: Shape, context: AttributeContext, depth: number): AttributeType | undefined {
  const scalar = scalarType(shape);
  if (scalar || context.choice !== 'all') return scalar;
  if (shape.type === 'array') {
    const element = shape.items && attributeType(shape.items, context, depth + 1);
    return element && { kind: 'Set', element };
  }
  if (shape.type === 'object' && depth < DEEPEST_RECORD) {
    const inner = [...shape.properties.values()].flatMap((one) => attributeOf(one, context, depth + 1));
    return inner.length > 0 ? { kind: 'Record', attributes: byName(inner) } : undefined;
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
