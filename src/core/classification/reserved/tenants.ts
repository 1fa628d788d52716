import { isAboutOne } from '../../endpoints/pattern.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf } from '../words.ts';
import { about, changes, lastNoun, lastRun, type Sensed, subjects } from './sensed.ts';

const isTenant = literalTest((literal) => /^(org|organi[sz]ation|tenant|workspace)$/.test(lastNoun(literal)));

const isTenantBelow = literalTest((literal) =>
  /^(sub|child) ?(orgs?|organi[sz]ations?|tenants?|workspaces?|accounts?)$/.test(phraseOf(literal)),
);

/** Whoever makes, changes or deletes what keeps customers apart does so for all that are in it. */
export function saysWhole(sensed: Sensed): string | undefined {
  const { endpoint, facts, pattern } = sensed;
  const isOne = facts.endsWithIdentifier && /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  const below = tenantBelow(sensed, isOne);
  if (below !== undefined)
    return `it ${pattern === 'creation' ? 'makes' : 'changes'} one of the \`${below}\``;
  const isMade = pattern === 'creation' && facts.inPath.length === 0;
  const whole =
    (isOne || isMade) && isTenant.first(facts.literals) ? subjects(sensed).find(isTenant.holds) : undefined;
  if (whole === undefined) return undefined;
  return isMade ? `it makes one of the \`${whole}\`` : `it changes one of the \`${whole}\` as a whole`;
}

/** `POST /subaccounts/{id}/close` does something to one as well, also with its identifier in the body. */
function tenantBelow(sensed: Sensed, isOne: boolean): string | undefined {
  const { pathVerb } = sensed.facts;
  if (sensed.pattern === 'creation' || isOne) return isTenantBelow.first(lastRun(sensed));
  const isDone = pathVerb !== undefined && !/^(read|list|compute)$/.test(pathVerb.intent);
  return isDone && isAboutOne(sensed.pattern) && changes(sensed)
    ? isTenantBelow.first(about(sensed))
    : undefined;
}
