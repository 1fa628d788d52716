import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import { didYouMean } from '../core/diagnostics/did-you-mean.ts';
import { nearestEndpointKey } from '../core/diagnostics/nearest-operation.ts';
import type { OptionKind } from '../core/diagnostics/options.ts';
import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import type { CallMapper } from '../core/requests/map-call.ts';
import { isRecord } from '../core/values/record.ts';
import type { ServerOptions } from './options.ts';
import { unusableServer } from './unusable-server.ts';

export const MODE: OptionKind = {
  fits: (value) =>
    value === 'enforce' ||
    value === 'report' ||
    (isRecord(value) &&
      Object.keys(value).join() === 'report' &&
      Array.isArray(value.report) &&
      value.report.every((one) => typeof one === 'string')),
  expected: "`enforce`, `report`, or { report: ['GET /campaigns/{campaign_id}'] }",
  words: ['enforce', 'report'],
};

/** Nothing is let through unheard, and nothing that nobody named. */
export function modeProblems<Req extends object>(
  { mode = 'enforce', logger, onDecision }: ServerOptions<Req>,
  mapper: CallMapper,
): Diagnostic[] {
  if (mode === 'enforce' || !MODE.fits(mode)) return [];
  const known = mapper.endpoints.map(endpointKey);
  const unknown = mode === 'report' ? [] : mode.report.filter((name) => !known.includes(name));
  return [
    ...(logger?.log || onDecision
      ? []
      : [
          unusableServer(
            'the mode `report` lets calls through that are refused, and nobody would hear of it',
            'add `logger: { log }` or `onDecision`',
          ),
        ]),
    ...unknown.map((name) =>
      unusableServer(
        `\`mode\` has \`${name}\`, which is not an endpoint of the schema${didYouMean(name, known, nearestEndpointKey)}`,
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
