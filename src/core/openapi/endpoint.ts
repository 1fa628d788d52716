import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { GroupRequirement } from '../endpoints/group-requirement.ts';
import type { Method } from '../endpoints/method.ts';

/** One endpoint of the API: a method and a path template, with what the API description says about it. */
export interface Endpoint {
  readonly method: Method;
  /** The path template as the document writes it, such as `/campaigns/{campaign_id}`. */
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Path, query, header and cookie parameters; those of the path item included; path parameters in path order. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body | undefined;
  readonly responses: readonly Response[];
  readonly security: SecurityNeed;
  /** The operation itself says so, and not the document for all of them. */
  readonly saysSecurity?: true;
  /** The security schemes with which calls may come, by name; none where they may come without. */
  readonly schemes?: readonly string[] | undefined;
  /** Whom the document itself reserves the endpoint for: its `x-authz-groups`, else the scopes and roles of its security requirements. */
  readonly groups: GroupRequirement;
  /** What of the operation says so of users, and not of what a client asks for; roles for a bearer token are of users. */
  readonly saysGroups?: 'x-authz-groups' | 'security' | undefined;
  /** The `x-authz` object of the operation, or of its path item, as written; checked in the room `classification`. */
  readonly override?: unknown;
  /** Where that object stands, for messages about it. */
  readonly overrideAt?: Pick<Diagnostic, 'file' | 'location'> | undefined;
  /** What its calls may begin with, by `servers` of the operation or of its path; nothing where the document speaks for all of them. */
  readonly ownBasePaths?: readonly string[] | undefined;
  /** Keys from the root of the document to the operation, for messages: `['paths', '/campaigns', 'get']`. */
  readonly at: readonly string[];
}

/** Whether its method says that a call only reads. */
export function isReading({ method }: Pick<Endpoint, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string;
  readonly shape: Shape;
}

export interface Body {
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  readonly description: string;
  readonly shape: Shape;
}

export interface Response {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description: string;
  /** Read when it is first asked for: most answers are errors, which nobody asks. */
  readonly shape: Shape | undefined;
}

/**
 * What the document says about authentication: `none` (explicitly none needed on the operation), `optional` (none is one of the choices),
 * `required`, `unspecified` (neither the operation nor the document says anything).
 */
export type SecurityNeed = 'none' | 'optional' | 'required' | 'unspecified';

export type ShapeType = 'object' | 'array' | 'map' | 'string' | 'integer' | 'number' | 'boolean' | 'unknown';

/**
 * A body shape: what OpenAPI calls a schema, with its versions' differences gone and `allOf` merged.
 * `properties` and `items` are read lazily, so recursive shapes are fine: never walk them without a bound.
 */
export interface Shape {
  /** The name of the component (or definition) it was referred to by. */
  readonly name?: string | undefined;
  readonly type: ShapeType;
  readonly format?: string | undefined;
  readonly nullable: boolean;
  readonly description: string;
  /** The allowed values, when the shape is an enumeration. */
  readonly enumeration?: readonly string[] | undefined;
  readonly properties: ReadonlyMap<string, Property>;
  readonly items?: Shape | undefined;
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** It is sent and never answered. */
  readonly writeOnly?: boolean;
  readonly shape: Shape;
}

/** What is read of an OpenAPI document; differences between 2.0, 3.0 and 3.1 end here. */
export interface Spec {
  /** As written: `2.0`, `3.0.3`, `3.1.0`. */
  readonly version: string;
  readonly title: string;
  /** The version of the API itself, as written. */
  readonly apiVersion: string;
  /** The path that all servers share, without a trailing slash; empty when there is none or they differ. */
  readonly basePath: string;
  /** What calls may begin with, by all servers and all values of their variables; sorted. */
  readonly basePaths: readonly string[];
  /** Sorted by path, then by the order of `METHODS`. */
  readonly endpoints: readonly Endpoint[];
  /** The named components, sorted by name. */
  readonly components: ReadonlyMap<string, Shape>;
  /** The `x-authz` objects of the document and of its components, as written. */
  readonly extensions: readonly Extension[];
  /** Where an endpoint stands, for messages about it. */
  readonly locate: (endpoint: Endpoint) => Pick<Diagnostic, 'file' | 'location'>;
}

/** An `x-authz` object that is about entity types. */
export interface Extension {
  /** The component that it stands on; the document itself when it is missing. */
  readonly component?: string;
  readonly value: unknown;
  /** Where the object stands in its file. */
  readonly source: Source;
  readonly at: readonly string[];
}
