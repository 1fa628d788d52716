/**
 * A whole number with more digits than a JavaScript number keeps, as it stands in a JSON file. Where JavaScript can write such a number into
 * JSON (`JSON.rawJSON`, Node 22), the engine gets it exactly; elsewhere it is refused, in the words of the file.
 */
export function exactNumber(text: string): object {
  const made = RAW ? RAW(text) : { [TEXT]: text };
  texts.set(made, text);
  return made;
}

/** The digits of an {@link exactNumber}; `undefined` for every other value. */
export function exactNumberText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined;
}

/** Whether the engine can be given such a number, and takes it: Cedar counts to 2^63. */
export function isPassedOnExactly(text: string): boolean {
  const number = BigInt(text);
  return RAW !== undefined && number >= -(2n ** 63n) && number < 2n ** 63n;
}

const TEXT = Symbol('exact number');
const texts = new WeakMap<object, string>();
const { rawJSON: RAW } = JSON as { readonly rawJSON?: (text: string) => object };
