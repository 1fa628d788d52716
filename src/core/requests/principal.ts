import { memoizeLast } from '../caching/memoize.ts';
import type { CedarValueJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { knownToConform } from '../cedar/conformance.ts';
import { firstMessage } from '../cedar/engine-diagnostic.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { referenceHelp } from '../cedar/fits/reference-help.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Model } from '../model/model.ts';
import { undeclaredPrincipal } from './declared.ts';

/** The id of the one principal that stands for everyone without a usable identity. */
export const ANONYMOUS = 'anonymous';

/** Which claims of a verified token say who the caller is. */
export interface PrincipalClaims {
  /** The claim with the principal's id. */
  readonly subject: string;
  /** The claim with the list of groups; `scope` and `scp` may hold one text with blanks between the scopes. */
  readonly groups: string;
  /** The claim with the tenant's id, or a list of them. */
  readonly tenant: string;
  /** When set, group ids have the form `<userPoolId>|<group name>`. */
  readonly userPoolId?: string;
}

export const DEFAULT_CLAIMS: PrincipalClaims = { subject: 'sub', groups: 'groups', tenant: 'tenant_id' };

/** What a verified token says. */
export type Claims = Readonly<Record<string, unknown>>;

/** A principal that may be sent to the engine, or why the claims do not make one. */
export type PrincipalAnswer =
  | { readonly ok: true; readonly principal: Entity }
  | { readonly ok: false; readonly reason: string };

/** The principal for a caller without an identity: no attributes, no parents. */
export function anonymousPrincipal(model: Model): Entity {
  return {
    uid: { type: qualified(model.namespace, model.principalType), id: ANONYMOUS },
    attrs: {},
    parents: [],
  };
}

/**
 * Why the engine refuses every question of the caller without an identity, if so: the schema requires attributes of a principal, or
 * enumerates who there is.
 */
export function anonymousMisfit(
  schema: cedar.SchemaJson<string>,
  model: Model,
): Required<PrincipalMisfit> | undefined {
  const anonymous = anonymousPrincipal(model);
  if (knownToConform([anonymous], schema)) return undefined;
  const answer = cedar.checkEntities([anonymous], schema);
  if (answer.ok) return undefined;
  return {
    message: `principal \`${ANONYMOUS}\` does not fit the schema: ${firstMessage(answer.errors)}`,
    help:
      missingCallers(schema, model) ??
      `\`${entityKey(plainUid(anonymous.uid))}\` has no attributes: make those of its type optional in the schema`,
  };
}

/** Why the engine refuses every question of a principal, and what to do about it where that is known. */
export interface PrincipalMisfit {
  readonly message: string;
  readonly help?: string;
}

/** What keeps a principal with an identity from fitting the schema; `undefined` where it fits. */
export function principalMisfit(
  principal: Entity,
  schema: cedar.SchemaJson<string>,
  model: Model,
): PrincipalMisfit | undefined {
  const answer = cedar.checkEntities([principal], schema);
  if (answer.ok) return undefined;
  const message = firstMessage(answer.errors);
  const help = missingCallers(schema, model) ?? referenceHelp(principal, message, schema);
  return { message, ...(help ? { help } : {}) };
}

/** What to do where the schema has no entity type for those who call: one that was written by hand may have it elsewhere. */
function missingCallers(
  schema: cedar.SchemaJson<string>,
  { namespace, principalType, entityTypes }: Model,
): string | undefined {
  if (entityTypes.some(({ name }) => name === principalType)) return undefined;
  const others = Object.entries(schema).flatMap(([home, types]) =>
    Object.entries(types.entityTypes).flatMap(([name, type]) =>
      type.annotations?.principal === undefined ? [] : [`\`${qualified(home, name)}\``],
    ),
  );
  const remedy = `mark the entity type of callers with \`@principal\`, in the namespace \`${namespace}\` of the actions with endpoints`;
  const [marked] = others;
  return marked === undefined ? remedy : `${marked} has this mark and is in another namespace: ${remedy}`;
}

/**
 * The principal entity of a token: the subject is its id, the groups and tenants are its parents, and every claim that the
 * schema models is an attribute. Claims that the schema does not know are left out, since the engine would refuse them.
 */
export function principalFromClaims(claims: Claims, names: PrincipalClaims, model: Model): PrincipalAnswer {
  const answer = principalNamedBy(claims, names, model);
  const undeclared = answer.ok ? undeclaredPrincipal(answer.principal, model) : undefined;
  return undeclared === undefined ? answer : refuse(undeclared);
}

/** The same, where whoever asks has another way to say that the schema declares no such principal. */
export function principalNamedBy(claims: Claims, names: PrincipalClaims, model: Model): PrincipalAnswer {
  if (typeof claims !== 'object' || claims === null) return refuse('there are no claims');
  const id = claimOf(claims, names.subject);
  if (id === undefined) return refuse(`there is no claim \`${names.subject}\`, which says who it is`);
  if (typeof id !== 'string' || id === '')
    return refuse(`claim \`${names.subject}\` is not a non-empty text`);
  if (id === ANONYMOUS)
    return refuse(`claim \`${names.subject}\` is \`${ANONYMOUS}\`, which stands for no identity`);
  const groups = textList(groupClaim(claims, names.groups));
  if (!groups) return refuse(`claim \`${names.groups}\` is not a list of non-empty texts`);
  const tenants = textList(claimOf(claims, names.tenant));
  if (!tenants) return refuse(`claim \`${names.tenant}\` is not a non-empty text or a list of them`);
  const uid = { type: namesOf(model).principal, id };
  const parents = groupUids(groups, names, model).concat(tenantUids(tenants, model));
  return { ok: true, principal: { uid, attrs: modelledClaims(claims, model), parents } };
}

/** The groups that claims name, as they stand there; none where they cannot be read. */
export function groupsClaimed(claims: Claims, names: PrincipalClaims): readonly string[] {
  return textList(groupClaim(claims, names.groups)) ?? [];
}

/** The names of the claims that a principal of a model is made of: {@link principalNamedBy} reads no others. */
export function claimsRead({ subject, groups, tenant }: PrincipalClaims, model: Model): readonly string[] {
  const attributes = claimsOfAttributes(model).map(({ claim }) => claim);
  return [...new Set([subject, groups, tenant, ...attributes])];
}

/** The attributes of a principal, each with the claim that it is read from. */
export function claimsOfAttributes(
  model: Model,
): readonly { readonly name: string; readonly claim: string }[] {
  return namesOf(model).attributes;
}

/** The time at which tokens are looked at, in seconds since 1970: for the end of theirs, and for its beginning. */
export interface TokenClock {
  readonly end: number;
  readonly beginning: number;
}

/** As it is now. */
export function tokenClockAt(now: number): TokenClock {
  return { end: now, beginning: now };
}

/**
 * Fixtures are replayed as if each token were looked at in its own time: what a test says must not depend on the day on which it runs. A
 * token whose time ended before 2000 (`exp: 0`) is past it, one whose time begins in 2100 or later is before it, and a real token is neither.
 */
const REPLAYED_CLOCK: TokenClock = { end: 946_684_800, beginning: 4_102_444_800 - 1 };

/** Whether a token is past its time (`exp`), or before it (`nbf`), or has times that are none. Then it says nothing of who calls. */
export function isOutOfTime({ exp, nbf }: Claims, { end, beginning }: TokenClock): boolean {
  const isOver = exp !== undefined && exp !== null && !(isTime(exp) && exp > end);
  const isAhead = nbf !== undefined && nbf !== null && !(isTime(nbf) && nbf <= beginning);
  return isOver || isAhead;
}

/** A number of JSON may be too large for any time: `1e999` is read as infinite, and such a token would never end. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The principal of a token in replay: nobody where its time is over or has not begun, as for a server. */
export function replayedPrincipal(claims: Claims, names: PrincipalClaims, model: Model): PrincipalAnswer {
  if (isOutOfTime(claims, REPLAYED_CLOCK)) return { ok: true, principal: anonymousPrincipal(model) };
  return principalFromClaims(claims, names, model);
}

/** The tenants a principal belongs to: what `context.tenants` says in every request. */
export function tenantsOf(principal: Entity, model: Model): EntityUid[] {
  const type = namesOf(model).tenant;
  if (type === undefined) return [];
  let tenants: EntityUid[] | undefined;
  for (const parent of principal.parents) {
    const uid = plainUid(parent);
    if (uid.type !== type) continue;
    // Nearly all have one: an array that grows from nothing takes room for 17 at once.
    if (tenants) tenants.push(uid);
    else tenants = [uid];
  }
  return tenants ?? [];
}

/** What every principal of a model is made with: made once, they are quickly compared, too. */
const namesOf = memoizeLast(({ namespace, principalType, groupType, tenantType, entityTypes }: Model) => ({
  principal: qualified(namespace, principalType),
  group: qualified(namespace, groupType),
  tenant: tenantType && qualified(namespace, tenantType),
  attributes: entityTypes
    .filter(({ name }) => name === principalType)
    .flatMap(({ attributes, unreadAttributes = [] }) => [...attributes, ...unreadAttributes])
    .map(({ name, claim }) => ({ name, claim: claim ?? name })),
}));

function refuse(reason: string): PrincipalAnswer {
  return { ok: false, reason };
}

/** What an object inherits was said by no token: a copy of claims with the name `__proto__` may inherit what a caller wrote there. */
export function claimOf(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

/** OAuth writes scopes as one text, with blanks between them. */
function groupClaim(claims: Claims, name: string): unknown {
  const claim = claimOf(claims, name);
  if (typeof claim !== 'string' || (name !== 'scope' && name !== 'scp')) return claim;
  return claim.split(' ').filter((scope) => scope !== '');
}

/** A claim that is not there names nothing. */
function textList(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return [];
  const values = Array.isArray(claim) ? claim : [claim];
  // Everybody with an empty tenant would otherwise be in the same one.
  const isText = values.every((value) => typeof value === 'string' && value !== '');
  if (!isText) return undefined;
  return values.length < 2 ? values : [...new Set(values)];
}

function groupUids(groups: readonly string[], names: PrincipalClaims, model: Model): EntityUid[] {
  const prefix = groupPrefix(names);
  const type = namesOf(model).group;
  return groups.map((group) => ({ type, id: `${prefix}${group}` }));
}

/** What the id of a group has in front of the name that a token has. */
export function groupPrefix({ userPoolId }: PrincipalClaims): string {
  return userPoolId ? `${userPoolId}|` : '';
}

function tenantUids(tenants: readonly string[], model: Model): EntityUid[] {
  const type = namesOf(model).tenant;
  return type === undefined ? [] : tenants.map((id) => ({ type, id }));
}

function modelledClaims(claims: Claims, model: Model): Record<string, CedarValueJson> {
  const attributes = claimsOfAttributes(model);
  const isThere = ({ claim }: { readonly claim: string }) =>
    Object.hasOwn(claims, claim) && claims[claim] !== undefined && claims[claim] !== null;
  if (!attributes.some(isThere)) return {};
  const present = attributes.filter(isThere);
  return Object.fromEntries(present.map(({ name, claim }) => [name, claims[claim] as CedarValueJson]));
}
