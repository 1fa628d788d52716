import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorized } from '../server/call.ts';

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
  /** The application that handles the call. */
  app?: object;
  /** The parsed query: Express 4 reads it when a call arrives, Express 5 whenever somebody asks. */
  query?: unknown;
  /** The parsed body, when a body parser ran before. */
  body?: unknown;
  /** Whether a body parser of Express 4 has read a body. */
  _body?: boolean;
  /** What the call was authorized for; set for handlers, never read. */
  authorized?: Authorized;
}

/** What the middleware needs of a response: that of Node. */
export type HttpResponse = ServerResponse;

/** Hands the call on to the next handler; with an error, to the error handlers. */
export type Next = (error?: unknown) => void;

/** A handler as `app.use` and `app.get` take them. */
export type Handler<Req> = (req: Req, res: HttpResponse, next: Next) => void;

declare global {
  namespace Express {
    interface Request {
      /** What the authorization middleware of `authz` authorized this call for. */
      authorized?: Authorized;
    }
  }
}
