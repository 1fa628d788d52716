import { memoize, memoizeByIdentity } from '../caching/memoize.ts';
import { PATTERN_TRAITS, type PatternName } from '../endpoints/pattern.ts';
import { describeIdentifier, type ResourceFrom } from '../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../openapi/endpoint.ts';
import type { Facts } from './signals/facts.ts';
import { isReading } from './signals/judgment.ts';
import { singularOf, wordsOf } from './words.ts';

/** An endpoint with what is known of it before its type has a name. */
export interface Sensed {
  readonly endpoint: Endpoint;
  readonly facts: Facts;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
}

// ---- what the path is about ----

/** The word that an endpoint speaks of: the last literal, and the one in front of it where the last is a verb, as in `/transfer/accept`. */
function subjects({ facts: { steps, pathVerb } }: Sensed): readonly string[] {
  const at = steps.findLastIndex(({ kind }) => kind === 'literal');
  const before = pathVerb === undefined ? undefined : steps[at - 1];
  const found = [steps[at], before?.kind === 'literal' ? before : undefined];
  return found.flatMap((step) => (step === undefined || /^ids?[A-Z_]/.test(step.text) ? [] : [step.text]));
}

/** The literals that stand together at the end, before the identifiers there: `hooks` and `git` of `/hooks/git/{id}`. */
function lastRun({ facts: { steps } }: Sensed): readonly string[] {
  const end = steps.findLastIndex(({ kind }) => kind === 'literal') + 1;
  const start = steps.slice(0, end).findLastIndex(({ kind }) => kind !== 'literal') + 1;
  return steps.slice(start, end).map(({ text }) => text);
}

const lastNoun = memoize((literal) => singularOf(wordsOf(literal).at(-1) ?? ''));

function changes({ endpoint, pattern }: Sensed): boolean {
  return !isReading(endpoint) && PATTERN_TRAITS[pattern].effect !== 'read';
}

// ---- who may do what ----

/** People, and what ties them to rights. */
const ACCESS =
  /^(user|member|membership|collaborator|team|role|permission|privilege|grant|invitation|invite|acl|usergroup|protection|firewall|allowlist|whitelist)$/;

const ACCESS_PHRASE =
  /^(self join|permission level|access (control|right|level|polic(y|ie))s?|security polic(y|ie)s?|(user|member|security) groups?)$/;

/** What happens is sent to somebody else's server, often with a secret in its address. */
const OUTBOUND = /^(web)?hook$|^mirror$/;

const isOutbound = memoize((literal) => OUTBOUND.test(lastNoun(literal)));

const JOINS = /^(add|remove|invite|kick|ban|unban|promote|demote|grant|revoke|assign|unassign)$/;

/** Whoever changes rights changes what everything else is worth; and so does whoever has things sent elsewhere. */
export function saysAccess(sensed: Sensed): string | undefined {
  const all = subjects(sensed);
  const outbound = sensed.facts.literals.find(isOutbound);
  if (outbound !== undefined) return `\`${outbound}\` send what happens to another server`;
  if (!changes(sensed)) return undefined;
  const found = all.find((literal) => isAboutAccess(literal));
  if (found !== undefined) return `\`${found}\` in the path are about who may do what`;
  const hands = lastRun(sensed).find((literal) => /^transfer(_?ownership)?$/i.test(literal));
  if (hands !== undefined) return `\`${hands}\` hands it to somebody else`;
  return isOfPerson(sensed) ? 'it changes what is another person’s, or acts for somebody else' : undefined;
}

/** A person is what the path identifies first, or last. */
function isOfPerson({ facts: { inPath, steps } }: Sensed): boolean {
  const isPerson = (noun: string) => /(^| )(user|member)$/.test(noun);
  const [first] = inPath;
  const last = inPath.at(-1);
  // `/cards/{idCard}/idMembers/{idMember}` takes somebody off a card.
  const literal = steps.findLast(({ kind }) => kind === 'literal')?.text ?? '';
  const isLast = last !== undefined && isPerson(last.noun) && !/^ids?[A-Z_]/.test(literal);
  return isLast || (first !== undefined && inPath.length > 1 && isPerson(first.noun));
}

const isAboutAccess = memoize((literal) => {
  const words = wordsOf(literal);
  const [first = ''] = words;
  const phrase = words.join(' ');
  if (ACCESS_PHRASE.test(phrase)) return true;
  if (JOINS.test(first) && words.length > 1) return ACCESS.test(lastNoun(literal));
  return words.length <= 2 && ACCESS.test(lastNoun(literal));
});

const TENANT = /^(org|organi[sz]ation|tenant|workspace)$/;

/** Whoever changes or deletes what others are in does so to all of them. */
export function saysWhole(sensed: Sensed): string | undefined {
  const { endpoint, facts } = sensed;
  const found = facts.endsWithIdentifier && /^(PUT|PATCH|DELETE)$/.test(endpoint.method);
  const whole = found ? subjects(sensed).find((literal) => TENANT.test(lastNoun(literal))) : undefined;
  return whole && `it changes one of the \`${whole}\` as a whole`;
}

// ---- keys, and answers with secrets in them ----

/** Keys that are made or taken away let somebody in, or lock somebody out. */
export function saysKey(sensed: Sensed): string | undefined {
  const all = lastRun(sensed);
  const app = all.find(isOAuth);
  if (app !== undefined) return `\`${app}\` in the path are credentials`;
  const key = changes(sensed) ? all.find((literal) => lastNoun(literal) === 'key') : undefined;
  return key && `\`${key}\` in the path let somebody in`;
}

const isOAuth = memoize((literal) =>
  /^o ?auth ?2?( (app|application|client)s?)?$/.test(wordsOf(literal).join(' ')),
);

const SECRET_PROPERTY =
  /^((\w+ )?(password|passwd|passphrase)|(\w+ )?secret|(\w+ )?(private|secret|api|access|signing) key|(access|refresh|auth|bearer) token|connection (string|uri))$/;

const isSecretProperty = memoize((name) => SECRET_PROPERTY.test(wordsOf(name).join(' ')));

/** Answers are looked at this deep: `databases[].connection.password`. */
const DEEPEST = 4;

/** A secret that the answer gives to whoever reads it. */
export function saysSecretAnswer({ endpoint }: Sensed): string | undefined {
  for (const { status, shape } of endpoint.responses) {
    if (!status.startsWith('2') || shape === undefined) continue;
    const found = secretIn(shape, DEEPEST);
    if (found !== undefined) return `its answer holds \`${found}\``;
  }
  return undefined;
}

function secretIn(shape: Shape, depth: number): string | undefined {
  const { items } = shape;
  if (items !== undefined) return secretIn(items, depth);
  return depth === 0 ? undefined : SECRETS_BELOW[depth]?.(shape);
}

/** By depth: many answers hold the same shapes, so each is looked through once. */
const SECRETS_BELOW = Array.from({ length: DEEPEST + 1 }, (_, depth) =>
  memoizeByIdentity((shape: Shape) => secretAmong(shape, depth)),
);

function secretAmong({ properties }: Shape, depth: number): string | undefined {
  for (const { name, shape, writeOnly } of properties.values())
    if (writeOnly !== true && shape.type === 'string' && isSecretProperty(name)) return name;
  for (const { shape, writeOnly } of properties.values()) {
    if (writeOnly === true || !canHold(shape)) continue;
    const found = secretIn(shape, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function canHold({ type }: Shape): boolean {
  return type === 'object' || type === 'array';
}

// ---- what is not for everybody to read ----

const PRIVATE = /^(log|invoice|billing|balance|payslip|export)$/;

const PRIVATE_PHRASE = /^(audit (log|trail|event)s?|billing (history|info|address)|payment methods?)$/;

const isPrivate = memoize(
  (literal) => PRIVATE.test(lastNoun(literal)) || PRIVATE_PHRASE.test(wordsOf(literal).join(' ')),
);

/** Logs, bills and exports hold what is nobody's business who only reads the rest. */
export function saysPrivate(sensed: Sensed): string | undefined {
  const found = sensed.facts.literals.find(isPrivate);
  return found && `\`${found}\` in the path are not for everybody`;
}

// ---- everything at once ----

/** One call changes or deletes whatever a tag, a filter or another call in it selects. */
export function saysSweeping(sensed: Sensed): string | undefined {
  if (!changes(sensed)) return undefined;
  return carriesCalls(sensed.endpoint) ?? selects(sensed) ?? saysAll(sensed) ?? saysDangerous(sensed);
}

function carriesCalls({ body, path }: Endpoint): string | undefined {
  const isQuery = /\/graphql$/i.test(path);
  const holdsCalls = body !== undefined && hasCalls(body.shape, DEEPEST);
  return isQuery || holdsCalls
    ? 'its body holds calls of other endpoints, which nothing is asked about'
    : undefined;
}

function hasCalls(shape: Shape, depth: number): boolean {
  return depth > 0 && CALLS_BELOW[depth]?.(shape) === true;
}

/** By depth, like the secrets. */
const CALLS_BELOW = Array.from({ length: DEEPEST + 1 }, (_, depth) =>
  memoizeByIdentity((shape: Shape) => callsAmong(shape, depth)),
);

function callsAmong({ items, properties }: Shape, depth: number): boolean {
  if (items !== undefined && isCall(items)) return true;
  for (const { shape } of properties.values()) if (canHold(shape) && hasCalls(shape, depth - 1)) return true;
  return false;
}

const isCall = memoizeByIdentity(({ properties }: Shape) => {
  const names = [...properties.keys()].map((name) => wordsOf(name).join(' '));
  return names.includes('method') && names.some((name) => /^((relative )?(path|url|uri))$/.test(name));
});

/** `DELETE /droplets?tag_name=` on a collection whose elements have paths of their own. */
function selects({ facts, from, pattern }: Sensed): string | undefined {
  const { inPath, plural, elementMethods, elsewhere, noun } = facts;
  if (inPath.length > 0 || !plural || elementMethods.size === 0 || from === 'application') return undefined;
  if (PATTERN_TRAITS[pattern].members !== 'none' || PATTERN_TRAITS[pattern].hasItems) return undefined;
  const by = elsewhere.find((identifier) => identifier.from === from);
  const isOwn = by === undefined || by.noun === '' || by.noun === noun;
  return isOwn ? undefined : `it acts on everything that ${describeIdentifier(from)} selects`;
}

const ALL =
  /\bby (a )?(tag|label|filter|query|prefix)\b|\b(on )?tagged\b|\b(deletes?|removes?|purges?|clears?|destroys?|resets?|wipes?) all\b/;

function saysAll({ endpoint, facts }: Sensed): string | undefined {
  // Of one thing that the path names, "all" is said of what is in it.
  if (facts.inPath.length > 0) return undefined;
  const words = [wordsOf(endpoint.operationId ?? '').join(' '), facts.summary.words.join(' ')];
  const found = words.map((text) => ALL.exec(text)?.[0]).find((text) => text !== undefined);
  return found && `its name says "${found}"`;
}

function saysDangerous(sensed: Sensed): string | undefined {
  const said = subjects(sensed).find((literal) =>
    /^(dangerous(ly)?|danger(-|_)?zone|destroy_?all|wipe|nuke)$/i.test(literal),
  );
  return said && `it is called \`${said}\``;
}
