import { memoize } from '../caching/memoize.ts';
import { orList } from '../diagnostics/did-you-mean.ts';
import { PATTERN_TRAITS, type PatternName } from '../endpoints/pattern.ts';
import type { Remark, Remarks } from '../endpoints/remark.ts';
import { type Endpoint, isReading, type Shape } from '../openapi/endpoint.ts';
import { listedShape } from '../openapi/held-shape.ts';
import type { Classification } from './classified-api.ts';
import { givesRights, saysAccess, saysOwnRights } from './reserved/access.ts';
import { saysChanged } from './reserved/changed.ts';
import { saysMoney } from './reserved/money.ts';
import { saysPrivate } from './reserved/private.ts';
import { saysRestricted } from './reserved/restricted.ts';
import { saysSecret } from './reserved/secrets.ts';
import { changes, type Sensed } from './reserved/sensed.ts';
import { saysSweeping } from './reserved/sweeping.ts';
import { saysWhole } from './reserved/tenants.ts';
import { MOST_READ, MUST_BE, MUST_HAVE, plainText } from './reserved/texts.ts';
import { callerSignal } from './signals/caller.ts';
import type { Facts } from './signals/facts.ts';
import { literalTest } from './signals/path/literal-tests.ts';
import { signsOut } from './signals/signing.ts';
import { valuesTaken } from './signals/values/taken-values.ts';
import { namesSeveral, phraseOf, wordsOf } from './words.ts';

/** What the API description says of an endpoint beside its pattern; each with the sentence that says why. */
export function remarksOf(plain: Sensed): Remarks {
  const { endpoint, facts, pattern } = plain;
  const { policyKind, isForAnyone } = PATTERN_TRAITS[pattern];
  if (isForAnyone) return {};
  const changed = saysChanged(plain);
  const sensed = changed === undefined ? plain : { ...plain, changed };
  const reads = isReading(endpoint) && changed === undefined;
  const own = policyKind === 'implicit-scope' ? saysOwn(sensed, reads) : undefined;
  const undocumented =
    own === undefined && !isPlain(facts, pattern) ? saysNothing(endpoint, facts) : undefined;
  return {
    ...(own !== undefined && { own }),
    ...(changed !== undefined && { changes: changed }),
    ...reservedRemark(sensed, own !== undefined),
    ...(undocumented !== undefined && { undocumented }),
  };
}

function reservedRemark(sensed: Sensed, isOwn: boolean): Remarks {
  let found = NOT_RESERVED;
  for (const { remark, says } of RESERVED) {
    const text = says(sensed, isOwn);
    if (text === undefined) continue;
    found = { ...found, [remark]: text };
    // Where the API is about that, it keeps nobody out: something else may have to.
    if (remark !== 'private') return found;
  }
  return found;
}

const NOT_RESERVED: Remarks = {};

/** Whoever may take back or change what `POST /shows/{id}/hosts` gives changes who may do what as much as whoever gives it. */
export function withWhatUndoes(
  classifications: readonly Classification[],
  verdicts: readonly Sensed[],
): readonly Classification[] {
  const giving = verdicts.filter((one) => one.endpoint.method === 'POST' && givesRights(one));
  if (giving.length === 0) return classifications;
  const places = new Map(giving.map(({ endpoint }) => [placeOf(endpoint.path), endpoint]));
  return classifications.map((one) => {
    const { endpoint, remarks } = one;
    const place = placeOf(endpoint.path);
    const given = places.get(place) ?? places.get(place.replace(/\/\{\}$/, ''));
    const isFree = Object.keys(remarks).every((remark) => remark === 'unasked');
    if (given === undefined || !isFree || !/^(PUT|PATCH|DELETE)$/.test(endpoint.method)) return one;
    const access = `it takes back or changes what \`${given.method} ${given.path}\` gives`;
    return { ...one, remarks: { ...remarks, access } };
  });
}

function placeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

type Says = (sensed: Sensed, isOwn: boolean) => string | undefined;

/** What is not for everybody, the weightiest first. Money, bills and logs are not, either, where the API description calls them the caller's own. */
const RESERVED: readonly { readonly remark: Remark; readonly says: Says }[] = [
  { remark: 'administrative', says: ({ endpoint, facts }) => saysAdministrative(endpoint, facts) },
  { remark: 'secret', says: (sensed, isOwn) => (isOwn ? undefined : saysSecret(sensed)) },
  {
    remark: 'administrative',
    says: (sensed, isOwn) => (isOwn ? undefined : (saysWhole(sensed) ?? saysSettings(sensed))),
  },
  { remark: 'access', says: (sensed, isOwn) => (isOwn ? saysOwnRights(sensed) : saysAccess(sensed)) },
  { remark: 'money', says: saysMoney },
  { remark: 'private', says: saysPrivate },
  { remark: 'sweeping', says: (sensed, isOwn) => (isOwn ? undefined : saysSweeping(sensed)) },
  { remark: 'restricted', says: saysRestricted },
];

/** How sure an answer can be about a write of which nothing is described that says what it changes. */
export const SUREST_UNDOCUMENTED = 0.6;

// ---- the caller's own ----

function saysOwn({ endpoint, facts }: Sensed, reads: boolean): string | undefined {
  if (signsOut(facts)) return `\`${facts.literals.at(-1)}\` ends the caller’s own session`;
  if (isOfAccount(facts, reads)) return undefined;
  const [signal, , text = ''] = callerSignal(endpoint, facts) ?? [];
  // "Your account" in a summary is only a turn of phrase.
  if (signal === undefined || signal === 'yours-in-summary') return undefined;
  if (!reads && signal !== 'caller-in-path' && valuesTaken(endpoint).some(namesPerson)) return undefined;
  return reads || signal === 'caller-in-path' || !isOnlyMentioned(signal, text, facts) ? text : undefined;
}

/** `PUT /user/columns?accountId=` changes the columns of whoever is named, though it speaks of the calling user. */
const namesPerson = memoize((name) =>
  /^(account|user|person|member|employee) (id|key)$/.test(phraseOf(name)),
);

/** An account is more often that of a team than of a person: reading it is harmless; changing it, and all users in it, are not. */
function isOfAccount({ literals }: Facts, reads: boolean): boolean {
  const [first = '', second = ''] = literals;
  if (!/^accounts?$/i.test(first)) return false;
  return !reads || (!/^profile$/i.test(second) && literals.slice(1).some(namesSeveral));
}

/** What a call changes is not the caller's own because a text speaks of "the calling account", or somewhere of the caller. */
function isOnlyMentioned(signal: string, text: string, { literals }: Facts): boolean {
  if (signal === 'caller-in-summary') return /\baccount\b/.test(text);
  return signal === 'caller-in-description' && !literals.some((literal) => PERSONAL.test(literal));
}

const PERSONAL = /^(users?|profiles?|sessions?|notifications?|preferences)$/i;

// ---- for those who run the system ----

/** Words that mark an area wherever they stand in a path. */
const ADMIN_WORDS: ReadonlySet<string> = new Set(
  'admin admins administration administrator administrators superuser sysadmin backoffice'.split(' '),
);

/** Whole literals that mark an area where they stand first. */
const ADMIN_ROOT = /^(_?internal|internals|system|sys|sudo|_?management|ops|_?debug|actuator|pprof)$/i;

const ADMIN_TAG = /\b(admin|administration|administrators?|internal|system)\b/i;

const RIGHTS = '(?:access|permissions?|privileges?|rights|role)';

const ADMIN = `(?:(?:sys|super)?admin(?:istrator)?s?|administrative (?:users?|roles?|${RIGHTS})|administration(?::write)? (?:\\w+ )?permissions?)`;

const ADMIN_TEXT = new RegExp(
  [
    '(site|system|server|global|(?<!for )instance|super)[- ]?(admin|administrator|user)s?',
    'admins? only',
    `only (\\w+ ){0,3}${ADMIN}`,
    `only (?!(?:if|when|where|visible|contains?|has|have|returns?|returned|shows?|shown|includes?|lists?)\\b)(\\w+ ){4,8}${ADMIN}`,
    `only (\\w+ ){0,6}administ(er|rate)`,
    `(require[sd]?|needs?|${MUST_BE}|${MUST_HAVE}) (an? |the |any )?(\\w+ ){0,2}${ADMIN}`,
    `(?:${ADMIN}( level)?|administrative) ${RIGHTS}\\b[^.;]{0,60} (is|are|will be) (required|needed)`,
    `authori[sz]ed for (the )?${ADMIN}( and \\w+)?(?=[.;)]|$)`,
    `(requires?|needs?) elevated ${RIGHTS}|elevated ${RIGHTS} (is|are) (required|needed)`,
    `(?<!(?<!owner )\\bor (?:an? )?)(users?|members?|callers?|people|those|authenticated) with (an? |the )?${ADMIN}( or owner)? ${RIGHTS}\\b[^.;]{0,40} can\\b(?! (?:see|view|also))`,
    '(token with|requires?|needs?) (an? |the )?admin:\\w+ (oauth )?scope',
    'permissions? (required|needed):? administer',
    'for (internal|admin) use',
    'internal( use)? only',
    'only unrestricted users',
    'administrators? can',
  ]
    .map((part) => `\\b${part}\\b`)
    .join('|'),
  'i',
);

function saysAdministrative(endpoint: Endpoint, facts: Facts): string | undefined {
  const [first = ''] = facts.literals;
  const literal = isAdminRoot.holds(first) ? first : holdsAdminWord.first(facts.literals);
  if (literal !== undefined) return `it is below \`${literal}\``;
  const tag = endpoint.tags.find(isAdminTag);
  if (tag !== undefined) return `its tag is \`${tag}\``;
  const group = adminGroup(endpoint);
  if (group !== undefined) return `only ${group} may call it`;
  const named = facts.nameWords.find(isAdminWord);
  if (named !== undefined) return `its name says \`${named}\``;
  const description = endpoint.description.slice(0, MOST_READ);
  if (!MAY_BE_FOR_ADMINS.test(endpoint.summary) && !MAY_BE_FOR_ADMINS.test(description)) return undefined;
  const said = ADMIN_TEXT.exec(plainText(`${endpoint.summary} ${description}`))?.[0];
  return said === undefined ? undefined : `its description says "${said.toLowerCase()}"`;
}

/** Whatever `ADMIN_TEXT` finds has one of these in it, which is sooner looked for. */
const MAY_BE_FOR_ADMINS = /admin|user|internal|elevated/i;

function isAdminWord(word: string): boolean {
  return ADMIN_WORDS.has(word);
}

/** A scope that a whole document asks for is that of its client. */
function adminGroup({ groups, saysGroups, saysSecurity }: Endpoint): string | undefined {
  const isOwn = saysGroups !== undefined || saysSecurity === true;
  const found = groups.flatMap((set) => set.find(isAdminGroup) ?? []);
  const isForAdmins = isOwn && found.length > 0 && found.length === groups.length;
  return isForAdmins ? orList([...new Set(found)]) : undefined;
}

/** A group or a scope: `admin`, `write:admin`, `RequiresElevation`. */
const isAdminGroup = memoize(
  (name) => wordsOf(name).some(isAdminWord) || /^requires? elevation$/.test(phraseOf(name)),
);

const holdsAdminWord = literalTest((literal) => wordsOf(literal).some(isAdminWord));

const isAdminRoot = literalTest((literal) => ADMIN_ROOT.test(literal));

/** Settings that stand in nothing are those of the whole application. */
function saysSettings(sensed: Sensed): string | undefined {
  const [first, ...rest] = sensed.facts.steps;
  if (
    first?.kind === 'literal' &&
    rest.length === 0 &&
    /^(server|instance)$/i.test(first.text) &&
    changes(sensed)
  )
    return `\`${first.text}\` is the whole application`;
  const [second] = rest;
  const isDefault = second?.kind === 'literal' && rest.length === 1 && /^defaults?$/i.test(second.text);
  const isWhole =
    first?.kind === 'literal' &&
    (isSettings.holds(first.text) || (isDefault && /settings$/i.test(first.text))) &&
    changes(sensed);
  return isWhole ? `\`${first.text}\` that belong to nothing are those of the whole application` : undefined;
}

const isSettings = literalTest((literal) =>
  /^(((global|server|application|app|site) )?(settings?|config|configuration)|feature (flags?|toggles?)|maintenance mode|rate limits?|quotas?|plugins?)$/.test(
    phraseOf(literal),
  ),
);

const isAdminTag = memoize((tag) => ADMIN_TAG.test(tag.replaceAll(/[_-]/g, ' ')));

// ---- nothing said ----

/** A search changes nothing, and what is made in a collection whose elements have a path is one of them. */
function isPlain({ elementMethods }: Facts, pattern: PatternName): boolean {
  const { effect, members } = PATTERN_TRAITS[pattern];
  return effect === 'read' || (members === 'created' && elementMethods.size > 0);
}

function saysNothing(endpoint: Endpoint, { inPath, elsewhere }: Facts): string | undefined {
  if (!/^(POST|PUT|PATCH)$/.test(endpoint.method) || inPath.length > 0 || elsewhere.length > 0)
    return undefined;
  if (endpoint.body !== undefined && describes(endpoint.body.shape)) return undefined;
  return 'neither its path nor a described body says what it changes';
}

function describes(shape: Shape): boolean {
  const held = listedShape(shape);
  return held !== undefined && (held.properties.size > 0 || !/^(array|object|map|unknown)$/.test(held.type));
}
