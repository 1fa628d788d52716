/**
 * Whether a handler is that of an application of another framework. Nothing but its text tells: `app.mount`, and `mount` of later versions,
 * have the same, whatever they mount.
 */
export function mountedBy(app: object): (handler: object) => boolean {
  const text = textOfMounted(app);
  return (handler) => textOf(handler) === text;
}

interface MountingApp {
  readonly routes: readonly { readonly handler: object }[];
  mount(path: string, handler: () => undefined): unknown;
}

/** Missing in an application that cannot mount any. */
function textOfMounted(app: object): string | undefined {
  try {
    const another: MountingApp = Reflect.construct(app.constructor, []);
    another.mount('/', () => undefined);
    return another.routes.map(({ handler }) => textOf(handler))[0];
  } catch {
    return undefined;
  }
}

function textOf(handler: object): string {
  return String(handler).replaceAll(/\s+/g, '');
}
