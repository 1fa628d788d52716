import type { Shape } from './endpoint.ts';

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
