import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import { callerEvidence } from '../signals/caller.ts';
import { type EvidenceLine, weigh } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';
import { computes, hasElements, isReading, saysCreate, speaksOfOne } from '../signals/judgment.ts';
import type { Pattern, Recognition } from './pattern.ts';

/** No identifier at all: the caller's own things, or a feature without a collection behind it. */
export const implicitScope: Pattern<'implicit-scope'> = { name: 'implicit-scope', recognize };

function recognize(endpoint: Endpoint, api: Api): Recognition | undefined {
  const facts = api.facts.get(endpoint);
  if (facts === undefined || facts.inPath.length > 0) return undefined;
  const caller = callerEvidence(endpoint, facts);
  const evidence = weigh([
    [true, 1, 'the call identifies nothing'],
    ...(isReading(endpoint) ? readLines(facts, api) : changeLines(endpoint, facts)),
    ...computeLines(facts),
    ...identifierLines(endpoint, facts),
  ]);
  return { from: 'application', evidence: caller === undefined ? evidence : [caller, ...evidence] };
}

function readLines(facts: Facts, api: Api): readonly EvidenceLine[] {
  const { plural, answer, elsewhere } = facts;
  const several = plural || saysList(facts) || answer === 'array' || answer === 'page' || hasElements(facts);
  const one = answer === 'one' && !saysList(facts) && (api.answersTrusted || !plural);
  return [
    [!several, elsewhere.length > 0 ? 1 : 4, 'reads one thing, of which there is only one'],
    [one, 2, 'the answer is one object'],
    [speaksOfOne(facts), 1, 'its summary speaks of one thing'],
  ];
}

function saysList({ pathVerb, nameVerb, summary }: Facts): boolean {
  return [pathVerb, nameVerb, summary.verb].some((verb) => verb?.intent === 'list');
}

function changeLines({ method }: Endpoint, facts: Facts): readonly EvidenceLine[] {
  const { plural, elementMethods, pathVerb } = facts;
  const posts = method === 'POST' && !saysCreate(facts);
  return [
    [method !== 'POST' && !saysCreate(facts), 4, `${method} without an identifier changes the one there is`],
    [posts && !plural && elementMethods.size === 0, 2, 'the path names no collection'],
    [posts && pathVerb?.intent === 'act', 2, `the path says \`${pathVerb?.word}\``],
  ];
}

function computeLines(facts: Facts): readonly EvidenceLine[] {
  const kept = hasElements(facts) ? 1 : 4;
  return [[computes(facts), facts.pathVerb?.intent === 'compute' ? 6 : kept, 'computes an answer']];
}

/** An identifier, even an optional one of what the path speaks of, says that there is more than one. */
function identifierLines(endpoint: Endpoint, facts: Facts): readonly EvidenceLine[] {
  const { elsewhere, noun, pathVerb, plural } = facts;
  const required = elsewhere.find((identifier) => identifier.required);
  const own = elsewhere.find((identifier) => identifier.noun === noun || identifier.noun === '');
  const collects = isReading(endpoint) ? plural : endpoint.method === 'POST';
  const chosen = required === undefined && own !== undefined && (pathVerb !== undefined || !collects);
  return [
    [required !== undefined, -30, `\`${required?.name}\` is required`],
    [chosen, /^(PUT|PATCH|DELETE)$/.test(endpoint.method) ? -9 : -4, `\`${own?.name}\` says which one`],
  ];
}
