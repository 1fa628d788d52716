import { memoize, memoizeByIdentity } from '../../caching/memoize.ts';
import { bodyFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { wordsOf } from '../words.ts';
import { type Identifier, isCredential, isForeign, nounOf, type Value } from './identifiers.ts';
import { listsInBody } from './lists/body-lists.ts';
import {
  identifierIn,
  mayIdentify,
  mayIdentifyInQuery,
  type Surroundings,
} from './values/identifier-in-value.ts';
import { bodyValues, type QueryValue } from './values/taken-values.ts';

/** An endpoint with the values of its query. */
interface CalledValues {
  readonly endpoint: Endpoint;
  readonly inQuery: readonly QueryValue[];
}

/** Identifiers in the query and the body: required ones first, and those of the path's own noun before others. */
export function identifiersElsewhere(
  { endpoint, inQuery }: CalledValues,
  around: Surroundings,
): readonly Identifier[] {
  const found = [
    ...inQuery
      .filter(mayIdentifyInQuery)
      .flatMap((value) => identifierIn(value, value.where ?? 'query', around)),
    ...bodyIdentifiers(endpoint, around),
  ];
  if (found.length < 2) return found;
  return found
    .map((identifier, index) => ({ identifier, index, rank: rankOf(identifier, around) }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index)
    .map(({ identifier }) => identifier);
}

function rankOf({ name, noun, required }: Identifier, around: Surroundings): number {
  const own = noun === around.noun || noun === '' ? 2 : 0;
  const last = noun.split(' ').at(-1) ?? '';
  const inPath = around.lastWords.some((word) => word === last || isShortFor(word, last)) ? 1 : 0;
  const opaque = /(token|key|hash|number|name|^uid|^user_?id)$/i.test(name) ? 1 : 0;
  const common = around.takenByMost.has(name) ? 1.5 : 0;
  return (required ? 4 : 0) + own + inPath - opaque - common - (isAttribute(last, around) ? 1.5 : 0);
}

/** Roles, types and plans are what things have. */
function isAttribute(noun: string, { noun: own }: Surroundings): boolean {
  return (
    /^(role|type|category|status|plan|kind|template|currency|country|language)$/.test(noun) &&
    !own.endsWith(noun)
  );
}

/** `doc` in `/delete-doc` is short for a document. */
function isShortFor(word: string, noun: string): boolean {
  return word.length > 2 && noun.length > word.length && noun.startsWith(word);
}

/** The nouns of the values that say by their name that they identify something: `channel` for `channel_id`. */
export function nounsAmong({ endpoint, inQuery }: CalledValues): readonly string[] {
  const nouns = nounsOfValues(inQuery);
  return endpoint.body === undefined ? nouns : [...nouns, ...nounsInBody(endpoint.body.shape)];
}

const nounsInBody = memoizeByIdentity((body: Shape) => nounsOfValues(bodyValues(body)));

function nounsOfValues(values: readonly Value[]): readonly string[] {
  return values.map(({ name }) => nounOfReference(name)).filter((noun) => noun !== '');
}

/** `channel` for `channel_id`; nothing for other names. */
const nounOfReference = memoize((name) => {
  if (!/^(id|ids|uuid|gid|guid)$/.test(wordsOf(name).at(-1) ?? '')) return '';
  return isCredential(name) || isForeign(name) ? '' : nounOf(name);
});

/** Those that can identify something, whatever the call is about. */
const bodyCandidates = memoizeByIdentity((body: Shape) => bodyValues(body).filter(mayIdentify));

/** Names of the one property that some APIs wrap every body in. */
const ENVELOPE = /^(data|payload|body|input|attributes)$/i;

function bodyIdentifiers(endpoint: Endpoint, around: Surroundings): readonly Identifier[] {
  if (endpoint.body === undefined) return [];
  const values = bodyValues(endpoint.body.shape);
  const [only] = values;
  if (values.length === 1 && only !== undefined && ENVELOPE.test(only.name) && only.shape.type === 'object') {
    const inside = bodyCandidates(only.shape).flatMap((value) => identifierIn(value, 'body', around));
    return inside.map((identifier) => ({
      ...identifier,
      from: bodyFrom([{ key: only.name }, { key: identifier.name }]),
    }));
  }
  const found = [
    ...listsInBody(endpoint, around),
    ...bodyCandidates(endpoint.body.shape).flatMap((value) => identifierIn(value, 'body', around)),
  ];
  if (!around.worksOnOne || found.some(({ required, list }) => required && !list)) return found;
  return [
    ...values.filter((value) => isWhole(value, around)).map(({ name }) => wholeNamed(name, around)),
    ...found,
  ];
}

/** `/orders/cancel` with a required `order` takes the order itself, with what identifies it inside. */
function isWhole({ name, required, shape }: Value, { noun }: Surroundings): boolean {
  return required && shape.type === 'object' && noun !== '' && nounOf(name) === noun;
}

function wholeNamed(name: string, { noun }: Surroundings): Identifier {
  return { from: bodyFrom([{ key: name }]), name, noun, list: false, required: true };
}
