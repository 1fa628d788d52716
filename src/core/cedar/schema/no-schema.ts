import type { SchemaJson } from '../wasm/json.ts';

/**
 * Stands where a schema would: Cedar decides without one as well. It declares nothing, so policies, entities and
 * requests are then held to no types, and nothing is left to conclude from them without asking the engine.
 */
export const NO_SCHEMA: SchemaJson<string> = Object.freeze({});

/** By identity: a schema that declares nothing is a schema, and refuses everything. */
export function isNoSchema(schema: SchemaJson<string>): boolean {
  return schema === NO_SCHEMA;
}
