import { lastPart, localName, qualified } from '../core/cedar/namespace.ts';
import { InputError } from '../core/diagnostics/diagnostic.ts';
import { didYouMean } from '../core/diagnostics/did-you-mean.ts';
import { nearestName } from '../core/diagnostics/nearest-operation.ts';
import { FUNCTION, type OptionKinds, optionProblems } from '../core/diagnostics/options.ts';
import { APPLICATION_TYPE } from '../core/endpoints/application.ts';
import type { Action } from '../core/model/model.ts';
import { isIdentifier, type Request } from '../core/requests/map-call.ts';
import { canonicalJson } from '../core/values/canonical-json.ts';
import { compareText } from '../core/values/compare-text.ts';
import { isObject } from '../core/values/record.ts';
import type { ServerCall } from './call.ts';
import { authorizedBy, isAllowed, worst } from './check.ts';
import { type CheckedRequest, decideAll } from './decide.ts';
import { namedRequests } from './named-requests.ts';
import type { Check } from './options.ts';
import type { Caller } from './principals/caller.ts';
import { callerOf, callerSince } from './principals/identify-caller.ts';
import { describeFailure, reportVerdict, requestIdOf, type ToldVerdict } from './reporting/report.ts';
import { errorWithoutValues } from './reporting/without-values.ts';
import type { Setup } from './setup.ts';
import type { EntityParts } from './slices/entity-parts.ts';
import { isPromise } from './waiting/in-time.ts';

/** How `filter` knows the items of a list. */
export interface FilterOptions<Item> {
  /** The identifier of an item; its `id`, or the item itself when it is a text, when left out. */
  readonly id?: (item: Item) => string;
  /** What a slice builder would answer for an item, where the list has it already: nothing is looked up twice. */
  readonly entity?: (item: Item) => EntityParts;
}

const FILTER_OPTIONS: OptionKinds<FilterOptions<unknown>> = { id: FUNCTION, entity: FUNCTION };

/** A resource as handlers know it: its type, which may leave out the namespace, and its identifier. */
export interface NamedResource {
  readonly type: string;
  readonly id: string;
}

/**
 * Whether the caller may do one thing more, while a call that was let through is handled. Rejects when it could not be decided.
 * The decision is told to log and metrics, as those about calls are.
 */
export async function checkOne<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  actionName: string,
  id: string,
): Promise<boolean> {
  const started = performance.now();
  actionNamed(actionName, setup);
  const tell = (verdict: ToldVerdict) => {
    const requestId = setup.remembered.get(call.req)?.requestId ?? requestIdOf(call.req, setup.options);
    return reportVerdict(verdict, call, { requestId, started }, setup);
  };
  const asked = (caller: Caller) =>
    requestsAbout([{ action: actionName, resource: id }], call, caller, setup);
  const { caller, results } = await decided(call, setup, asked).catch(async (error: unknown) => {
    await tell({ type: 'refused', refusal: 'failed', reason: describeFailure(error) });
    throw error;
  });
  const refusal = worst(results);
  const checks = { endpoints: [], actions: [actionName], results };
  const authorized = authorizedBy(actionName, caller.principal, results);
  const verdict = refusal
    ? ({ type: 'refused', refusal, checks } as const)
    : ({ type: 'allowed', url: call.url, authorized, checks } as const);
  await tell(verdict);
  if (refusal === 'failed') throw undecided(actionName, results);
  return refusal === undefined;
}

/**
 * The items about which the action is permitted, in their order. Rejects when an item could not be decided about, and for an action that
 * is not about items.
 */
export async function filterItems<Req extends object, Item>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  {
    action: actionName,
    items,
    options,
  }: { action: string; items: readonly Item[]; options: FilterOptions<Item> },
): Promise<Item[]> {
  const action = actionNamed(actionName, setup);
  if (action.resourceType === APPLICATION_TYPE) throw new TypeError(ofApplication(actionName));
  const problems = optionProblems('`filter`', options, FILTER_OPTIONS);
  if (problems.length > 0) throw new InputError(problems);
  if (!isList(items)) throw new TypeError(NO_LIST);
  // Of its own: a list that the application keeps may change before everything is decided.
  const asked = [...items];
  const ids = asked.map((item) => identifierOf(item, options));
  const [first] = ids;
  if (first === undefined) return [];
  const withItems = setupWith(asked, ids, options.entity, { action, setup });
  const { results } = await decided(call, withItems, (caller) => {
    const [request] = requestsAbout([{ action: actionName, resource: first }], call, caller, setup);
    if (!request) return [];
    const { principal, action, resource, context } = request;
    const { type } = resource;
    return Array.from(new Set(ids), (id) => ({ principal, action, resource: { type, id }, context }));
  });
  const failed = results.filter(({ result }) => result.kind === 'errored');
  if (failed.length > 0) throw undecided(actionName, failed);
  const permitted = new Set(results.filter(isAllowed).map(({ request }) => request.resource.id));
  const kept = asked.filter((_, index) => permitted.has(ids[index] ?? ''));
  if (!kept.every((item) => permitted.has(identifierOf(item, options)))) throw new Error(ANOTHER_ID);
  return kept;
}

/** The answer would be the same for all items, and so permit each of them without a decision about it. */
function ofApplication(action: string): string {
  return `\`${action}\` is about the application, and says nothing of single items: name an action about these, or ask \`check\` once`;
}

/** Also a `Set`; the letters of a text are no items. */
function isList(items: unknown): boolean {
  return isObject(items) && Symbol.iterator in items;
}

const NO_LIST =
  '`filter` is given something that is no list of items: give the items themselves, and `await` them first where they come later';

const ANOTHER_ID =
  'an item has another identifier than before it was decided about: give a list whose items stay as they are';

/**
 * The names of all actions that are permitted on a resource, sorted; those that could not be decided about are not among them. An
 * identifier by itself is of the type that the call is about.
 */
export async function actionsOn<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  resource: string | NamedResource,
): Promise<string[]> {
  const { type: named, id } =
    typeof resource === 'string' ? ofSameType(resource, call, setup) : (resource ?? {});
  if (typeof named !== 'string') throw new TypeError(NO_RESOURCE);
  const type = localName(setup.model.namespace, named);
  const actions = [...setup.actions.values()];
  const names = actions.filter(({ resourceType }) => resourceType === type).map(({ name }) => name);
  if (names.length === 0)
    throw new TypeError(`the schema has no action on \`${type}\`${didYouMean(type, typesOf(actions))}`);
  const { results } = await decided(call, setup, (caller) =>
    requestsAbout(
      names.map((action) => ({ action, resource: id })),
      call,
      caller,
      setup,
    ),
  );
  return results
    .filter(isAllowed)
    .map(({ request }) => request.action.id)
    .sort(compareText);
}

const NO_RESOURCE =
  '`actionsOn` is asked about something that is no resource: give its identifier, or { type, id }';

function typesOf(actions: readonly Action[]): string[] {
  return [...new Set(actions.map(({ resourceType }) => resourceType))];
}

function ofSameType<Req extends object>(
  id: string,
  { req }: ServerCall<Req>,
  { remembered }: Setup<Req>,
): NamedResource {
  const about = remembered.get(req)?.resource;
  if (!about) throw new TypeError('the call is about no resource: give { type, id }');
  const type = lastPart(about.type);
  // Of the application there is one: another identifier is that of something else.
  if (type === APPLICATION_TYPE && id !== about.id)
    throw new TypeError('the call is about the application: give { type, id }');
  return { type, id };
}

/** @throws {TypeError} when the schema has no action of the name. */
export function actionNamed<Req extends object>(name: string, { actions }: Setup<Req>): Action {
  const action = actions.get(name);
  if (action) return action;
  throw new TypeError(
    `the schema has no action \`${name}\`${didYouMean(name, [...actions.keys()], nearestName)}`,
  );
}

/** The caller is the one that the call was let through for, while its token is in time; made again where the project was reloaded since. */
async function decided<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  requestsOf: (caller: Caller) => readonly Request[],
): Promise<{ readonly caller: Caller; readonly results: readonly CheckedRequest[] }> {
  const known = setup.remembered.get(call.req);
  const caller = await (known?.model === setup.model
    ? callerSince(known.caller, call.req, setup)
    : callerOf(call.req, setup));
  const requests = requestsOf(caller);
  return decideAll({ requests, caller, req: call.req }, setup, (results) => ({ caller, results }));
}

function requestsAbout<Req extends object>(
  checks: readonly Check[],
  call: ServerCall<Req>,
  caller: Caller,
  setup: Setup<Req>,
): readonly Request[] {
  const asked = namedRequests(checks, call, caller, setup);
  if (asked.type === 'unusable') throw new TypeError(asked.reason);
  return asked.requests;
}

function identifierOf<Item>(item: Item, { id }: FilterOptions<Item>): string {
  const named: unknown = id ? id(item) : idOf(item);
  if (isIdentifier(named)) return named;
  throw new TypeError('an item has no identifier: give `{ id: (item) => ... }`');
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : item;
}

/** One decision is about one entity: that about the one item must not permit the other. What comes later cannot be compared. */
function saysTheSame(a: EntityParts, b: EntityParts): boolean {
  return !isPromise(a) && !isPromise(b) && canonicalJson(a) === canonicalJson(b);
}

const TWO_OF_ONE_ID =
  'two items have the same identifier, and `entity` says something else of each: give `{ id: (item) => ... }` that tells them apart';

/** What the items say of themselves stands in for the slice builder of their type. */
function setupWith<Req extends object, Item>(
  items: readonly Item[],
  ids: readonly string[],
  entity: FilterOptions<Item>['entity'],
  { action, setup }: { readonly action: Action; readonly setup: Setup<Req> },
): Setup<Req> {
  if (!entity) return setup;
  const byId = new Map<string, Item>();
  for (const [index, item] of items.entries()) {
    const id = ids[index] ?? '';
    if (byId.has(id) && !saysTheSame(entity(byId.get(id) as Item), entity(item)))
      throw new TypeError(TWO_OF_ONE_ID);
    byId.set(id, item);
  }
  const type = qualified(setup.model.namespace, action.resourceType);
  const own = setup.builders.get(type);
  const build = (id: string, req: Req) => {
    return byId.has(id) ? entity(byId.get(id) as Item) : own?.build(id, req);
  };
  const builders = new Map(setup.builders).set(type, {
    build,
    name: `\`entity\` of an item of the type \`${action.resourceType}\``,
  });
  return { ...setup, builders };
}

function undecided(action: string, results: readonly CheckedRequest[]): Error {
  const reasons = new Set(results.flatMap(({ result }) => result.errors.map(errorWithoutValues)));
  return new Error(`\`${action}\` could not be decided: ${[...reasons].slice(0, 3).join('; ')}`);
}
