import { type CanActivate, type ExecutionContext, HttpException } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { OptionKinds } from '../core/diagnostics/options.ts';
import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { fixedPath } from '../core/requests/server/endpoint-table.ts';
import { commonPath } from '../core/requests/template.ts';
import { callOf as callOfExpress } from '../express/call.ts';
import type { HttpRequest } from '../express/http.ts';
import { looseRouting } from '../express/loose-routing.ts';
import { routeTemplates } from '../express/route-templates.ts';
import { routedApp } from '../express/verify-routes.ts';
import { callOf as callOfFastify, isRoutedAs, ROUTED_OTHERWISE } from '../fastify/call.ts';
import {
  type ActionOptions,
  type Authorize,
  type Ruling,
  type ServerAuthorization,
  serverAuthorization,
} from '../server/authorization.ts';
import type { Authorized, ServerCall } from '../server/call.ts';
import {
  compareRoutes,
  type GuardedRoute,
  type GuardKind,
  type RoutedApp,
} from '../server/compare-routes.ts';
import { HandlerQuestions } from '../server/handler-questions.ts';
import type { ServerOptions } from '../server/options.ts';
import type { RouteReport } from '../server/route-report.ts';
import { askedBesidePath, routeOrigins } from './controller-routes.ts';

/** What the guard needs of a request, on either platform of NestJS. */
export interface NestRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  /** What the call was authorized for; set for handlers, never read. */
  authorized?: Authorized | undefined;
}

/** Options of {@link AuthorizationGuard}: those of any server, and how the platform routes. */
export interface AuthorizationGuardOptions<Req extends NestRequest = NestRequest>
  extends ServerOptions<Req> {}

/** What is looked at of an application of NestJS. */
export interface NestApp {
  getHttpAdapter(): { getType(): string; getInstance(): object };
  get<T>(token: new () => T, options: { strict: false }): T;
  /** Those that were connected to the application. */
  getMicroservices(): readonly object[];
}

/**
 * Authorizes every call of a NestJS application before its handler: `app.useGlobalGuards(authorization)`, or as the provider of `APP_GUARD`.
 * What is refused is an `HttpException` with the problem, which exception filters may word in their own way. What is no HTTP call is
 * refused as well.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class AuthorizationGuard<Req extends NestRequest = NestRequest>
  extends HandlerQuestions<Req>
  implements CanActivate
{
  readonly #authorization: ServerAuthorization<Req>;
  readonly #looseRouting = looseRouting();

  constructor(options: AuthorizationGuardOptions<Req>) {
    const authorization = serverAuthorization(options, ROUTER_HABITS, OWN_OPTIONS);
    super(authorization, callOf);
    this.#authorization = authorization;
  }

  canActivate(context: ExecutionContext): Promise<boolean> {
    return this.#activate(context, this.#unlessLoose(this.#authorization.authorize));
  }

  /**
   * A guard for one handler, where the authorization is not for the whole application: `@UseGuards(authorization.handler('getEmailCampaign'))`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, options: ActionOptions<Req> = {}): CanActivate {
    const authorize = this.#unlessLoose(this.#authorization.authorizeAction(action, options));
    return { canActivate: (context) => this.#activate(context, authorize) };
  }

  async #activate(context: ExecutionContext, authorize: Authorize<Req>): Promise<boolean> {
    // What arrives by a queue or a socket has no method and no path: nothing could be decided about it.
    if (context.getType() !== 'http') return false;
    const http = context.switchToHttp();
    const req = http.getRequest<Req>();
    const decided = await authorize(callOf(req));
    const isElsewhere = decided.type === 'pass' && isFastify(req) && !isRoutedAs(decided.url, req);
    const ruling = isElsewhere ? await this.#authorization.refuse(callOf(req), ROUTED_OTHERWISE) : decided;
    if (ruling.type === 'answer') throw refusalOf(ruling, http.getResponse());
    req.authorized = ruling.authorized;
    return true;
  }

  /** No call goes on where a router may have found another route than the options say. */
  #unlessLoose(authorize: Authorize<Req>): Authorize<Req> {
    const { refuse } = this.#authorization;
    return (call) => {
      const { app } = call.req as Partial<HttpRequest>;
      const loose = isFastify(call.req)
        ? undefined
        : this.#looseRouting.ofRoutes(app, this.#authorization.routing);
      return loose === undefined ? authorize(call) : refuse(call, loose);
    };
  }

  /**
   * Compares the routes of an application on `platform-express` with the schema: call it after `app.init()`. Routes on another platform are
   * `notChecked`: of them it says only whether this guard is there for all. Of routes beside those of controllers no guard is asked: they are `unguarded`,
   * unless the options skip them.
   */
  verifyRoutes(app: NestApp): RouteReport {
    const { table, endpoints } = this.#authorization;
    const adapter = app.getHttpAdapter();
    const config = app.get(ApplicationConfig, { strict: false });
    const modules = app.get(ModulesContainer, { strict: false });
    const isForAll = isGlobal(this, config);
    const isSeen = adapter.getType() === 'express';
    const routes = isSeen
      ? routedApp(adapter.getInstance(), this.#authorization.routing)
      : { ...NOTHING_SEEN, notChecked: [`the routes of the platform \`${adapter.getType()}\``] };
    const originOf = routeOrigins(modules, config, routes.routes);
    const seen = routesWithGuards(routes, (route) => {
      const origin = originOf(route);
      if (origin === 'nest') return undefined;
      return isForAll && origin === 'controller' ? ENDPOINTS : NO_GUARDS;
    });
    return compareRoutes(
      {
        ...seen,
        takersOf: takersBesidePath(seen, askedBesidePath(modules, config), endpoints),
        unseenUnguarded: [
          ...(isForAll ? [] : ['the authorization is not a guard of the whole application']),
          ...app.getMicroservices().flatMap((one) => (isAsked(this, one) ? [] : UNASKED)),
        ],
        notChecked: [...seen.notChecked, ...gatewaysOf(modules)],
      },
      // Where no route is seen, nothing is known of what is mounted.
      { table, endpoints: isSeen ? endpoints : [] },
    );
  }
}

const ENDPOINTS: ReadonlySet<GuardKind> = new Set(['endpoints']);
const NO_GUARDS: ReadonlySet<GuardKind> = new Set();

/** The routes with the guards that they have, without those for which `guardsOf` has none to tell: calls that these answer found no route. */
function routesWithGuards<Route>(
  app: RoutedApp<Route>,
  guardsOf: (route: GuardedRoute<Route>) => ReadonlySet<GuardKind> | undefined,
): RoutedApp<Route> {
  const leftOut = new Set<Route>();
  const routes = app.routes.flatMap((route) => {
    const guards = guardsOf(route);
    if (!guards) leftOut.add(route.route);
    return guards ? [{ ...route, guards }] : [];
  });
  const routeFor = (method: string, path: string) => {
    const found = app.routeFor(method, path);
    return found === undefined || leftOut.has(found) ? undefined : found;
  };
  return { ...app, routes, routeFor };
}

/** Beside other takers, routes of other endpoints that answer calls which lack a version, or a host, that the route of their own asks for. */
function takersBesidePath<Route>(
  { routes, takersOf }: RoutedApp<Route>,
  askedOf: (route: GuardedRoute<Route>) => readonly string[] | undefined,
  endpoints: readonly ModelEndpoint[],
): NonNullable<RoutedApp<Route>['takersOf']> {
  const routesOf = (method: string, template: string) =>
    routes.filter(
      (one) =>
        (one.method === 'ALL' || one.method === method) &&
        one.templates.some((own) => fixedPath(own) === fixedPath(template)),
    );
  const isForAll = (some: readonly GuardedRoute<Route>[]) => some.some((one) => !askedOf(one));
  const askedOfAny = (some: readonly GuardedRoute<Route>[]) => some.flatMap((one) => askedOf(one) ?? []);
  return (method, template, isItsOwn) => {
    const others = takersOf?.(method, template, isItsOwn) ?? [];
    const own = routesOf(method, template);
    if (own.length === 0 || isForAll(own)) return others;
    const answered = new Set(askedOfAny(own));
    const next = endpoints.flatMap((other) => {
      const path = other.method === method ? commonPath(template, other.path) : undefined;
      const taking = routesOf(method, other.path);
      if (path === undefined || !isItsOwn(path) || taking.every((one) => own.includes(one))) return [];
      if (!isForAll(taking) && askedOfAny(taking).every((asked) => answered.has(asked))) return [];
      return [{ name: `of ${endpointKey(other)}, where it lacks what its own asks for`, path }];
    });
    return [...others, ...next];
  };
}

function isGlobal(guard: CanActivate, config: ApplicationConfig): boolean {
  return config.getGlobalGuards().includes(guard);
}

/** Whether a microservice asks the guards of the application. What cannot be seen counts as no. */
function isAsked(guard: CanActivate, microservice: { applicationConfig?: unknown }): boolean {
  const { applicationConfig: config } = microservice;
  return config instanceof ApplicationConfig && isGlobal(guard, config);
}

const UNASKED = 'messages of a microservice: connect it with `inheritAppConfig: true`';

/** Before version 12, NestJS asks no guard of the application about what gateways receive. */
function gatewaysOf(modules: ModulesContainer): string[] {
  return [...modules.values()].flatMap(({ providers }) =>
    [...providers.values()].flatMap(({ metatype }) =>
      metatype && Reflect.getMetadata('websockets:is_gateway', metatype) === true
        ? [`messages of the gateway \`${metatype.name}\``]
        : [],
    ),
  );
}

/** Challenges go with the answer, whatever a filter makes of the exception. */
function refusalOf(
  { answer, problem }: Ruling & { type: 'answer' },
  response: ResponseHeaders,
): HttpException {
  for (const [name, value] of Object.entries(answer.headers)) response.header?.(name, value);
  return new HttpException(problem ? { ...problem } : '', answer.status);
}

/** Of a reply on either platform. */
interface ResponseHeaders {
  header?(name: string, value: string): unknown;
}

function callOf<Req extends NestRequest>(req: Req): ServerCall<Req> {
  if (isFastify(req)) return { ...callOfFastify(req), req };
  const onExpress: Req & HttpRequest & { route?: unknown } = req as never;
  // A guard is asked in the route itself.
  return { ...callOfExpress(onExpress), templates: templatesOf(onExpress, onExpress.route), req };
}

const templatesOf = routeTemplates();

/** Only Express puts the path together out of what its routers took off. */
function isFastify(req: NestRequest): boolean {
  return !('baseUrl' in req);
}

const NOTHING_SEEN: RoutedApp<never> = {
  routes: [],
  routeFor: () => undefined,
  hidesHead: () => false,
  notChecked: [],
  looseRouters: [],
};

const ROUTER_HABITS = {
  cutsEndSlash: true,
  help: 'Express ignores letter case, and NestJS a slash at the end: rename one; or have the platform tell letters apart, and set `caseSensitiveRouting: true` here',
};

/** The options that NestJS has beside those of every server. */
const OWN_OPTIONS: OptionKinds<Omit<AuthorizationGuardOptions, keyof ServerOptions>> = {};
