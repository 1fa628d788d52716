import type { Endpoint, Shape } from '../../endpoint.ts';
import { isPlural, wordsOf } from '../../words.ts';

/** What a successful call answers with: several things, one thing, nothing, or the document does not say. */
export type Answer = 'list' | 'one' | 'nothing' | 'unknown';

/** Reads the answer of an endpoint off its successful responses. */
export function answerOf(endpoint: Endpoint, collection: string): Answer {
  const successes = endpoint.responses.filter((response) => /^(2..|default)$/i.test(response.status));
  const shape = successes.find((response) => response.shape !== undefined)?.shape;
  if (shape !== undefined) return isListShape(shape, collection) ? 'list' : answerOfShape(shape);
  return successes.some((response) => /^20[2-5]$/.test(response.status)) ? 'nothing' : 'unknown';
}

function answerOfShape(shape: Shape): Answer {
  return shape.type === 'unknown' || shape.type === 'string' ? 'unknown' : 'one';
}

/** Names of the property that holds the elements of a page. */
const ELEMENTS =
  /^(items|data|results?|values?|entries|list|records|rows|content|elements|objects|nodes|collection|hits|members|resources|_embedded|value|edges|documents)$/i;

/** Names of properties that say where a page stands among others. */
const PAGING =
  /(page|next|prev|total|count|cursor|offset|limit|has_?more|^links?$|^_links$|^meta(data)?$|pagination|paging|^size$|^start|^end|truncated|^kind$|^etag$|^self$|^self_?link$|^href$)/i;

function isListShape(shape: Shape, collection: string): boolean {
  if (shape.type === 'array') return true;
  const properties = [...shape.properties.values()];
  const lists = properties.filter((property) => property.shape.type === 'array');
  if (lists.length > 0)
    return isPage(
      properties.map((property) => property.name),
      lists.map((property) => property.name),
      collection,
    );
  const data =
    shape.properties.get('data') ?? shape.properties.get('result') ?? shape.properties.get('response');
  if (data !== undefined && data.shape.type === 'object' && properties.length <= 8) {
    const inner = [...data.shape.properties.values()];
    const innerLists = inner
      .filter((property) => property.shape.type === 'array')
      .map((property) => property.name);
    return (
      innerLists.length > 0 &&
      isPage(
        inner.map((property) => property.name),
        innerLists,
        collection,
      )
    );
  }
  return false;
}

function isPage(names: readonly string[], lists: readonly string[], collection: string): boolean {
  const wanted = wordsOf(collection).at(-1);
  const others = names.filter((name) => !lists.includes(name) && !PAGING.test(name));
  const named = lists.some(
    (name) =>
      ELEMENTS.test(name) || (isPlural(wordsOf(name).at(-1) ?? '') && wordsOf(name).at(-1) === wanted),
  );
  if (named) return others.length <= 4;
  return lists.length === 1 && others.length <= 1;
}

/** The shape of one element, when a shape is a list or a page of them. */
export function elementOf(shape: Shape): Shape | undefined {
  if (shape.type === 'array') return shape.items;
  const inside = [...shape.properties.values()].filter((property) => property.shape.type === 'array');
  if (inside.length === 1 && isListShape(shape, '')) return inside[0]?.shape.items;
  const data = shape.properties.get('data');
  return data?.shape.type === 'array' ? data.shape.items : undefined;
}

/** The shape of the thing itself inside an envelope such as `{data: {...}}` or `{campaign: {...}}`. */
export function entityIn(shape: Shape): Shape {
  const properties = [...shape.properties.values()];
  const objects = properties.filter(
    (property) => property.shape.type === 'object' && property.shape.properties.size > 0,
  );
  const others = properties.filter((property) => !objects.includes(property) && !PAGING.test(property.name));
  const [only] = objects;
  return objects.length === 1 && others.length <= 1 && only !== undefined ? only.shape : shape;
}
