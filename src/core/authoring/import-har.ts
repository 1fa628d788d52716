import { endpointKey } from '../endpoints/endpoint-key.ts';
import { pathOf } from '../endpoints/path-template.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { type IdentifierPlace, placeOfIdentifier } from '../endpoints/resource-from.ts';
import type { Attribute, Model } from '../model/model.ts';
import { alongSteps } from '../requests/body-identifiers.ts';
import { queryKeys } from '../requests/identifiers.ts';
import type { Call, CallMapper, MappedCall, ModelEndpoint } from '../requests/map-call.ts';
import {
  ANONYMOUS,
  anonymousPrincipal,
  type Claims,
  type PrincipalClaims,
  principalFromClaims,
} from '../requests/principal.ts';
import { checksOfMove, moveOf } from '../requests/server/asked-besides.ts';
import { batchChoiceOf, type ServerRules } from '../requests/server/server-rules.ts';
import { queryTextOf } from '../requests/target.ts';
import { isObject, isRecord } from '../values/record.ts';
import type { HarExchange } from './har.ts';
import { modelledMembers } from './modelled-value.ts';
import { createRecordedCases } from './recorded-cases.ts';
import { withoutSecrets } from './secrets-in-paths.ts';
import {
  recordedName,
  type WrittenCase,
  type WrittenExpectation,
  type WrittenFixtures,
} from './written-fixtures.ts';

/** What a recording becomes. */
export interface ImportedHar {
  readonly fixtures: WrittenFixtures;
  /** Calls that no endpoint answers, as `METHOD /path`, each once. */
  readonly outside: readonly string[];
  /** Calls that nothing can be decided about, such as one with a form that names its resource, as `METHOD /path: why`, each once. */
  readonly undecided: readonly string[];
  /** Calls whose answer says nothing about authorization, such as 500, as `METHOD /path: status`, each once. */
  readonly silent: readonly string[];
  /** Calls about several items whose answer does not say which of them it is about, as `METHOD /path: status`, each once. */
  readonly untold: readonly string[];
  /** Calls that were answered in different ways: the last answer counts. */
  readonly changed: readonly string[];
  /** Principals whose token says nothing that can be read: their claims are to be filled in. */
  readonly opaque: readonly string[];
  /** What was a secret in a path, as `METHOD ;jsessionid` and `METHOD /reset/{token}`, each once. */
  readonly replaced: readonly string[];
  readonly duplicates: number;
}

export interface ImportOptions {
  readonly model: Model;
  readonly mapper: CallMapper & { readonly rules?: Pick<ServerRules, 'moves' | 'batch'> };
  readonly claims: PrincipalClaims;
}

/**
 * Makes fixtures of recorded calls. Of a token only the claims that decide are kept; of query and body only what decisions can depend on.
 * Nothing else that was recorded gets out of here.
 */
export function importHar(exchanges: readonly HarExchange[], options: ImportOptions): ImportedHar {
  const people = createRecordedPeople();
  const cases = createRecordedCases();
  const lists = {
    outside: new Set<string>(),
    undecided: new Set<string>(),
    silent: new Set<string>(),
    untold: new Set<string>(),
  };
  const replaced = new Set<string>();
  for (const { call, credentials, status } of exchanges) {
    const mapped = options.mapper.map(call, anonymousPrincipal(options.model));
    const template = mapped.type === 'requests' ? mapped.endpoint.path : undefined;
    const path = withoutSecrets(pathOf(call.url), template);
    for (const what of path.replaced) replaced.add(`${call.method} ${what}`);
    const shown = `${call.method} ${path.path}`;
    const expect = expectedBy(status);
    if (mapped.type === 'unusable') lists.undecided.add(`${shown}: ${mapped.reason}`);
    else if (mapped.type !== 'requests') lists.outside.add(shown);
    else if (expect === undefined) lists.silent.add(`${shown}: ${status}`);
    else if (!isAboutAll(mapped, expect, options)) lists.untold.add(`${shown}: ${status}`);
    else {
      // A server that asks for an identity in spite of a token does not accept it: to it, nobody is calling.
      const as = status === 401 ? ANONYMOUS : personOf(credentials, people, options);
      const decisive = decisiveIn(mapped, options);
      cases.add(reducedCase(call, { path: path.path, decisive }, as, expect));
    }
  }
  return {
    fixtures: { tags: ['recorded'], principals: people.claims, cases: cases.named() },
    outside: [...lists.outside],
    undecided: [...lists.undecided],
    silent: [...lists.silent],
    untold: [...lists.untold],
    changed: cases.changed(),
    opaque: people.opaque,
    replaced: [...replaced],
    duplicates: cases.duplicates(),
  };
}

/** The decision that an answer means; an answer that says nothing about authorization means none. */
function expectedBy(status: number): WrittenExpectation | undefined {
  if (status >= 200 && status < 400) return 'allow';
  return status === 401 || status === 403 || status === 404 ? status : undefined;
}

/** Whether an answer is one about every item: a refusal may be about any of them, and items that were not permitted may be left out. */
function isAboutAll(
  { endpoint, also, requests }: AskingCall,
  expect: WrittenExpectation,
  { mapper: { rules } }: ImportOptions,
): boolean {
  if (requests.length === 1 || !PATTERN_TRAITS[endpoint.pattern].hasItems) return true;
  const choice = rules && batchChoiceOf(rules, endpointKey(endpoint), also === undefined);
  return expect === 'allow' && choice !== 'proceed';
}

// ---- calls ----

type AskingCall = Extract<MappedCall, { readonly type: 'requests' }>;

/** What the decision about a call depends on. */
interface Decisive {
  /** Where it names what is asked about. */
  readonly places: readonly IdentifierPlace[];
  /** Of all actions that are asked. */
  readonly context: readonly Attribute[];
}

function decisiveIn({ endpoint, also, requests }: AskingCall, { model, mapper }: ImportOptions): Decisive {
  const endpoints = also ? [endpoint, also] : [endpoint];
  const moved = endpoints.flatMap(({ action }) =>
    checksOfMove(moveOf(action.name, mapper.rules?.moves ?? {})),
  );
  const asked = new Set(requests.map(({ action }) => action.id));
  return {
    places: [...endpoints.flatMap(placesOf), ...moved.map(({ resource }) => placeOfIdentifier(resource))],
    context: model.actions.filter(({ name }) => asked.has(name)).flatMap(({ context }) => context),
  };
}

function reducedCase(
  call: Call,
  { path, decisive }: { readonly path: string; readonly decisive: Decisive },
  as: string,
  expect: WrittenExpectation,
): WrittenCase {
  const url = `${path}${reducedQuery(call.url, decisive)}`;
  const body = reducedBody(call.body, decisive);
  return { name: '', as, call: `${call.method} ${url}`, ...(body ? { body } : {}), expect };
}

/** As it was sent, without the parameters that no decision depends on: some hold keys. */
function reducedQuery(url: string, { places, context }: Decisive): string {
  const query = queryTextOf(url);
  if (query === '') return '';
  const identifying = places.flatMap((place) => (place.in === 'query' ? queryKeys(place.name) : []));
  const names = new Set([
    ...identifying,
    ...membersIn(context, 'queryStringParameters').map(({ name }) => name),
  ]);
  const parts = query.split('&').filter((part) => names.has(decoded(part.replace(/=.*$/s, ''))));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function decoded(text: string): string {
  return new URLSearchParams(`${text}=`).keys().next().value ?? '';
}

/** Where a call names what is asked about. */
export function placesOf({ from, second }: ModelEndpoint): readonly IdentifierPlace[] {
  return [from, ...(second ? [second.from] : [])].map(placeOfIdentifier);
}

/** What identifies the resource, and what the schema puts into the context; nothing else of a body is kept. */
function reducedBody(body: unknown, { places, context }: Decisive): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  const [first, ...others] = places.flatMap((one) =>
    one.in === 'body' ? [alongSteps(body, one.steps)] : [],
  );
  if (Array.isArray(body)) return first;
  const members = modelledMembers({ ...body }, membersIn(context, 'body'));
  const identifying = [first, ...others].filter(isRecord);
  const kept = identifying.reduce<Readonly<Record<string, unknown>>>(mergedMembers, members);
  // Policies can tell a body without members from none.
  const isTold = context.some(({ name }) => name === 'body');
  return Object.keys(kept).length > 0 || isTold ? kept : undefined;
}

/** Both may be about members of one and the same object. */
function mergedMembers(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name];
    merged[name] = isRecord(known) && isRecord(value) ? mergedMembers(known, value) : value;
  }
  return merged;
}

/** What the schema puts into the context. */
export function membersOfContext({ action }: ModelEndpoint, attribute: string): readonly Attribute[] {
  return membersIn(action.context, attribute);
}

function membersIn(context: readonly Attribute[], attribute: string): readonly Attribute[] {
  const types = context.flatMap(({ name, type }) => (name === attribute ? [type] : []));
  return types.flatMap((type) => (type.kind === 'Record' ? type.attributes : []));
}

// ---- people ----

interface RecordedPeople {
  readonly claims: Record<string, Claims>;
  readonly opaque: string[];
  /** Names by what their token says, or by the token itself when it says nothing; kept in memory only. */
  readonly known: Map<string, string>;
  readonly taken: Set<string>;
}

function createRecordedPeople(): RecordedPeople {
  return { claims: {}, opaque: [], known: new Map(), taken: new Set([ANONYMOUS]) };
}

function personOf(credentials: readonly string[], people: RecordedPeople, options: ImportOptions): string {
  if (credentials.length === 0) return ANONYMOUS;
  const claims = credentials.map((token) => claimsOf(token, options)).find((one) => one !== undefined);
  const key = claims ? JSON.stringify(claims) : `opaque ${credentials.join('\n')}`;
  const known = people.known.get(key);
  if (known) return known;
  const subject = String(claims?.[options.claims.subject] ?? '');
  const name = recordedName(subject, people.taken);
  people.known.set(key, name);
  people.claims[name] = claims ?? { [options.claims.subject]: name };
  if (!claims) people.opaque.push(name);
  return name;
}

/** The claims of a JSON Web Token that make a principal; `undefined` when it is none, or names nobody. The signature is not looked at. */
function claimsOf(token: string, { model, claims: names }: ImportOptions): Claims | undefined {
  const payload = jwtPayload(token);
  if (!payload) return undefined;
  const type = model.entityTypes.find((one) => one.name === model.principalType);
  const naming = [...new Set([names.subject, names.groups, names.tenant])].filter((name) =>
    isNaming(payload[name]),
  );
  const read = (type?.attributes ?? []).map((attribute) => ({
    ...attribute,
    name: attribute.claim ?? attribute.name,
  }));
  const claims = {
    ...modelledMembers(payload, read),
    ...Object.fromEntries(naming.map((name) => [name, payload[name]])),
  };
  return principalFromClaims(claims, names, model).ok ? claims : undefined;
}

/** A text, or a list of texts; an object could hold anything. */
function isNaming(claim: unknown): boolean {
  return [claim].flat().every((one) => typeof one === 'string');
}

function jwtPayload(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token) ?? [];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
