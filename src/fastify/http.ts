import type { Authorized } from '../server/call.ts';

/** What the authorization needs of a request; a `FastifyRequest` of Fastify 5 and 4 is one. */
export interface FastifyCall {
  readonly method: string;
  /** Path and query that were routed. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The request of Node. */
  readonly raw?: object;
  /** The parsed body. */
  readonly body?: unknown;
  /** What the router read out of the path. */
  readonly params?: unknown;
  /** What the router read out of the query, as a validator has left it. */
  readonly query?: unknown;
  /** The route that will run; without a path where none does. Before Fastify 4.10 there is its path alone. */
  readonly routeOptions?: {
    readonly url?: string | undefined;
    readonly method?: string | readonly string[] | undefined;
    readonly schema?: unknown;
  };
  readonly routerPath?: string | undefined;
  /** The plugin that has registered the route. */
  readonly server?: { readonly prefix?: string };
  readonly context?: { readonly config?: { readonly method?: string | readonly string[] | undefined } };
  /** What the call was authorized for; set for handlers, never read. */
  authorized?: Authorized | undefined;
}

/** What the authorization needs of a reply; a `FastifyReply` is one. */
export interface FastifyAnswer {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body?: unknown): unknown;
}

/** A hook as `app.addHook('preHandler', ...)` and the `preHandler` of a route take it. */
export type FastifyHook<Req> = (req: Req, reply: FastifyAnswer, done: (error?: Error) => void) => void;

/** A route as the hook `onRoute` tells of it. */
export interface FastifyRoute {
  readonly method: string | readonly string[];
  readonly url: string;
  /** Of the plugin that registered it. */
  readonly prefix?: string;
  readonly schema?: unknown;
  /** What else a call has to ask for, such as a version or a host. */
  readonly constraints?: object;
  /** One hook, or several. */
  preHandler?: unknown;
  preValidation?: unknown;
}

/** What the authorization needs of an instance of Fastify: no narrower type takes all overloads of its functions. */
export interface FastifyApp {
  readonly initialConfig: object;
  readonly decorateRequest: (...given: never) => unknown;
  readonly hasRequestDecorator: (name: symbol) => boolean;
  readonly addHook: (...given: never) => unknown;
  readonly printRoutes: (options: { readonly commonPrefix: boolean }) => string;
}

/** The overloads that are called. */
export interface HookedApp<Req> {
  decorateRequest(name: 'authorized' | symbol): unknown;
  addHook(name: 'preHandler', hook: FastifyHook<Req>): unknown;
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
}
