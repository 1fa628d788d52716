/** Headers by which some servers take a call for one with another method, in lower case. */
export const METHOD_OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

const OVERRIDES: ReadonlySet<string> = new Set(METHOD_OVERRIDES);

/** Of their names: every call has a good many headers, and nearly none has one of these. */
const OVERRIDE_LENGTHS: ReadonlySet<number> = new Set(METHOD_OVERRIDES.map((name) => name.length));

/** The method of a call, and its headers by name, in any letter case. */
interface MethodAndHeaders {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Why a call that names another method in a header is answered by nobody: whether it reads or deletes would depend on the server behind.
 * Where an override is wanted, the server applies it before authorization, and the method says the same as the header.
 */
export function methodOverride({ method, headers = {} }: MethodAndHeaders): string | undefined {
  for (const name of Object.keys(headers)) {
    if (!OVERRIDE_LENGTHS.has(name.length) || !OVERRIDES.has(name.toLowerCase())) continue;
    const value = headers[name];
    if (value === undefined || String(value).toUpperCase() === method) continue;
    return `header \`${name.toLowerCase()}\` names another method than the call`;
  }
  return undefined;
}
