import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { keysIn } from '../core/values/keys-in.ts';
import { isAtRoot, routerOf, type Stack } from './layer.ts';
import { type FlatRoutes, flatRoutes } from './mounted-routes.ts';

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

/** What was found out about an application, with how many layers each of its routers had. */
interface KnownRouting {
  readonly of: string;
  readonly stacks: readonly (readonly [stack: Stack['stack'], length: number])[];
  readonly why: string | undefined;
}

/**
 * Why an application may run other routes than the options say, if so. A setting that is made after the first `app.use` or `app.get` is one of
 * the application, and none of its router: the routers themselves are asked. They are asked again when any of them got more layers.
 */
export function looseRouting(): (app: object | undefined, routing: Habits) => string | undefined {
  const known = new WeakMap<object, KnownRouting>();
  return (app, routing) => {
    if ((!routing.caseSensitive && !routing.strict) || !app) return undefined;
    const of = `${routing.caseSensitive} ${routing.strict}`;
    const before = known.get(app);
    if (before?.of === of && before.stacks.every(([stack, length]) => stack.length === length))
      return before.why;
    const { routers } = flatRoutes(app, () => undefined);
    const stacks = routers.map(({ router: { stack } }) => [stack, stack.length] as const);
    const why = whyLoose(routerOf(app), routers, routing);
    known.set(app, { of, stacks, why });
    return why;
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
