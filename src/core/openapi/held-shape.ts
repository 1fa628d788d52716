import { memoizeByIdentity } from '../caching/memoize.ts';
import type { Property, Shape } from './endpoint.ts';

/** What a list or a map holds in the end: through lists of lists. A shape itself where it is neither; nothing for a list that holds itself. */
export function heldShape(shape: Shape): Shape | undefined {
  return throughLists(shape, () => true);
}

/** The same through lists alone. */
export function listedShape(shape: Shape): Shape | undefined {
  return throughLists(shape, ({ type }) => type === 'array');
}

function throughLists(shape: Shape, isList: (shape: Shape) => boolean): Shape | undefined {
  let held = shape;
  for (let depth = 0; depth < DEEPEST_LISTS; depth += 1) {
    if (!isList(held) || held.items === undefined) return held;
    held = held.items;
  }
  return undefined;
}

/** Nobody has more lists in lists. */
const DEEPEST_LISTS = 32;

/** Something that a body holds, and the names that lead there: none for the body itself. */
export interface WrappedShape {
  readonly path: readonly string[];
  readonly shape: Shape;
}

/**
 * A body, and what it takes in wrappings: the object that it holds alone, as in `{ "task": { ... } }`, and the `data`, `attributes` and
 * `relationships` of JSON:API.
 */
export const wrappedShapes = memoizeByIdentity((body: Shape): readonly WrappedShape[] =>
  wrappedBelow({ path: [], shape: body }),
);

function wrappedBelow(outer: WrappedShape): readonly WrappedShape[] {
  if (outer.path.length === DEEPEST_WRAPPING) return [outer];
  const inner = [...outer.shape.properties.values()].filter((property) => wraps(property, outer));
  return [outer, ...inner.flatMap(({ name, shape }) => wrappedBelow({ path: [...outer.path, name], shape }))];
}

function wraps({ name, shape, readOnly }: Property, outer: WrappedShape): boolean {
  if (shape.type !== 'object' || readOnly) return false;
  const isAlone = outer.path.length === 0 && outer.shape.properties.size === 1;
  return isAlone || /^(data|attributes|relationships)$/.test(name);
}

/** Nobody has more wrappings: `{ "data": { "attributes": ... } }` has two. */
const DEEPEST_WRAPPING = 3;
