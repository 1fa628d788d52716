import type { HttpRequest } from './http.ts';
import type { Route } from './layer.ts';
import { flatRoutes, stacksOf } from './mounted-routes.ts';
import { rememberedLooks } from './remembered-looks.ts';

/**
 * The route that a guard is a handler of. A call may have passed others before, of which it still tells: so it does where the guard stands in
 * a router itself. A guard that was wrapped is found nowhere, and counts as one of the route.
 */
export function routesAround(): (req: CallOfRoute, guard: object) => Partial<Route> | undefined {
  const standsInRouter = rememberedLooks((app, guard: object) => {
    const { routers } = flatRoutes(app, () => undefined);
    const found = routers.some(({ router: { stack } }) => stack.some(({ handle }) => handle === guard));
    return { found, stacks: stacksOf(routers) };
  });
  return ({ app, route }, guard) => {
    if (!route) return undefined;
    const isOwn = route.stack?.some(({ handle }) => handle === guard);
    return isOwn || !app || !standsInRouter(app, guard) ? route : undefined;
  };
}

type CallOfRoute = Pick<HttpRequest, 'app'> & { readonly route?: Partial<Route> };
