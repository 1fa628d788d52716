import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import { METHODS } from '../core/endpoints/method.ts';
import { methodOverride } from '../core/endpoints/method-override.ts';
import { isItem } from '../core/engine/http-status.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { readTarget } from '../core/requests/target.ts';
import { type Authorized, ownUid, type ServerCall } from './call.ts';
import { type CallVerdict, isRunElsewhere } from './check.ts';
import type { Setup } from './setup.ts';

/** A call that is refused and let through all the same. */
export interface LetThrough {
  /** What it is counted as. */
  readonly counted: string;
  /** Those whose routes may run for it; none where any may. */
  readonly endpoints: readonly ModelEndpoint[];
}

/** How a call is let through; `undefined` where it stays refused. */
export function letThroughAs<Req extends object>(
  verdict: CallVerdict,
  call: ServerCall<Req>,
  setup: Setup<Req>,
): LetThrough | undefined {
  const { mode = 'enforce' } = setup.options;
  const { mapper } = setup;
  if (mode === 'enforce' || verdict.type !== 'refused') return undefined;
  const found = verdict.checks?.endpoints[0] ?? endpointOf(call, mapper.table);
  const endpoint = found && endpointKey(found);
  if (mode === 'report')
    return { counted: endpoint ?? `${knownMethod(call)} outside the schema`, endpoints: [] };
  // Nobody has said that calls of another route are only to be reported.
  if (verdict.mayRunAnother || methodOverride(call) !== undefined) return undefined;
  if (!found || endpoint === undefined || !areNamed(endpoint, call, mode.report, mapper)) return undefined;
  const endpoints = verdict.checks?.endpoints ?? [found];
  return isRunElsewhere(call, endpoints, setup) ? undefined : { counted: endpoint, endpoints };
}

/** Some servers take any word for a method: what is counted by methods must not grow with every word that callers make up. */
function knownMethod({ method }: { readonly method: string }): string {
  return METHODS.find((known) => known === method) ?? 'another method';
}

/** A call with `HEAD` may be answered by a route for `GET`: that one has to be named as well, where the schema has both. */
function areNamed<Req extends object>(
  endpoint: string,
  call: ServerCall<Req>,
  names: readonly string[],
  { table }: Setup<Req>['mapper'],
): boolean {
  if (!names.includes(endpoint)) return false;
  const also = call.method === 'HEAD' ? endpointOf({ ...call, method: 'GET' }, table) : undefined;
  return also === undefined || names.includes(endpointKey(also));
}

function endpointOf<Req extends object>(
  { method, url }: ServerCall<Req>,
  table: Setup<Req>['mapper']['table'],
): ModelEndpoint | undefined {
  const target = readTarget(url);
  const place = target.type === 'target' ? table.find(method, target.path) : undefined;
  return place?.type === 'endpoint' ? place.endpoint : undefined;
}

/** What handlers see of a call that is let through: all that it asks for, as if nothing had been refused. */
export function authorizedAnyway({
  checks,
}: CallVerdict & { readonly type: 'refused' }): Authorized | undefined {
  const [first] = checks?.results ?? [];
  if (!checks || !first) return undefined;
  return {
    principal: ownUid(first.request.principal),
    action: checks.actions[0] ?? '',
    resources: checks.results.map(({ request }) => ownUid(request.resource)),
    items: checks.results.flatMap(({ request }) => (isItem(request) ? request.item : [])),
    refusedItems: [],
  };
}
