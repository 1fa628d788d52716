import { type Diagnostic, InputError } from '../core/diagnostics/diagnostic.ts';
import { FUNCTION, type OptionKind, type OptionKinds, optionProblems } from '../core/diagnostics/options.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import type { EndpointTable, Routing } from '../core/requests/server/endpoint-table.ts';
import type { Authorized, ServerCall } from './call.ts';
import { type CallVerdict, checkAction, checkCall } from './check.ts';
import {
  actionNamed,
  actionsOn,
  checkOne,
  type FilterOptions,
  filterItems,
  type NamedResource,
} from './handler-checks.ts';
import { authorizedAnyway, letThroughAs } from './let-through.ts';
import { RELOADS } from './option-kinds.ts';
import type { ServerOptions } from './options.ts';
import type { IsOfAnother } from './other-routes.ts';
import { withParts } from './reloaded-options.ts';
import { type Answer, answerOf, type Problem, problemOf } from './reporting/problem.ts';
import {
  describeFailure,
  isTold,
  needsNoId,
  reportUntold,
  reportVerdict,
  requestIdOf,
} from './reporting/report.ts';
import type { RouterHabits } from './settled-rules.ts';
import { type Setup, setUp } from './setup.ts';
import { unawaited } from './waiting/in-time.ts';
import { after, attempt, type Ready, settled } from './waiting/ready.ts';

/** What a server has to do with a call. Its routes see the call only when it is to `pass`. */
export type Ruling =
  | {
      readonly type: 'pass';
      /** The URL that was decided about: nothing may have the call routed by another one. */
      readonly url: string;
      /** Those of the schema that were decided about: no route of another may run. None where any route may. */
      readonly endpoints: readonly ModelEndpoint[];
      /** Missing for endpoints that are skipped. */
      readonly authorized?: Authorized;
    }
  | {
      readonly type: 'answer';
      readonly answer: Answer;
      /** Why, in a form that an application can word in its own way; missing where nothing was refused. */
      readonly problem?: Problem;
    };

/** Rules on a call. Nothing is thrown and no promise rejects: whatever fails on the way is a ruling that refuses the call. */
export type Authorize<Req extends object> = (call: ServerCall<Req>) => Ready<Ruling>;

/** How the authorization of one route knows what a call is about. */
export interface ActionOptions<Req> {
  /**
   * The identifier of the resource of a call, or a list of them, without type. When left out, the call must be one of the schema's
   * endpoints of the action, and the identifier is read from it.
   */
  readonly resource?: (req: Req) => Ready<string | readonly string[]>;
}

const ACTION_OPTIONS: OptionKinds<ActionOptions<object>> = { resource: FUNCTION };

/** What every adapter for a server framework is made of. It knows nothing of any framework. */
export interface ServerAuthorization<Req extends object> {
  readonly endpoints: readonly ModelEndpoint[];
  /** Warnings about the schema: what the application should know, and that stops nothing. */
  readonly diagnostics: readonly Diagnostic[];
  readonly table: EndpointTable;
  readonly routing: Routing;
  /** How many calls were let through although they are refused, by endpoint: the mode is `report`. */
  readonly letThrough: () => ReadonlyMap<string, number>;
  /** Decides about a call by its method and URL. */
  readonly authorize: Authorize<Req>;
  /** Whether the route that a server has found for a call is that of another endpoint than those that were decided about. */
  readonly isOfAnother: IsOfAnother;
  /** Refuses a call about which an adapter knows that another route may run than was decided about; the log is told why. */
  readonly refuse: (call: ServerCall<Req>, reason: string) => Ready<Ruling>;
  /**
   * Decides about the calls of one route, which is for one action.
   * @throws {TypeError} when the schema has no such action.
   * @throws {InputError} with all that is wrong with the options.
   */
  readonly authorizeAction: (action: string, options?: ActionOptions<Req>) => Authorize<Req>;
  /** Whether the caller may do one thing more. Rejects when it could not be decided. */
  readonly check: (call: ServerCall<Req>, action: string, id: string) => Promise<boolean>;
  /** The items of a list about which an action is permitted. Rejects when an item could not be decided about. */
  readonly filter: <Item>(
    call: ServerCall<Req>,
    action: string,
    items: readonly Item[],
    options?: FilterOptions<Item>,
  ) => Promise<Item[]>;
  /** The names of the actions that are permitted on a resource, sorted. */
  readonly actionsOn: (call: ServerCall<Req>, resource: string | NamedResource) => Promise<string[]>;
}

/**
 * Sets the authorization of a server up, and tells the log of warnings. `habits` say how the router of the server reads paths where nobody says otherwise; `own` are the options that the adapter
 * adds to those of every server, with what each may be.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export function serverAuthorization<Req extends object>(
  options: ServerOptions<Req>,
  habits: RouterHabits,
  own?: Readonly<Record<string, OptionKind>>,
): ServerAuthorization<Req> {
  const { reloads } = options ?? {};
  // What is no such thing is a problem of the options, which are all told at once.
  const isReloaded = reloads !== undefined && RELOADS.fits(reloads);
  let setup = setUp(isReloaded ? withParts(options, reloads.current()) : options, habits, own);
  sayWarnings(setup);
  reloads?.join((parts) => {
    const next = setUp(withParts(options, parts), habits, own);
    return () => {
      // Handlers of calls that have begun go on asking.
      setup = { ...next, remembered: setup.remembered, letThrough: setup.letThrough };
      sayWarnings(setup);
    };
  });
  return {
    get endpoints() {
      return setup.mapper.endpoints;
    },
    get diagnostics() {
      return setup.warnings;
    },
    get table() {
      return setup.mapper.table;
    },
    get routing() {
      return setup.routing;
    },
    isOfAnother: (found, decided) => setup.isOfAnother(found, decided),
    letThrough: () => new Map(setup.letThrough),
    // Each call is decided by the setup that it began with.
    authorize: (call) => rule(call, setup, checkCall),
    refuse: (call, reason) =>
      rule(call, setup, () => ({ type: 'refused', refusal: 'failed', reason, mayRunAnother: true })),
    authorizeAction: (action, given = {}) => {
      actionNamed(action, setup);
      const problems = optionProblems(`the handler for \`${action}\``, given, ACTION_OPTIONS);
      if (problems.length > 0) throw new InputError(problems);
      const check = checkOfAction(action, given.resource);
      return (call) => rule(call, setup, check);
    },
    check: (call, action, id) => checkOne(call, setup, action, id),
    filter: (call, action, items, filtering = {}) =>
      filterItems(call, setup, { action, items, options: filtering }),
    actionsOn: (call, resource) => actionsOn(call, setup, resource),
  };
}

/** A log that fails now refuses calls later: it must not keep a part of a reload from being taken over. */
function sayWarnings<Req extends object>({ warnings, options: { logger } }: Setup<Req>): void {
  for (const { message, help } of warnings)
    unawaited(attempt(() => logger?.log?.(JSON.stringify({ warning: message, help }))));
}

type CallCheck<Req extends object> = (call: ServerCall<Req>, setup: Setup<Req>) => Ready<CallVerdict>;

function checkOfAction<Req extends object>(
  action: string,
  resource: ActionOptions<Req>['resource'],
): CallCheck<Req> {
  if (!resource)
    return (call, setup) => after(checkCall(call, setup), (verdict) => ofAction(verdict, action));
  return (call, setup) =>
    after(
      setup.inTime(`the \`resource\` of the handler for \`${action}\``, () => resource(call.req)),
      (named) => checkAction(call, setup, action, named),
    );
}

/** Without a resource of its own, a handler for one action does not let a call through that was decided as another. */
function ofAction(verdict: CallVerdict, action: string): CallVerdict {
  if (verdict.type !== 'allowed' || verdict.checks.actions.includes(action)) return verdict;
  const reason = `the route is for \`${action}\`, and the call is \`${verdict.authorized.action}\``;
  return { type: 'refused', refusal: 'failed', reason };
}

/** The way from a check to a ruling. Whatever goes wrong on it, the call does not pass. */
function rule<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  check: CallCheck<Req>,
): Ready<Ruling> {
  const started = isTold(setup.options) ? performance.now() : 0;
  const next = (verdict: CallVerdict) => reported(verdict, call, started, setup);
  let verdict: Ready<CallVerdict>;
  try {
    verdict = check(call, setup);
  } catch (error) {
    verdict = failure(error);
  }
  return settled(verdict, next, (error) => next(failure(error)));
}

/** A decision that cannot be recorded is not acted upon. */
function reported<Req extends object>(
  verdict: CallVerdict,
  call: ServerCall<Req>,
  started: number,
  setup: Setup<Req>,
): Ready<Ruling> {
  if (needsNoId(verdict, setup.options)) return rulingOf(verdict, '', setup);
  let requestId = '';
  const anyway = letThroughAs(verdict, call, setup);
  const letThrough = anyway ? { letThrough: true as const } : {};
  const done = attempt(() => {
    requestId = requestIdOf(call.req, setup.options);
    const known = setup.remembered.get(call.req);
    if (known) known.requestId = requestId;
    return after(reportVerdict(verdict, call, { requestId, started, ...letThrough }, setup), () => verdict);
  });
  const untold = (error: unknown) => {
    const refused = failure(error);
    reportUntold(refused, call, { requestId, started }, setup);
    return refused;
  };
  return after(recovered(done, untold), (known) => {
    // Only what has been told is let through: `known` is another verdict where that failed.
    if (!anyway || known !== verdict || known.type !== 'refused') return rulingOf(known, requestId, setup);
    const { counted, endpoints } = anyway;
    setup.letThrough.set(counted, (setup.letThrough.get(counted) ?? 0) + 1);
    const authorized = authorizedAnyway(known);
    return { type: 'pass', url: call.url, endpoints, ...(authorized ? { authorized } : {}) };
  });
}

function recovered<T>(value: Ready<T>, recover: (error: unknown) => T): Ready<T> {
  return value instanceof Promise ? value.catch(recover) : value;
}

function failure(error: unknown): CallVerdict & { readonly type: 'refused' } {
  return { type: 'refused', refusal: 'failed', reason: describeFailure(error) };
}

function rulingOf<Req extends object>(
  verdict: CallVerdict,
  requestId: string,
  { options }: Setup<Req>,
): Ruling {
  switch (verdict.type) {
    case 'allowed':
      return {
        type: 'pass',
        url: verdict.url,
        endpoints: verdict.checks.endpoints,
        authorized: verdict.authorized,
      };
    case 'skipped':
      return { type: 'pass', url: verdict.url, endpoints: [] };
    case 'options':
      return {
        type: 'answer',
        answer: { status: 204, headers: { Allow: verdict.methods.join(', ') }, body: '' },
      };
    case 'refused': {
      const { refusal, toldAs = refusal, detail } = verdict;
      const problem = problemOf(toldAs, requestId, detail);
      return { type: 'answer', answer: answerOf(problem, options.challenge), problem };
    }
  }
}
