import type { Diagnostic, Outcome } from '../core/diagnostics/diagnostic.ts';
import { METHODS, type Method } from '../core/endpoints/method.ts';
import { canonicalPath, pathOf } from '../core/endpoints/path-template.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { buildRouter, type Router } from '../core/requests/router.ts';
import type { SkippedEndpoint } from './options.ts';

/** What stands at a path: an endpoint of the schema, one that is skipped, or nothing that any route may run for. */
export type Place =
  | { readonly type: 'endpoint'; readonly endpoint: ModelEndpoint }
  | { readonly type: 'skipped' }
  | { readonly type: 'no-endpoint'; readonly reason: string }
  | { readonly type: 'unusable'; readonly reason: string };

/** How the router of a server reads paths, as far as routers differ. */
export interface Routing {
  /** Whether letter case counts: `/Users` and `/users` are two paths. */
  readonly caseSensitive: boolean;
  /** What to do when two endpoints differ in letter case only, and case does not count. */
  readonly caseHelp: string;
}

export interface EndpointTable {
  readonly find: (method: string, path: string) => Place;
  /** The methods of a path. */
  readonly methodsOf: (path: string) => readonly Method[];
}

/**
 * All endpoints, those of the schema and those to skip. Matching is exact. A router that ignores letter case may run another
 * route than the one that matches exactly: a path is therefore matched a second time as it would, and refused when the two differ.
 */
export function endpointTable(
  endpoints: readonly ModelEndpoint[],
  skipped: readonly SkippedEndpoint[],
  { caseSensitive, caseHelp }: Routing,
): Outcome<EndpointTable> {
  const entries = entriesOf(endpoints, skipped);
  if (!entries.ok) return entries;
  const exact = buildRouter(entries.value);
  if (!exact.ok) return exact;
  const loose = caseSensitive ? exact : buildRouter(entries.value.map(inLowerCase));
  if (!loose.ok)
    return { ok: false, diagnostics: loose.diagnostics.map((one) => ({ ...one, help: caseHelp })) };
  const areAlike = entries.value.every(hasLowerCaseOnly);
  const find = (method: string, path: string) => {
    const loosePath = path.toLowerCase();
    // Both routers have the same templates then, and are asked for the same path.
    const isExact = caseSensitive || (areAlike && loosePath === path);
    return findPlace(exact.value, isExact ? exact.value : loose.value, method, path, loosePath);
  };
  return {
    ok: true,
    value: {
      find,
      methodsOf: (path) => METHODS.filter((method) => isEndpoint(find(method, path))),
    },
    diagnostics: [],
  };
}

interface Entry {
  readonly method: Method;
  readonly path: string;
  readonly place: Place;
}

function findPlace(
  exact: Router<Entry>,
  loose: Router<Entry>,
  method: string,
  path: string,
  loosePath: string,
): Place {
  const found = exact.route(method, path);
  if (found.type !== 'match') return found;
  const { place } = found.match.endpoint;
  if (exact === loose) return place;
  const alike = loose.route(method, loosePath);
  if (alike.type === 'match' && alike.match.endpoint.place === place) return place;
  return {
    type: 'no-endpoint',
    reason: 'the path differs from that of another endpoint in letter case only',
  };
}

function isEndpoint(place: Place): boolean {
  return place.type === 'endpoint' || place.type === 'skipped';
}

function entriesOf(
  endpoints: readonly ModelEndpoint[],
  skipped: readonly SkippedEndpoint[],
): Outcome<Entry[]> {
  const left = skipped.map(skippedEntry);
  const diagnostics = left.flatMap((outcome) => outcome.diagnostics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const free = left.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const freeKeys = new Set(free.map(keyOf));
  const guarded = endpoints.map(
    (endpoint): Entry => ({
      method: endpoint.method,
      path: endpoint.path,
      place: { type: 'endpoint', endpoint },
    }),
  );
  return {
    ok: true,
    value: [...guarded.filter((entry) => !freeKeys.has(keyOf(entry))), ...free],
    diagnostics: [],
  };
}

function keyOf({ method, path }: Entry): string {
  return `${method} ${canonicalPath(pathOf(path)).replaceAll(/\{[^{}]*\}/g, '{}')}`;
}

function skippedEntry({ httpVerb, path }: SkippedEndpoint): Outcome<Entry> {
  const method = METHODS.find((known) => known === String(httpVerb).toUpperCase());
  if (!method || typeof path !== 'string' || !path.startsWith('/')) {
    return { ok: false, diagnostics: [unusableSkip(`${httpVerb} ${path}`)] };
  }
  // The form of some frameworks is read as well: `/docs/:page`.
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  return { ok: true, value: { method, path: template, place: { type: 'skipped' } }, diagnostics: [] };
}

function unusableSkip(written: string): Diagnostic {
  return {
    severity: 'error',
    code: 'skipped-endpoint-unusable',
    message: `\`skippedEndpoints\` has \`${written}\``,
    help: "expected { httpVerb: 'get', path: '/health' }, with one of the methods of HTTP",
  };
}

/** But for the names of its parameters, which no router looks at. */
function hasLowerCaseOnly({ path }: Entry): boolean {
  const fixed = canonicalPath(pathOf(path)).replaceAll(/\{[^{}]*\}/g, '{}');
  return fixed === fixed.toLowerCase();
}

/** Names of parameters may change with it: the exact match reads the values. */
function inLowerCase(entry: Entry): Entry {
  return { ...entry, path: entry.path.toLowerCase() };
}
