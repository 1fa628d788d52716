/** Whether a value is an object, also a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is an object with keys: neither `null` nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object with nothing but what it shows: none of a class, no `Map`, none that JSON writes as something else. Of another realm, as under
 * a test runner, it is plain too.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { toJSON }: { readonly toJSON?: unknown } = value;
  if (typeof toJSON === 'function') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

/** For names that a loop over the object tells: V8 knows the answer then, which it has to look up for `Object.hasOwn`. Called as `OWNS.call(object, name)`. */
export const OWNS = Object.prototype.hasOwnProperty;
