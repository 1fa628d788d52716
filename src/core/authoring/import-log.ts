import { type EntityUid, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { endpointKey } from '../endpoints/endpoint-key.ts';
import { pathOf } from '../endpoints/path-template.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { buildCall } from '../requests/build-call.ts';
import type { Call, ModelEndpoint, Request } from '../requests/map-call.ts';
import { ANONYMOUS, anonymousPrincipal, type Claims, replayedPrincipal } from '../requests/principal.ts';
import type { LoggedDecision } from './decision-log.ts';
import { type ImportOptions, membersOfContext, placesOf } from './import-har.ts';
import { createRecordedCases } from './recorded-cases.ts';
import { withoutSecrets } from './secrets-in-paths.ts';
import { recordedName, type WrittenExpectation, type WrittenFixtures } from './written-fixtures.ts';

/** What a decision log becomes. */
export interface ImportedLog {
  readonly fixtures: WrittenFixtures;
  /** Why calls did not become fixtures, with how many of them. */
  readonly skipped: ReadonlyMap<string, number>;
  /** What decisions may have depended on, and the log does not hold: `GET /messages: queryStringParameters.folder`, each once. */
  readonly unknown: readonly string[];
  /** Calls that were decided in different ways: the last decision counts. */
  readonly changed: readonly string[];
  /** Principals of whom only the id is known. */
  readonly opaque: readonly string[];
  readonly duplicates: number;
}

export interface LogOptions extends ImportOptions {
  /** The people of the project's fixtures by their names. */
  readonly known: readonly (readonly [name: string, claims: Claims])[];
}

/**
 * Makes fixtures of the decisions of a server. The log holds no URL: a call is built from endpoint and resources, and kept only if it asks
 * for exactly what was decided. Nothing is made up: what the log does not say is skipped.
 */
export function importLog(decisions: readonly LoggedDecision[], options: LogOptions): ImportedLog {
  const people = createLoggedPeople(options);
  const cases = createRecordedCases();
  const skipped = new Map<string, number>();
  const unknown = new Set<string>();
  for (const answers of decisionsByCall(decisions)) {
    const found = loggedCall(answers, options);
    const as = found.type === 'call' ? people.named(found.principal) : undefined;
    if (found.type === 'skipped' || as === undefined) {
      const why = found.type === 'skipped' ? found.why : NO_PRINCIPAL;
      skipped.set(why, (skipped.get(why) ?? 0) + 1);
      continue;
    }
    const { call, expect } = found;
    const body = call.body === undefined ? {} : { body: call.body };
    cases.add({ name: '', as, call: `${call.method} ${call.url}`, ...body, expect });
    for (const what of found.unknown) unknown.add(what);
  }
  return {
    fixtures: { tags: ['recorded'], principals: people.used, cases: cases.named() },
    skipped,
    unknown: [...unknown],
    changed: cases.changed(),
    opaque: people.opaque,
    duplicates: cases.duplicates(),
  };
}

/** All decisions of a call have its id, and the moment at which they were told; ids that callers choose may come again. */
function decisionsByCall(decisions: readonly LoggedDecision[]): LoggedDecision[][] {
  const calls = new Map<string, LoggedDecision[]>();
  for (const one of decisions) {
    const { requestId, endpoint, method, principal, duration } = one;
    const key = JSON.stringify([requestId, endpoint, method, principal?.type, principal?.id, duration]);
    const call = calls.get(key);
    if (call) call.push(one);
    else calls.set(key, [one]);
  }
  return [...calls.values()];
}

// ---- calls ----

/** A decision with all that a question has. */
type AnsweredDecision = LoggedDecision & {
  readonly principal: EntityUid;
  readonly action: string;
  readonly resource: EntityUid;
};

type LoggedCall =
  | {
      readonly type: 'call';
      readonly call: Call;
      readonly principal: EntityUid;
      readonly expect: WrittenExpectation;
      readonly unknown: readonly string[];
    }
  | { readonly type: 'skipped'; readonly why: string };

function loggedCall(decisions: readonly LoggedDecision[], options: LogOptions): LoggedCall {
  const [first] = decisions;
  const answers = decisions.filter(isAnswered);
  const [answer] = answers;
  if (!first || !answer || answers.length < decisions.length)
    return skip(`refused before anything was asked (\`${first?.kind ?? ''}\`)`);
  const { endpoint: name, method } = first;
  if (name === undefined) return skip('asked by a handler, not by a call');
  const undecided = decisions.find(({ kind }) => !DECIDED.has(kind));
  if (undecided) return skip(`${name}: it could not be decided (\`${undecided.kind}\`)`);
  const endpoint = options.mapper.endpoints.find((one) => endpointKey(one) === name);
  if (!endpoint) return skip(`${name}: the schema has no such endpoint`);
  const built = builtCall(endpoint, answers, options);
  if (typeof built === 'string') return skip(`${name}: ${built}`);
  const call = { ...built, method };
  const asked = options.mapper.map(call, principalOnly(answer, options));
  const isSame =
    asked.type === 'requests' &&
    asked.requests.length === answers.length &&
    asked.requests.every((request, index) => isAbout(request, answers[index]));
  if (!isSame) return skip(`${name}: the log does not hold all that the call said`);
  const expect = expectedOf(asked.requests, answers, endpoint);
  if (expect === undefined) return skip(`${name}: of two things with one id only one was permitted`);
  const { principal } = answer;
  const unknown = membersNotLogged(endpoint).map(({ name: member }) => `${name}: ${member}`);
  return { type: 'call', call, principal, expect, unknown };
}

function skip(why: string): LoggedCall {
  return { type: 'skipped', why };
}

/** The kinds of decisions that say something about authorization. */
const DECIDED: ReadonlySet<string> = new Set([
  'allowed',
  'forbidden',
  'not-permitted',
  'not-found',
  'denied',
]);

function isAnswered(one: LoggedDecision): one is AnsweredDecision {
  return one.principal !== undefined && one.action !== undefined && one.resource !== undefined;
}

/** The call that names what was decided about, or why the log does not hold enough. */
function builtCall(
  endpoint: ModelEndpoint,
  answers: readonly AnsweredDecision[],
  { model }: LogOptions,
): Call | string {
  const required = membersNotLogged(endpoint).find((one) => one.required);
  if (required) return `the log does not hold \`${required.name}\`, which decides`;
  const application = qualified(model.namespace, APPLICATION_TYPE);
  if (endpoint.from !== 'application' && answers.some(({ resource }) => resource.type === application))
    return 'the log does not hold the identifier that the call named';
  if (answers.some(({ resource, principal }) => `${resource.id}${principal.id}`.includes('[token]')))
    return 'an id held a token, which was not logged';
  const ids = answers
    .filter(({ action }) => action === endpoint.action.name)
    .map(({ resource }) => resource.id);
  const second = endpoint.second && answers.length > 1 ? answers.at(-1)?.resource.id : undefined;
  const own =
    second !== undefined && endpoint.second?.action === endpoint.action.name ? ids.slice(0, -1) : ids;
  const missing: string[] = [];
  const parameter = (name: string) => {
    missing.push(`\`{${name}}\``);
    return '';
  };
  const call = buildCall(endpoint, { ids: own, parameter, ...(second === undefined ? {} : { second }) });
  if (missing.length > 0) return `the log does not hold ${missing.join(', ')} of the path`;
  if (withoutSecrets(pathOf(call.url), endpoint.path).replaced.length > 0)
    return 'the path is likely to hold a secret';
  return call;
}

function principalOnly({ principal }: AnsweredDecision, { model }: LogOptions) {
  return { ...anonymousPrincipal(model), uid: principal };
}

function isAbout({ action, resource }: Request, answer: AnsweredDecision | undefined): boolean {
  return (
    answer !== undefined && action.id === answer.action && entityKey(resource) === entityKey(answer.resource)
  );
}

/**
 * One word where all are the same, and where the call goes on only if all are allowed; else one for each item. Nothing for items of which no
 * word and no name can tell what each got.
 */
function expectedOf(
  requests: readonly Request[],
  answers: readonly AnsweredDecision[],
  { pattern }: ModelEndpoint,
): WrittenExpectation | undefined {
  const isAllowed = answers.every(({ decision }) => decision === 'allow');
  const isMixed = !isAllowed && answers.some(({ decision }) => decision === 'allow');
  const items = requests.map(({ item }, index) => [item, answers[index]?.decision ?? 'deny'] as const);
  const { hasItems } = PATTERN_TRAITS[pattern];
  const isByItem = hasItems || items.every(([item]) => item !== undefined);
  const byItem = new Map(items.map(([item = '', decision]) => [item, decision]));
  const areApart = items.every(([item = '', decision]) => byItem.get(item) === decision);
  if (isMixed && isByItem && areApart) return Object.fromEntries(byItem);
  if (isMixed && hasItems) return undefined;
  return isAllowed ? 'allow' : 'deny';
}

/** What the schema puts into the context, and neither resource nor principal tell. */
function membersNotLogged(endpoint: ModelEndpoint): { readonly name: string; readonly required: boolean }[] {
  const named = (where: 'query' | 'body') =>
    new Set(
      placesOf(endpoint).flatMap((place) => {
        if (place.in === 'query' && where === 'query') return [place.name];
        const step = place.in === 'body' && where === 'body' ? place.steps[0] : undefined;
        return typeof step === 'object' ? [step.key] : [];
      }),
    );
  const inside = (attribute: string, known: ReadonlySet<string>) =>
    membersOfContext(endpoint, attribute)
      .filter(({ name }) => !known.has(name))
      .map(({ name, required }) => ({ name: `${attribute}.${name}`, required }));
  const { context, unreadContext = [] } = endpoint.action;
  const others = [...context, ...unreadContext].filter(({ name }) => !FROM_CALLS.has(name));
  return [
    ...inside('queryStringParameters', named('query')),
    ...inside('body', named('body')),
    ...others.map(({ name, required }) => ({ name: `context.${name}`, required })),
  ];
}

/** The attributes of a context that follow from a call and its principal. */
const FROM_CALLS: ReadonlySet<string> = new Set([
  'tenants',
  'pathParameters',
  'queryStringParameters',
  'body',
]);

// ---- people ----

const NO_PRINCIPAL = 'no token of this project names the principal';

/** Who called, by their ids: with the claims of the fixtures' people, else with the id alone. */
function createLoggedPeople({ known, model, claims: names }: LogOptions) {
  const used: Record<string, Claims> = {};
  const opaque: string[] = [];
  const taken = new Set<string>([ANONYMOUS]);
  const byId = new Map<string, string>();
  const anonymous = entityKey(plainUid(anonymousPrincipal(model).uid));
  const keyOf = (claims: Claims) => {
    const answer = replayedPrincipal(claims, names, model);
    return answer.ok ? entityKey(plainUid(answer.principal.uid)) : undefined;
  };
  const people = new Map<string | undefined, (readonly [string, Claims])[]>();
  for (const [name, claims] of known) {
    const key = keyOf(claims);
    const same = people.get(key) ?? [];
    if (!same.some(([, other]) => JSON.stringify(other) === JSON.stringify(claims)))
      people.set(key, [...same, [name, claims]]);
  }
  const named = (principal: EntityUid): string | undefined => {
    const key = entityKey(principal);
    if (key === anonymous) return ANONYMOUS;
    const earlier = byId.get(key);
    if (earlier !== undefined) return earlier;
    // Two people with one id and different claims: which of them called, the log does not say.
    const [person, ...others] = people.get(key) ?? [];
    const isKnown = person !== undefined && others.length === 0;
    const claims = isKnown ? person[1] : { [names.subject]: principal.id };
    if (keyOf(claims) !== key) return undefined;
    const wanted = isKnown ? person[0] : principal.id;
    const name = recordedName(wanted, taken);
    byId.set(key, name);
    used[name] = claims;
    if (!isKnown) opaque.push(name);
    return name;
  };
  return { named, used, opaque };
}
