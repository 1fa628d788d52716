/**
 * Whether the value of a `Content-Type` says that a body is JSON: `application/json`, or a type that ends with `+json`. Behind a comma may be another
 * type, and `formData` of the Fetch API goes by the last.
 */
export function isJsonType(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;[^,]*)?$/i.test(type ?? '');
}
