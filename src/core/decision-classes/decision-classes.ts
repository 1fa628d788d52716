import { createLruMap } from '../caching/least-recently-used.ts';
import { type SearchForRepeats, searchForRepeats } from '../caching/search-for-repeats.ts';
import type {
  AuthorizationAnswer,
  AuthorizationQuery,
  EngineAnswer,
  PreparedPolicies,
  SchemaJson,
} from '../cedar/cedar.ts';
import { actionsInScope, separableActions } from '../policies/action-scope.ts';
import type { Policy } from '../policies/policy.ts';
import { distinct } from '../values/distinct.ts';
import { beginningOfKey, classKey } from './class-key.ts';
import { policyReads, type Read } from './policy-reads.ts';
import { actionKeyOf, queryConformance, skipSchemaWhenConformant } from './without-schema.ts';

export interface DecisionClassOptions {
  /** Whether all entities have been checked against the schema, together. */
  readonly areChecked: boolean;
  /** How many classes to remember, 20,000 when left out; the least recently asked about are forgotten. */
  readonly mostMemoized?: number;
  /** Looks for classes less often where nothing repeats, as a server should, which is asked without end. */
  readonly mayRest?: boolean;
  /** Says, again and again, whether the next answer that was not evaluated is to be compared with the engine's. */
  readonly crossCheck?: (() => boolean) | undefined;
}

/** Longer texts are rare, and would make the size of the memory hard to foresee. */
const LONGEST_KEY = 8_192;

export interface ClassifiedPolicies extends PreparedPolicies {
  /** The same about entities that are not those which have been checked. */
  readonly authorizeUnchecked: PreparedPolicies['authorize'];
}

/**
 * Evaluates once what must come out the same: queries about one action that agree on everything which the policies for it can read
 * belong to one class, and one answer serves the whole class. Whatever is not understood, or is not known to conform to the schema, is evaluated
 * each time, and so is everything that errs, since messages name entities.
 */
export function withDecisionClasses(
  prepared: PreparedPolicies,
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  { areChecked, mostMemoized = 20_000, mayRest = false, crossCheck }: DecisionClassOptions,
): ClassifiedPolicies {
  const classOf = decisionClasses(schema, policies);
  const evaluate = skipSchemaWhenConformant(prepared, schema, policies).authorize;
  const answers = createLruMap<EngineAnswer<AuthorizationAnswer>>(mostMemoized);
  const searches = searchesByAction(mayRest);
  const authorize = (query: AuthorizationQuery, checked: boolean) => {
    const action = actionKeyOf(query);
    if (action === undefined) return evaluate(query);
    if (searches.of(action)?.isResting()) return evaluate(query);
    const observed = classOf(query, checked, action);
    if (observed === undefined) return evaluate(query);
    const known = answers.get(observed);
    searches.note(action, known !== undefined);
    if (known) return crossCheck?.() ? compared(known, prepared.authorize(query)) : known;
    const answer = evaluate(query);
    const mayBeShared = answer.ok && answer.value.errors.length === 0 && observed.length <= LONGEST_KEY;
    // What is read twice may have changed between, such as the hour of a clock.
    if (mayBeShared && (checked || classOf(query, true, action) === observed)) answers.set(observed, answer);
    return answer;
  };
  return {
    authorize: (query) => authorize(query, areChecked),
    authorizeUnchecked: (query) => authorize(query, false),
  };
}

/** The class of a query as a text; `undefined` where it has to be evaluated. `areChecked` as in {@link DecisionClassOptions}. */
export type ClassOf = (
  query: AuthorizationQuery,
  areChecked: boolean,
  actionKey?: string,
) => string | undefined;

/**
 * The classes of the queries that such policies are asked about: within one of them the same policies are satisfied, and the same
 * cannot be evaluated.
 */
export function decisionClasses(schema: SchemaJson<string>, policies: readonly Policy[]): ClassOf {
  const readsOf = readsByAction(schema, policies);
  const fits = queryConformance(schema);
  const beginningOf = numberedBeginnings();
  return (query, areChecked, actionKey = actionKeyOf(query)) => {
    if (actionKey === undefined || !fits(query, actionKey, areChecked)) return undefined;
    const reads = readsOf(query, actionKey);
    return reads && classKey(reads, query, beginningOf(query, actionKey));
  };
}

/**
 * The beginnings of keys by number, as far as the schema has actions and types. Nearly all questions about an action have the types of
 * the one before.
 */
function numberedBeginnings(): typeof beginningOfKey {
  const last = new Map<
    string,
    { readonly principal: string; readonly resource: string; readonly text: string }
  >();
  const numbers = new Map<string, string>();
  return (query, actionKey) => {
    const { type: principal } = query.principal;
    const { type: resource } = query.resource;
    const before = last.get(actionKey);
    if (before?.principal === principal && before.resource === resource) return before.text;
    const whole = beginningOfKey(query, actionKey);
    const text = numbers.get(whole) ?? String(numbers.size);
    numbers.set(whole, text);
    last.set(actionKey, { principal, resource, text });
    return text;
  };
}

/** Denies where the two differ: then the analysis is wrong, and no answer can be trusted. */
function compared(
  known: EngineAnswer<AuthorizationAnswer>,
  evaluated: EngineAnswer<AuthorizationAnswer>,
): EngineAnswer<AuthorizationAnswer> {
  if (JSON.stringify(known) === JSON.stringify(evaluated)) return evaluated;
  const message =
    'the decision of a class differs from that of the engine: this is a defect of authz, please report it';
  return { ok: false, errors: [{ message, help: null, code: null, url: null, severity: null }] };
}

/** Of actions that were asked about as the schema has them: anybody may ask about any other. */
function searchesByAction(mayRest: boolean) {
  const searches = new Map<string, SearchForRepeats>();
  return {
    of: (actionKey: string): SearchForRepeats | undefined => searches.get(actionKey),
    note: (actionKey: string, wasKnown: boolean): void => {
      if (!mayRest) return;
      const search = searches.get(actionKey) ?? searchForRepeats();
      searches.set(actionKey, search);
      search.note(wasKnown);
    },
  };
}

// ---- reads ----

type ReadsOf = (query: AuthorizationQuery, actionKey: string) => readonly Read[] | undefined;

/** What the policies for the query's action read, found out when it is first asked about. */
function readsByAction(schema: SchemaJson<string>, policies: readonly Policy[]): ReadsOf {
  const known = separableActions(schema);
  const scoped = policies.map((policy) => ({ policy, actions: known && actionsInScope(policy, known) }));
  const found = new Map<string, readonly Read[] | undefined>();
  return ({ action }, key) => {
    if (found.has(key)) return found.get(key);
    const relevant = scoped.filter(({ actions }) => !actions || actions.includes(action.id));
    const reads = relevant.map(({ policy }) => policyReads(policy.json));
    const all = reads.every((some) => some !== undefined) ? distinct(reads.flat().filter(isOpen)) : undefined;
    found.set(key, all);
    return all;
  };
}

/** The types of principal and resource are part of every class. */
function isOpen(read: Read): boolean {
  return read.type !== 'entity-type' || read.path.root === 'context' || read.path.attributes.length > 0;
}
