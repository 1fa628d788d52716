import { memoizeByIdentity } from '../core/caching/memoize.ts';
import type { HttpRequest } from './http.ts';

/**
 * The paths of a route that is found for a call, in the form of the schema, behind the path of the router that it is in; none where the
 * schema has no such form.
 */
export function routeTemplates({ baseUrl }: Pick<HttpRequest, 'baseUrl'>, route: unknown): readonly string[] {
  const own = ownTemplates(Object(route));
  return baseUrl === '' ? own : own.map((path) => `${baseUrl}${path}`);
}

const ownTemplates = memoizeByIdentity(({ path }: { readonly path?: unknown }): readonly string[] => {
  const paths: unknown[] = Array.isArray(path) ? path.flat(Number.POSITIVE_INFINITY) : [path];
  return paths
    .flatMap((one) => (typeof one === 'string' ? expanded(one) : []))
    .filter((one) => !/[*+?()[\]\\":]/.test(one.replaceAll(PARAMETER, '')))
    .map((one) => one.replaceAll(PARAMETER, '{$1}'));
});

const PARAMETER = /:(\w+)/g;

/** A path with and without what may be missing: `{/:name}` in Express 5, `/:name?` in Express 4. */
export function expanded(path: string, most = 4): readonly string[] {
  const found = /\{([^{}]*)\}|([/.]?:\w+(?:\([^()]*\))?)\?/.exec(path);
  if (!found || most === 0) return [path];
  const [whole, group, parameter] = found;
  const around = (text: string) =>
    `${path.slice(0, found.index)}${text}${path.slice(found.index + whole.length)}`;
  return ['', group ?? parameter ?? ''].flatMap((text) => expanded(around(text), most - 1));
}
