/** The HTTP methods that OpenAPI can describe, in the order in which operations of one path are listed. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
export type Method = (typeof METHODS)[number];

/** One endpoint of the API: a method and a path template, with what the API description says about it. */
export interface Endpoint {
  readonly method: Method;
  /** The path template as the document writes it, such as `/campaigns/{campaign_id}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Path, query, header and cookie parameters; those of the path item included; path parameters in path order. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  readonly security: SecurityNeed;
  /** The `x-authz` object of the operation, or of its path item, as written; checked in `classification.ts`. */
  readonly override?: unknown;
  /** Keys from the root of the document to the operation, for messages: `['paths', '/campaigns', 'get']`. */
  readonly at: readonly string[];
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
  readonly shape?: Shape;
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
  readonly name?: string;
  readonly type: ShapeType;
  readonly format?: string;
  readonly nullable: boolean;
  readonly description: string;
  /** The allowed values, when the shape is an enumeration. */
  readonly enumeration?: readonly string[];
  readonly properties: ReadonlyMap<string, Property>;
  readonly items?: Shape;
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly shape: Shape;
}

/** What is read of an OpenAPI document; differences between 2.0, 3.0 and 3.1 end here. */
export interface Spec {
  /** As written: `2.0`, `3.0.3`, `3.1.0`. */
  readonly version: string;
  readonly title: string;
  /** The path that all servers share, without a trailing slash; empty when there is none or they differ. */
  readonly basePath: string;
  /** Sorted by path, then by the order of `METHODS`. */
  readonly endpoints: readonly Endpoint[];
  /** The named components, sorted by name. */
  readonly components: ReadonlyMap<string, Shape>;
}

/** The names between braces of a path template, in its order. */
export function pathParameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}
