import { memoizeByIdentity } from '../../caching/memoize.ts';
import type { Endpoint, Property, Shape } from '../../openapi/endpoint.ts';
import { sentences } from '../phrases.ts';
import { wordsOf } from '../words.ts';

/** What a successful call answers with: an array, a page of things, one thing, nothing; or the document does not say. */
export type AnswerShape = 'array' | 'page' | 'one' | 'nothing' | 'unknown';

/** Reads the answer of an endpoint off its successful responses; `collection` is what the path calls the elements. */
export function answerOf(endpoint: Endpoint, collection: string): AnswerShape {
  if (endpoint.method === 'HEAD') return 'unknown';
  const successes = endpoint.responses.filter((response) => isSuccess(response.status));
  const shape = successes.find((response) => response.shape !== undefined)?.shape;
  if (shape !== undefined) return answerOfShape(shape, collection);
  return successes.some((response) => /^20[2-5]$/.test(response.status)) ? 'nothing' : 'unknown';
}

function isSuccess(status: string): boolean {
  return (status.length === 3 && status.startsWith('2')) || status.toLowerCase() === 'default';
}

/** The shape of one element, when a shape is a list or a page of them. */
export const elementOf = memoizeByIdentity((shape: Shape): Shape | undefined => {
  if (shape.type === 'array') return shape.items;
  const { lists } = pageOf(shape);
  if (lists.length === 1 && isPage(shape, '')) return lists[0]?.shape.items;
  const data = shape.properties.get('data');
  return data?.shape.type === 'array' ? data.shape.items : undefined;
});

/** The shape of the thing itself inside an envelope such as `{data: {...}}` or `{campaign: {...}}`. */
export const entityIn = memoizeByIdentity((shape: Shape): Shape => {
  const properties = [...shape.properties.values()];
  const objects = properties.filter(
    (property) => property.shape.type === 'object' && property.shape.properties.size > 0,
  );
  const others = properties.filter((property) => !objects.includes(property) && !PAGING.test(property.name));
  const [only] = objects;
  if (objects.length !== 1 || only === undefined) return shape;
  // A thing that has a name and one part, such as its owner, is not an envelope of that part.
  const isEnvelope =
    others.length === 0 || (others.length === 1 && ENVELOPES.some((name) => name === only.name));
  return isEnvelope ? only.shape : shape;
});

/** Names of a property that holds the elements of a page, or a page inside an envelope. */
const ELEMENTS =
  /^(items|data|results?|values?|entries|list|records|rows|content|elements|objects|nodes|collection|hits|members|resources|_embedded|edges|documents)$/i;

/** Names of properties that say where a page stands among others, or how the answer came about; accounts, discounts and countries do not. */
const PAGING = sentences`
  page | next | prev | total | (?<!ac|dis)count(?!r) | cursor | offset | limit | has_?more | ^_?links?$
  ^meta(data)?$ | pagination | paging | ^size$ | ^start | ^end | truncated | ^kind$ | ^etag$ | ^self$
  ^self_?link$ | ^href$ | ^ok$ | ^success$ | ^status$ | ^errors?$ | ^message$ | request_?id | ^object$
  ^code$ | warning | ^url$
`;

/** Names of properties that only a page has. */
const POSITION =
  /(page|next|prev|total|(?<!ac|dis)count(?!r)|cursor|offset|limit|has_?more|pagination|paging)/i;

/** Names of the property that an envelope holds its answer in. */
const ENVELOPES = ['data', 'result', 'response', 'payload', '_embedded'] as const;

function answerOfShape(shape: Shape, collection: string): AnswerShape {
  if (shape.type === 'array') return 'array';
  if (isPage(shape, collection)) return 'page';
  for (const name of ENVELOPES) {
    const inside = shape.properties.get(name)?.shape;
    if (inside?.type === 'object' && isPage(inside, collection)) return 'page';
  }
  return shape.type === 'unknown' || shape.type === 'string' ? 'unknown' : 'one';
}

/** An object whose lists are named like what was asked for, with hardly anything but page numbers beside them. */
function isPage(shape: Shape, collection: string): boolean {
  const { lists, others, hasElements, hasPosition } = pageOf(shape);
  if (hasElements || lists.some(({ name }) => isNamedLike(name, collection))) return others <= 4;
  return lists.length === 1 && others <= 1 && hasPosition;
}

/** What a shape would be as a page, whatever is asked for. */
const pageOf = memoizeByIdentity((shape: Shape) => {
  const properties = [...shape.properties.values()];
  const lists = properties.filter(isList);
  return {
    lists,
    others: properties.filter((property) => !lists.includes(property) && !PAGING.test(property.name)).length,
    hasElements: lists.some(({ name }) => ELEMENTS.test(name)),
    hasPosition: properties.some(({ name }) => POSITION.test(name)),
  };
});

function isList(property: Property): boolean {
  return property.shape.type === 'array' && !PAGING.test(property.name);
}

function isNamedLike(name: string, collection: string): boolean {
  const last = wordsOf(name).at(-1) ?? '';
  return last !== '' && last === wordsOf(collection).at(-1);
}
