import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';

/** The JSON forms of what Cedar reads and answers: types alone, so that files below the door to the engine can speak of them. */
export type {
  AuthorizationError,
  CedarValueJson,
  CheckParseAnswer,
  Decision,
  DetailedError,
  EntityJson,
  EntityUidJson,
  Expr,
  ExprNoExt,
  NamespaceDefinition,
  PatternElem,
  PolicyJson,
  SchemaJson,
  TypeAndId,
  ValidationError,
} from '@cedar-policy/cedar-wasm/nodejs';

/** One entity type of a schema in JSON form. */
export type EntityTypeJson = Cedar.EntityType<string>;
/** One attribute or element type of a schema in JSON form. */
export type TypeJson = Cedar.Type<string>;
