import { memoizeRun } from '../caching/memoize.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { behindPath, canonicalPath, PARAMETER, pathOf } from '../endpoints/path-template.ts';
import { type DecidedEndpoint, decisionKey, isSameDecision } from '../endpoints/same-decision.ts';
import type { Endpoint, Spec } from '../openapi/endpoint.ts';
import { groupBy } from '../values/group.ts';
import type { Classification } from './classified-api.ts';

/**
 * The endpoints that stand for the same decision as another one of their route, which is the value and names the action of both: the
 * first with a name of its own, else the first.
 */
export function findTwins<T extends DecidedEndpoint & { readonly endpoint: Endpoint }>(
  decided: readonly T[],
): ReadonlyMap<T, T> {
  const twins = new Map<T, T>();
  for (const group of sharedRoutes(decided))
    for (const own of twinsAmong(group)) {
      const named = own.find(({ endpoint }) => endpoint.operationId !== undefined) ?? own[0];
      for (const one of own) if (named !== undefined && named !== one) twins.set(one, named);
    }
  return twins;
}

/** What differs behind the path is one only with all others of the route: else its calls are not decided anyway. */
function twinsAmong<T extends DecidedEndpoint>(group: readonly T[]): Iterable<readonly T[]> {
  const alike = groupBy(group, decisionKey);
  if (alike.size === 1) return alike.values();
  return [...alike.values()].flatMap((some) => [...groupBy(some, ({ path }) => behindPath(path)).values()]);
}

/** The endpoints that share method and path with others, whatever the parameters are called. */
function sharedRoutes<T extends Pick<Endpoint, 'method' | 'path'>>(endpoints: readonly T[]): readonly T[][] {
  const routes = groupBy(endpoints, ({ method, path }) => `${method} ${routeOf(path)}`);
  return [...routes.values()].filter(({ length }) => length > 1);
}

const routeOf = memoizeRun((path: string) => canonicalPath(pathOf(path)).replaceAll(PARAMETER, '{}'));

/** What there is to say about routes with several endpoints, one message for each; errors only when a schema is made of them. */
export function describeSharedRoutes(spec: Spec, classifications: readonly Classification[]): Diagnostic[] {
  const byEndpoint = new Map(classifications.map((one) => [one.endpoint, one]));
  return sharedRoutes(spec.endpoints).flatMap((endpoints) => {
    const [first, ...others] = endpoints.flatMap((endpoint) => byEndpoint.get(endpoint) ?? []);
    const [second] = others;
    if (first === undefined || second === undefined) return [];
    const apart = findApart([first, ...others]);
    if (apart !== undefined) return [indistinguishable(apart[0], apart[1], spec)];
    const alike = others.every((one) => isSame(one, first));
    return [alike ? decidedTogether(first, others, spec) : undecidable(first, others, spec)];
  });
}

/** Two endpoints that only the names of parameters tell apart, but that would be decided differently: the first that is unlike one before. */
function findApart(group: readonly Classification[]): readonly [Classification, Classification] | undefined {
  const firsts = new Map<string, Classification>();
  for (const later of group) {
    const behind = behindPath(later.endpoint.path);
    const first = firsts.get(behind) ?? later;
    if (!isSame(first, later)) return [first, later];
    firsts.set(behind, first);
  }
  return undefined;
}

function isSame(a: Classification, b: Classification): boolean {
  return isSameDecision(decidedEndpoint(a), decidedEndpoint(b));
}

function decidedEndpoint({ endpoint, pattern, resource, action }: Classification): DecidedEndpoint {
  const { method, path } = endpoint;
  return { method, path, pattern, from: resource.from, about: JSON.stringify([resource.type, action]) };
}

function indistinguishable(first: Classification, second: Classification, spec: Spec): Diagnostic {
  return {
    severity: 'warning',
    code: 'indistinguishable-paths',
    message: `${named(second)} cannot be told apart from ${named(first)}${lineOf(first, spec)}, but needs another decision: ${described(second)}, not ${described(first)}`,
    help: 'only the names of their parameters differ, so their calls are denied: make the paths different, or give both the same pattern, resource and type in an override',
    ...spec.locate(second.endpoint),
  };
}

function decidedTogether(first: Classification, others: readonly Classification[], spec: Spec): Diagnostic {
  const [second = first] = others;
  return {
    severity: 'warning',
    code: 'shared-route',
    message: `${named(second)}${andOthers(others)} cannot be told apart from ${named(first)}${lineOf(first, spec)}: a call to ${others.length > 1 ? 'any of them' : 'either'} is action \`${first.action}\``,
    help: 'make the paths different if they need different permissions',
    ...spec.locate(second.endpoint),
  };
}

function undecidable(first: Classification, others: readonly Classification[], spec: Spec): Diagnostic {
  const [second = first] = others;
  return {
    severity: 'warning',
    code: 'undecidable-route',
    message: `${named(second)}${andOthers(others)} differ from ${named(first)}${lineOf(first, spec)} only after \`#\` or \`?\`, which no router sees`,
    help: 'their calls cannot be decided, and so are denied, until they have different paths',
    ...spec.locate(second.endpoint),
  };
}

function andOthers({ length }: readonly unknown[]): string {
  if (length < 2) return '';
  return length === 2 ? ' and 1 other' : ` and ${length - 1} others`;
}

function described({ pattern, action, resource }: Classification): string {
  return `${pattern}, action \`${action}\` on \`${resource.type}\` (${resource.from})`;
}

function named({ endpoint: { method, path } }: Classification): string {
  return `\`${method} ${path}\``;
}

function lineOf({ endpoint }: Classification, spec: Spec): string {
  const line = spec.locate(endpoint).location?.line;
  return line === undefined ? '' : ` (line ${line})`;
}
