import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Pattern, Recognition } from './pattern.ts';
import { callerEvidence } from './signals/caller.ts';
import type { Facts } from './signals/facts.ts';
import { computes, hasElements, isReading, saysCreate } from './signals/judgment.ts';
import { weigh } from './signals/weigh.ts';

/** No identifier at all: the caller's own things, or a feature without a collection behind it. */
export const implicitScope: Pattern = { name: 'implicit-scope', title: 'implicit-scope endpoint', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || facts.inPath.length > 0) return undefined;
  const caller = callerEvidence(endpoint, facts);
  const reads = isReading(endpoint);
  const posts = endpoint.method === 'POST';
  const lists = [facts.pathVerb, facts.nameVerb, facts.summary.verb].some((verb) => verb?.intent === 'list');
  const required = facts.elsewhere.find((identifier) => identifier.required);
  const own = facts.elsewhere.find((identifier) => identifier.noun === facts.noun || identifier.noun === '');
  const evidence = weigh([
    [true, 1, 'the call identifies nothing'],
    [
      reads && !facts.plural && !lists && !isSeveral(facts) && !hasElements(facts),
      facts.elsewhere.length > 0 ? 1 : 4,
      'reads one thing, of which there is only one',
    ],
    [
      reads && facts.answer === 'one' && !lists && (api.answersTrusted || !facts.plural),
      2,
      'the answer is one object',
    ],
    [
      !reads && !posts && !saysCreate(facts),
      4,
      `${endpoint.method} without an identifier changes the one there is`,
    ],
    [
      computes(facts),
      facts.pathVerb?.intent === 'compute' ? 6 : hasElements(facts) ? 1 : 4,
      'computes an answer',
    ],
    [posts && !facts.plural && facts.elementMethods.size === 0, 2, 'the path names no collection'],
    [
      facts.pathVerb !== undefined && posts && facts.pathVerb.intent === 'act',
      2,
      `the path says \`${facts.pathVerb?.word}\``,
    ],
    [required !== undefined, -30, `\`${required?.name}\` is required`],
    [
      required === undefined &&
        own !== undefined &&
        (facts.pathVerb !== undefined || !(reads ? facts.plural : posts)),
      -4,
      `\`${own?.name}\` says which one`,
    ],
  ]);
  return { from: 'application', evidence: caller === undefined ? evidence : [caller, ...evidence] };
}

function isSeveral(facts: Facts): boolean {
  return facts.answer === 'array' || facts.answer === 'page';
}
