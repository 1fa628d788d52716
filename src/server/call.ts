import type { EntityUid } from '../core/cedar/entity.ts';
import type { Call } from '../core/requests/map-call.ts';

/**
 * One HTTP call as a server hands it over. `url` is the path and query that the server's own router goes by: where a server rewrites
 * targets or takes prefixes off, the adapter puts together what will be routed. `body` is the parsed one.
 */
export interface ServerCall<Req extends object> extends Call {
  /** The framework's own request, for the functions of the application. */
  readonly req: Req;
  /** Whether there is a body that nobody has read; when left out, its headers say so. */
  readonly hasUnreadBody?: boolean;
  /** Whether the functions of the application can read such a body themselves, as handlers do. */
  readonly isReadable?: true;
  /** The paths of the route that will run, in the form of the schema, where the server has found it before the decision. */
  readonly templates?: readonly string[];
  /** What is wrong with how the call is written, where the server has found a route for it that reads it otherwise. */
  readonly misread?: string | undefined;
}

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

/** Of its own for each call: the application gets to see it, and may change it. */
export function ownUid({ type, id }: EntityUid): EntityUid {
  return { type, id };
}
