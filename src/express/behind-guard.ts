import {
  answers,
  isErrorHandler,
  isRouter,
  type Layer,
  parametersOf,
  routerOf,
  type Stack,
} from './layer.ts';
import { rememberedLooks, type SeenStacks } from './remembered-looks.ts';

/**
 * Whether nothing stands behind a guard but routes, routers with nothing else in them, error handlers, and perhaps a last handler that hands
 * no call on: then nobody can rewrite a call before its route is found. The last handler is not told of as routes are, so it may be there
 * only where nothing before it can hand a call on that it has rewritten: no handler of a route takes `next`. What looks at parameters runs
 * before a route does, so nothing may. What cannot be seen counts as something else. It is looked at again when layers were added.
 */
export function routesOnlyBehind(): (app: object, guard: object) => boolean {
  return rememberedLooks(look);
}

function look(app: object, guard: object): { readonly found: boolean; readonly stacks: SeenStacks } {
  const router = routerOf(app);
  const { stack } = router;
  const seen: LayersSeen = {
    stacks: [[stack, stack.length]],
    routes: [],
    handsOn: false,
  };
  // The same guard may stand in several places, and what is between them is behind the first.
  const position = stack.findIndex(({ handle }) => handle === guard);
  // An application inside another may hand a call back to that.
  const isInside = 'parent' in app && app.parent !== undefined;
  const mayBe = position >= 0 && !isInside && !looksAtParameters(router);
  const found = mayBe && hasRoutesOnly(stack.slice(position + 1), seen, true);
  return { found, stacks: seen.stacks };
}

interface LayersSeen {
  readonly stacks: (readonly [readonly Layer[], number])[];
  /** Those of routes, which matter only where a last handler follows. */
  readonly routes: (readonly [readonly Layer[], number])[];
  /** Whether something that was seen may rewrite a call, and hand it on. */
  handsOn: boolean;
}

function hasRoutesOnly(layers: readonly Layer[], seen: LayersSeen, mayEnd: boolean): boolean {
  return layers.every((layer, index) => {
    if (layer.route) {
      const { stack } = layer.route;
      seen.routes.push([stack, stack.length]);
      seen.handsOn ||= !stack.every(answers);
      return true;
    }
    if (isErrorHandler(layer)) {
      seen.handsOn = true;
      return true;
    }
    if (!isRouter(layer)) {
      seen.stacks.push(...seen.routes);
      return mayEnd && !seen.handsOn && isLast(layer) && layers.slice(index + 1).every(isErrorHandler);
    }
    const { stack } = layer.handle;
    seen.stacks.push([stack, stack.length]);
    return !looksAtParameters(layer.handle) && hasRoutesOnly(stack, seen, false);
  });
}

/** By `router.param`, in Express 5 and 4. */
function looksAtParameters({ params, _params }: Partial<Stack>): boolean {
  return Object.keys({ ...params }).length > 0 || (_params?.length ?? 0) > 0;
}

/** Without `next` among its parameters. */
function isLast(layer: Layer): boolean {
  return parametersOf(layer) < 3 && layer.name !== 'mounted_app';
}
