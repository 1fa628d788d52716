/**
 * The function with its last result kept, from the second question in a row about the same object on. `kept` says what is kept of a result,
 * and given from then on in its place: nothing where the object or the result may be another one next time.
 */
export function keptInARow<K extends object, T extends object>(
  compute: (about: K) => T,
  kept: (result: T, about: K) => T | false | undefined,
): (about: K) => T {
  let last: K | undefined;
  let before: T | undefined;
  return (about) => {
    if (about !== last) {
      last = about;
      before = undefined;
      return compute(about);
    }
    if (before) return before;
    const result = compute(about);
    before = kept(result, about) || undefined;
    return before ?? result;
  };
}
