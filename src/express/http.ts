import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EntityUid } from '../core/cedar/entity.ts';

/**
 * What the middleware needs of a request: the part that Express 4 and Express 5 have in common. An Express `Request` is one, so neither
 * Express nor its types are needed to use this module.
 */
export interface HttpRequest extends IncomingMessage {
  /** Path and query, relative to where the middleware is mounted. */
  url: string;
  method: string;
  /** Path and query as they arrived. */
  originalUrl: string;
  /** Where the middleware is mounted; empty at the root. */
  baseUrl: string;
  /** The parsed body, when a body parser ran before. */
  body?: unknown;
  /** What the call was authorized for; set for handlers, never read. */
  authorized?: Authorized;
}

export type HttpResponse = ServerResponse;

/** Hands the call on to the next handler; with an error, to the error handlers. */
export type Next = (error?: unknown) => void;

/** A handler as `app.use` and `app.get` take them. */
export type Handler<Req> = (req: Req, res: HttpResponse, next: Next) => void;

/** What a call was authorized for: a handler that acts on these identifiers acts on what was decided about. */
export interface Authorized {
  readonly principal: EntityUid;
  /** The name of the action. */
  readonly action: string;
  /** The permitted resources: one, or one for each permitted item of a batch. */
  readonly resources: readonly EntityUid[];
  /** In a batch: the permitted identifiers, as the call wrote them. */
  readonly items: readonly string[];
  /** In a batch with the choice `proceed`: the identifiers that were not permitted or do not exist. */
  readonly refusedItems: readonly string[];
}

declare global {
  namespace Express {
    interface Request {
      /** What the authorization middleware of `authz` authorized this call for. */
      authorized?: Authorized;
    }
  }
}
