import { type Layer, routerOf } from './layer.ts';

/** Stacks of layers that were looked at, with how many layers each had: an application may add some at any time. */
interface Looked {
  readonly isRoutesOnly: boolean;
  readonly stacks: readonly (readonly [stack: readonly Layer[], length: number])[];
}

/**
 * Whether nothing stands behind a guard but routes, routers with nothing else in them, error handlers, and perhaps a last handler that hands
 * no call on: then nobody can rewrite a call before its route is found. What cannot be seen counts as something else. It is looked at
 * again when layers were added.
 */
export function routesOnlyBehind(): (app: object, guard: object) => boolean {
  const known = new WeakMap<object, Looked>();
  return (app, guard) => {
    const before = known.get(app);
    if (before?.stacks.every(([stack, length]) => stack.length === length)) return before.isRoutesOnly;
    const now = look(app, guard);
    known.set(app, now);
    return now.isRoutesOnly;
  };
}

function look(app: object, guard: object): Looked {
  const { stack } = routerOf(app);
  const stacks: [readonly Layer[], number][] = [[stack, stack.length]];
  const position = stack.findLastIndex(({ handle }) => handle === guard);
  // An application inside another may hand a call back to that.
  const isInside = 'parent' in app && app.parent !== undefined;
  const isRoutesOnly = position >= 0 && !isInside && hasRoutesOnly(stack.slice(position + 1), stacks, true);
  return { isRoutesOnly, stacks };
}

function hasRoutesOnly(
  layers: readonly Layer[],
  stacks: [readonly Layer[], number][],
  mayEnd: boolean,
): boolean {
  const handing = layers.filter((layer) => !isErrorHandler(layer));
  return handing.every((layer, index) => {
    if (layer.route) return true;
    const inner = layer.handle?.stack;
    if (!inner) return mayEnd && index === handing.length - 1 && isLast(layer);
    stacks.push([inner, inner.length]);
    return hasRoutesOnly(inner, stacks, false);
  });
}

function isErrorHandler(layer: Layer): boolean {
  return !layer.route && parametersOf(layer) === 4;
}

/** Without `next` among its parameters. */
function isLast(layer: Layer): boolean {
  return parametersOf(layer) < 3 && layer.name !== 'mounted_app';
}

function parametersOf({ handle }: Layer): number {
  const { length }: { length?: unknown } = Object(handle);
  return typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
}
