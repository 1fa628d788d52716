import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition } from './pattern.ts';
import { callerEvidence } from './signals/caller.ts';
import { weigh } from './signals/weigh.ts';

/** No identifier at all: the caller's own things, or a feature without a collection behind it. */
export const implicitScope: Pattern = { name: 'implicit-scope', title: 'implicit-scope endpoint', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || facts.inPath.length > 0) return undefined;
  const caller = callerEvidence(endpoint, facts.steps);
  const reads = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  const required = facts.elsewhere.some((identifier) => identifier.required);
  const compute =
    facts.pathVerb?.intent === 'compute' ||
    facts.nameVerb?.intent === 'compute' ||
    facts.summaryVerb?.intent === 'compute';
  const lines = weigh([
    [true, 1, 'the call identifies nothing'],
    [reads && !facts.plural && facts.answer !== 'list', 3, 'reads one thing, of which there is only one'],
    [reads && facts.answer === 'one', 2, 'the answer is one object'],
    [
      !reads && endpoint.method !== 'POST',
      4,
      `${endpoint.method} without an identifier changes the one there is`,
    ],
    [compute, 4, 'computes an answer'],
    [endpoint.method === 'POST' && !facts.plural && !facts.hasElements, 2, 'the path names no collection'],
    [required, -6, 'an identifier is required'],
  ]);
  return { from: 'application', evidence: caller === undefined ? lines : [caller, ...lines] };
}
