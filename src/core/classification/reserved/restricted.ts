import { lazy, memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { sentences } from '../phrases.ts';
import type { Sensed } from './sensed.ts';
import { MOST_READ, MUST_BE, MUST_HAVE, plainText } from './texts.ts';

/** Who is more than a member, viewer or user, in what descriptions say. */
const SOME =
  '(?:\\w+[ -]){0,2}(?:owner|author|creator|sender|manager|supervisor|moderator|officer|director|principal|leader|captain|organi[sz]er|host|operator|dispatcher|coordinator|auditor|accountant|treasurer|editor|publisher|reviewer|approver|maintainer|doctor|physician|practitioner|nurse|pharmacist|vet(?:erinarian)?|paramedic|therapist|counsell?or|teacher|instructor|tutor|registrar|librarian|recruiter|agent|employee|landlord|seller|merchant|attorney|lawyer|judge|clerk|trustee|chair(?:man|woman|person)|mediator|arbitrator|inspector|investigator|scrutineer|curator|steward|analyst|engineer|technician|pilot|superuser)s?';

/** Whether a noun is that of somebody who is more than a member, viewer or user. */
export const isSome = memoize((noun) => SOME_ALONE.test(noun));

const SOME_ALONE = new RegExp(`^${SOME}$`, 'i');

const STAFF = '(?:(?:\\w+ )?(?:staff|back ?office|hr|human resources|management))';

/** "Editorial team only". */
const BODY = '(?:[a-z]+[ -]){1,2}(?:team|department|committee|board|desk|office)(?: members?| staff)?';

/** The roles that everybody with a role has. */
const ANYBODY = '(?:user|member|viewer|reader|guest|customer|public|anonymous|authenticated)';

/** What permissions are called that not everybody has: "Required permission: ledger.manage". Others only name what the call does. */
const BEYOND = '(?:manager?|management|admin\\w*|approver?|configure|moderat(?:e|or)|superuser)';

/** Words that end as those for people do, and are for things. */
const THINGS =
  'order|number|letter|character|integer|parameter|header|filter|folder|error|container|carrier|server|cluster|layer|list|playlist|color|driver|provider|player|voucher|transfer|offer';

/** "Yard planners": whoever has a trade, in the plural. */
const TRADE = `(?:[a-z]+[ -]){0,2}(?!(?:${THINGS}|${ANYBODY}|subscriber|follower|consumer|other)s\\b)[a-z]{2,}(?:er|or|ist|ian)s`;

const WHO = `(?:${SOME}|${STAFF})`;

/** What people do, and things do not: "only the first page can hold" names nobody. */
const DEED =
  '(?:access|add|approve|assign|call|cancel|create|decide|delete|do|download|edit|execute|grant|invite|launch|make|manage|modify|perform|publish|read|remove|revoke|see|send|submit|update|upload|view)';

/** "Only the person on duty may": a few words for whoever it is, unless these are everybody, or count things. */
const SOMEBODY = `(?!(?:(?:the|an?) )?(?:one|two|first|last|single|subset|these|those|certain|some|following)\\b)(?:[a-z]+[ -]){0,5}(?!(?:${ANYBODY}|${THINGS})s?\\b)[a-z]+`;

/**
 * How a description leaves something to some: "Doctors only.", "Only the owner can", "Requires the `manager` role". What stands around
 * them keeps out "returns active records only" and "the name is read only".
 */
const RESTRICTED: readonly Wording[] = [
  {
    may: /only/i,
    says: sentences`
      (?<=^|[.;:,(\n] ?)(?:for )?(?:the )?(?:${WHO}|${TRADE}|${BODY}) only(?=$|[.;:,)!\n])
      (?<=^|[.;:,(\n] ?)only (?:(?:by|for) )?(?:the |an? )?${WHO}(?: (?:of|in|on) (?:the |an? )?\w+)?(?=$|[.;,)!\n])
      (?<=^|[.;:(\n] ?)only ${SOMEBODY} (?:can|may)(?= ${DEED}\b)
      (?<=^|[.;:,(\n] ?)only (?:the )?${TRADE} (?:can|may)\b
      \bonly (?:be \w+ by )?(?:an? |the )?${WHO}(?: of (?:the|an?) \w+)?(?: (?:and|or) (?:the )?${WHO})? (?:can|may|are|is)\b
      \bonly (?:be )?\w+ (?:by|to|for) (?:an? |the )?${WHO}\b
      \bonly (?:the )?${WHO}(?:,? \w+){1,6} can\b
      \bonly (?:for|\w+ (?:in|of) the) ${WHO}\b
    `,
  },
  {
    may: /restricted|limited|reserved|available|accessible|permitted|allowed|open/i,
    says: sentences`
      \b(?:restricted|limited|reserved|available only|accessible only) (?:to|for) (?:an? |the )?${WHO}\b
      \b(?:available|accessible|permitted|allowed|reserved) (?:to|for) (?:the )?(?!(?:all|any|every|other|most)\b)(?:${WHO}|${TRADE})(?=$|[.;,)!\n])(?<!(?:caller|developer|visitor|buyer|partner|requester|consumer|integrator)s)
      \b(?:allowed|available|accessible|permitted|open|restricted|limited)\b[^.;]{0,40} (?:has|have|with) (?:an? |the )?[\`'"]?(?!the\b|an?\b|${ANYBODY}\b)\w+[\`'"]? role\b
    `,
  },
  {
    may: /\b(?:(?:must|to) (?:be|have)|requires?|needs?) /i,
    says: sentences`
      \b${MUST_BE} (?:an? |the )?(?!management\b)${WHO}\b(?! (?:account|id|name))
      \b${MUST_HAVE} (?:an? |the )?(?!(?:the|an?|any|following|required|appropriate|right|same|${ANYBODY})\b)\w+ role\b
      \b${MUST_HAVE} (?:an? |the )?${WHO} (?:role|rights?|permissions?|privileges?|access)\b
      \brequires? (?:an? |the )?[\`'"]?(?!the\b|${ANYBODY}\b)\w+[\`'"]? (?:role|privileges?)\b
      \brequires? (?:one|any) of the (?:\w+ ){0,4}roles?\b
      \b(?:requires?|needs?) (?:an? |the )?${WHO}(?: (?:permissions?|rights|access|approval))?(?=$|[.;,)!\n])
    `,
  },
  {
    may: /their own/i,
    says: sentences`
      (?<=^|[.;:(\n] ?)(?:${WHO}|${TRADE}) (?:can|may) (?:only )?\w+ (?:only )?their own\b
    `,
  },
  {
    may: /permission|scope|authorit|privilege/i,
    says: sentences`
      \b(?:required (?:permission|scope|authority|privilege)s?|(?:permission|scope|authority|privilege)s? (?:required|needed)):? [\`'"]?(?:[a-z]+[.:_ -]){0,3}${BEYOND}\b
    `,
  },
  {
    may: /role/i,
    says: sentences`
      \b(?:requires?|needs?) (?:the )?roles?:? [\`'"]?(?!(?:role_)?${ANYBODY}s?\b)\w+
      \bhas(?:any)?role\(['"]?(?!(?:role_)?${ANYBODY}s?\b)\w+
      (?<=^|[.;:,(\n] ?)(?:allowed )?roles?: ?[\`'"]?(?!(?:role_)?(?:${ANYBODY}s?|any|all|none|every\w*)\b)\w+
      \brequired roles?:? [\`'"]?(?!(?:role_)?${ANYBODY}s?\b)\w+
      \brole_(?!${ANYBODY}\b)\w+
    `,
  },
];

/** Ways to say it, which are sooner looked for by what each of them has in it. */
interface Wording {
  readonly may: RegExp;
  readonly says: RegExp;
}

/** "Open a clinic (platform operators)", "Enter a grade (teacher of the course)"; "Sites (hosts)" only says it in other words. */
const IN_PARENTHESES = new RegExp(
  `\\((?:for (?:the )?${WHO}|(?=\\w+[ -])${WHO}(?<=s)|(?:the )?${WHO} of (?:the |an? )?\\w+)\\)`,
  'i',
);

/** What refusals say of those who are refused: "The caller isn't a moderator of this channel", "not a vet". */
const REFUSED = sentences`
  \b(?:not|n.?t|without) (?:have )?(?:the |an? )?(?!\w+ or )(?:\w+ ){0,2}(?:admin|administrator|administrative|owner|manager)(?: level)? (?:access|permissions?|rights|role|privileges)\b
  \b(?:not|isn.?t) (?:as )?(?:an? |the )?(?:${WHO}|(?:\w+ ){0,2}administrator|(?:\w+ ){0,2}admin)\b(?! (?:id|name))
  \bmust be an? (?:\w+ )?admin(?:istrator)?\b
`;

/** Some are named who alone may do it: by groups of the API, or in words of which nobody knows in which groups these are. */
export function saysRestricted({ endpoint }: Sensed): string | undefined {
  const groups = saysGroups(endpoint);
  if (groups !== undefined) return groups;
  const said =
    restrictedIn(endpoint.summary) ??
    restrictedIn(endpoint.description) ??
    IN_PARENTHESES.exec(endpoint.summary.slice(0, MOST_READ))?.[0];
  return said === undefined ? saysRefused(endpoint) : `its description says "${said.toLowerCase()}"`;
}

/** Whom a call is for may stand only where it says who is refused. */
function saysRefused({ responses }: Endpoint): string | undefined {
  const whole = responses.find(({ status }) => status === '403')?.description ?? '';
  const said = restrictedIn(whole) ?? REFUSED.exec(plainText(whole.slice(0, MOST_READ)))?.[0];
  return said && `its answer 403 says "${said.toLowerCase()}"`;
}

/** A line may end where a sentence does, or anywhere within one; and words may be emphasized. */
function restrictedIn(whole: string): string | undefined {
  const text = whole.slice(0, MOST_READ);
  const plain = lazy(() => plainText(text));
  for (const { may, says } of RESTRICTED) {
    if (!may.test(text)) continue;
    const found = says.exec(text) ?? (plain() === text ? null : says.exec(plain()));
    if (found !== null) return found[0];
  }
  return undefined;
}

/** What its own `x-authz-groups` says, or the roles of its own `security`. A `[]` there names nobody in particular. */
export function saysGroups({ groups, saysGroups: place }: Endpoint): string | undefined {
  return place !== undefined && groups.length > 0
    ? `its \`${place}\` leaves it to ${groups.map((set) => set.map((name) => `\`${name}\``).join(' and ')).join(' or ')}`
    : undefined;
}
