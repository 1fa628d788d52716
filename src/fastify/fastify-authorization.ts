import type {} from 'fastify';
import { InputError } from '../core/diagnostics/diagnostic.ts';
import { FUNCTION, type OptionKinds } from '../core/diagnostics/options.ts';
import {
  type ActionOptions,
  type Authorize,
  type Ruling,
  type ServerAuthorization,
  serverAuthorization,
} from '../server/authorization.ts';
import type { Authorized } from '../server/call.ts';
import { compareRoutes, type GuardKind } from '../server/compare-routes.ts';
import { HandlerQuestions } from '../server/handler-questions.ts';
import type { ServerOptions } from '../server/options.ts';
import type { Answer } from '../server/reporting/problem.ts';
import type { RouteReport } from '../server/route-report.ts';
import type { RouterHabits } from '../server/settled-rules.ts';
import {
  callOf,
  isQueryValidated,
  isRoutedAs,
  type QueryRead,
  queryReadOf,
  ROUTED_OTHERWISE,
} from './call.ts';
import type { FastifyAnswer, FastifyApp, FastifyCall, FastifyHook, FastifyRoute, HookedApp } from './http.ts';
import type { FastifyAuthorizationOptions } from './options.ts';
import { routedApp, type ToldRoute } from './routes.ts';

export type { FastifyAnswer, FastifyApp, FastifyCall, FastifyHook } from './http.ts';
export type { FastifyAuthorizationOptions } from './options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the authorization of `authz` authorized this call for. */
    authorized?: Authorized | undefined;
  }
}

/**
 * Authorizes every call of a Fastify application (5 or 4) before its handler: `authorization.protect(app)`, best before routes and
 * plugins are registered. It stands behind body parsing and validation, so that what is decided about is what the handler will see.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class FastifyAuthorization<Req extends FastifyCall = FastifyCall> extends HandlerQuestions<Req> {
  readonly #authorization: ServerAuthorization<Req>;
  readonly #answer: FastifyAuthorizationOptions<Req>['answer'];
  readonly #guards = new WeakMap<object, GuardKind>();
  readonly #apps = new WeakSet<FastifyApp>();
  readonly #routes: ToldRoute[] = [];

  constructor(options: FastifyAuthorizationOptions<Req>) {
    const authorization = serverAuthorization(options, ROUTING, OWN_OPTIONS);
    super(authorization, (req: DecidedCall<Req>) => callOf(req, req[READ]));
    this.#authorization = authorization;
    this.#answer = options.answer;
  }

  /**
   * Guards an application, or the part of one that a plugin registers, with all its routes, those of plugins in it too. Of routes that were
   * registered before, `verifyRoutes` says only that they are there. A plugin of a guarded application is guarded already; another authorization
   * may guard it besides.
   * @throws {InputError} when the router of the application reads paths in a way that is not decided about.
   */
  protect(app: FastifyApp): void {
    const problems = Object.entries(UNREAD)
      .filter(([setting]) => isSet(app.initialConfig, setting))
      .map(([, problem]) => problem);
    if (problems.length > 0) throw new InputError(problems);
    if (isWithin(app, this.#apps)) return;
    this.#apps.add(app);
    const hooked = app as FastifyApp & HookedApp<Req>;
    decorate(hooked);
    hooked.addHook('preHandler', this.#guard(this.#authorization.authorize, 'endpoints'));
    hooked.addHook('onRoute', (route) => {
      const own = [route.preHandler].flat().flatMap((hook) => this.#guards.get(Object(hook)) ?? []);
      this.#routes.push({ app, route, url: route.url, guards: new Set<GuardKind>(['endpoints', ...own]) });
      keepLast(route, this.#keep);
      if (isQueryValidated(route.schema))
        route.preValidation = [keepQuery, ...[route.preValidation ?? []].flat()];
    });
  }

  /** The last hook before a handler: those between the decision and it may have changed the parameters of the path, or the method. */
  readonly #keep: FastifyHook<Req> = (req: DecidedCall<Req>, _reply, done) => {
    const url = req[DECIDED];
    if (url !== undefined && isRoutedAs(url, req)) done();
    else done(new Error(CHANGED));
  };

  /**
   * A hook that authorizes one route, for applications that do not want the authorization everywhere:
   * `app.get('/campaigns/:id', { preHandler: authorization.handler('getEmailCampaign') }, ...)`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, options: ActionOptions<Req> = {}): FastifyHook<Req> {
    const kind = options.resource ? 'resource' : 'endpoints';
    return this.#guard(this.#authorization.authorizeAction(action, options), kind);
  }

  /** Compares the routes of an application with the schema: call it when the application is ready, in a test or at start. */
  verifyRoutes(app: FastifyApp): RouteReport {
    const told = this.#routes.filter((one) => areOfOneApp(one.app, app));
    return compareRoutes(routedApp(app, told, this.#apps.has(app)), this.#authorization);
  }

  #guard(authorize: Authorize<Req>, kind: GuardKind): FastifyHook<Req> {
    const hook: FastifyHook<Req> = (req: DecidedCall<Req>, reply, done) => {
      const act = (ruling: Ruling) => {
        if (ruling.type === 'answer') return this.#refuse(ruling, req, reply);
        if (!isRoutedAs(ruling.url, req)) return done(new Error(ROUTED_OTHERWISE));
        req[DECIDED] = ruling.url;
        req.authorized = ruling.authorized;
        done();
      };
      const ruling = authorize(callOf(req, req[READ]));
      if (!(ruling instanceof Promise)) return act(ruling);
      ruling.then((known) => {
        try {
          act(known);
        } catch (error) {
          done(error as Error);
        }
      }, done);
    };
    this.#guards.set(hook, kind);
    return hook;
  }

  #refuse({ answer, problem }: Ruling & { type: 'answer' }, req: Req, reply: FastifyAnswer): void {
    const own = this.#answer;
    if (!problem || !own) {
      send(answer, reply);
      return;
    }
    const challenge = answer.headers['WWW-Authenticate'];
    if (challenge !== undefined) reply.header('WWW-Authenticate', challenge);
    Promise.resolve()
      .then(() => own(problem, req, reply))
      .catch(() => send(answer, reply));
  }
}

/** Where a request keeps the URL that was decided about: a property costs much less than a map that holds on to nothing. */
const DECIDED = Symbol('the URL that was decided about');

/** Where it keeps how the query was read before a validator changed it. */
const READ = Symbol('what was read otherwise');

type DecidedCall<Req> = Req & { [DECIDED]?: string; [READ]?: QueryRead };

/** Another authorization may have done so before. */
function decorate<Req>(app: FastifyApp & HookedApp<Req>): void {
  if (app.hasRequestDecorator(DECIDED)) return;
  for (const name of ['authorized', DECIDED, READ] as const) app.decorateRequest(name);
}

/** Whichever hooks others give the route later: Fastify asks for them when all routes are there. */
function keepLast(route: FastifyRoute, last: object): void {
  let hooks: unknown = route.preHandler;
  Object.defineProperty(route, 'preHandler', {
    configurable: true,
    enumerable: true,
    get: () => {
      const others = [hooks].flat().filter((hook) => hook && hook !== last);
      hooks = [...others, last];
      return hooks;
    },
    set: (given: unknown) => {
      hooks = given;
    },
  });
}

function keepQuery(req: DecidedCall<FastifyCall>, _reply: FastifyAnswer, done: () => void): void {
  req[READ] = queryReadOf(req);
  done();
}

const CHANGED =
  'parameters of the path or the method were changed after the call was authorized: add hooks that change parameters before the authorization, and keep what they find under another name';

const ROUTING: RouterHabits = {
  caseSensitive: true,
  strict: true,
  help: 'Fastify cannot tell them apart: rename one',
};

/** The options that Fastify has beside those of every server. */
const OWN_OPTIONS: OptionKinds<Omit<FastifyAuthorizationOptions, keyof ServerOptions>> = {
  answer: FUNCTION,
};

/** Settings by which a router takes for one path what are two paths to the schema. */
const UNREAD = {
  useSemicolonDelimiter: {
    severity: 'error',
    code: 'middleware-unusable',
    message: 'the application has `useSemicolonDelimiter`: its router cuts paths at `;`',
    help: 'set `useSemicolonDelimiter: false`, which later versions of Fastify 4 need and Fastify 5 has by itself: identifiers of the schema may hold a `;`',
  },
} as const;

function isWithin(app: object, apps: WeakSet<object>): boolean {
  const around: unknown = Object.getPrototypeOf(app);
  return apps.has(app) || (typeof around === 'object' && around !== null && isWithin(around, apps));
}

/** Fastify makes the instance of a plugin from that of the application around it. One authorization may guard several applications. */
function areOfOneApp(a: object, b: object): boolean {
  const isAround = Object.prototype.isPrototypeOf;
  return a === b || isAround.call(a, b) || isAround.call(b, a);
}

function isSet(config: object, setting: string): boolean {
  const { routerOptions }: { routerOptions?: object } = config;
  const own: Readonly<Record<string, unknown>> = { ...config, ...routerOptions };
  return own[setting] === true;
}

function send({ status, headers, body }: Answer, reply: FastifyAnswer): void {
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  reply.send(body === '' ? undefined : body);
}
