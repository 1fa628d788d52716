import { memoize } from '../../caching/memoize.ts';
import { wordsOf } from '../words.ts';
import { changes, lastNoun, lastRun, phraseOf, type Sensed, subjects, takenProperty } from './sensed.ts';

/**
 * Rights and what guards something: whoever changes one, or anything in one, changes what everybody else's rights are worth. They count
 * wherever they stand in the path: `/firewalls/{id}/rules`.
 */
const GUARD =
  /^(role|permission|privilege|grant|acl|protection|firewall|allowlist|whitelist|denylist|blocklist|ruleset)$/;

const GUARD_PHRASE =
  /^(self join|permission level|access (control|right|level|polic(y|ie))s?|security polic(y|ie)s?|security groups?)$/;

/** People and groups of them: making, changing or removing one ties or unties somebody. What they have is another matter. */
const PEOPLE =
  /^(user|member|membership|collaborator|team|invitation|invite|usergroup|maintainer|administrator)$/;

const PEOPLE_PHRASE = /^(user|member) groups?$/;

/** What happens is sent to somebody else's server, often with a secret in its address. */
const OUTBOUND = /\b(web ?hooks?|mirrors?)\b|\bhooks?$/;

const isOutbound = memoize((literal) => OUTBOUND.test(phraseOf(literal)));

const JOINS = /^(add|remove|invite|kick|ban|unban|promote|demote|grant|revoke|assign|unassign)$/;

/** Whoever changes rights changes what everything else is worth; and so does whoever has things sent elsewhere. */
export function saysAccess(sensed: Sensed): string | undefined {
  const outbound = sensed.facts.literals.find(isOutbound);
  if (outbound !== undefined) return `\`${outbound}\` send what happens to another server`;
  if (!changes(sensed)) return undefined;
  const found = sensed.facts.literals.find(isGuard) ?? subjects(sensed).find(isAboutPeople);
  if (found !== undefined) return `\`${found}\` in the path are about who may do what`;
  const hands = lastRun(sensed).find((literal) => /^transfer(_?ownership)?$/i.test(literal));
  if (hands !== undefined) return `\`${hands}\` hands it to somebody else`;
  if (isOfPerson(sensed)) return 'it changes what is another person’s, or acts for somebody else';
  return saysReach(sensed) ?? saysHookInBody(sensed);
}

const isGuard = memoize((literal) => {
  if (GUARD_PHRASE.test(phraseOf(literal))) return true;
  return isShortOrJoins(literal) && GUARD.test(lastNoun(literal));
});

const isAboutPeople = memoize((literal) => {
  if (PEOPLE_PHRASE.test(phraseOf(literal))) return true;
  return isShortOrJoins(literal) && PEOPLE.test(lastNoun(literal));
});

/** `branch_protections` and `addUserToTeam`, but not `idMembersOfTheBoard`. */
function isShortOrJoins(literal: string): boolean {
  const words = wordsOf(literal);
  return words.length <= 2 || JOINS.test(words[0] ?? '');
}

const isPerson = memoize((noun) => /(^| )(user|member)( (id|name))?$/.test(noun));

/** A person is what the path identifies first, or last. */
function isOfPerson({ facts: { inPath, steps } }: Sensed): boolean {
  const [first] = inPath;
  const last = inPath.at(-1);
  // `/cards/{idCard}/idMembers/{idMember}` takes somebody off a card.
  const literal = steps.findLast(({ kind }) => kind === 'literal')?.text ?? '';
  const isLast = last !== undefined && isPerson(last.noun) && !/^ids?[A-Z_]/.test(literal);
  return isLast || (first !== undefined && inPath.length > 1 && isPerson(first.noun));
}

/** `PUT /teams/{id}/repos/{repo}` gives a whole team what it could not reach. What is made in a team is another matter. */
function saysReach({ endpoint, facts }: Sensed): string | undefined {
  const [first] = facts.inPath;
  const isLink =
    /^(PUT|DELETE)$/.test(endpoint.method) && facts.inPath.length > 1 && facts.endsWithIdentifier;
  if (!isLink || first === undefined || !/^(team|user group|usergroup)$/.test(first.noun)) return undefined;
  return `it changes what a whole ${first.noun} reaches`;
}

/** A setting that takes the address of a webhook is one. */
function saysHookInBody({ endpoint }: Sensed): string | undefined {
  const found = takenProperty(
    endpoint,
    (words, { type }) => type !== 'boolean' && /\bweb ?hooks?\b/.test(words),
  );
  return found && `its body takes \`${found}\`, which sends what happens to another server`;
}

const TENANT = /^(org|organi[sz]ation|tenant|workspace)$/;

/** Whoever makes, changes or deletes what keeps customers apart does so for all that are in it. */
export function saysWhole(sensed: Sensed): string | undefined {
  const { endpoint, facts, pattern } = sensed;
  const isOne = facts.endsWithIdentifier && /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  const isMade = pattern === 'creation' && facts.inPath.length === 0;
  const whole =
    isOne || isMade ? subjects(sensed).find((literal) => TENANT.test(lastNoun(literal))) : undefined;
  if (whole === undefined) return undefined;
  return isMade ? `it makes one of the \`${whole}\`` : `it changes one of the \`${whole}\` as a whole`;
}
