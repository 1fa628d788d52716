import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import { didYouMean } from '../core/diagnostics/did-you-mean.ts';
import type { OptionKind } from '../core/diagnostics/options.ts';
import type { CallMapper } from '../core/requests/map-call.ts';
import { readTarget } from '../core/requests/target.ts';
import { isRecord } from '../core/values/record.ts';
import type { Authorized, ServerCall } from './call.ts';
import type { CallVerdict } from './check.ts';
import type { ServerOptions } from './options.ts';
import type { Setup } from './setup.ts';

/**
 * What becomes of calls that are refused: `enforce` (default) answers them; `report` tells and counts them, and lets them through, all or
 * those of the named endpoints.
 */
export type AuthorizationMode = 'enforce' | 'report' | { readonly report: readonly string[] };

export const MODE: OptionKind = {
  fits: (value) =>
    value === 'enforce' ||
    value === 'report' ||
    (isRecord(value) &&
      Object.keys(value).join() === 'report' &&
      Array.isArray(value.report) &&
      value.report.every((one) => typeof one === 'string')),
  expected: "`enforce`, `report`, or { report: ['GET /campaigns/{campaign_id}'] }",
};

/** Nothing is let through unheard, and nothing that nobody named. */
export function modeProblems<Req extends object>(
  { mode = 'enforce', logger, onDecision }: ServerOptions<Req>,
  mapper: CallMapper,
): Diagnostic[] {
  if (mode === 'enforce' || !MODE.fits(mode)) return [];
  const known = mapper.endpoints.map(({ method, path }) => `${method} ${path}`);
  const unknown = mode === 'report' ? [] : mode.report.filter((name) => !known.includes(name));
  return [
    ...(logger?.log || onDecision
      ? []
      : [
          problem(
            'the mode `report` lets calls through that are refused, and nobody would hear of it',
            'add `logger: { log }` or `onDecision`',
          ),
        ]),
    ...unknown.map((name) =>
      problem(
        `\`mode\` has \`${name}\`, which is not an endpoint of the schema${didYouMean(name, known)}`,
        `known are ${known.join(', ') || 'none'}`,
      ),
    ),
  ];
}

/** Said when a server starts: nobody may take it for one that refuses. */
export function modeWarnings<Req extends object>({ mode = 'enforce' }: ServerOptions<Req>): Diagnostic[] {
  if (mode === 'enforce') return [];
  const which = mode === 'report' ? 'ALL calls' : `calls of ${mode.report.join(', ')}`;
  const help = 'leave `mode` out to have them refused';
  return [
    {
      severity: 'warning',
      code: 'report-mode',
      message: `${which} are let through, also where they are refused`,
      help,
    },
  ];
}

function problem(message: string, help: string): Diagnostic {
  return { severity: 'error', code: 'middleware-unusable', message, help };
}

/** What is counted as let through for a call; `undefined` where it stays refused. */
export function letThroughAs<Req extends object>(
  verdict: CallVerdict,
  call: ServerCall<Req>,
  { options: { mode = 'enforce' }, mapper }: Setup<Req>,
): string | undefined {
  if (mode === 'enforce' || verdict.type !== 'refused') return undefined;
  const endpoint = verdict.checks?.endpoint ?? endpointOf(call, mapper.table);
  if (mode === 'report') return endpoint ?? `${call.method} outside the schema`;
  return endpoint !== undefined && areNamed(endpoint, call, mode.report, mapper) ? endpoint : undefined;
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
  return also === undefined || names.includes(also);
}

function endpointOf<Req extends object>(
  { method, url }: ServerCall<Req>,
  table: Setup<Req>['mapper']['table'],
): string | undefined {
  const target = readTarget(url);
  const place = target.type === 'target' ? table.find(method, target.path) : undefined;
  return place?.type === 'endpoint' ? `${place.endpoint.method} ${place.endpoint.path}` : undefined;
}

/** What handlers see of a call that is let through: all that it asks for, as if nothing had been refused. */
export function authorizedAnyway({
  checks,
}: CallVerdict & { readonly type: 'refused' }): Authorized | undefined {
  const [first] = checks?.results ?? [];
  if (!checks || !first) return undefined;
  return {
    principal: first.request.principal,
    action: checks.actions[0] ?? '',
    resources: checks.results.map(({ request }) => request.resource),
    items: checks.results.flatMap(({ request: { item, isSecond } }) =>
      item === undefined || isSecond ? [] : [item],
    ),
    refusedItems: [],
  };
}
