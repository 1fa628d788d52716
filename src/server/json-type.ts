/** Whether the value of a `Content-Type` says that a body is JSON: `application/json`, or a type that ends with `+json`. */
export function isJsonType(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}
