import { compareText } from '../values/compare-text.ts';

/** What is said of an endpoint; of an action that none has where `endpoint` is missing. */
interface SaidOfEndpoint {
  readonly endpoint?: { readonly method: string; readonly path: string };
  readonly namespace?: string;
  readonly action: string;
}

/** Endpoints by path and method, then actions without one by name. */
export function byPath(a: SaidOfEndpoint, b: SaidOfEndpoint): number {
  const [one, other] = [a.endpoint, b.endpoint];
  if (!one || !other)
    return (
      Number(!one) - Number(!other) ||
      compareText(a.namespace ?? '', b.namespace ?? '') ||
      compareText(a.action, b.action)
    );
  return compareText(one.path, other.path) || compareText(one.method, other.method);
}
