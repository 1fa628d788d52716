import { memoize, memoizeByIdentity } from '../../caching/memoize.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { type Endpoint, isReading, type Shape } from '../../openapi/endpoint.ts';
import { heldShape } from '../../openapi/held-shape.ts';
import { describedBy } from '../described-by.ts';
import type { Facts } from '../signals/facts.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf } from '../words.ts';
import {
  about,
  canHold,
  changes,
  DEEPEST,
  lastNoun,
  lastRun,
  type Sensed,
  shownProperty,
  takenProperty,
} from './sensed.ts';
import {
  CERTIFICATES,
  RENEWED_TEXT,
  SECRET,
  SECRET_PROPERTY,
  SECRET_TAKEN,
  SECRET_TEXT,
  saidBy,
  saidFirst,
} from './texts.ts';

/** Keys, sessions and other credentials, asked for by name, and answers and bodies with secrets in them. */
export function saysSecret(sensed: Sensed): string | undefined {
  return (
    saysByName(sensed) ??
    saysPin(sensed) ??
    saysKey(sensed) ??
    saysVariables(sensed) ??
    saysSession(sensed) ??
    saysSecretAnswer(sensed) ??
    saysSecretTaken(sensed) ??
    saysInSummary(sensed)
  );
}

// ---- by name ----

function saysByName(sensed: Sensed): string | undefined {
  const { endpoint, facts, changed } = sensed;
  const isChange = !isReading(endpoint) || changed !== undefined;
  const literal =
    MAY_BE_SECRET.first(facts.literals) &&
    facts.literals.find((text) => isSecret(text, facts) || (isChange && lastNoun(text) === 'token'));
  const given = isChange || literal !== undefined ? undefined : tokenGiven(sensed);
  if (given !== undefined) return `\`${given}\` in the path stands for credentials`;
  if (literal !== undefined) return `\`${literal}\` in the path stands for credentials`;
  const { nameWords } = facts;
  // Few of them end so that they need to be looked at as a whole.
  return ENDS_SECRET.test(nameWords.at(-1) ?? '') && SECRET.test(nameWords.join(' '))
    ? `\`${endpoint.operationId}\` is about credentials`
    : undefined;
}

/** `GET /daemons/{id}/token` gives one; `/tokens/{id}` shows what is known of one. */
function tokenGiven({ endpoint, facts, pattern }: Sensed): string | undefined {
  const last = facts.literals.at(-1) ?? '';
  // What stands behind `#` is a value of the call: `/blocks/{index}#blockToken`.
  const isOne =
    !endpoint.path.includes('#') && !facts.endsWithIdentifier && PATTERN_TRAITS[pattern].members !== 'listed';
  const phrase = phraseOf(last);
  const isOfForm = facts.literals.some((literal) => OF_FORM.test(phraseOf(literal)));
  return isOne && /token$/.test(phrase) && !isOfForm && !NOT_GIVEN.test(phrase) ? last : undefined;
}

/** A token that is only looked at, or that names a page, lets nobody in. */
const NOT_GIVEN = /^(check|verif|validat|resolv|introspect|inspect)|\bpage\b/;

/** Nor does one that protects a form: `/antiforgery/token`. */
const OF_FORM = /\b(csrf|xsrf|anti ?forgery)\b/;

/** How the last word of all that is secret ends. */
const ENDS_SECRET =
  /(credential|secret|config|password|passwd|pwd|phrase|code|string|ur[il]|link|token|key|var|variable|env)s?$/;

/** Nouns of people, whose tokens are their credentials. */
const WHOSE = /^(user|user ?name|member|account|person|profile)$/;

/** Plain tokens are those of somebody, or what the call identifies by itself: there are others that are no secret. */
function isSecret(literal: string, { inPath, literals, steps }: Facts): boolean {
  if (namesSecret(literal)) return true;
  if (!namesTokens(literal)) return false;
  return (
    /^(accounts?|users?)$/i.test(literals[0] ?? '') ||
    inPath.some(({ noun }) => WHOSE.test(noun)) ||
    steps.some(({ kind, text }) => kind === 'parameter' && /^(access_?)?token$/i.test(text))
  );
}

const namesSecret = memoize((name) => {
  const phrase = phraseOf(name);
  return SECRET.test(phrase) || GIVES_KEYS.test(phrase) || /^env$/i.test(name);
});

/** `POST /accounts/{id}/listKeys` gives them, and `:signJwt` gives what is signed with one. */
const GIVES_KEYS =
  /^(list|regenerate|rotate|renew) (\w+ ){0,2}(keys?|secrets?|connection strings?)$|^sign (jwt|blob)$/;

const namesTokens = memoize((literal) => /^tokens?$/.test(phraseOf(literal)));

const MAY_BE_SECRET = literalTest(
  (literal) => namesSecret(literal) || namesTokens(literal) || lastNoun(literal) === 'token',
);

/** The pin of a card, whoever reads or sets it, also by `POST /pins/reveal`; a pinned message is none. */
function saysPin({ endpoint, facts: { literals, inPath } }: Sensed): string | undefined {
  const last = literals.at(-1) ?? '';
  const noun = inPath.at(-1)?.noun ?? '';
  const isOfCard = /(^| )(card|payment instrument|sim|(smart|door|pad)?lock)$/.test(noun);
  const taken = isOfCard ? pinTaken(endpoint) : undefined;
  if (taken !== undefined) return `its body takes \`${taken}\``;
  const isOfLock = /(^| )(smart|door|pad)?lock$/.test(noun) || /^locks?$/i.test(literals.at(-2) ?? '');
  if (isOfLock && /^codes?$/i.test(last)) return `\`${last}\` in the path stands for credentials`;
  const isOfPins = /^pins?$/i.test(literals.at(-2) ?? '') && /^(reveal|change|reset|set)$/i.test(last);
  return (isOfCard && isPin.holds(last)) || isOfPins
    ? `\`${last}\` in the path stands for credentials`
    : undefined;
}

/** `POST /cards/{id}/activate` with a `pin` sets it. */
const pinTaken = takenProperty(
  (words, { type }) => type !== 'boolean' && /^((new|card) )?pin( code)?$/.test(words),
  0,
);

const isPin = literalTest((literal) => /^((reset|change|set|reveal) )?pins?$/.test(phraseOf(literal)));

/** Keys and certificates that are made or taken away let somebody in, or lock somebody out. */
function saysKey(sensed: Sensed): string | undefined {
  const { literals } = sensed.facts;
  const store = KEY_STORE.exec(sensed.endpoint.path)?.[1];
  if (store !== undefined) return `\`${store}\` in the path holds private keys`;
  const app = isOAuth.first(literals) && about(sensed).find(isOAuth.holds);
  if (app !== undefined) return `\`${app}\` in the path stands for credentials`;
  // Behind `#`, a path says what its calls take: `DELETE /tags/{arn}#tagKeys` takes tags off.
  const isOfTags = /#tag_?keys$/i.test(sensed.endpoint.path);
  const key =
    isKey.first(literals) && changes(sensed) && !isOfTags ? about(sensed).find(isKey.holds) : undefined;
  return (
    key && `\`${key}\` in the path ${lastNoun(key) === 'key' ? 'lets somebody in' : 'says who somebody is'}`
  );
}

/** Files that hold private keys as a rule. */
const KEY_STORE = /([^/]+\.(?:p12|pfx|jks|keystore))$/i;

/** Those of a project or a pipeline are what it is built and run with: `/projects/{id}/variables`, `/orgs/{org}/actions/variables`. */
function saysVariables({ facts: { steps } }: Sensed): string | undefined {
  const at = steps.findLastIndex(({ kind }) => kind === 'literal');
  const before = steps.slice(0, at).findLast(({ kind }) => kind === 'literal');
  const isRun = BUILT_OR_RUN.test(phraseOf(before?.text ?? ''));
  return isRun && /^variables$/i.test(steps[at]?.text ?? '')
    ? '`variables` in the path are what something is built or run with'
    : undefined;
}

const BUILT_OR_RUN =
  /^(projects?|groups?|environments?|repositor(y|ies)|repos|workspaces?|pipelines?( config)?|actions|apps?|services?|deployments?|builds?)$/;

const isOAuth = literalTest((literal) =>
  /^o ?auth ?2?( (app|application|client)s?)?$/.test(phraseOf(literal)),
);

const isKey = literalTest((literal) => lastNoun(literal) === 'key' || CERTIFICATES.test(phraseOf(literal)));

/** Whoever ends or changes a session acts for the one whose it is. Sessions of a conference or a checkout stand below what they are of. */
function saysSession(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const { literals, steps, inPath, nameWords } = sensed.facts;
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  const isOfProcesses = /(^| )(container|pod|sandbox)$/.test(inPath.at(-1)?.noun ?? '');
  const opener = isOfProcesses ? lastRun(sensed).find(opensProcess.holds) : undefined;
  if (opensShell.holds(last) || opener !== undefined)
    return `\`${opener ?? last}\` in the path lets somebody in`;
  const ends = ENDS_SESSIONS.exec(nameWords.join(' '))?.[0];
  if (ends !== undefined && inPath.length === 0) return `its name says "${ends}"`;
  const { endpoint } = sensed;
  const ended = saidBy(endpoint, ENDS_ALL) ?? saidFirst(endpoint, ENDS_ALL);
  if (ended !== undefined) return ended;
  const phrase = phraseOf(first);
  const isLogin = /^(login|user|auth|web|browser|device) sessions?$/.test(phrase);
  const isRoot = /^sessions?$/.test(phrase) && steps[0]?.kind === 'literal' && inPath.length > 0;
  return isLogin || isRoot ? `\`${first}\` in the path lets somebody in` : undefined;
}

const opensShell = literalTest((literal) =>
  /^((remote|web|ssh|root) )?(shell|console|ssh|exec)$|^vnc$/.test(phraseOf(literal)),
);

/** Whoever is attached to a process types into it: `/containers/{id}/attach/ws`. */
const opensProcess = literalTest((literal) => /^(attach|port ?forward)$/.test(phraseOf(literal)));

const ENDS_SESSIONS = /\b(revoke|end|invalidate|terminate|kill) (all )?((user|login|web) )?sessions\b/;

/** "Expire all of the tokens associated with an application". */
const ENDS_ALL = /^(revokes?|expires?|invalidates?) (all|every) (of )?(\w+ ){0,2}(tokens?|sessions?)\b/i;

// ---- in answers ----

const isSecretProperty = memoize((name) => SECRET_PROPERTY.test(phraseOf(name)));

/** A secret that the answer gives to whoever reads it. */
function saysSecretAnswer(sensed: Sensed): string | undefined {
  const { endpoint } = sensed;
  const listsTokens = /(^| )tokens$/.test(phraseOf(sensed.facts.literals.at(-1) ?? ''));
  if (sensed.pattern === 'creation' ? givesToken(endpoint) : listsTokens && showsToken(endpoint))
    return 'its answer holds `token`';
  for (const response of endpoint.responses) {
    // The shapes of other answers need not be read.
    const shape = response.status.startsWith('2') ? response.shape : undefined;
    const found = shape && secretIn(shape, DEEPEST);
    if (found !== undefined) return `its answer holds \`${found}\``;
  }
  return undefined;
}

/** What is made with a token of its own acts by that: a bot, a runner. Elsewhere, a token may be that of the next page. */
function givesToken({ responses }: Endpoint): boolean {
  return responses.some(({ status, shape }) => {
    if (shape === undefined || !status.startsWith('2')) return false;
    const { properties } = describedBy(shape);
    return properties.has('token') && properties.has('id');
  });
}

/** Tokens that are listed in full, and not only by what is known of them. */
const showsToken = shownProperty((words, shape) => words === 'token' && isText(shape));

function secretIn(shape: Shape, depth: number): string | undefined {
  const held = heldShape(shape);
  return depth === 0 || held === undefined ? undefined : SECRETS_BELOW[depth]?.(held);
}

/** By depth: many answers hold the same shapes, so each is looked through once. */
const SECRETS_BELOW = Array.from({ length: DEEPEST + 1 }, (_, depth) =>
  memoizeByIdentity((shape: Shape) => secretAmong(shape, depth)),
);

function secretAmong(whole: Shape, depth: number): string | undefined {
  const own = ownSecret(whole);
  if (own !== undefined) return own;
  for (const { shape, writeOnly } of whole.properties.values()) {
    if (writeOnly === true || !canHold(shape)) continue;
    const found = secretIn(shape, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** It is looked for once, however deep it stands in an answer. */
const ownSecret = memoizeByIdentity(({ properties }: Shape): string | undefined => {
  for (const { name, shape, writeOnly } of properties.values())
    if (writeOnly !== true && isSecretProperty(name) && isText(shape)) return name;
  // Alone, either may be the key of a table.
  return properties.has('primaryKey') && properties.has('secondaryKey') ? 'primaryKey' : undefined;
});

function isText({ type, items }: Shape): boolean {
  return type === 'string' || items?.type === 'string';
}

// ---- in summaries ----

function saysInSummary(sensed: Sensed): string | undefined {
  const { endpoint } = sensed;
  return saidBy(endpoint, SECRET_TEXT) ?? (changes(sensed) ? saidBy(endpoint, RENEWED_TEXT) : undefined);
}

// ---- in bodies ----

/** Whoever sets a private key or the secret of an application decides who it is. Passwords that a user sets stand with the user. */
function saysSecretTaken(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  const found = secretTaken(sensed.endpoint);
  return found && `its body takes \`${found}\``;
}

const secretTaken = takenProperty((words) => SECRET_TAKEN.test(words));
