import { memoizeByIdentity } from '../caching/memoize.ts';
import type { Property, Shape } from '../openapi/endpoint.ts';
import { elementOf, entityIn } from './signals/answer.ts';

/** Envelopes in envelopes in envelopes are enough for any API. */
const DEEPEST_ENVELOPE = 4;

/**
 * What a body says of one thing: the element of a list or a page, and what is inside of envelopes such as JSend's `data`, `result`,
 * `payload`, HAL's `_embedded`, OData's `value`, and JSON:API's `attributes` and `relationships`.
 */
export const describedBy = memoizeByIdentity((shape: Shape): Shape => {
  let inside = shape;
  for (let depth = 0; depth < DEEPEST_ENVELOPE; depth += 1) {
    if (isIdentified(inside)) break;
    const next = elementOf(inside) ?? envelopedIn(inside) ?? entityIn(inside);
    if (next === inside) break;
    inside = next;
  }
  return jsonApiResource(inside) ?? inside;
});

/** What has an identifier of its own is a thing, whatever is in it. */
function isIdentified({ properties }: Shape): boolean {
  return ['id', '_id', 'uuid', 'guid', 'gid'].some((name) => properties.has(name));
}

/** Names of the property that holds the answer itself, when hardly anything stands beside it. */
const ENVELOPE = /^(data|result|payload|response|content|_embedded|value|item|entity|record)$/i;

/** What an envelope says of the answer, and not of the thing in it. */
const BESIDE =
  /^(status|success|ok|code|message|errors?|warnings?|meta|metadata|links?|_links|@odata\..*|jsonapi|included|request_?id|timestamp|version|total|count|page|pagination)$/i;

/** The one property that is neither about the answer nor a plain value: named like an envelope, or alone in one. */
function envelopedIn(shape: Shape): Shape | undefined {
  if (shape.type !== 'object') return undefined;
  const inside = [...shape.properties.values()].filter(({ name }) => !BESIDE.test(name));
  const [only] = inside;
  if (inside.length !== 1 || only === undefined || !holdsThings(only)) return undefined;
  const beside = shape.properties.size > 1;
  return ENVELOPE.test(only.name) || (beside && only.shape.type === 'array') || isNamedThing(only)
    ? only.shape
    : undefined;
}

function holdsThings({ shape }: Property): boolean {
  const held = shape.type === 'array' ? shape.items : shape;
  return held !== undefined && held.type === 'object' && held.properties.size > 0;
}

/** `{ "pet": { ... } }` of a component called `Pet`. */
function isNamedThing({ name, shape }: Property): boolean {
  const held = shape.type === 'array' ? shape.items : shape;
  return held?.name !== undefined && plain(held.name).startsWith(plain(name).replace(/s$/, ''));
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** A resource of JSON:API: `type`, `id`, what it has in `attributes`, and what it names in `relationships`. */
function jsonApiResource({ properties }: Shape): Shape | undefined {
  const attributes = properties.get('attributes')?.shape;
  const isResource = properties.has('type') && properties.has('id') && attributes !== undefined;
  if (!isResource || attributes.properties.size === 0) return undefined;
  const related = namedIn(properties.get('relationships')?.shape);
  if (related.length === 0) return attributes;
  const named = new Map(related.map((property) => [property.name, property]));
  return { ...attributes, properties: new Map([...named, ...attributes.properties]) };
}

/** `{ "author": { "data": { "type": "people", "id": "9" } } }` names one person; what holds a list names several. */
function namedIn(relationships: Shape | undefined): Property[] {
  return [...(relationships?.properties.values() ?? [])].flatMap((property) => {
    const named = property.shape.properties.get('data')?.shape;
    return named?.type === 'object' && named.properties.has('id') ? [{ ...property, shape: named }] : [];
  });
}
