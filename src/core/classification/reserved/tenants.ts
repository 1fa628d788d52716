import { phraseOf } from '../words.ts';
import { literalTest } from './literal-tests.ts';
import { lastNoun, lastRun, type Sensed, subjects } from './sensed.ts';

const isTenant = literalTest((literal) => /^(org|organi[sz]ation|tenant|workspace)$/.test(lastNoun(literal)));

const isTenantBelow = literalTest((literal) =>
  /^(sub|child) ?(orgs?|organi[sz]ations?|tenants?|workspaces?|accounts?)$/.test(phraseOf(literal)),
);

/** Whoever makes, changes or deletes what keeps customers apart does so for all that are in it. */
export function saysWhole(sensed: Sensed): string | undefined {
  const { endpoint, facts, pattern } = sensed;
  const isOne = facts.endsWithIdentifier && /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  const below = pattern === 'creation' || isOne ? isTenantBelow.first(lastRun(sensed)) : undefined;
  if (below !== undefined) return `it ${isOne ? 'changes' : 'makes'} one of the \`${below}\``;
  const isMade = pattern === 'creation' && facts.inPath.length === 0;
  const whole =
    (isOne || isMade) && isTenant.first(facts.literals) ? subjects(sensed).find(isTenant.holds) : undefined;
  if (whole === undefined) return undefined;
  return isMade ? `it makes one of the \`${whole}\`` : `it changes one of the \`${whole}\` as a whole`;
}
