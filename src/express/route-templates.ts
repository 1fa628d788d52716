import { memoizeByIdentity } from '../core/caching/memoize.ts';
import { groupBy } from '../core/values/group.ts';
import type { HttpRequest } from './http.ts';
import { flatRoutes, type MountedRoute, stacksOf } from './mounted-routes.ts';
import { rememberedLooks } from './remembered-looks.ts';

/**
 * The paths of a route that is found for a call, in the form of the schema; none where the schema has no such form. What a call has in the
 * place of parameters of routers around it stands for these in an application inside another, which nobody can look into from the outside.
 */
export function routeTemplates(): (req: FoundBy, route: unknown) => readonly string[] {
  const mounted = rememberedLooks((app) => {
    const { routes, routers } = flatRoutes(app, () => undefined);
    const byRoute = groupBy<MountedRoute, unknown>(routes, ({ route }) => route);
    return {
      found: new Map([...byRoute].map(([route, places]) => [route, placesOf(places)])),
      stacks: stacksOf(routers),
    };
  });
  return ({ app, baseUrl }, route) => {
    const own = ownTemplates(Object(route));
    if (baseUrl === '') return own;
    const isInside = app !== undefined && 'parent' in app && app.parent !== undefined;
    const known = app && !isInside ? mounted(app, undefined).get(route) : undefined;
    if (!known || !accountsFor(known.prefixes, baseUrl)) return own.map((path) => `${baseUrl}${path}`);
    return known.isInOnePlace ? known.templates : known.templates.filter((path) => isBelow(path, baseUrl));
  };
}

/** Where a route is mounted, in a router that several paths may lead to; nothing where one of them cannot be read. */
interface MountPlaces {
  readonly isInOnePlace: boolean;
  readonly templates: readonly string[];
  /** Of the routers around it in its application. */
  readonly prefixes: readonly string[];
}

function placesOf(places: readonly MountedRoute[]): MountPlaces | undefined {
  if (!places.every(({ isReadable }) => isReadable)) return undefined;
  const written = places.flatMap(({ paths }) => paths);
  const prefixes = places.flatMap((place) => place.prefixes);
  return { isInOnePlace: written.length < 2, templates: templatesOf(written), prefixes };
}

/**
 * Whether the routers of an application have taken off all that is missing in the URL of a call. More is missing where a router, or a handler,
 * has the application inside another one, which nothing else tells.
 */
function accountsFor(prefixes: readonly string[], baseUrl: string): boolean {
  const depth = depthOf(baseUrl);
  return prefixes.some(
    (prefix) => prefix.includes('*') || expanded(prefix).some((one) => depthOf(one) === depth),
  );
}

function depthOf(path: string): number {
  return path.split('/').filter((segment) => segment !== '').length;
}

/** Whether a path may begin with what the routers around a route have taken off a call. */
function isBelow(template: string, baseUrl: string): boolean {
  const segments = template.split('/');
  return baseUrl.split('/').every((taken, at) => {
    const segment = segments[at] ?? '';
    return segment.includes('{') || segment.toLowerCase() === taken.toLowerCase();
  });
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
