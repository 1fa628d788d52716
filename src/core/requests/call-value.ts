import type { CedarValueJson } from '../cedar/cedar.ts';
import type { Attribute, AttributeType, UnreadAttribute } from '../model/model.ts';
import { allKnown } from '../values/all-known.ts';
import { inheritedName, mayInherit } from './body-identifiers.ts';
import { hasBlankAtEdge, unclearParameter } from './query.ts';

/** What a call says where the schema asks for a value: one of the type, nothing, or something else. */
export type FoundValue =
  | { readonly type: 'value'; readonly value: CedarValueJson }
  | { readonly type: 'absent' }
  | { readonly type: 'unusable'; readonly reason: string };

export const ABSENT: FoundValue = { type: 'absent' };

/** Nothing is there: whoever calls has to give what the schema requires. */
export function absent({ required }: Pick<Attribute, 'required'>, what: string): FoundValue {
  if (!required) return ABSENT;
  return { type: 'unusable', reason: `the call has no ${what}, which the schema requires` };
}

/** A value of the type that the schema asks for. */
export function foundValue(value: CedarValueJson): FoundValue {
  return { type: 'value', value };
}

/** A record with all values that are there; unusable as soon as a value is. */
export function recordOf(type: AttributeType, find: (attribute: Attribute) => FoundValue): FoundValue {
  const record: [name: string, value: CedarValueJson][] = [];
  for (const attribute of attributesAsked(type)) {
    const found = find(attribute);
    if (found.type === 'unusable') return found;
    if (found.type === 'value') record.push([attribute.name, found.value]);
  }
  return foundValue(Object.fromEntries(record));
}

/** What calls are asked for by a record, also where they cannot give it. A type that is no record asks for nothing. */
export function attributesAsked(type: AttributeType | undefined): readonly Attribute[] {
  return type?.kind === 'Record' ? withUnread(type.attributes, type.unread) : [];
}

/** Attributes with those of types that only Cedar itself reads: no call has a value of these. */
export function withUnread(
  read: readonly Attribute[],
  unread: readonly UnreadAttribute[] = [],
): readonly Attribute[] {
  return [...read, ...unread.map((attribute) => ({ ...attribute, type: OF_NO_CALL }))];
}

const OF_NO_CALL: AttributeType = { kind: 'Entity', type: 'Action' };

/** A parameter of the path as its type; unusable where the text is none of that type. `parameters` are decoded, by name. */
export function pathValue({ name, type }: Attribute, parameters: ReadonlyMap<string, string>): FoundValue {
  const text = parameters.get(name);
  return text === undefined ? ABSENT : fromTexts([text], type, `path parameter \`${name}\``);
}

/** A list may be given in several values, or in a single value with commas. */
export function queryValue({ name, type, required }: Attribute, query: URLSearchParams): FoundValue {
  const unclear = unclearParameter(name, [name], query, type.kind === 'Set');
  if (unclear) return { type: 'unusable', reason: unclear };
  const texts = query.getAll(name);
  const what = `query \`${name}\``;
  return texts.length === 0 ? absent({ required }, what) : fromTexts(texts, type, what);
}

function fromTexts(texts: readonly string[], type: AttributeType, what: string): FoundValue {
  const value = type.kind === 'Set' ? listOf(texts, type.element) : onlyValue(texts, type);
  return value === undefined ? misfit(what, type) : foundValue(value);
}

/** A parameter that is given twice has no one value. */
function onlyValue(texts: readonly string[], type: AttributeType): CedarValueJson | undefined {
  const [text] = texts;
  return texts.length === 1 && text !== undefined ? typedValue(type, text) : undefined;
}

function listOf(texts: readonly string[], element: AttributeType): CedarValueJson | undefined {
  // A comma in one of several values may part items, or be part of one.
  if (texts.length > 1 && texts.some((text) => text.includes(','))) return undefined;
  if (texts.some(hasBlankAtEdge)) return undefined;
  return allKnown(texts.flatMap((text) => text.split(',')).map((text) => typedValue(element, text)));
}

/** Only the one spelling of a value that everybody reads alike. */
function typedValue(type: AttributeType, text: string): CedarValueJson | undefined {
  switch (type.kind) {
    case 'String':
      return text;
    case 'Long':
      return /^(?:0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case 'Bool':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return undefined;
  }
}

/** A value of a body that is of the type already: text is not taken for a number here, nor a number for text. */
export function bodyValue(type: AttributeType, value: unknown, what: string): FoundValue {
  switch (type.kind) {
    case 'String':
      return typeof value === 'string' && value.isWellFormed() ? foundValue(value) : misfit(what, type);
    case 'Long':
      return Number.isSafeInteger(value) ? foundValue(value as number) : misfit(what, type);
    case 'Bool':
      return typeof value === 'boolean' ? foundValue(value) : misfit(what, type);
    case 'Set':
      return bodyList(type, value, what);
    case 'Record':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? recordOf(type, (member) => memberOf(value, member, what))
        : misfit(what, type);
    default:
      return misfit(what, type);
  }
}

function memberOf(value: object, { name, type, required }: Attribute, what: string): FoundValue {
  if (mayInherit(value, name)) return { type: 'unusable', reason: inheritedName(what, name) };
  const member = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  const place = `\`${name}\` of ${what}`;
  return member === undefined ? absent({ required }, place) : bodyValue(type, member, place);
}

/** A list with a member that does not fit has no value: a policy would speak about another list than the application sees. */
function bodyList(
  type: Extract<AttributeType, { readonly kind: 'Set' }>,
  value: unknown,
  what: string,
): FoundValue {
  if (!Array.isArray(value)) return misfit(what, type);
  const members: readonly FoundValue[] = value.map((member) =>
    bodyValue(type.element, member, `an item of ${what}`),
  );
  const odd = members.find((member) => member.type !== 'value');
  if (odd?.type === 'unusable') return odd;
  const list = allKnown(members.map((member) => (member.type === 'value' ? member.value : undefined)));
  return list ? foundValue(list) : misfit(what, type);
}

function misfit(what: string, { kind }: AttributeType): FoundValue {
  return { type: 'unusable', reason: `${what} is not one value of the type \`${kind}\`` };
}
