import type { Entity } from '../core/cedar/entity.ts';
import type { AuthorizationEngine } from '../core/engine/authorization-engine.ts';
import type { StringifiedSchema } from '../core/engine/inline-engine.ts';
import type { Model } from '../core/model/model.ts';
import type { GivenContext } from '../core/requests/context.ts';
import type {
  BatchChoice,
  HidingStatus,
  OptionsChoice,
  ServerRules,
  SkippedEndpoint,
} from '../core/requests/server/server-rules.ts';
import type { PrincipalSliceCache } from './principals/principal-cache.ts';
import type { DecisionEvent, Logger } from './reporting/log.ts';
import type { SliceBuilders } from './slices/slice-builder.ts';

/**
 * Options of the authorization of any server. Specification 4.5. The first three are needed, and `sliceBuilders` for types that have attributes or
 * parents. With `rules`, the options of the same names must be left out.
 */
export interface ServerOptions<Req extends object = object> {
  /** The schema that `authz generate-schema` wrote: the endpoints are read from it. */
  readonly schema: StringifiedSchema;
  /** What decides. */
  readonly authorizationEngine: AuthorizationEngine;
  /** Who calls. */
  readonly principalConfiguration: PrincipalConfiguration<Req>;
  /**
   * Attributes of the context that no call shows, such as the time or an address that a proxy vouches for. Only those that the schema gives
   * the action are used; what follows from the call itself stays as it is.
   */
  readonly getContext?: (req: Req) => GivenContext | Promise<GivenContext>;
  /** One for each entity type that has attributes or parents. */
  readonly sliceBuilders?: SliceBuilders<Req>;
  /**
   * What `authz.yaml` says below `server`, as `projectOptions` reads it: replay obeys the same.
   */
  readonly rules?: ServerRules;
  /** What becomes of calls that are refused: `enforce` (default), or `report`, which lets them through. It is said at start. */
  readonly mode?: AuthorizationMode;
  /** Where the options come from again when the project is reloaded; `projectOptions` has it. */
  readonly reloads?: Reloads<Req>;
  /** Endpoints that are not authorized at all. Matched exactly, like those of the schema. */
  readonly skippedEndpoints?: readonly SkippedEndpoint[];
  /** Where decisions are written, a line of JSON each. Nowhere when left out. */
  readonly logger?: Logger;
  /** For metrics and audit: awaited before the call goes on. When it throws or rejects, the call is refused. */
  readonly onDecision?: (event: DecisionEvent) => void | Promise<void>;
  /** What a batch endpoint (`DELETE /messages`) does when an item is not permitted: refuse the whole (default), or leave it out. */
  readonly batch?: Readonly<Record<string, BatchChoice>>;
  /** The most items of one call. Default 100. */
  readonly maxBatchItems?: number;
  /** By action that `rules` have no move for: when its call moves something, what must be permitted besides the endpoint's own check. */
  readonly moves?: Readonly<Record<string, (req: Req) => Move | undefined | Promise<Move | undefined>>>;
  /** How long the principal function, a slice builder and the engine may take each, in milliseconds. Default 5,000. */
  readonly timeout?: number;
  /** The status for paths and methods that the schema does not have; 403 answers as if the call were denied, which is 401 without an identity. Default 404. */
  readonly unknownEndpoint?: HidingStatus;
  /** The status for resources that do not exist; 403 hides which ones do. Default 404. */
  readonly missingResource?: HidingStatus;
  /** `deny` (default), or `answer` with 204 and the methods of the path. Either way no handler runs, unless the schema has the endpoint. */
  readonly optionsRequests?: OptionsChoice;
  /** The longest path with query, in characters. Default 8,192. */
  readonly maxUrlLength?: number;
  /** Set it when every router of the application is case-sensitive; else paths are refused that differ from another endpoint in case only. */
  readonly caseSensitiveRouting?: boolean;
  /** Set it when every router of the application has `strict routing`; else endpoints must not differ in a slash at the end only. */
  readonly strictRouting?: boolean;
  /** The value of `WWW-Authenticate` in answers with 401. Default `Bearer`. */
  readonly challenge?: string;
  /** The id of a call in log and answers. Default: `req.id` when it is a text, else a random one. */
  readonly requestId?: (req: Req) => string;
}

/** How a server knows who calls. */
export interface PrincipalConfiguration<Req> {
  readonly type: 'custom';
  /**
   * The principal of a call, or `undefined` when there is none: then the fixed anonymous principal asks, and a deny is answered with 401.
   * It trusts what the application's own token validation left on the request. Specification 2.5.
   */
  readonly getPrincipalEntity: (req: Req, model: Model) => Entity | undefined | Promise<Entity | undefined>;
  /** Off when left out. */
  readonly cache?: PrincipalSliceCache;
  /** What the cache knows the caller by, such as the subject of the token; `undefined`, or an empty text, for calls that must not be cached. */
  readonly cacheKey?: (req: Req) => string | undefined;
}

/** A move asks about what is moved, by the endpoint's own check, about where it is taken out, and about where it is put. */
export interface Move {
  /** What must be permitted at the origin, if anything. */
  readonly origin?: Check;
  readonly destination: Check;
}

/** One action about one resource. */
export interface Check {
  /** The name of an action. */
  readonly action: string;
  /** The identifier of its resource, without type. */
  readonly resource: string;
}

/**
 * What becomes of calls that are refused: `enforce` (default) answers them; `report` tells and counts them, and lets them through, all or
 * those of the named endpoints.
 */
export type AuthorizationMode = 'enforce' | 'report' | { readonly report: readonly string[] };

/** What a reload replaces, all of it or nothing. */
export type ReloadedParts<Req extends object> = Pick<
  ServerOptions<Req>,
  'schema' | 'authorizationEngine' | 'principalConfiguration' | 'rules'
>;

/**
 * Sets everything up with other parts, and returns what puts them into use and cannot fail.
 * @throws {InputError} when they do not fit: then nothing has changed.
 */
export type PrepareParts<Req extends object> = (parts: ReloadedParts<Req>) => () => void;

/** Where parts of the options come from, and come from again. */
export interface Reloads<Req extends object> {
  /** Those that the options hold. */
  readonly handed: ReloadedParts<Req>;
  /** Those that are in use now. */
  readonly current: () => ReloadedParts<Req>;
  /** Has an authorization take part in each reload from now on. */
  readonly join: (prepare: PrepareParts<Req>) => void;
}
