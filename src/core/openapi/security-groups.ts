import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { editDistance } from '../diagnostics/did-you-mean.ts';
import { type GroupRequirement, groupRequirement } from '../endpoints/group-requirement.ts';
import { METHODS } from '../endpoints/method.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import type { Endpoint } from './endpoint.ts';
import { type DocumentPlace, placeAlong, placeAt, placesIn, textOf, textsOf, valueAt } from './place.ts';
import type { OpenApiReader } from './reader.ts';
import { problemAt } from './spec-problem.ts';

const GROUPS_KEY = 'x-authz-groups';

/**
 * Whom an operation is reserved for. `x-authz-groups` lists groups of which one is enough; a list in it means all of its groups. Else the
 * security requirements count as OpenAPI means them: one requirement of the list is enough, and all schemes and scopes of it are needed.
 */
export function groupsOf(
  operation: DocumentPlace,
  item: DocumentPlace,
  reader: OpenApiReader,
): GroupRequirement {
  const named = groupsNamed(operation, item);
  if (named)
    return groupRequirement(named.map((entry) => (Array.isArray(entry) ? textsOf(entry) : textsOf([entry]))));
  const requirements = [operation, reader.root]
    .map((holder) => valueAt(holder.value, 'security'))
    .find(Array.isArray);
  return groupsAlone((requirements ?? []).map((requirement) => readRequirement(requirement, reader)));
}

/** The names of the schemes that some requirement of an operation asks for; none where one of them asks for nothing. */
export function schemesOf(operation: unknown, root: unknown): readonly string[] {
  const requirements = [operation, root].map((holder) => valueAt(holder, 'security')).find(Array.isArray);
  const schemes = (requirements ?? []).map((one) => Object.keys(isRecord(one) ? one : {}));
  return schemes.some(({ length }) => length === 0) ? [] : [...new Set(schemes.flat())].sort(compareText);
}

interface Requirement {
  readonly scopes: readonly string[];
  /** The schemes of it that say nothing of groups. */
  readonly keys: readonly string[];
}

/**
 * What the groups of a caller show alone. Nobody sees in them which key came along, so a requirement counts when all requirements ask for its
 * keys; where none does, all scopes are needed, or else the scopes that go with one key would do with another.
 */
function groupsAlone(requirements: readonly Requirement[]): GroupRequirement {
  const named = requirements.filter(({ scopes }) => scopes.length > 0);
  const shown = named.filter(({ keys }) =>
    keys.every((key) => requirements.every((other) => other.keys.includes(key))),
  );
  return groupRequirement(
    shown.length > 0 ? shown.map(({ scopes }) => scopes) : [named.flatMap(({ scopes }) => scopes)],
  );
}

/** What `x-authz-groups` lists, on the operation or on its path item for all of them. */
function groupsNamed(operation: DocumentPlace, item: DocumentPlace): readonly unknown[] | undefined {
  return [operation, item].map((holder) => valueAt(holder.value, GROUPS_KEY)).find(Array.isArray);
}

/**
 * What of the operation names groups of users: `x-authz-groups`, or each of its own requirements by roles. Where a bearer token is all that is
 * said, OpenAPI 3.1 has roles in place of scopes: those of users, and not what a client asks for.
 */
export function groupsSaidBy(
  operation: DocumentPlace,
  item: DocumentPlace,
  reader: OpenApiReader,
): Endpoint['saysGroups'] {
  if (groupsNamed(operation, item)) return 'x-authz-groups';
  const requirements = valueAt(operation.value, 'security');
  if (!Array.isArray(requirements) || requirements.length === 0) return undefined;
  return requirements.every((requirement) => namesRoles(requirement, reader)) ? 'security' : undefined;
}

function namesRoles(requirement: unknown, reader: OpenApiReader): boolean {
  return Object.entries(isRecord(requirement) ? requirement : {}).some(
    ([scheme, roles]) => textsOf(roles).length > 0 && schemeNamed(scheme, reader).isBearer,
  );
}

function readRequirement(requirement: unknown, reader: OpenApiReader): Requirement {
  const schemes = Object.entries(isRecord(requirement) ? requirement : {});
  return {
    scopes: schemes.flatMap(([scheme, scopes]) => (namesNoGroup(scheme, reader) ? [] : textsOf(scopes))),
    keys: schemes.map(([scheme]) => scheme).filter((scheme) => namesNoGroup(scheme, reader)),
  };
}

/** An API key and a password say who calls, and nothing of groups. */
function namesNoGroup(scheme: string, reader: OpenApiReader): boolean {
  const { type, isBearer } = schemeNamed(scheme, reader);
  return /^(?:apiKey|basic|mutualTLS)$/i.test(type) || (/^http$/i.test(type) && !isBearer);
}

function schemeNamed(name: string, { root, follow }: OpenApiReader) {
  const place = [placeAlong(root, ['components', 'securitySchemes']), placeAt(root, 'securityDefinitions')]
    .map((schemes) => follow(placeAt(schemes, name))?.value)
    .find(isRecord);
  const type = textOf(valueAt(place, 'type'));
  return { type, isBearer: /^http$/i.test(type) && /^bearer$/i.test(textOf(valueAt(place, 'scheme'))) };
}

// ---- what cannot be read ----

/**
 * Groups and scopes that cannot be read. What is left out of them would be asked of nobody: of `[[admin, 5]]`, administrators would be
 * enough, and for `x-authz-groups: admin` whoever has the scopes of the operation.
 */
export function findUnusableGroups({ root, follow }: OpenApiReader): readonly Diagnostic[] {
  const paths = placesIn(placeAt(root, 'paths')).filter(({ key }) => key.startsWith('/'));
  const items = paths.flatMap((path) => follow(path) ?? []);
  const operations = items
    .flatMap((item) => METHODS.map((method) => placeAt(item, method.toLowerCase())))
    .filter(({ value }) => isRecord(value));
  return [
    ...[...items, ...operations].flatMap((holder) => [...unusableGroups(holder), ...misspeltGroups(holder)]),
    ...[root, ...operations].flatMap(unusableScopes),
  ];
}

function unusableGroups(holder: DocumentPlace): readonly Diagnostic[] {
  const groups = placeAt(holder, GROUPS_KEY);
  if (groups.value === undefined || (Array.isArray(groups.value) && groups.value.every(isGroups))) return [];
  return [
    problemAt(groups, {
      code: 'groups-invalid',
      message: `\`${GROUPS_KEY}\` is not a list of groups`,
      help: 'write names, and lists of names that are all needed, as in `[admin, [auditor, eu]]`; a name that looks like a number needs quotes',
    }),
  ];
}

function misspeltGroups(holder: DocumentPlace): readonly Diagnostic[] {
  return Object.keys(isRecord(holder.value) ? holder.value : {})
    .filter((key) => key !== GROUPS_KEY && key.startsWith('x-authz') && editDistance(key, GROUPS_KEY) <= 2)
    .map((key) =>
      problemAt(placeAt(holder, key), {
        code: 'groups-invalid',
        message: `\`${key}\` is not read`,
        help: `did you mean \`${GROUPS_KEY}\`?`,
      }),
    );
}

function isGroups(entry: unknown): boolean {
  return isName(entry) || (Array.isArray(entry) && entry.length > 0 && entry.every(isName));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function unusableScopes(holder: DocumentPlace): readonly Diagnostic[] {
  const security = placeAt(holder, 'security');
  if (isRecord(security.value)) return [scopesProblem(security, '`security` is not a list of requirements')];
  return placesIn(security)
    .filter(({ value }) => isRecord(value))
    .flatMap(placesIn)
    .filter(
      ({ value }) =>
        isName(value) || (Array.isArray(value) && value.some((scope) => typeof scope !== 'string')),
    )
    .map((scheme) => scopesProblem(scheme, `\`${scheme.key}\` in \`security\` is not a list of scopes`));
}

function scopesProblem(place: DocumentPlace, message: string): Diagnostic {
  const help =
    'write a list, as in `security: [{ oauth: [read] }]`; a scope that looks like a number needs quotes';
  return problemAt(place, { code: 'groups-invalid', message, help });
}
