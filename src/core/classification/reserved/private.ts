import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { phrases, sentences, within } from '../phrases.ts';
import type { Facts } from '../signals/facts.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf } from '../words.ts';
import { isPlainDeed, lastNoun, type Sensed, shownProperty } from './sensed.ts';
import { saidBy } from './texts.ts';

const PRIVATE =
  /^(log|invoice|billing|balance|payslip|export|payout|disbursement|salary|compensation|payroll|earning|commission)$/;

const PRIVATE_PHRASE = phrases`
  (audit|event|activity|access|operation|security|system|login)(log|trail)s?( \w+){0,2}
  auditing( records?)? | audit trails?
  (\w+ )*(salary|salaries|payslips?)( (files?|slips?|statements?|data|records?|history|details|payments?|lists?|reports?))*
  (private|direct) messages?( sent| received| unread)?
  emergency contacts? | pii | kyc( \w+)? | (identity|id) documents? | passports?
  (internal|confidential|staff|moderator|pastoral|counsel(l)?ing|therapy|psychotherapy) (notes?|comments?|remarks?)
  medical | (medical|health|disciplinary|criminal|psychiatric|clinical) (records?|actions?|history|histories|plans?|files?|reports?|forms?)
  hiv( \w+)* | confessions? | polygraphs?( \w+)* | safeguarding( \w+)*
  (academic|student|official|unofficial) transcripts?
  report cards? | background checks? | fraud scores? | giving statements?
  ((cctv|camera|surveillance) )?footage
  credit (reports?|checks?|scores?|histor(y|ies))
  (performance|employee) (reviews?|appraisals?|evaluations?)
  (answer|marking) keys? | audit
  (\w+ )?audit (log|trail|event|record|entry|history)( (event|entry|entrie|record|stream)s?)?s?
  (access|activity|security|login|sign in) (log|event|history)( (event|entry|entrie)s?)?s?
  billing \w+( \w+)* | payment methods? | (credit|debit) cards?
  (bank|payout|funding|external) accounts?
  direct ?deposits? | pay ?(statement|stub|check)s? | sensitive ?(data|information)
  (code|secret|vulnerability|dependency) scanning
  dependabot | vulnerabilit(y|ie)s? | tax (documents?|forms?|returns?) | bank statements? | personal data
  (gdpr|ccpa)( \w+)* | data subject( \w+)*
  (security|vulnerability) (alert|finding|advisor(y|ie))s?
`;

/** `exportUsers` gives them away, and `export-jobs` are jobs. */
const EXPORTS =
  /^export (?!.*\b(rules?|templates?|config(uration)?s?|formats?|types?|status|settings|jobs?|tasks?|requests?|errors?)$)\w/;

const isPrivate = literalTest(
  (literal) =>
    PRIVATE.test(lastNoun(literal)) ||
    PRIVATE_PHRASE.test(withoutDeed(phraseOf(literal))) ||
    EXPORTS.test(phraseOf(literal)),
);

/** Whatever an API is about, some of it stays that of a person: what they earn, what is told of them, and what is private below them. */
export function isOfSomebody({ path }: Endpoint): boolean {
  const steps = path.split('/');
  return (
    steps.some((step) => !step.includes('{') && PERSONAL.test(phraseOf(step))) ||
    steps.some((step, at) => steps[at + 1]?.startsWith('{') === true && SOMEBODY.test(lastNoun(step)))
  );
}

const PERSONAL = within`
  salary | salaries | payslips? | pay ?(statement|stub|check)s? | payroll | direct ?deposits?
  personal data | gdpr | ccpa | data subject | sensitive ?(data|information) | (private|direct) messages?
  tax (documents?|forms?|returns?) | psychotherapy notes? | hiv | confessions?
`;

const SOMEBODY = /^(employee|worker|person|member|staff|contractor|patient|student)$/;

/** `bank accounts` of `deleteBankAccounts`. */
function withoutDeed(phrase: string): string {
  const [first = '', ...rest] = phrase.split(' ');
  return rest.length > 0 && isPlainDeed(first) ? rest.join(' ') : phrase;
}

/** Logs, bills, exports and open weaknesses hold what is nobody's business who only reads the rest. */
export function saysPrivate({ endpoint, pattern, facts }: Sensed): string | undefined {
  const { literals } = facts;
  const found = isPrivate.first(literals) ?? backupGiven(endpoint, literals) ?? ofPerson(facts);
  if (found !== undefined) return `\`${found}\` in the path is not for everybody`;
  const said = saidBy(endpoint, PRIVATE_TEXT);
  if (said !== undefined) return said;
  // Whoever makes one knows what it says.
  const isMade = PATTERN_TRAITS[pattern].members === 'created';
  const shown = isMade ? undefined : (personalShown(endpoint) ?? wageShown(endpoint));
  return shown && `its answer holds \`${shown}\`, which is not for everybody`;
}

/** "Staff notes about a member", "System event log"; a confidential client is one of OAuth. */
const PRIVATE_TEXT = sentences`
  \b(system|audit|security|activity|access|login) (event )?logs?\b
  \bconfidential (?!clients?\b|comput|vms?\b|ledger)\w+\b
  \b(staff|internal) (notes?|comments?|remarks?)\b | \bsafeguarding\b | \b(credit|debit) cards? (of|for)\b
`;

/** What others pass for somebody with. */
const personalShown = shownProperty((words, { type }) => type !== 'boolean' && PERSONAL_PROPERTY.test(words));

const PERSONAL_PROPERTY =
  /^(ssn|social security (number|no)|national (insurance|identification|identity) (number|no)|national id( (number|no))?|nino|passport (number|no)|gpa|grade point average)$/;

/** What is nobody's business of an employee, a student or a patient: `/employees/{id}/localTaxes`, `/students/{id}/transcript`. */
function ofPerson({ inPath, tail }: Facts): string | undefined {
  return tail.find((literal) => inPath.some(({ noun }) => isPrivateOf(noun, phraseOf(literal))));
}

/** The same of a thing that is in somebody: reviews are those of employees, or of films. */
export function isPrivateOf(person: string, what: string): boolean {
  return PRIVATE_OF.some(([who, kept]) => who.test(person) && kept.test(what));
}

/** What employees are paid is put together from these. */
const PAID =
  /^(\w+ )*(tax|rate|benefit|deduction|withholding|garnishment|wage)(es|s)?( (setup|elections?))?$/;

/** What others think of an employee. */
const JUDGED = /^((performance )?reviews?|appraisals?|evaluations?|(written )?warnings?)$/;

const MARKED = /^(transcripts?|grades?|marks|gpa|behaviou?rs?|detentions?|warnings?)$/;

/** What those who treat a patient write down, and whoever reads it knows what the patient has. */
const MEDICAL = phrases`
  (patient |medical )?charts? | diagnosis | diagnoses | medical conditions? | medications?
  prescriptions? | (lab(oratory)?|test|pathology|imaging) (results?|reports?)
`;

const PRIVATE_OF = [
  [/(^| )(employee|worker|contractor)$/, PAID],
  [/(^| )(employee|worker|contractor)$/, JUDGED],
  [/(^| )(student|pupil)$/, MARKED],
  [/(^| )patient$/, MEDICAL],
] as const;

/** What players of a league earn, everybody knows. */
function wageShown(endpoint: Endpoint): string | undefined {
  return isOfSomebody(endpoint) || /\b(staff|employees?)(\/|$)/i.test(endpoint.path)
    ? payShown(endpoint)
    : undefined;
}

const payShown = shownProperty(
  (words, { type }) =>
    type !== 'boolean' &&
    /^((base|annual|gross|net|monthly) )?(salary|pay|wage)$|^hourly (wage|rate)$/.test(words),
);

/** Whoever gets the content of a backup gets all that there is: `/backups/{id}/download`, or `GET /hub/backup` without a word on its answer. */
function backupGiven({ method, responses }: Endpoint, literals: readonly string[]): string | undefined {
  const last = literals.at(-1) ?? '';
  const isPlain = responses.every(
    ({ status, shape }) => !status.startsWith('2') || (shape?.type ?? 'string') === 'string',
  );
  if (method === 'GET' && isPlain && /^((full|db|database|system) )?(backup|dump)$/.test(phraseOf(last)))
    return last;
  if (!/download/i.test(last)) return undefined;
  const phrase = literals.slice(-2).map(phraseOf).join(' ');
  return /\b(backups?|dumps?) download$|\bdownload (backup|dump)$/.test(phrase) ? last : undefined;
}
