import { memoize } from '../../caching/memoize.ts';
import { orList } from '../../diagnostics/did-you-mean.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { changes, type Sensed } from '../reserved/sensed.ts';
import { MOST_READ, MUST_BE, MUST_HAVE, plainText } from '../reserved/texts.ts';
import type { Facts } from '../signals/facts.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf, wordsOf } from '../words.ts';

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

/** Why an endpoint is for those who run the system. */
export function saysAdministrative(endpoint: Endpoint, facts: Facts): string | undefined {
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
export function saysSettings(sensed: Sensed): string | undefined {
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
