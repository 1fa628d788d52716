import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { METHODS, type Method } from '../../endpoints/method.ts';
import { canonicalPath, otherSpellings, PARAMETER, pathOf } from '../../endpoints/path-template.ts';
import { asksTheSame } from '../../endpoints/same-decision.ts';
import type { ModelEndpoint } from '../map-call.ts';
import { buildRouter, type Routable, type RouteAnswer, type Router } from '../router.ts';
import { hasEncodedSlash, matchSegment, segmentTemplate } from '../segment.ts';
import { hasDotSegment } from '../target.ts';
import { commonPath, examplePaths, mayMeet, meetingPaths } from '../template.ts';
import type { SkippedEndpoint } from './server-rules.ts';

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
  /** Whether a slash at the end counts: `/users/` and `/users` are two paths. */
  readonly strict: boolean;
  /** What to do when endpoints of the schema differ in nothing that counts. */
  readonly help: string;
  /** Whether that is an error, or a warning, and calls of such endpoints are denied. `refuse` when left out. */
  readonly apart?: 'refuse' | 'deny';
}

export interface EndpointTable {
  /** Whether the router of the schema alone says what stands at a path: nothing is skipped, and there is one spelling only. */
  readonly isPlain: (path: string) => boolean;
  readonly find: (method: string, path: string) => Place;
  /** The methods of a path. */
  readonly methodsOf: (path: string) => readonly Method[];
  /** What is skipped, also where the schema does not have it. */
  readonly skipped: readonly Routable[];
  /** Whether this very endpoint is skipped. An endpoint with `HEAD` is not where an endpoint with `GET` may answer its calls that is not. */
  readonly isSkipped: (endpoint: Routable) => boolean;
  /** Whether calls get to this very endpoint, or are skipped; of endpoints that the server cannot tell apart, all are refused. */
  readonly isReached: (endpoint: Routable) => boolean;
  /** What is skipped and may take some calls of an endpoint that is not skipped itself: `DELETE /docs/public` of `DELETE /docs/{id}`. */
  readonly skippedParts: (endpoint: Routable) => readonly string[];
  /** Paths of calls of an endpoint, of this table or not, that endpoints of this table take: one for each that takes some. */
  readonly takenPaths: (endpoint: Routable) => readonly string[];
  /**
   * Paths of calls of an endpoint that may be for another one, so that they are refused where there are both: neither template is more special,
   * or they meet only in what the router ignores, or where encoded slashes count as slashes. As far as they can be found.
   */
  readonly alikePaths: (endpoint: Routable, other: Routable) => readonly string[];
}

/**
 * All endpoints, those of the schema and those to skip. Matching is exact. A router that ignores letter case, or a slash at the end, may
 * run another route than the one that matches exactly: a path is therefore matched a second time as it would, and refused when the two
 * differ.
 */
export function endpointTable(
  endpoints: readonly ModelEndpoint[],
  skipped: readonly SkippedEndpoint[],
  routing: Routing,
): Outcome<EndpointTable> {
  const entries = entriesOf(endpoints, skipped);
  if (!entries.ok) return entries;
  const exact = buildRouter(entries.value.all);
  if (!exact.ok) return exact;
  const loosely = (path: string) => loosePath(path, routing);
  const loose = buildRouter(
    entries.value.all.map((entry) => ({ ...entry, path: loosely(entry.path), written: entry.path })),
    isSameEntry,
    routing.apart,
  );
  const alike = loose.diagnostics.map((one) => ({ ...one, help: routing.help }));
  if (!loose.ok) return { ok: false, diagnostics: alike };
  const areAlike = entries.value.all.every(({ path }) => loosely(fixedPath(path)) === fixedPath(path));
  const find = (method: string, path: string) => {
    const asLoose = loosely(path);
    // Both routers have the same templates then, and are asked for the same path.
    const isExact = areAlike && asLoose === path && !path.includes('%');
    const routers = { exact: exact.value, loose: isExact ? exact.value : loose.value };
    return findPlace(routers, method, path, [asLoose, ...otherSpellings(path).map(loosely)]);
  };
  return {
    ok: true,
    value: {
      isPlain: (path) => areAlike && skipped.length === 0 && !path.includes('%') && loosely(path) === path,
      find,
      methodsOf: (path) => METHODS.filter((method) => isEndpoint(find(method, path))),
      skipped: entries.value.free,
      isSkipped: (endpoint) =>
        entries.value.freeKeys.has(keyOf(endpoint)) &&
        (endpoint.method !== 'HEAD' ||
          examplePaths(endpoint.path).some((path) => find('HEAD', path).type === 'skipped')),
      isReached: ({ method, path }) =>
        examplePaths(path).some((example) => isEndpoint(find(method, example))),
      skippedParts: (endpoint) =>
        entries.value.free
          .filter((part) => mayTake(part, endpoint, { loosely, find }))
          .map(({ method, path: template }) => `${method} ${template}`),
      takenPaths: (endpoint) =>
        endpoints
          .filter((one) => mayAnswer(one, endpoint))
          .flatMap(({ path }) => commonPath(path, endpoint.path) ?? []),
      alikePaths: ({ path }, other) => {
        if (commonPath(path, other.path) !== undefined) return [];
        const loose = meetingPaths(loosely(path), loosely(other.path));
        return [...loose.map((one) => respelled(one, path, loosely)), ...meetingPaths(path, other.path)];
      },
    },
    diagnostics: alike,
  };
}

/** A server may answer `HEAD` by a route for `GET`. */
function mayAnswer({ method }: Routable, { method: asked }: Routable): boolean {
  return method === asked || (asked === 'HEAD' && method === 'GET');
}

/** Whether calls of an endpoint may count as something that is skipped. Which of two templates wins is the same for every path of both. */
function mayTake(
  part: Routable,
  endpoint: Routable,
  { loosely, find }: { readonly loosely: (path: string) => string; readonly find: EndpointTable['find'] },
): boolean {
  if (part.method !== endpoint.method || keyOf(part) === keyOf(endpoint)) return false;
  if (!mayMeet(loosely(part.path), loosely(endpoint.path))) return false;
  const path = commonPath(part.path, endpoint.path);
  const place = path === undefined ? undefined : find(endpoint.method, path);
  return place?.type !== 'endpoint' || keyOf(place.endpoint) !== keyOf(endpoint);
}

/** The one spelling of all paths that a router takes for the same. Names of parameters may change with it: the exact match reads the values. */
export function loosePath(
  path: string,
  { caseSensitive, strict }: Pick<Routing, 'caseSensitive' | 'strict'>,
): string {
  const cased = caseSensitive ? path : lowerCase(path);
  return strict || cased.length < 2 || !cased.endsWith('/') ? cased : cased.slice(0, -1);
}

/** A path that a template matches but for what a router ignores, as the template spells it. */
function respelled(path: string, template: string, loosely: (path: string) => string): string {
  const segments = path.split('/');
  const spelled = fixedPath(template)
    .split('/')
    .map((key, index) => {
      if (!key.includes('{}')) return key;
      const found = matchSegment(segments[index] ?? '', segmentTemplate(loosely(key)));
      const values = found?.type === 'values' ? [...found.values] : [];
      return key.replaceAll('{}', () => values.shift() ?? '');
    });
  return spelled.join('/');
}

/** Letters that are encoded in a call are not in a template, and have another case all the same. */
function lowerCase(path: string): string {
  if (PLAIN_LETTERS.test(path)) return path.toLowerCase();
  return canonicalPath(path)
    .replaceAll(ENCODED_LETTERS, (text) => {
      try {
        return encodeURIComponent(decodeURIComponent(text).toLowerCase());
      } catch {
        return text;
      }
    })
    .replaceAll(/%..|[A-Z]/g, (text) => (text.startsWith('%') ? text : text.toLowerCase()));
}

/** As nearly all paths are. */
const PLAIN_LETTERS = /^[!-$&-~]*$/;
/** Of more than one byte. */
const ENCODED_LETTERS = /(?:%[89A-F][0-9A-F])+/g;

/** But for the names of its parameters, which no router looks at. */
export function fixedPath(path: string): string {
  return canonicalPath(pathOf(path)).replaceAll(PARAMETER, '{}');
}

interface TableEntry extends Routable {
  readonly place: Place;
}

function findPlace(
  { exact, loose }: Readonly<Record<'exact' | 'loose', Router<TableEntry>>>,
  method: string,
  path: string,
  asLoose: readonly string[],
): Place {
  const found = exact.route(method, path);
  if (found.type !== 'match') return found;
  const entry = leading(found);
  if (exact === loose) return entry.place;
  // Who serves files decodes slashes, and would find what is below the path that is skipped.
  if (entry.place.type === 'skipped' && hasEncodedSlash(path))
    return { type: 'unusable', reason: 'the path has an encoded slash, and is skipped without it only' };
  const isOther = asLoose.some((spelling, index) => {
    const alike = loose.route(method, spelling);
    // Nothing runs for a spelling of the same path that is at no endpoint.
    if (alike.type === 'no-endpoint') return index === 0;
    return alike.type === 'unusable' || !leadsToTheSame(alike, found);
  });
  if (!isOther) return entry.place;
  return {
    type: 'no-endpoint',
    reason: 'the path differs from that of another endpoint only in what the server ignores',
  };
}

type FoundEntry = Extract<RouteAnswer<TableEntry>, { readonly type: 'match' }>;

/** Also by the route for `GET` that may answer `HEAD`. */
function leadsToTheSame(one: FoundEntry, other: FoundEntry): boolean {
  if (!isSameEntry(one.match.endpoint, other.match.endpoint)) return false;
  if (!one.also || !other.also) return one.also === other.also;
  return isSameEntry(one.also.endpoint, other.also.endpoint);
}

/** Nothing is skipped for a call that an endpoint may answer which is not. */
function leading({ match, also }: FoundEntry): TableEntry {
  return match.endpoint.place.type === 'skipped' && also ? also.endpoint : match.endpoint;
}

function isSameEntry({ place: a }: TableEntry, { place: b }: TableEntry): boolean {
  if (a === b || (a.type === 'skipped' && b.type === 'skipped')) return true;
  if (a.type !== 'endpoint' || b.type !== 'endpoint') return false;
  return asksTheSame(a.endpoint, b.endpoint);
}

function isEndpoint(place: Place): boolean {
  return place.type === 'endpoint' || place.type === 'skipped';
}

interface TableEntries {
  readonly all: readonly TableEntry[];
  /** Those that are skipped, and what they are known by. */
  readonly free: readonly TableEntry[];
  readonly freeKeys: ReadonlySet<string>;
}

function entriesOf(
  endpoints: readonly ModelEndpoint[],
  skipped: readonly SkippedEndpoint[],
): Outcome<TableEntries> {
  const left = skipped.map(skippedEntry);
  const diagnostics = left.flatMap((outcome) => outcome.diagnostics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const free = left.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const freeKeys = new Set(free.map(keyOf));
  const guarded = endpoints.map(
    (endpoint): TableEntry => ({
      method: endpoint.method,
      path: endpoint.path,
      place: { type: 'endpoint', endpoint },
    }),
  );
  return {
    ok: true,
    value: { all: [...guarded.filter((entry) => !freeKeys.has(keyOf(entry))), ...free], free, freeKeys },
    diagnostics: [],
  };
}

function keyOf({ method, path }: Routable): string {
  return `${method} ${fixedPath(path)}`;
}

function skippedEntry({ httpVerb, path }: SkippedEndpoint): Outcome<TableEntry> {
  const method = METHODS.find((known) => known === httpVerb.toUpperCase());
  // The form of some frameworks is read as well: `/docs/:page`.
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  const problem = method ? pathProblem(template) : `\`${httpVerb}\` is not a method of HTTP`;
  if (!method || problem !== undefined)
    return { ok: false, diagnostics: [unusableSkip(`${httpVerb} ${path}`, problem ?? '')] };
  return { ok: true, value: { method, path: template, place: { type: 'skipped' } }, diagnostics: [] };
}

/** Why no call has such a path. */
function pathProblem(template: string): string | undefined {
  if (!template.startsWith('/')) return 'its path does not begin with `/`';
  if (hasDotSegment(template)) return 'calls with a segment `.` or `..` are refused';
  const [odd] = /[*?#()+\\\s{}]/.exec(template.replaceAll(PARAMETER, '')) ?? [];
  return odd === undefined ? undefined : `\`${odd}\` stands for nothing else, and no call has it in its path`;
}

function unusableSkip(written: string, problem: string): Diagnostic {
  return {
    severity: 'error',
    code: 'skipped-endpoint-unusable',
    message: `\`skippedEndpoints\` has \`${written}\`: ${problem}`,
    help: "expected { httpVerb: 'get', path: '/health' }, or with parameters '/docs/{page}'",
  };
}
