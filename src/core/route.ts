import type { Diagnostic, Outcome } from './diagnostic.ts';
import type { Method } from './endpoint.ts';

/** Anything that is reached by a method and a path template. */
export interface Routable {
  readonly method: Method;
  readonly path: string;
}

export interface Match<T> {
  readonly endpoint: T;
  /** Path parameters by name, percent-decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type RouteAnswer<T> =
  | { readonly type: 'match'; readonly match: Match<T> }
  | { readonly type: 'no-endpoint'; readonly reason: string }
  | { readonly type: 'unusable'; readonly reason: string };

export interface Router<T> {
  /** `target` is the path of a call, without query. Matching is exact: case, slashes and encoding count. */
  readonly route: (method: string, path: string) => RouteAnswer<T>;
}

/**
 * Builds the one router that replay and middleware share. Where templates overlap, the one with the earlier fixed segment wins
 * (`/users/me` before `/users/{id}`); two templates of one method that cannot be told apart are an error.
 */
export function buildRouter<T extends Routable>(endpoints: readonly T[]): Outcome<Router<T>> {
  const root = newNode<T>();
  const diagnostics: Diagnostic[] = [];
  for (const endpoint of endpoints) {
    const earlier = insert(root, endpoint);
    if (earlier) diagnostics.push(sameRoute(earlier, endpoint));
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, value: { route: (method, path) => route(root, method, path) }, diagnostics };
}

// ---- building ----

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  /** Segments with parameters, those with more fixed text first. */
  readonly open: Segment<T>[];
  readonly endpoints: Map<string, { readonly endpoint: T; readonly names: readonly string[] }>;
}

interface Segment<T> {
  /** The template with its names taken out: `{}.{}`. */
  readonly key: string;
  readonly pattern: RegExp;
  readonly node: Node<T>;
}

function newNode<T>(): Node<T> {
  return { fixed: new Map(), open: [], endpoints: new Map() };
}

const PARAMETER = /\{([^{}]*)\}/g;

/** Answers with the endpoint that already stands at the same place, if any. */
function insert<T extends Routable>(root: Node<T>, endpoint: T): T | undefined {
  let node = root;
  for (const segment of canonicalPath(pathOf(endpoint.path)).split('/').slice(1)) node = child(node, segment);
  const earlier = node.endpoints.get(endpoint.method)?.endpoint;
  if (earlier) return earlier;
  const names = [...pathOf(endpoint.path).matchAll(PARAMETER)].map((match) => match[1] ?? '');
  node.endpoints.set(endpoint.method, { endpoint, names });
  return undefined;
}

/**
 * A path as it goes over the wire: what cannot stand in a URL is percent-encoded, in upper case. What is encoded without need stays so,
 * and is another path: no router would take it for the same.
 */
export function canonicalPath(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/(?:[^\u0021-\u007e]|["<>\\^`|])+/gu, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

/** The path of a template or target, without query and fragment: some documents tell operations apart by one that no router ever sees. */
export function pathOf(path: string): string {
  return path.replace(/[?#].*$/s, '');
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  const key = segment.replaceAll(PARAMETER, '{}');
  if (key === segment) return fixedChild(node, segment);
  const known = node.open.find((open) => open.key === key);
  if (known) return known.node;
  const added = { key, pattern: segmentPattern(key), node: newNode<T>() };
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

function segmentPattern(key: string): RegExp {
  const literals = key.split('{}').map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${literals.join('(.+?)')}$`, 's');
}

function sameRoute(earlier: Routable, later: Routable): Diagnostic {
  return {
    severity: 'error',
    code: 'route-ambiguous',
    message: `\`${earlier.method} ${earlier.path}\` and \`${later.method} ${later.path}\` cannot be told apart`,
    help: 'a call would match both: change one path, or describe both as one operation',
  };
}

// ---- matching ----

function route<T>(root: Node<T>, method: string, path: string): RouteAnswer<T> {
  if (!path.startsWith('/'))
    return { type: 'no-endpoint', reason: `the path \`${path}\` does not start with \`/\`` };
  const segments = canonicalPath(path).split('/').slice(1);
  const wanted = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
  const found = find(root, segments, 0, [], wanted);
  if (!found) return { type: 'no-endpoint', reason: `no endpoint answers \`${method} ${path}\`` };
  const values = found.values.map(decode);
  const parameters = new Map<string, string>();
  for (const [index, name] of found.names.entries()) {
    const value = values[index];
    if (value === undefined)
      return { type: 'unusable', reason: `path parameter \`${name}\` is not valid percent-encoding` };
    parameters.set(name, value);
  }
  return { type: 'match', match: { endpoint: found.endpoint, parameters } };
}

interface Found<T> {
  readonly endpoint: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Depth first, fixed segments before open ones, so that the first hit is the most specific. */
function find<T>(
  node: Node<T>,
  segments: readonly string[],
  index: number,
  values: readonly string[],
  methods: readonly string[],
): Found<T> | undefined {
  const segment = segments[index];
  if (segment === undefined) return endpointAt(node, values, methods);
  const fixed = node.fixed.get(segment);
  const hit = fixed && find(fixed, segments, index + 1, values, methods);
  if (hit) return hit;
  for (const open of node.open) {
    const match = open.pattern.exec(segment);
    const deeper = match && find(open.node, segments, index + 1, [...values, ...match.slice(1)], methods);
    if (deeper) return deeper;
  }
  return undefined;
}

function endpointAt<T>(
  node: Node<T>,
  values: readonly string[],
  methods: readonly string[],
): Found<T> | undefined {
  for (const method of methods) {
    const found = node.endpoints.get(method);
    if (found) return { ...found, values };
  }
  return undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
