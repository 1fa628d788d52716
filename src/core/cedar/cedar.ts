import { isNoSchema } from './schema/no-schema.ts';
import { describeError, failure, sortedBy, success } from './wasm/answers.ts';
import type {
  AuthorizationAnswer,
  AuthorizationQuery,
  EngineAnswer,
  PolicyTexts,
} from './wasm/engine-types.ts';
import {
  guardAttributes,
  guardContext,
  guardJson,
  guardQuery,
  guardText,
  guardTexts,
} from './wasm/guards.ts';
import {
  ask,
  checked,
  type EngineInstance,
  type SlotOwner,
  slotOwners,
  slotSchemas,
} from './wasm/instance.ts';
import type {
  CedarValueJson,
  DetailedError,
  EntityJson,
  PolicyJson,
  SchemaJson,
  TypeAndId,
  ValidationError,
} from './wasm/json.ts';

export type {
  AuthorizationAnswer,
  AuthorizationQuery,
  EngineAnswer,
  PolicyTexts,
  SeenToFit,
} from './wasm/engine-types.ts';
/**
 * The only door to cedar-wasm. It keeps four promises to the rest of the core:
 * a call never throws and never aborts the process; what the engine cannot survive is refused before it gets there;
 * an instance that was damaged by a call is replaced before the next one; lists in answers have a stable order.
 */
export type * from './wasm/json.ts';

/** The JSON form of one static policy; annotations included, comments and locations lost. */
export function policyToJson(text: string): EngineAnswer<PolicyJson> {
  return guardText(text) ?? jsonOf((engine) => engine.policyToJson(text));
}

/** The JSON form of one policy template (a policy with `?principal` or `?resource`). */
export function templateToJson(text: string): EngineAnswer<PolicyJson> {
  return guardText(text) ?? jsonOf((engine) => engine.templateToJson(text));
}

/** One line of Cedar text for a policy given as a value; {@link formatPolicies} makes it readable. */
export function policyToText(policy: PolicyJson): EngineAnswer<string> {
  return guardJson(policy) ?? textOf((engine) => engine.policyToText(policy));
}

/** The same for a policy template. */
export function templateToText(template: PolicyJson): EngineAnswer<string> {
  return guardJson(template) ?? textOf((engine) => engine.templateToText(template));
}

/** Cedar's own formatter. `text` is a whole file; comments and annotations stay. */
export function formatPolicies(text: string): EngineAnswer<string> {
  const refused = guardText(text);
  if (refused) return refused;
  return ask((engine) => {
    const answer = engine.formatPolicies({ policyText: text, lineWidth: 80, indentWidth: 2 });
    return answer.type === 'success' ? success(answer.formatted_policy) : failure(answer.errors);
  });
}

/** A schema in Cedar syntax, from its JSON form. */
export function schemaToText(schema: SchemaJson<string>): EngineAnswer<string> {
  return guardJson(schema) ?? textOf((engine) => engine.schemaToText(schema));
}

/** A schema in JSON form, from Cedar syntax. */
export function schemaToJson(text: string): EngineAnswer<SchemaJson<string>> {
  return guardText(text) ?? jsonOf((engine) => engine.schemaToJson(text));
}

/** Whether the schema, as text in Cedar syntax or as a JSON value, is one. */
export function checkSchema(schema: string | SchemaJson<string>): EngineAnswer<undefined> {
  const refused = typeof schema === 'string' ? guardText(schema) : guardJson(schema);
  const answer = refused ?? checked((engine) => engine.checkParseSchema(schema));
  if (answer.ok && typeof schema === 'object') usableSchemas.add(schema);
  return answer;
}

/** Those that have been checked. */
const usableSchemas = new WeakSet<SchemaJson<string>>();

/** Large ones are handed over again and again, and never change. */
function guardSchema(schema: SchemaJson<string>) {
  return usableSchemas.has(schema) ? undefined : guardJson(schema);
}

export interface Validation {
  readonly errors: readonly ValidationError[];
  readonly warnings: readonly ValidationError[];
}

/** Strict validation of policies and templates against a schema. Offsets in the answer are UTF-8 bytes into each policy's own text. */
export function validatePolicies(
  schema: SchemaJson<string>,
  policies: PolicyTexts,
  templates: PolicyTexts = {},
): EngineAnswer<Validation> {
  const refused = guardSchema(schema) ?? guardTexts(policies) ?? guardTexts(templates);
  if (refused) return refused;
  if (isNoSchema(schema)) return success({ errors: [], warnings: [] });
  return ask((engine) => {
    const answer = engine.validate({
      schema,
      policies: { staticPolicies: { ...policies }, templates: { ...templates } },
    });
    if (answer.type === 'failure') return failure(answer.errors);
    return success({
      errors: sortedBy(answer.validationErrors, describeValidationError),
      warnings: sortedBy(answer.validationWarnings, describeValidationError),
    });
  });
}

/** Checks entities against a schema, if there is one: attributes, parents, types. Answers with the first problem only. */
export function checkEntities(
  entities: readonly EntityJson[],
  schema: SchemaJson<string>,
): EngineAnswer<undefined> {
  return (
    guardAttributes(entities) ??
    checked((engine) => engine.checkParseEntities({ entities: [...entities], ...schemaMember(schema) }))
  );
}

/** Checks the context of a request against what the schema says of its action. */
export function checkContext(
  context: Readonly<Record<string, CedarValueJson>>,
  action: TypeAndId,
  schema: SchemaJson<string>,
): EngineAnswer<undefined> {
  return (
    guardContext(context) ??
    guardJson(context) ??
    checked((engine) =>
      engine.checkParseContext({ context: { ...context }, ...schemaMember(schema), action: { ...action } }),
    )
  );
}

function schemaMember(schema: SchemaJson<string>) {
  return { schema: isNoSchema(schema) ? null : schema };
}

/** Policies and schema that the engine has parsed once, ready for many queries. */
export interface PreparedPolicies {
  /** The query is checked against the schema of the policies, or against a part of it that says the same of it. */
  readonly authorize: (query: AuthorizationQuery, part?: SchemaSlot) => EngineAnswer<AuthorizationAnswer>;
}

/** A schema, and its slot in the engine's cache; slots of schemas are not those of policies. */
export interface SchemaSlot {
  readonly name: string;
  readonly schema: SchemaJson<string>;
}

/**
 * Parses policies and schema once; a schema that {@link checkSchema} has seen only when a query needs it. `name` is a slot in the engine's
 * cache, which never frees one: reuse names. When the engine has been replaced, or the slot was taken by others since, the next query
 * prepares them again.
 */
export function preparePolicies(
  name: string,
  schema: SchemaJson<string>,
  policies: PolicyTexts,
): EngineAnswer<PreparedPolicies> {
  const refused = guardSchema(schema) ?? guardTexts(policies);
  if (refused) return refused;
  const owner: SlotOwner = { policies, schema };
  const prepared = preparePoliciesOf(owner, name);
  const isUsable = usableSchemas.has(schema) || isNoSchema(schema);
  const whole: SchemaSlot = { name, schema };
  const usable = prepared.ok && !isUsable ? prepareSchemaOf(whole) : prepared;
  if (!usable.ok) return usable;
  return success({
    authorize: (query, part = whole) => {
      const policiesAgain = slotOwners.get(name) === owner ? prepared : preparePoliciesOf(owner, name);
      if (!policiesAgain.ok) return policiesAgain;
      if (isNoSchema(schema)) return authorize(name, part.name, { ...query, fits: true });
      const withSchema =
        query.fits || slotSchemas.get(part.name) === part.schema ? prepared : prepareSchemaOf(part);
      return withSchema.ok ? authorize(name, part.name, query) : withSchema;
    },
  });
}

function preparePoliciesOf(owner: SlotOwner, name: string): EngineAnswer<undefined> {
  slotOwners.delete(name);
  const staticPolicies = { ...owner.policies };
  const parsed = checked((engine) => engine.preparsePolicySet(name, { staticPolicies }));
  if (parsed.ok) slotOwners.set(name, owner);
  return parsed;
}

function prepareSchemaOf({ name, schema }: SchemaSlot): EngineAnswer<undefined> {
  slotSchemas.delete(name);
  const parsed = checked((engine) => engine.preparseSchema(name, schema));
  if (parsed.ok) slotSchemas.set(name, schema);
  return parsed;
}

function authorize(
  policies: string,
  schema: string,
  query: AuthorizationQuery,
): EngineAnswer<AuthorizationAnswer> {
  return ask((engine) => {
    const refused = guardQuery(query);
    if (refused) return refused;
    const answer = engine.statefulIsAuthorized({
      principal: typeAndId(query.principal),
      action: typeAndId(query.action),
      resource: typeAndId(query.resource),
      context: { ...query.context },
      entities: [...query.entities],
      preparsedPolicySetId: policies,
      ...(query.fits ? {} : { preparsedSchemaName: schema, validateRequest: query.mayMisfit !== true }),
    });
    if (answer.type === 'failure') return failure(answer.errors);
    return success({
      decision: answer.response.decision,
      reason: [...answer.response.diagnostics.reason].sort(),
      errors: sortedBy(answer.response.diagnostics.errors, (error) => error.policyId),
    });
  });
}

function typeAndId({ type, id }: TypeAndId): TypeAndId {
  return { type, id };
}

function jsonOf<T>(
  call: (
    engine: EngineInstance,
  ) => { type: 'success'; json: T } | { type: 'failure'; errors: DetailedError[] },
): EngineAnswer<T> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(answer.json) : failure(answer.errors);
  });
}

function textOf(
  call: (
    engine: EngineInstance,
  ) => { type: 'success'; text: string } | { type: 'failure'; errors: DetailedError[] },
): EngineAnswer<string> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(answer.text) : failure(answer.errors);
  });
}

function describeValidationError(entry: ValidationError): string {
  return `${entry.policyId}\n${describeError(entry.error)}`;
}
