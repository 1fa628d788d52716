import { memoizeByIdentity } from '../../../caching/memoize.ts';
import type { Shape } from '../../../openapi/endpoint.ts';
import { listedShape } from '../../../openapi/held-shape.ts';
import { wordsOf } from '../../words.ts';
import {
  gluedNoun,
  type Identifier,
  isChoice,
  isCredential,
  isForeign,
  isList,
  isNamedIdentifier,
  nounOf,
  ownerOfName,
  type Value,
} from '../identifiers.ts';
import { fromOf, type ValuePlace } from './taken-values.ts';

/** What the values of one call are read against. */
export interface Surroundings {
  /** What the path speaks of, singular. */
  readonly noun: string;
  /** The words of the path's last literal. */
  readonly lastWords: readonly string[];
  /** The things that the API identifies anywhere: a plain `channel` means one where `channel_id` does elsewhere. */
  readonly nouns: ReadonlySet<string>;
  /** Names of values that most calls take. */
  readonly takenByMost: ReadonlySet<string>;
  /** The call sends what the path speaks of: `document` in `/sendDocument` is the new thing itself. */
  readonly sends: boolean;
  /** Calls are procedures, so that everything is identified in their query or body. */
  readonly procedural: boolean;
  /** The path ends with a verb for what exists. */
  readonly worksOnOne: boolean;
  /** That verb changes or deletes. */
  readonly alters: boolean;
  /** It is a procedure on what exists, which a plain `name` identifies when it must be given. */
  readonly byName: boolean;
}

/** Whether it can identify something, whatever the call is about. */
export function mayIdentify(value: Value): boolean {
  return !isForeign(value.name) && !isChoice(value) && canIdentify(value.shape);
}

/** Of many queries, most values are the same objects: those that page and sort. */
export const mayIdentifyInQuery = memoizeByIdentity(mayIdentify);

/** What a value identifies, as far as its name and the call say it: one identifier, or none. */
export function identifierIn(value: Value, where: ValuePlace, around: Surroundings): readonly Identifier[] {
  if (identifiesNothing(value.name, where, around)) return [];
  if (isUserNamed(value, where, around)) return [identifierOf(value, where, 'user', isList(value))];
  if (isNameOfOne(value, around)) return [identifierOf(value, where, '', false)];
  const naming = namingOf(value, where, around);
  const isReference = naming.isNamed || isPlainReference(value, where, naming.noun, around);
  if (!isReference || isSecretToKeep(value.name, where, naming.noun, around)) return [];
  return [identifierOf(value, where, naming.noun, naming.list)];
}

function identifierOf({ name, required }: Value, where: ValuePlace, noun: string, list: boolean): Identifier {
  return { from: fromOf(where, name), name, noun, list, required };
}

// ---- what the name says ----

interface SaidNoun {
  readonly noun: string;
  readonly list: boolean;
  /** Whether the name alone says that it is an identifier, as `channel_id` does. */
  readonly isNamed: boolean;
}

function namingOf(value: Value, where: ValuePlace, around: Surroundings): SaidNoun {
  const { name } = value;
  // In a body, a `displayName` is what something will be called.
  const isGiven = where === 'body' && !around.procedural && /name$/i.test(name);
  const owner = isGiven ? undefined : ownerOfName(name, around);
  const glued = gluedNoun(name, around);
  const plain = owner ?? nounOf(name);
  const listed = (glued ?? plain).replace(/(?<=.)list$/, '');
  const noun = isKnown(listed, around) ? listed : plain;
  return {
    noun,
    list: isList(value) || (glued === undefined ? noun !== plain : /s$/i.test(name)),
    isNamed: isNamedIdentifier(name) || owner !== undefined || glued !== undefined,
  };
}

/** Whether the API identifies such things, or the path speaks of them. */
function isKnown(noun: string, { nouns, noun: own }: Surroundings): boolean {
  return nouns.has(noun) || noun === own;
}

/** A plain `channel` identifies one where `channel_id` does elsewhere; in a body, where the call is a procedure or the list is of its own things. */
function isPlainReference(value: Value, where: ValuePlace, noun: string, around: Surroundings): boolean {
  const isOwn = noun === around.noun;
  if (isOwn && SETTING.test(around.lastWords[0] ?? '')) return false;
  if (noun === '' || GENERIC.test(noun)) return false;
  if (!around.nouns.has(noun) && (!isOwn || around.sends)) return false;
  return where !== 'body' || around.procedural || (value.shape.type === 'array' && isOwn);
}

/** `/setHTML` takes the `html` that it will be. */
const SETTING = /^(set|append)$/;

// ---- values that identify nothing ----

function identifiesNothing(name: string, where: ValuePlace, around: Surroundings): boolean {
  if (/^request_?id$/i.test(name) && !/\brequest$/.test(around.noun)) return true;
  if (isPlace(name, around) || isCallersOwn(name, where, around)) return true;
  const noun = nounOf(name);
  return isCredential(name) && (noun !== around.noun || noun === 'api');
}

function isSecretToKeep(name: string, where: ValuePlace, noun: string, around: Surroundings): boolean {
  return where === 'body' && isOpaque(name) && !isKnown(noun, around);
}

/** A procedure on what exists takes its `name`. */
function isNameOfOne({ name, required }: Value, { byName }: Surroundings): boolean {
  return byName && required && name.toLowerCase() === 'name';
}

/** A region in the body says where the new thing will be, unless the call is about regions. */
function isPlace(name: string, { noun }: Surroundings): boolean {
  const [word = '', ...others] = wordsOf(name);
  return (
    others.length === 0 && /^(region|zone|country|city|state|county|province)$/.test(word) && word !== noun
  );
}

/** The `id` in a body of `/me` is that of whoever makes the call. */
function isCallersOwn(name: string, where: ValuePlace, { lastWords }: Surroundings): boolean {
  return where === 'body' && /^id$/i.test(name) && /^(me|self|myself)$/.test(lastWords.join(' '));
}

/** `site_key` and `bot_token` are secrets to keep, unless the API has sites or bots. */
function isOpaque(name: string): boolean {
  return /^(key|token)s?$/.test(wordsOf(name).at(-1) ?? '');
}

/** A required `username` says whose things are read, except where it is looked whether it is free. */
function isUserNamed(
  { name, required, description }: Value,
  where: ValuePlace,
  { lastWords }: Surroundings,
): boolean {
  if (/\byour\b/i.test(description)) return false;
  const free = lastWords.some((word) => /^(username|name|availab.*|exists?|valid.*|check|login)$/.test(word));
  return where === 'query' && required && /^user_?names?$/i.test(name) && !free;
}

/** Plain words that describe a thing, whatever else the API identifies by them. */
const GENERIC =
  /^(name|title|label|description|text|value|address|email|phone|url|date|type|status|code|password)$/;

function canIdentify(shape: Shape): boolean {
  const held = listedShape(shape);
  if (held === undefined || [shape, held].some(({ format }) => format === 'binary' || format === 'byte'))
    return false;
  return /^(array|string|integer|unknown)$/.test(held.type);
}
