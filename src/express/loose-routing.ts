import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { keysIn } from '../core/values/keys-in.ts';
import { routerOf, type Stack } from './layer.ts';
import { flatRoutes } from './mounted-routes.ts';

type Habits = Pick<Routing, 'caseSensitive' | 'strict'>;

/** What Express calls the two ways in which its routers differ, and what they do without. */
const SETTINGS = {
  caseSensitive: { name: 'case sensitive routing', ignores: 'letter case' },
  strict: { name: 'strict routing', ignores: 'a slash at the end' },
} as const;

const HABITS = keysIn(SETTINGS);

/** What a router ignores although the options of the authorization say that no router does. */
export function ignoredBy(router: Pick<Stack, 'caseSensitive' | 'strict'>, routing: Habits): string[] {
  return HABITS.filter((one) => routing[one] && router[one] !== true).map((one) => SETTINGS[one].ignores);
}

/**
 * Why an application may run other routes than the options say, if so. A setting that is made after the first `app.use` or `app.get` is one of
 * the application, and none of its router: the routers themselves are asked. They are asked again when the application got more layers.
 */
export function looseRouting(): (app: object | undefined, routing: Habits) => string | undefined {
  const known = new WeakMap<object, { readonly of: string; readonly why: string | undefined }>();
  return (app, routing) => {
    if ((!routing.caseSensitive && !routing.strict) || !app) return undefined;
    const router = routerOf(app);
    const of = `${routing.caseSensitive} ${routing.strict} ${router.stack.length}`;
    const before = known.get(app);
    if (before?.of === of) return before.why;
    const why = whyLoose(app, router, routing);
    known.set(app, { of, why });
    return why;
  };
}

function whyLoose(app: object, router: Stack, routing: Habits): string | undefined {
  const own = HABITS.find((one) => routing[one] && router[one] !== true);
  if (own)
    return `the options of the authorization say \`${own}Routing\`, and the application has no \`${SETTINGS[own].name}\`: enable it before anything else`;
  for (const { path, router: inner } of flatRoutes(app, () => undefined).routers)
    for (const ignored of ignoredBy(inner, routing))
      return `the options of the authorization say that no router ignores ${ignored}, and the router at \`${path}\` does`;
  return undefined;
}
