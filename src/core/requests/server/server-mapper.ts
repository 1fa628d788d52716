import { memoizeRecent } from '../../caching/memoize.ts';
import type { Entity } from '../../cedar/entity.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import type { Action, Model } from '../../model/model.ts';
import type { GivenContext } from '../context.ts';
import {
  type Call,
  type CallMapper,
  callMapper,
  type ModelEndpoint,
  type PassedCall,
  type ReadCall,
  type RefusedCall,
  type Request,
  settledFor,
} from '../map-call.ts';
import { hasNoQuery, readTarget } from '../target.ts';
import { type MoveRequests, moveRequests } from './declared-moves.ts';
import { type EndpointTable, endpointTable, type Routing } from './endpoint-table.ts';
import { DEFAULT_SERVER_RULES, type ServerRules, tooMany } from './server-rules.ts';
import { hasUnreadBody, isUnclearBody, UNREAD_BODY } from './unread-body.ts';

/** Maps calls as a server with these rules does. Replay, `explain` and the servers use the same one. */
export interface ServerMapper extends CallMapper {
  readonly rules: ServerRules;
  readonly table: EndpointTable;
  /** What the declared moves of these actions ask for besides. */
  readonly moved: (
    actions: readonly string[],
    call: Call,
    principal: Entity,
    given?: GivenContext,
  ) => MoveRequests;
}

/** What replay does with endpoints that a router takes for one: calls that may be for either are denied. */
const REPLAYED_HELP =
  'routers ignore letter case and a slash at the end: rename one, or set `caseSensitiveRouting` or `strictRouting` below `server` in authz.yaml if all routers respect them';

function replayRouting({ caseSensitiveRouting, strictRouting }: ServerRules): Routing {
  return { caseSensitive: caseSensitiveRouting, strict: strictRouting, help: REPLAYED_HELP, apart: 'deny' };
}

/** The mapper of a server. `routing` says how its router reads paths; as the rules say when left out. */
export function serverMapper(
  model: Model,
  rules: ServerRules = DEFAULT_SERVER_RULES,
  routing: Routing = replayRouting(rules),
): Outcome<ServerMapper> {
  const mapper = callMapper(model);
  if (!mapper.ok) return mapper;
  const table = endpointTable(mapper.value.endpoints, rules.skippedEndpoints, routing);
  if (!table.ok) return table;
  const actions = new Map(model.actions.map((action) => [action.name, action]));
  const isPlain = plainUrls(table.value, rules);
  const parts: MapperParts = { mapper: mapper.value, table: table.value, rules, actions, model };
  const read: CallMapper['read'] = (call, contextOf) => {
    const settled = isPlain(call.url) ? undefined : settledCall(call, parts);
    if (settled) return settledFor(settled);
    const own = mapper.value.read(call, contextOf);
    if (own.settled)
      return settledFor(
        answeredOptions(call, own.settled, parts) ?? unreadBody(call, own.settled, parts) ?? own.settled,
      );
    return asServer(own, call, parts);
  };
  return {
    ok: true,
    value: {
      ...mapper.value,
      endpoints: withoutSkipped(mapper.value.endpoints, table.value),
      rules,
      table: table.value,
      read,
      map: (call, principal, given) => read(call)(principal, given),
      moved: (names, call, principal, given) => movedBy(names, { call, principal, given }, parts),
    },
    diagnostics: [...mapper.diagnostics, ...table.diagnostics],
  };
}

interface MapperParts {
  readonly mapper: CallMapper;
  readonly table: EndpointTable;
  readonly rules: ServerRules;
  readonly actions: ReadonlyMap<string, Action>;
  readonly model: Model;
}

/** An endpoint that is skipped is never decided about. */
function withoutSkipped(endpoints: CallMapper['endpoints'], table: EndpointTable): CallMapper['endpoints'] {
  const skips = (endpoint: CallMapper['endpoints'][number]) => table.isSkipped(endpoint);
  return endpoints.some(skips) ? endpoints.filter((endpoint) => !skips(endpoint)) : endpoints;
}

/** Whether {@link settledCall} has nothing to say of a URL, whatever the method: of most calls, and the same every time. */
function plainUrls(table: EndpointTable, { maxUrlLength }: ServerRules): (url: string) => boolean {
  const look = memoizeRecent((url) => {
    const target = url.length > maxUrlLength ? undefined : readTarget(url);
    return { isPlain: target?.type === 'target' && table.isPlain(target.path) };
  });
  return (url) => hasNoQuery(url) && look(url).isPlain;
}

/** What becomes of a call by its method and URL alone. */
function settledCall(call: Call, parts: MapperParts): RefusedCall | PassedCall | undefined {
  const { method, url } = call;
  const { table, rules } = parts;
  if (url.length > rules.maxUrlLength)
    return { type: 'too-long', reason: `path and query have more than ${rules.maxUrlLength} characters` };
  const target = readTarget(url);
  if (target.type === 'unusable') return target;
  const place = table.isPlain(target.path) ? undefined : table.find(method, target.path);
  switch (place?.type) {
    case undefined:
    case 'endpoint':
      return undefined;
    case 'skipped':
      return { type: 'skipped', reason: 'the endpoint is skipped: nothing is decided' };
    case 'unusable':
      return place;
    case 'no-endpoint':
      return answeredOptions(call, place, parts) ?? place;
  }
}

function answeredOptions(
  { method, url }: Call,
  settled: RefusedCall | PassedCall,
  { table, rules }: MapperParts,
): PassedCall | undefined {
  if (method !== 'OPTIONS' || rules.optionsRequests !== 'answer' || settled.type !== 'no-endpoint')
    return undefined;
  const target = readTarget(url);
  const methods = target.type === 'target' ? table.methodsOf(target.path) : [];
  if (methods.length === 0) return undefined;
  return { type: 'options', methods, reason: 'it is answered with the methods of the path' };
}

/** What a call names may stand in a body that nobody has read: to say that it names nothing would be wrong. */
function unreadBody(
  call: Call,
  settled: RefusedCall | PassedCall,
  { table }: MapperParts,
): RefusedCall | undefined {
  if (settled.type !== 'unusable' || !isUnclearBody(call)) return undefined;
  const target = readTarget(call.url);
  const place = target.type === 'target' ? table.find(call.method, target.path) : undefined;
  if (place?.type !== 'endpoint') return undefined;
  const { action, from, second } = place.endpoint;
  const isInBody =
    from.startsWith('body') || second?.from.startsWith('body') === true || hasUnreadBody(call, action);
  return isInBody ? { type: 'unusable', reason: UNREAD_BODY } : undefined;
}

/** What a server asks about a call besides its own question, and where it refuses to ask. */
function asServer(own: ReadCall, call: Call, parts: MapperParts): ReadCall {
  const most = parts.rules.maxBatchItems;
  return (principal, given) => {
    const mapped = own(principal, given);
    if (mapped.type !== 'requests') return unreadBody(call, mapped, parts) ?? mapped;
    const { endpoint, also, requests } = mapped;
    if (requests.length > most) return tooMany(requests.length, most);
    if (mayHideSomething(call, endpoint, parts) || (also && mayHideSomething(call, also, parts)))
      return { type: 'unusable', reason: UNREAD_BODY };
    if (!hasMoves(parts.rules)) return mapped;
    const names = also ? [endpoint.action.name, also.action.name] : [endpoint.action.name];
    const moved = movedBy(names, { call, principal, given }, parts);
    if (moved.type === 'unusable') return moved;
    return moved.requests.length === 0 ? mapped : { ...mapped, requests: [...requests, ...moved.requests] };
  };
}

/** Whether a later handler may read a body that policies, or a second question, should have seen. */
function mayHideSomething(call: Call, { action, second }: ModelEndpoint, { actions }: MapperParts): boolean {
  const besides = second && actions.get(second.action);
  if (hasUnreadBody(call, action) || (besides && hasUnreadBody(call, besides))) return true;
  return second?.optional === true && second.from.startsWith('body') && isUnclearBody(call);
}

function hasMoves({ moves }: ServerRules): boolean {
  for (const _ in moves) return true;
  return false;
}

function movedBy(
  names: readonly string[],
  { call, principal, given }: { call: Call; principal: Entity; given: GivenContext | undefined },
  { mapper, rules, actions, model }: MapperParts,
): MoveRequests {
  const moves = names.flatMap((name) => (Object.hasOwn(rules.moves, name) ? (rules.moves[name] ?? []) : []));
  if (moves.length === 0) return NOTHING_MOVED;
  const read = mapper.values(call);
  if (read.type === 'unusable') return read;
  const requests: Request[] = [];
  for (const move of moves) {
    const moving = { call, values: read.values, principal, given, most: rules.maxBatchItems };
    const asked = moveRequests(move, moving, actions, model);
    if (asked.type === 'unusable') return asked;
    requests.push(...asked.requests);
  }
  return { type: 'requests', requests };
}

const NOTHING_MOVED: MoveRequests = { type: 'requests', requests: [] };
