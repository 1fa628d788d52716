/** Resolves once other calls have had their turn. Not every runtime of the Fetch API has `setImmediate`. */
export function othersTurn(): Promise<void> {
  const later = globalThis.setImmediate ?? globalThis.setTimeout;
  return new Promise((resolve) => {
    later(resolve);
  });
}
