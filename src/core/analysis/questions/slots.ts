/** The engine never frees a slot, so they are taken in turn. */
const SLOTS = 5;
const taken = { policies: 0, part: 0 };

/** A slot in the engine's cache, for the policies of some questions or for a part of a schema. */
export function nextSlot(kind: keyof typeof taken): string {
  taken[kind] = (taken[kind] + 1) % SLOTS;
  return `analysis ${kind} ${taken[kind]}`;
}
