/** A list in which every value stands once, to be referred to by its place. */
export interface Indexed<T> {
  readonly values: readonly T[];
  /** The place of the value; it is added when it is new. */
  readonly indexOf: (value: T) => number;
}

/** Values are the same when their JSON is. */
export function indexed<T>(): Indexed<T> {
  const values: T[] = [];
  const places = new Map<string, number>();
  const indexOf = (value: T) => {
    const key = JSON.stringify(value);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    return values.push(value) - 1;
  };
  return { values, indexOf };
}
