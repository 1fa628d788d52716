import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Method } from '../endpoints/method.ts';
import {
  canonicalPath,
  differsBehindPath,
  otherSpellings,
  PARAMETER,
  parameterNames,
  pathOf,
} from '../endpoints/path-template.ts';
import {
  decoded,
  firstMatch,
  matchSegment,
  type OtherReading,
  otherReadings,
  type SegmentTemplate,
  segmentTemplate,
} from './segment.ts';
import { hasDotSegment } from './target.ts';

/** Anything that is reached by a method and a path template. */
export interface Routable {
  readonly method: Method;
  readonly path: string;
  /** The path as people know it, where that is another spelling. */
  readonly written?: string;
}

export interface Match<T> {
  readonly endpoint: T;
  /** Path parameters by name, percent-decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type RouteAnswer<T> =
  | {
      readonly type: 'match';
      readonly match: Match<T>;
      /** For `HEAD`, which a server may answer by a route for `GET`: the endpoint that the call is for as well. */
      readonly also?: Match<T>;
    }
  | { readonly type: 'no-endpoint'; readonly reason: string }
  | { readonly type: 'unusable'; readonly reason: string };

export interface Router<T> {
  /** The endpoints that calls lead to: of several that ask for one decision only the first, of those that cannot be decided about none. */
  readonly endpoints: readonly T[];
  /** `path` is that of a call, without query. Matching is exact: case, slashes and encoding count. */
  readonly route: (method: string, path: string) => RouteAnswer<T>;
}

/**
 * Builds the one router that replay and middleware share. Where templates overlap, the one with the earlier fixed segment wins
 * (`/users/me` before `/users/{id}`). Of two templates of one method that cannot be told apart, the first stands for both if they
 * ask for the same decision, as `isSame` says. Else they are an error, or with `deny`, and where they differ behind `#` or `?`,
 * not decided: a call must never be answered for one while the application runs the other.
 */
export function buildRouter<T extends Routable>(
  endpoints: readonly T[],
  isSame: (a: T, b: T) => boolean = () => false,
  apart: 'refuse' | 'deny' = 'refuse',
): Outcome<Router<T>> {
  const root = newNode<T>();
  const stops = endpoints.map((endpoint) => ({ endpoint, stop: stopFor(root, endpoint) }));
  const diagnostics: Diagnostic[] = [];
  for (const { endpoint, stop } of stops) {
    if (stop.endpoint === endpoint || isSame(stop.endpoint, endpoint)) continue;
    const isDenied = apart === 'deny' || differsBehindPath(stop.endpoint.path, endpoint.path);
    if (isDenied) stop.rivals.push(endpoint);
    else diagnostics.push(sameRoute(stop.endpoint, endpoint));
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const leading = stops.filter(
    ({ endpoint, stop }) => stop.endpoint === endpoint && stop.rivals.length === 0,
  );
  const reached = leading.filter(({ endpoint }) => !hasDotSegment(pathOf(endpoint.path)));
  const undecided = [...new Set(stops.map(({ stop }) => stop))].filter(({ rivals }) => rivals.length > 0);
  return {
    ok: true,
    value: {
      endpoints: reached.map(({ endpoint }) => endpoint),
      route: (method, path) => route(root, method, path),
    },
    diagnostics: [
      ...undecided.map(undecidedRoute),
      ...leading.filter((one) => !reached.includes(one)).map(({ endpoint }) => dotSegment(endpoint)),
    ],
  };
}

// ---- building ----

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  /** Segments with parameters, those with more fixed text first. */
  readonly open: Segment<T>[];
  /** By method. */
  readonly stops: Map<string, Stop<T>>;
}

/** Where a path ends. */
interface Stop<T> {
  readonly endpoint: T;
  /** The names of the path's parameters. */
  readonly names: readonly string[];
  /** Endpoints of the same route that ask for other decisions. */
  readonly rivals: T[];
}

interface Segment<T> extends SegmentTemplate {
  readonly node: Node<T>;
}

function newNode<T>(): Node<T> {
  return { fixed: new Map(), open: [], stops: new Map() };
}

/** The place of an endpoint among all routes: an earlier one's, where nothing but names tells them apart. */
function stopFor<T extends Routable>(root: Node<T>, endpoint: T): Stop<T> {
  let node = root;
  for (const segment of canonicalPath(pathOf(endpoint.path)).split('/').slice(1)) node = child(node, segment);
  const known = node.stops.get(endpoint.method);
  if (known) return known;
  const names = parameterNames(endpoint.path);
  const stop = { endpoint, names, rivals: [] };
  node.stops.set(endpoint.method, stop);
  return stop;
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  const key = segment.replaceAll(PARAMETER, '{}');
  if (key === segment) return fixedChild(node, segment);
  const known = node.open.find((open) => open.key === key);
  if (known) return known.node;
  const added = { ...segmentTemplate(key), node: newNode<T>() };
  node.open.push(added);
  node.open.sort((a, b) => b.key.length - a.key.length || (a.key < b.key ? -1 : 1));
  return added.node;
}

function fixedChild<T>(node: Node<T>, segment: string): Node<T> {
  const known = node.fixed.get(segment);
  if (known) return known;
  const added = newNode<T>();
  node.fixed.set(segment, added);
  return added;
}

function sameRoute(earlier: Routable, later: Routable): Diagnostic {
  return {
    severity: 'error',
    code: 'route-ambiguous',
    message: `\`${nameOf(earlier)}\` and \`${nameOf(later)}\` cannot be told apart`,
    help: 'a call would match both: change one path, or describe both as one operation',
  };
}

function undecidedRoute(stop: Stop<Routable>): Diagnostic {
  return {
    severity: 'warning',
    code: 'undecidable-route',
    message: `calls that ${mayBeFor(stop)} are denied`,
    help: rivalsHelp(stop),
  };
}

function rivalsHelp({ endpoint, rivals }: Stop<Routable>): string {
  const isBehind = rivals.every(({ path }) => differsBehindPath(endpoint.path, path));
  return isBehind
    ? 'they differ only after `#` or `?`, which no router sees: give them different paths'
    : 'only the names of their parameters differ: give them paths of their own, or give both the same pattern, resource and type in an override';
}

function dotSegment({ method, path }: Routable): Diagnostic {
  return {
    severity: 'warning',
    code: 'undecidable-route',
    message: `calls of \`${method} ${path}\` are denied`,
    help: 'some servers resolve a segment `.` or `..`, and others do not: give it a path without such segments',
  };
}

/** All of what one call may be for. */
function mayBeFor({ endpoint, rivals }: Stop<Routable>): string {
  const [second = endpoint] = rivals;
  const more = rivals.length > 1 ? `, or ${rivals.length - 1} more,` : '';
  return `may be for \`${nameOf(endpoint)}\` or \`${nameOf(second)}\`${more} alike`;
}

function nameOf({ method, path, written = path }: Routable): string {
  return `${method} ${written}`;
}

// ---- matching ----

/** Routers differ in whether they decode a path before they match it: where that makes a difference, the call is refused. */
function route<T extends Routable>(root: Node<T>, method: string, path: string): RouteAnswer<T> {
  const written = routeAsWritten(root, method, path);
  if (written.type !== 'match') return written;
  const spellings = otherSpellings(path);
  const answers = spellings.map((spelling) => routeAsWritten(root, method, spelling));
  if (answers.some((one) => one.type === 'unusable' || (one.type === 'match' && !isSameMatch(written, one))))
    return { type: 'unusable', reason: ENCODED };
  const isRead = (reading: OtherReading) =>
    isOtherRoute(routeAsWritten(root, method, reading.path), written, reading);
  const other = otherReadings([path, ...spellings]).find(isRead);
  return other ? { type: 'unusable', reason: other.reason } : written;
}

const ENCODED =
  'the path has something percent-encoded that need not be, and means another path to some routers';

/** Whether a server that reads a path otherwise finds what a more special endpoint is for: `/files/private%2Fx`, `/users/me;x`. */
function isOtherRoute<T extends Routable>(
  read: RouteAnswer<T>,
  { match, also }: FoundRoute<T>,
  { isFixedIn }: OtherReading,
): boolean {
  if (read.type !== 'match') return read.type === 'unusable';
  const others = [read.match, read.also].flatMap((one) => one?.endpoint ?? []);
  return others.some((one) => one !== match.endpoint && one !== also?.endpoint && isFixedIn(one.path));
}

type FoundRoute<T> = Extract<RouteAnswer<T>, { readonly type: 'match' }>;

function isSameMatch<T>(one: FoundRoute<T>, other: FoundRoute<T>): boolean {
  return (
    one.match.endpoint === other.match.endpoint &&
    one.also?.endpoint === other.also?.endpoint &&
    [...one.match.parameters].every(([name, value]) => other.match.parameters.get(name) === value)
  );
}

function routeAsWritten<T extends Routable>(root: Node<T>, method: string, path: string): RouteAnswer<T> {
  if (!path.startsWith('/'))
    return { type: 'no-endpoint', reason: `the path \`${path}\` does not start with \`/\`` };
  const segments = canonicalPath(path).split('/').slice(1);
  const own = answerOf(find(root, { segments, method }, 0, []), method, path);
  if (method !== 'HEAD' || own.type === 'unusable') return own;
  const asGet = answerOf(find(root, { segments, method: 'GET' }, 0, []), method, path);
  if (own.type === 'no-endpoint' || asGet.type === 'unusable') return asGet;
  return asGet.type === 'match' ? { ...own, also: asGet.match } : own;
}

function answerOf<T extends Routable>(
  found: RouteMatch<T> | undefined,
  method: string,
  path: string,
): RouteAnswer<T> {
  if (!found) return { type: 'no-endpoint', reason: `no endpoint answers \`${method} ${path}\`` };
  if (found.isUnclear)
    return { type: 'unusable', reason: 'a segment of the path can be parsed in more than one way' };
  if (found.stop.rivals.length > 0) return { type: 'unusable', reason: `the call ${mayBeFor(found.stop)}` };
  const values = found.values.map(decoded);
  const parameters = new Map<string, string>();
  for (const [index, name] of found.stop.names.entries()) {
    const value = values[index];
    if (value === undefined)
      return { type: 'unusable', reason: `path parameter \`${name}\` is not valid percent-encoding` };
    // Some servers give handlers the first of them, others the last.
    if (parameters.has(name) && parameters.get(name) !== value)
      return { type: 'unusable', reason: `the path has two values for \`{${name}}\`` };
    parameters.set(name, value);
  }
  return { type: 'match', match: { endpoint: found.stop.endpoint, parameters } };
}

interface RouteMatch<T> {
  readonly stop: Stop<T>;
  readonly values: readonly string[];
  /** Whether another server may find other values, or another endpoint. */
  readonly isUnclear?: true;
}

/** Depth first, fixed segments before open ones, so that the first hit is the most specific. */
function find<T>(
  node: Node<T>,
  call: { readonly segments: readonly string[]; readonly method: string },
  index: number,
  values: readonly string[],
): RouteMatch<T> | undefined {
  const segment = call.segments[index];
  if (segment === undefined) {
    const stop = node.stops.get(call.method);
    return stop && { stop, values };
  }
  const fixed = node.fixed.get(segment);
  const hit = fixed && find(fixed, call, index + 1, values);
  if (hit) return hit;
  const below = (open: Segment<T>): RouteMatch<T> | undefined => {
    const own = matchSegment(segment, open);
    if (!own) return undefined;
    const known = own.type === 'values' ? own.values : [];
    const deeper = find(open.node, call, index + 1, [...values, ...known]);
    return deeper && own.type === 'unclear' ? { ...deeper, isUnclear: true } : deeper;
  };
  const first = firstMatch(node.open, below);
  return first?.hasRival ? { ...first.match, isUnclear: true } : first?.match;
}
