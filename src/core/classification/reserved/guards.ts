import { memoize } from '../../caching/memoize.ts';
import { either } from '../phrases.ts';
import { phraseOf } from '../words.ts';
import { procedureNames, type Sensed } from './sensed.ts';

/** Policies that say by their name what they guard count wherever they stand, as other guards do. */
export function isPolicyOfGuard(phrase: string): boolean {
  return POLICY_OF_GUARD.test(phrase);
}

const POLICY_OF_GUARD =
  /^((?!(get|list|describe) )(\w+ )*access|security|iam|(\w+ )?branch|password|bucket|network|resource|registry|authorization) polic(y|ies)$/;

/** What is allowed, unless somebody is insured by it; and `policy` may be a mere part of a root: `/apis/policy/v1/namespaces`. */
export function saysPolicy({ endpoint, facts: { steps } }: Sensed): string | undefined {
  const found = steps.find(
    ({ kind, text }, index) =>
      kind === 'literal' && namesPolicy(text) && steps[index + 1]?.kind !== 'literal',
  );
  if (
    found === undefined ||
    INSURANCE.test(`${endpoint.path} ${endpoint.summary} ${endpoint.tags.join(' ')}`)
  )
    return undefined;
  return `\`${found.text}\` in the path says what is allowed`;
}

const POLICY = /polic(y|ies)( (rule|set|document|attachment|assignment|statement|version|binding)s?)?$/;

const namesPolicy = memoize((literal) => {
  const phrase = phraseOf(literal);
  return POLICY.test(phrase) && !PLAIN_POLICY.test(phrase) && !LEAVES_IT.test(phrase);
});

/** `getIamPolicy` changes nothing, also where it is a `POST`. */
const LEAVES_IT =
  /^(get|describe|list|search|simulate|validate|test|evaluate|preview|check|execute|run|apply) /;

/** Policies that say how things are done, not who may do them. */
const PLAIN_POLICY = either`
  scaling | lifecycle | retention | terminat | backup | replicat | schedul | ship | return | fulfil | cache
  leave | sales | evict | metric | cors | resilien | storage | tape | \bssl\b | health | cancel | refund
  stream | mask | audit | record | response | header | origin | charg | rout | traffic | load balanc
  deploy | update | upgrade | maintenance | rotat | expir | retry | nam(e|ing) | tag | tier | archiv
  disruption | paging | sticki | cascade | travel | absence | vacation | holiday | time ?off
`;

const INSURANCE = /insur|premium|claim|coverage|underwrit|policy ?holder|renewal/i;

/** Procedures are named after what they do, and to what: `PutResourcePolicy`, `instances.setIamPolicy`. */
export function saysGuardByName(sensed: Sensed): string | undefined {
  const said = procedureNames(sensed)
    .map(guardChangedIn)
    .find((found) => found !== undefined);
  return said && `its name says "${said}"`;
}

const CHANGED =
  '(?:create|update|delete|put|set|modify|attach|detach|associate|disassociate|add|remove|register|deregister|authori[sz]e|deauthori[sz]e|revoke|grant|import|upload|reset|change|enable|disable|replace|apply|provision|accept)';

const GUARD_IN_NAME = new RegExp(
  `\\b${CHANGED} (?:\\w+ ){0,4}?(?:${[
    '(?:\\w+ )?polic(?:y|ies)',
    'permissions? (?:sets?|boundar(?:y|ies)|versions?|associations?)',
    '(?:access (?:config(?:uration)?|control(?: \\w+)?|rules?|entr(?:y|ies)|scopes?)|endpoint access)',
    '(?:(?:network )?acl(?: entr(?:y|ies))?|firewall(?: \\w+){0,4})',
    '(?:user|instance) (?:profiles?|pools?)',
    '(?:resource|portfolio|data|directory) shares?(?: permissions?)?',
    '(?:trusts?|trust (?:stores?|anchors?)|authori[sz]ers?|auth(?:entication)? profiles?)',
  ].join('|')})(?=$| (?:to|from|for|of|on|in|by|with|version)\\b)`,
);

function guardChangedIn(name: string): string | undefined {
  const found = GUARD_IN_NAME.exec(name)?.[0];
  return found !== undefined && PLAIN_POLICY.test(found) && /polic/.test(found) ? undefined : found;
}
