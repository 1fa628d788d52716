import { memoize } from '../../caching/memoize.ts';
import { isAboutOne } from '../../endpoints/pattern.ts';
import { between, either, lastWords, sentences } from '../phrases.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { valuesTaken } from '../signals/values/taken-values.ts';
import { phraseOf } from '../words.ts';
import { lastRun, type Sensed, takenProperty } from './sensed.ts';
import { saidBy } from './texts.ts';

/** Whoever decides about others, lets them see something, or locks them out. */
export function saysDecides(sensed: Sensed): string | undefined {
  const { literals, inPath, endsWithIdentifier } = sensed.facts;
  const last = literals.at(-1) ?? '';
  const authorizes = inPath.length > 0 && !endsWithIdentifier && AUTHORIZES.test(phraseOf(last));
  const admits = /^(accept|refuse|decline)$/i.test(last) && ADMITTED.test(inPath.at(-1)?.noun ?? '');
  const said = decides.first(literals) ?? (authorizes || admits ? last : undefined);
  if (said !== undefined) return `\`${said}\` decides about what others do, or ask for`;
  const told = saidBy(sensed.endpoint, DECIDES_TEXT);
  if (told !== undefined) return told;
  const counted = saysResult(sensed);
  if (counted !== undefined) return counted;
  const opened = isAboutOne(sensed.pattern) ? lastRun(sensed).find(opens.holds) : undefined;
  if (opened !== undefined)
    return `\`${opened}\` says who may ${/protect/i.test(opened) ? 'change' : 'see'} it`;
  return (endsWithIdentifier ? saysLockTaken(sensed) : saysLocked(sensed, last)) ?? saysVerdict(sensed);
}

/**
 * `POST /exams/{id}/scores`, `PUT /lab-results/{id}`, `POST /patients/{id}/prescriptions` and `POST /elections/{id}/tally`: what somebody has
 * done, has or needs, those say who are there for it.
 */
function saysResult({ facts: { literals, inPath, endsWithIdentifier } }: Sensed): string | undefined {
  const last = literals.at(-1) ?? '';
  const phrase = phraseOf(last);
  const noun = (endsWithIdentifier ? inPath.at(-2) : inPath.at(-1))?.noun ?? '';
  const isResult = /^(results?|scores?|marks)$/.test(phrase) && TRIED.test(noun);
  const isFound = FOUND.test(phrase) && (inPath.length > 0 || phrase !== 'diagnosis');
  if (isResult || isFound) return `\`${last}\` says how somebody did, or what was found`;
  const isDone = !endsWithIdentifier && CLOSES.some(([done, what]) => done.test(phrase) && what.test(noun));
  return isDone ? `\`${last}\` decides about what others do, or ask for` : undefined;
}

/** Where somebody is tried, or something is looked for. */
const TRIED = lastWords`
  exam | examination | quiz | assessment | assignment | student | lab order | lab test | specimen | election
  contest | competition | audition
`;

/** What those find who treat somebody; `POST /diagnosis` computes one, and of a machine. */
const FOUND = /^((lab|laboratory|exam|election) results?|prescriptions?|diagnos[ei]s)$/;

/** What ends something for others, by what it is done to. */
const CLOSES: readonly (readonly [done: RegExp, what: RegExp])[] = [
  [/^(open|close|start|end|cancel|tally|count)$/, /(^| )(election|ballot|referendum)$/],
  [/^award$/, /(^| )(bid|tender|contract|rfp)$/],
  [/^accept$/, /(^| )(bid|tender)$/],
  [/^(release|renew|void)$/, /(^| )(lab result|prescription)$/],
  [/^discharge$/, /(^| )(patient|encounter|admission)$/],
];

/** `PATCH /accounts/{id}` with `frozen` does what `POST /accounts/{id}/freeze` does. */
function saysLockTaken({ endpoint, facts: { inPath } }: Sensed): string | undefined {
  const found = CLIENT.test(inPath.at(-1)?.noun ?? '') ? lockTaken(endpoint) : undefined;
  return found && `its body says by \`${found}\` whether somebody is locked out`;
}

const lockTaken = takenProperty(
  (words, { type }) =>
    type === 'boolean' && /^(is )?(frozen|suspended|blocked|banned|locked( out)?)$/.test(words),
  0,
);

/** `PATCH /leave-requests/{id}` with a `status` that may be `approved` or `declined`, and what is made with `autoApprove`. */
function saysVerdict({ endpoint, pattern, facts: { inPath } }: Sensed): string | undefined {
  const given = valuesTaken(endpoint).find(approvesItself);
  if (given !== undefined) return `its calls say by \`${given}\` that nobody needs to approve it`;
  if (pattern === 'creation') return undefined;
  const mark = HANDED_IN.test(inPath.at(-1)?.noun ?? '') ? markTaken(endpoint) : undefined;
  if (mark !== undefined) return `its body says by \`${mark}\` what somebody’s work is worth`;
  const found = verdictTaken(endpoint);
  return found && `its body says by \`${found}\` whether something is approved`;
}

/** What students hand in, and teachers mark. */
const HANDED_IN = /(^| )(submission|assignment attempt|exam attempt|quiz attempt|homework|essay|thesis)$/;

const markTaken = takenProperty(
  (words) => /^((final|total) )?(grade|score|marks?|points)( awarded)?$/.test(words),
  0,
);

const approvesItself = memoize((name) =>
  /^(auto approved?|(skip|bypass) (approval|moderation|review))$/.test(phraseOf(name)),
);

const verdictTaken = takenProperty(
  (words, { enumeration = [] }) =>
    /^((\w+ )?(status|state)|decision|approval|outcome)$/.test(words) &&
    enumeration.some((value) => /^approved?$/i.test(value)) &&
    enumeration.some((value) => OTHERWISE.test(phraseOf(value))),
  0,
);

/** What is not approved, or not yet, and what only follows when it is. */
const OTHERWISE =
  /^(declined?|reject(ed)?|den(y|ied)|refused?|submitted|pending( (approval|review))?|awaiting approval|paid|reimbursed)$/;

function saysLocked({ endpoint, facts: { inPath } }: Sensed, last: string): string | undefined {
  const noun = inPath.at(-1)?.noun ?? '';
  const phrase = phraseOf(last);
  const locks = LOCKS.test(phrase) || (STANDING.test(phrase) && saidBy(endpoint, LOCKED_TEXT) !== undefined);
  if (locks && CLIENT.test(noun)) return `\`${last}\` locks somebody out, or lets them in`;
  if (RAISES.test(phrase) && CLIENT.test(noun)) return `\`${last}\` says what somebody becomes`;
  if (OPENS_DOOR.test(phrase) && DOOR.test(noun)) return `\`${last}\` opens the \`${noun}\``;
  if (/^(dis)?arm$/.test(phrase) && inPath.length > 0) return `\`${last}\` says whether an alarm is set`;
  const takesBack = /^(revoke|cancel|expire|resend)$/.test(phrase) && /(^| )invit(ation|e)$/.test(noun);
  return takesBack ? `\`${last}\` is about who is invited` : undefined;
}

/** What decides for others, or opens something to them, where it is done to one thing, or to several. */
const DECIDES = between(
  '^((bulk|batch|mass|multi) )?',
  '( (all|many|bulk|batch|selected|requests?|applications?))?$',
)`
  (dis|un)?approve | bypass | sign ?off | hire | evict | uphold | overturn | (re)?grade | reject | deny
  approvals? | (shadow ?)?bans? | unban | kick | moderate | moderation | take ?down | adjudicat(e|ion)
  dispense | decide | decisions? | verdicts? | rulings? | (counter ?sign|countersignatures?) | ratif(y|ication) | declassif(y|ication)
`;

/** The same in longer names. */
const DECIDES_IN_NAME = either`
  ^(?!(request|submit|ask|send|resend|get|list|find|cancel|withdraw|await|need|pending)\b)(\w+ ){1,2}approvals?$
  \bby moderat(ion|ors?)$
  ^((legal|security|flight|medical|compliance) )?clearances?$
  ^((publish|release|submit|post) )?grades$
  ^issue (permit|licen[cs]e|visa|passport)s?$
  ^(publish|release|announce|declare|finali[sz]e|enter) (\w+ )?(results?|scores?|marks|winners?)$
  ^verify (\w+ )?(licen[cs]e|credential|qualification|accreditation)s?$
  ^override (?!(settings?|rules?|values?|config\w*)$)\w+( \w+)?$
  ^(adjust|alter|amend|correct|overrule|certify) (\w+ )?(ball?ots?|elections?|results?|tally|tallies|verdicts?|votes?)$
`;

/** In what is said of a call: "Accept or reject wage proposals", "Approve follow request". What the caller is asked is another matter. */
const DECIDES_TEXT = sentences`
  \baccepts? (or|\/) (rejects?|declines?)\b(?! (\w+ ){0,3}(invit(ation|e)s?|offers?|friend(ship)?s?)\b)
  ^(approves?|rejects?|deny|denies) (\w+ ){0,2}(requests?|applications?|claims?|proposals?)\b
  ^(puts?|places?|sets?|adds?|appl(y|ies)|lifts?|releases?|removes?|takes?) (\w+ ){0,5}(legal|litigation|preservation) holds?\b
`;

/** Whoever accepts one decides for others; an offer or a friend request is the caller's to accept. */
const ADMITTED = lastWords`
  registration | applicant
  (change|access|join|membership|approval|leave|time off|signup|user|data|expense) request
  (job|loan|credit|membership|visa|permit|license) application
`;

/** Where it is done to one thing; `POST /authorize` is something else. */
const AUTHORIZES = /^(authori[sz]e|certify)$/;

const OPENS = /^((un)?share|(un)?protect|(\w+ )*visibility( \w+)*|restrictions?)$/;

const decides = literalTest((literal) => {
  const phrase = phraseOf(literal);
  return DECIDES.test(phrase) || DECIDES_IN_NAME.test(phrase);
});

const opens = literalTest((literal) => OPENS.test(phraseOf(literal)));

/** Locks somebody out, or lets them in again, where it is done to one of them. */
const LOCKS = either`
  ^(un)?(suspend|freeze|lock|ban|block)$
  ^(suspended|suspension|blocked|banned|locked)$
  ^(de|re)?activate$ | ^(dis|en)able$
  ^(terminate|offboard|dismiss|expel|reinstate|disqualify|excommunicate|court ?martial)$
`;

/** The same, where the path does not say which. */
const STANDING = /^(state|status)$/;

const LOCKED_TEXT = /\b(suspend|freeze|lock|block|activat|deactivat|enabl|disabl)/i;

/** Says what somebody is, and so what they may do. */
const RAISES = /^(promote|demote|ordain|defrock)$/;

const CLIENT = lastWords`
  user | member | account | account holder | customer | client | seller | vendor | merchant | driver
  employee | employment | worker | contractor | doctor | practitioner | operator | subscriber | student
  teacher | patient | player | agent | candidate | participant | contestant | competitor | athlete | voter
  courier | pilot | membership | soldier | officer | volunteer | parishioner | congregant | resident
  inmate
`;

/** Whoever stands before one comes in, or drives away. */
const OPENS_DOOR = /^((remote|force) )?(open|unlock|unlatch|raise|lift)$|^unlock doors?$|^doors? unlock$/;

const DOOR =
  /(^| )((smart|door|pad)?lock|device|door|gate|barrier|turnstile|locker|cabinet|drawer|safe|vehicle|car)$/;
