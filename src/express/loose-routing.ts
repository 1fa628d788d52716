import { lazy, memoize } from '../core/caching/memoize.ts';
import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { keysIn } from '../core/values/keys-in.ts';
import { isAtRoot, routerOf, type Stack } from './layer.ts';
import { type FlatRoutes, flatRoutes, stacksOf } from './mounted-routes.ts';
import { rememberedLooks } from './remembered-looks.ts';

type Habits = Pick<Routing, 'caseSensitive' | 'strict'>;

/** What Express calls the two ways in which its routers differ, and what they do without. */
const SETTINGS = {
  caseSensitive: { name: 'case sensitive routing', ignores: 'letter case' },
  strict: { name: 'strict routing', ignores: 'a slash at the end' },
} as const;

const HABITS = keysIn(SETTINGS);

/**
 * What a router ignores although the options of the authorization say that no router does. A slash at the end counts in the paths of routes only;
 * what is mounted at a path never tells it apart.
 */
export function ignoredBy(
  { stack, caseSensitive, strict }: Pick<Stack, 'caseSensitive' | 'strict' | 'stack'>,
  routing: Habits,
): string[] {
  const hasRoutes = stack.some(({ route }) => route);
  const ignores = {
    caseSensitive: caseSensitive !== true && (hasRoutes || !stack.every(isAtRoot)),
    strict: strict !== true && hasRoutes,
  };
  return HABITS.filter((one) => routing[one] && ignores[one]).map((one) => SETTINGS[one].ignores);
}

/** Why an application may run other routes, or what is mounted at other paths, than the options say, if so. */
export interface LooseRouting {
  readonly ofRoutes: (app: object | undefined, routing: Habits) => string | undefined;
  /** Where letter case counts: of what is mounted at a path, no router tells a slash at the end apart. Routes do not count. */
  readonly ofMounts: (app: object) => string | undefined;
}

/**
 * A setting that is made after the first `app.use` or `app.get` is one of the application, and none of its router: the routers themselves are
 * asked. They are asked again when any of them got more layers.
 */
export function looseRouting(): LooseRouting {
  const looked = rememberedLooks((app) => {
    const { routers } = flatRoutes(app, () => undefined);
    return { found: looseRoutersIn(routerOf(app), routers), stacks: stacksOf(routers) };
  });
  return {
    ofRoutes: (app, routing) => {
      // As nearly all are.
      if (!app || !(routing.caseSensitive || routing.strict)) return undefined;
      return looked(app, undefined).ofRoutes(HABITS.filter((one) => routing[one]).join());
    },
    ofMounts: (app) => {
      const { hasMounts, ofRoutes } = looked(app, undefined);
      return hasMounts() ? ofRoutes('caseSensitive') : undefined;
    },
  };
}

function looseRoutersIn(app: Stack, routers: FlatRoutes['routers']) {
  return {
    /** By the habits that have to be respected. */
    ofRoutes: memoize((respected) =>
      whyLoose(app, routers, {
        caseSensitive: respected.includes('caseSensitive'),
        strict: respected.includes('strict'),
      }),
    ),
    /** Whether a router ignores letter case in the paths that something is mounted at. */
    hasMounts: lazy(() =>
      routers.some(
        ({ router: { caseSensitive, stack } }) =>
          caseSensitive !== true && stack.some((layer) => !layer.route && !isAtRoot(layer)),
      ),
    ),
  };
}

function whyLoose(router: Stack, routers: FlatRoutes['routers'], routing: Habits): string | undefined {
  const own = HABITS.find((one) => routing[one] && router[one] !== true);
  if (own)
    return `the options of the authorization say \`${own}Routing\`, and the application has no \`${SETTINGS[own].name}\`: enable it before anything else`;
  for (const { path, router: inner } of routers)
    for (const ignored of ignoredBy(inner, routing))
      return `the options of the authorization say that no router ignores ${ignored}, and the router at \`${path}\` does`;
  return undefined;
}
