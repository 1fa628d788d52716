import { memoize } from '../../caching/memoize.ts';
import { isAboutOne } from '../../endpoints/pattern.ts';
import { between, either, phrases, sentences } from '../phrases.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { valuesTaken } from '../signals/values/taken-values.ts';
import { isPlural, phraseOf, wordsOf } from '../words.ts';
import { saysDecides } from './decides.ts';
import { isPolicyOfGuard, saysGuardByName, saysPolicy } from './guards.ts';
import { isConnected, isOutbound, saysHookInBody, sendsOut } from './outbound.ts';
import { saysPersonTaken, saysRightsTaken } from './rights-taken.ts';
import {
  changes,
  isPlainDeed,
  lastNoun,
  lastRun,
  procedureNames,
  type Sensed,
  subjects,
  takenProperty,
} from './sensed.ts';
import { saidBy } from './texts.ts';

/**
 * Rights and what guards something: whoever changes one, or anything in one, changes what everybody else's rights are worth. They count
 * wherever they stand in the path: `/firewalls/{id}/rules`.
 */
const GUARD = phrases`
  role | permission | permissionscheme | privilege | grant | acl | protection | firewall | allowlist
  whitelist | denylist | blocklist | blacklist | ruleset | authori[sz]ation | authori[sz]er
  (cluster)?rolebinding | clusterrole
`;

const GUARD_PHRASE = phrases`
  (roles?|permissions?|privileges?|entitlements?|scopes?) .* | privileged ?attributes?
  ((add|create|update|remove|delete) )?(share|shared|sharing|public|file|guest) links?
  (?!(check|get|list|describe|request|verify|validate|api|early|last|quick|recent) )(.* )?access( (review|profile)s?( .*)?)?
  ((client|default|optional) )*scopes( mappings?)?
  ip ?(black|white|allow|deny|block) ?lists?
  self join
  (ethical|information|chinese) (walls?|barriers?) | (legal|litigation|preservation) holds?
  permission level | access (control|right|level|rule)s?
  ((give|change|set|take) )?owner(ship)?
  protected (branch(es)?|tags?|environments?|refs?)
  (allowed|blocked|denied|trusted) (networks?|ips?|ip address(es)?|ip ranges?|hosts?|origins?|domains?)
  (issue )?security schemes? | security groups? | (.* )?firewall( .*)?
  (authori[sz]ation|shared access|virtual network|ip filter|inbound|outbound|ingress|egress|port forwarding|(\w+ )*nat) rules?
  ip access (settings|control lists?( mappings?)?)
  authori[sz]ation servers? | trust anchors? | trusted id providers? | private endpoint connections?
  sso ?(roles|users)
  (.* )?(role|permission) ?(assignment|definition|eligibilit(y|ie)|membership|member of|binding|grant)s?( .*)?
`;

/** How people sign in, and by whom they are known: an area of its own, wherever it stands. */
const SIGN_IN = between('^', '( (settings?|config(uration)?s?|connections?|providers?|mappings?|groups?))?$')`
  (reset|disable|enable|remove|clear) (mfa|2fa|totp|two factor( auth(entication)?)?)
  authentication | authenticators? | identity providers? | idps? | sso | saml | oidc | scim | ldap | mfa | 2fa
  totp | passkeys? | webauthn | two factor( auth(entication)?)? | federated identit(y|ie)s?
`;

const SIGN_IN_TO_MACHINES = /^(ssh|s?ftp|rdp)( (access|settings?|config(uration)?))?$/;

/** People and groups of them: making, changing or removing one ties or unties somebody. What they have is another matter. */
const PEOPLE = phrases`
  user | member | membership | employee | collaborator | collaboration | team | teammate | owner
  invitation | invite | usergroup | maintainer | administrator | staff | moderator | contributor | signatory
  delegate | delegation | editor | guardian | teammember | serviceaccount | subuser | holder | viewer
  approver | cohost | coorgani[sz]er | authorizable
`;

const PEOPLE_PHRASE =
  /^((user|member) groups?|(service|robot|machine|bot) (accounts?|users?)|user ?accounts?|business ?users?|co ?(owner|host|organi[sz]er)s?|managers?)$/;

const JOINS = /^(add|remove|invite|kick|ban|unban|promote|demote|grant|revoke|assign|unassign)$/;

/** In names of procedures: `addUserToWorkspace`, `grantAccess`, `UpdateAssumeRolePolicy`. */
const RIGHTS_IN_NAME = either`
  \b(add|remove|invite|kick|ban|unban|promote|demote|create|delete|deactivate|reactivate|suspend|unsuspend|associate|disassociate) (team )?(users?|account ?holders?|members?|administrators?|moderators?|owners?|collaborators?|contributors?)(?=$| (to|from|in|into|of|with|by)\b)
  \b(grant|revoke|give|add|remove|set|change) (\w+ )?(access|permissions?|privileges?|roles?|entitlements?)(?=$| (to|from|for|of|on)\b)
  \bassume role policy
  ^(grant (?!(applications?|proposals?|programs?|programmes?)\b)|revoke |appoint )\w+
`;

/** Whoever acts as somebody else may do whatever they may. */
const ACTING =
  /\b(impersonat(e|es|ed|ing|ion)|(log ?in|sign ?in|act|acting) as|auto ?log ?in|masquerade|switch user|break ?glass|emergency access)\b/;

const isActing = literalTest((literal) => ACTING.test(phraseOf(literal)));

/** In what is said of a call: "Give a teacher access". */
const OPENS_TEXT = sentences`
  \b(gives?|grants?|revokes?) (\w+ ){0,3}access\b | \b(sets?|changes?|updates?) (the )?visibility\b
  \bwho (may|can) (see|view|read|edit|access)\b | \bacts? on behalf\b | \bsharing permissions?\b
  \b(enables?|disables?) (or disables? |or enables? )?(an? |the )?authenticators?\b
  \bgranted (users?|groups?|members?)\b
  ^(invites?|appoints?) (?!(only|links?|codes?|messages?|emails?|mails?)\b)\w+ | ^shares? (\w+ ){1,4}with\b
`;

/** Whoever changes rights changes what everything else is worth; and so does whoever has things sent elsewhere. */
export function saysAccess(sensed: Sensed): string | undefined {
  const outbound =
    isOutbound.first(sensed.facts.literals) ??
    (changes(sensed) ? isConnected.first(sensed.facts.literals) : undefined);
  if (outbound !== undefined) return sendsOut(outbound);
  const acting = isActing.first(sensed.facts.literals);
  if (acting !== undefined) return `\`${acting}\` acts for somebody else`;
  if (!changes(sensed)) return undefined;
  const { literals } = sensed.facts;
  const found =
    isGuard.first(literals) ??
    (isAboutPeople.first(literals) &&
      subjects(sensed).find((literal) => isAboutPeople.holds(literal) && !isPetOwner(literal, sensed)));
  if (found !== undefined) return aboutRights(found);
  const hands = saysHandedOver(sensed);
  if (hands !== undefined) return `\`${hands}\` hands it over`;
  const whose = saysWhose(sensed);
  if (whose !== undefined) return `\`${whose}\` in the path says whose it is`;
  if (isOfPerson(sensed)) return 'it changes what is another person’s, or acts for somebody else';
  return (
    saysReach(sensed) ??
    saysPolicy(sensed) ??
    saysHookInBody(sensed) ??
    saysDecides(sensed) ??
    saysRightsByName(sensed) ??
    saysGuardByName(sensed) ??
    saysGiven(sensed)
  );
}

/** `/owners/{id}` are those of pets; `/buckets/{id}/owners` have rights. */
function isPetOwner(literal: string, { facts: { steps } }: Sensed): boolean {
  return (
    lastNoun(literal) === 'owner' &&
    steps.find(({ kind, text }) => kind === 'parameter' || text === literal)?.kind === 'literal'
  );
}

/** `transfer-number` hands over a number; `/transfer-orders` are orders, and a `transfer-limit` is a limit. */
function saysHandedOver(sensed: Sensed): string | undefined {
  const run = lastRun(sensed);
  const named = run.find((literal) =>
    /^transfer(_?ownership)?$|^hand[-_]?over$|^(entity|service|ownership)[-_]?transfers?$/i.test(literal),
  );
  return named ?? (sensed.pattern === 'creation' ? undefined : run.slice(-1).find(handsOver));
}

const handsOver = memoize((literal): boolean => {
  const [verb, ...object] = wordsOf(literal);
  const last = object.at(-1) ?? '';
  return verb === 'transfer' && last !== '' && !isPlural(last) && !TRANSFER_NOUN.test(last);
});

const TRANSFER_NOUN = /^(limit|fee|rate|status|state|configuration|config|service|request|job|amount)$/;

/** `PUT /customers/{id}/tenant`, and `PATCH /invoices/{id}/relationships/organization` of JSON:API. */
function saysWhose({ endpoint, pattern, facts: { inPath, tail } }: Sensed): string | undefined {
  const [first = '', ...more] = tail[0] === 'relationships' ? tail.slice(1) : tail;
  const isOfOne = inPath.length > 0 && more.length === 0 && isAboutOne(pattern);
  const isOne = isOfOne && endpoint.method !== 'DELETE';
  return isOne && /^(tenant|org|organi[sz]ation|workspace|company)(_?id)?$/i.test(first) ? first : undefined;
}

/** A body that says who is given something, or as what somebody is let in. */
const isGrantee = takenProperty((words) => /^(grantee|delegate)( id)?$/.test(words));

/** Shares of a company have neither; those of a folder say with whom, or what they may. */
const isShared = takenProperty((words) =>
  /^(permissions?|access( level)?|roles?|recipients?|share(d)? with( \w+)?|(is )?public|expir(es?|ation)( \w+)?)$/.test(
    words,
  ),
);

function saysGiven(sensed: Sensed): string | undefined {
  return granteeIn(sensed) ?? saysRightsTaken(sensed.endpoint) ?? saysLetIn(sensed);
}

function granteeIn({ endpoint }: Sensed): string | undefined {
  const given = isGrantee(endpoint);
  return given && `its body says by \`${given}\` who is given it`;
}

function saysLetIn(sensed: Sensed): string | undefined {
  const found = saysPersonTaken(sensed) ?? saysShares(sensed);
  if (found !== undefined) return found;
  const tied = valuesTaken(sensed.endpoint).find(tiesPeople);
  if (tied !== undefined) return `its calls say by \`${tied}\` who is let in, or no longer`;
  return saidBy(sensed.endpoint, OPENS_TEXT);
}

/** What is made is that somebody may do something, and no more. */
export function givesRights(sensed: Sensed): boolean {
  if (!changes(sensed) || saysRightsTaken(sensed.endpoint) !== undefined) return false;
  return (granteeIn(sensed) ?? saysLetIn(sensed) ?? saysRightsByName(sensed)) !== undefined;
}

/** `?addMembers=`, and a body with `remove_users`. */
const tiesPeople = memoize((name) =>
  /^(add|remove|invite) (members?|users?|admins?|owners?|collaborators?|moderators?)( ids?)?$/.test(
    phraseOf(name),
  ),
);

function saysShares(sensed: Sensed): string | undefined {
  const shares = lastRun(sensed).find((literal) => /^shares$/i.test(literal));
  if (shares === undefined) return undefined;
  const { endpoint } = sensed;
  return endpoint.method === 'DELETE' || isShared(endpoint) !== undefined
    ? `\`${shares}\` are what others may see`
    : undefined;
}

function saysRightsByName(sensed: Sensed): string | undefined {
  const { nameWords } = sensed.facts;
  const texts = procedureNames(sensed);
  const text = texts.find((words) => RIGHTS_IN_NAME.test(words)) ?? texts.find((words) => ACTING.test(words));
  const said = text && (RIGHTS_IN_NAME.exec(text) ?? ACTING.exec(text))?.[0];
  if (said !== undefined) return `its name says "${said}"`;
  const isSharing = /^(un)?share$/.test(nameWords[0] ?? '') && !nameWords.some(isPlainDeed);
  return isSharing ? `its name says "${nameWords[0]}"` : undefined;
}

/** Whoever may change their own roles or rights may take those of others; and a webhook of one's own sends out what others do. */
export function saysOwnRights(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const { literals } = sensed.facts;
  const found = isRight.first(literals);
  if (found !== undefined) return aboutRights(found);
  const outbound = isOutbound.first(literals);
  return (outbound && sendsOut(outbound)) ?? saysJoins(sensed) ?? saysRightsTaken(sensed.endpoint);
}

/** `POST /channels/{id}/members/me` lets the caller in; nobody needs leave to go. `POST /me/employees` is about others. */
function saysJoins({ endpoint, facts: { steps } }: Sensed): string | undefined {
  const at = steps.findLastIndex(({ kind }) => kind === 'literal');
  const [before, last] = [steps[at - 1], steps[at]];
  const isMade = /^(POST|PUT)$/.test(endpoint.method);
  if (last === undefined || !isMade) return undefined;
  if (at > 0 && isPlural(last.text) && isAboutPeople.holds(last.text)) return aboutRights(last.text);
  const isIn = before?.kind === 'literal' && isPlural(before.text) && isAboutPeople.holds(before.text);
  return isIn && steps.slice(0, at).some(({ kind }) => kind === 'parameter')
    ? `\`${before.text}\` in the path are those who are let in`
    : undefined;
}

function aboutRights(literal: string): string {
  return `\`${literal}\` in the path is about who may do what`;
}

const isRight = literalTest((literal) =>
  /^(role|permission|privilege|entitlement|lockout)$/.test(lastNoun(literal)),
);

const isGuard = literalTest((literal) => {
  const phrase = phraseOf(literal);
  return (
    GUARD_PHRASE.test(phrase) ||
    isPolicyOfGuard(phrase) ||
    SIGN_IN.test(phrase) ||
    SIGN_IN_TO_MACHINES.test(phrase) ||
    GUARD.test(lastNoun(literal))
  );
});

const isAboutPeople = literalTest((literal) => {
  if (PEOPLE_PHRASE.test(phraseOf(literal))) return true;
  return isShortOrJoins(literal) && PEOPLE.test(lastNoun(literal));
});

/** `branch_protections` and `addUserToTeam`, but not `idMembersOfTheBoard`. */
function isShortOrJoins(literal: string): boolean {
  const words = wordsOf(literal);
  return words.length <= 3 || JOINS.test(words[0] ?? '');
}

const isPerson = memoize((noun) => /(^| )(user|member)( (id|name))?$/.test(noun));

/** A person is what the path identifies last, or in front of what is theirs; `/user/following/{username}` is about the caller's own list. */
function isOfPerson({ facts: { inPath, steps, literals } }: Sensed): boolean {
  const last = inPath.at(-1);
  // `/cards/{idCard}/idMembers/{idMember}` takes somebody off a card.
  const literal = steps.findLast(({ kind }) => kind === 'literal')?.text ?? '';
  const isNamed = /^user(_?name|_?id)?$/i.test(last?.name ?? '') && !OWN_ROOT.test(literals[0] ?? '');
  const isLast = last !== undefined && (isNamed || isPerson(last.noun)) && !/^ids?[A-Z_]/.test(literal);
  return isLast || inPath.slice(0, -1).some(({ noun }) => isPerson(noun));
}

const OWN_ROOT = /^(user|me|self)$/i;

/** `PUT /teams/{id}/repos/{repo}` gives a whole team what it could not reach. What is made and edited in a team is another matter. */
function saysReach({ facts }: Sensed): string | undefined {
  const isLink = facts.endsWithIdentifier && facts.methods.has('PUT') && !facts.methods.has('PATCH');
  const team = facts.inPath.slice(0, -1).find(({ noun }) => /^(team|user group|usergroup)$/.test(noun));
  return isLink && team !== undefined ? `it changes what a whole ${team.noun} reaches` : undefined;
}
