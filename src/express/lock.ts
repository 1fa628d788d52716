import type { HttpRequest } from './http.ts';

/**
 * Keeps what was authorized: a later middleware that overrides the method or rewrites the URL of a call would have another route run than
 * the one that was decided about. Such a change throws, and so ends in the application's error handlers. Routers themselves take
 * prefixes off the URL and put them back, so any end of the authorized URL may be set.
 */
export function lock(req: HttpRequest, url: string): void {
  const { method } = req;
  let current = req.url;
  Object.defineProperties(req, {
    method: {
      configurable: true,
      enumerable: true,
      get: () => method,
      set: (value: unknown) => {
        if (value !== method) throw changed('method');
      },
    },
    url: {
      configurable: true,
      enumerable: true,
      get: () => current,
      set: (value: string) => {
        if (!isEndOf(value, url)) throw changed('URL');
        current = value;
      },
    },
  });
}

/** A router puts a slash before what is left after a prefix. */
function isEndOf(value: unknown, url: string): value is string {
  if (typeof value !== 'string') return false;
  const isEmptyPath = value === '/' || value.startsWith('/?');
  return url.endsWith(value) || (isEmptyPath && url.endsWith(value.slice(1)));
}

function changed(what: string): Error {
  return new Error(
    `the ${what} of a call was changed after it was authorized: register what changes it before the authorization middleware`,
  );
}
