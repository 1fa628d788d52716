import { memoizeByIdentity } from '../core/caching/memoize.ts';
import { groupBy } from '../core/values/group.ts';
import type { HttpRequest } from './http.ts';
import { flatRoutes, type MountedRoute, stacksOf } from './mounted-routes.ts';
import { rememberedLooks } from './remembered-looks.ts';

/**
 * The paths of a route that is found for a call, in the form of the schema; none where the schema has no such form. In an application inside
 * another, which nobody can look into from the outside, what a call has in the place of parameters around that application stands for these.
 */
export function routeTemplates(): (req: FoundBy, route: unknown) => readonly string[] {
  const mounted = rememberedLooks((app) => {
    const { routes, routers } = flatRoutes(app, () => undefined);
    const byRoute = groupBy<MountedRoute, unknown>(routes, ({ route }) => route);
    return {
      found: new Map([...byRoute].map(([route, places]) => [route, prefixesOfAll(places)])),
      stacks: stacksOf(routers),
    };
  });
  return ({ app, baseUrl }, route) => {
    const own = ownTemplates(Object(route));
    if (baseUrl === '') return own;
    const prefixes = (app && mounted(app, undefined).get(route)) ?? [];
    return startsOf(prefixes, baseUrl).flatMap((start) => own.map((path) => `${start}${path}`));
  };
}

/** Of the routers around a route in its application, in the form of the schema; none where one of them cannot be read. */
function prefixesOfAll(places: readonly MountedRoute[]): readonly string[] {
  if (!places.every(({ isReadable }) => isReadable)) return [];
  return templatesOf([...new Set(places.flatMap(({ prefixes }) => prefixes))]);
}

/**
 * What the routers around a route have taken off a call, with parameters as the schema has them. More was taken off than the routers of the
 * application do only where that is inside another one: so the longest that fit count.
 */
function startsOf(prefixes: readonly string[], baseUrl: string): readonly string[] {
  const taken = baseUrl.split('/');
  for (let around = 1; around < taken.length; around++) {
    const behind = taken.slice(around);
    const fitting = prefixes.filter((prefix) => isTaken(prefix.split('/').slice(1), behind));
    if (fitting.length > 0) return fitting.map((prefix) => `${taken.slice(0, around).join('/')}${prefix}`);
  }
  return [baseUrl];
}

function isTaken(own: readonly string[], taken: readonly string[]): boolean {
  if (own.length !== taken.length) return false;
  return own.every(
    (segment, at) => segment.includes('{') || segment.toLowerCase() === taken[at]?.toLowerCase(),
  );
}

type FoundBy = Pick<HttpRequest, 'app' | 'baseUrl'>;

const ownTemplates = memoizeByIdentity(({ path }: { readonly path?: unknown }) => {
  const paths: unknown[] = Array.isArray(path) ? path.flat(Number.POSITIVE_INFINITY) : [path];
  return templatesOf(paths.filter((one) => typeof one === 'string'));
});

function templatesOf(paths: readonly string[]): readonly string[] {
  return paths
    .flatMap((path) => expanded(path))
    .filter((path) => !/[*+?()[\]\\":]/.test(path.replaceAll(PARAMETER, '')))
    .map((path) => path.replaceAll(PARAMETER, '{$1}'));
}

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
