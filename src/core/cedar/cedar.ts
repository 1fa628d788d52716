import { createRequire } from 'node:module';
import { versions } from 'node:process';
import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';
import { findUnusableValue, isPlainObject, type NestingProblem, nestingProblem } from './limits.ts';
import { isNoSchema } from './no-schema.ts';

/**
 * The only door to cedar-wasm. It keeps four promises to the rest of the core:
 * a call never throws and never aborts the process; what the engine cannot survive is refused before it gets there;
 * an instance that was damaged by a call is replaced before the next one; lists in answers have a stable order.
 */
export type {
  CedarValueJson,
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
} from '@cedar-policy/cedar-wasm/nodejs';

/** One entity type of a schema in JSON form. */
export type EntityTypeJson = Cedar.EntityType<string>;
/** One attribute or element type of a schema in JSON form. */
export type TypeJson = Cedar.Type<string>;

type EngineInstance = typeof Cedar;

/** What the engine answered, or why it could not. */
export type EngineAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Cedar.DetailedError[] };

/** Policies by id: the only form in which ids survive, see {@link validatePolicies}. */
export type PolicyTexts = Readonly<Record<string, string>>;

/** The JSON form of one static policy; annotations included, comments and locations lost. */
export function policyToJson(text: string): EngineAnswer<Cedar.PolicyJson> {
  return guardText(text) ?? jsonOf((engine) => engine.policyToJson(text));
}

/** The JSON form of one policy template (a policy with `?principal` or `?resource`). */
export function templateToJson(text: string): EngineAnswer<Cedar.PolicyJson> {
  return guardText(text) ?? jsonOf((engine) => engine.templateToJson(text));
}

/** One line of Cedar text for a policy given as a value; {@link formatPolicies} makes it readable. */
export function policyToText(policy: Cedar.PolicyJson): EngineAnswer<string> {
  return guardJson(policy) ?? textOf((engine) => engine.policyToText(policy));
}

/** The same for a policy template. */
export function templateToText(template: Cedar.PolicyJson): EngineAnswer<string> {
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
export function schemaToText(schema: Cedar.SchemaJson<string>): EngineAnswer<string> {
  return guardJson(schema) ?? textOf((engine) => engine.schemaToText(schema));
}

/** A schema in JSON form, from Cedar syntax. */
export function schemaToJson(text: string): EngineAnswer<Cedar.SchemaJson<string>> {
  return guardText(text) ?? jsonOf((engine) => engine.schemaToJson(text));
}

/** Whether the schema, as text in Cedar syntax or as a JSON value, is one. */
export function checkSchema(schema: string | Cedar.SchemaJson<string>): EngineAnswer<undefined> {
  const refused = typeof schema === 'string' ? guardText(schema) : guardJson(schema);
  const answer = refused ?? checked((engine) => engine.checkParseSchema(schema));
  if (answer.ok && typeof schema === 'object') usableSchemas.add(schema);
  return answer;
}

/** Those that have been checked. */
const usableSchemas = new WeakSet<Cedar.SchemaJson<string>>();

export interface Validation {
  readonly errors: readonly Cedar.ValidationError[];
  readonly warnings: readonly Cedar.ValidationError[];
}

/** Strict validation of policies and templates against a schema. Offsets in the answer are UTF-8 bytes into each policy's own text. */
export function validatePolicies(
  schema: Cedar.SchemaJson<string>,
  policies: PolicyTexts,
  templates: PolicyTexts = {},
): EngineAnswer<Validation> {
  const refused = guardJson(schema) ?? guardTexts(policies) ?? guardTexts(templates);
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
  entities: readonly Cedar.EntityJson[],
  schema: Cedar.SchemaJson<string>,
): EngineAnswer<undefined> {
  return (
    guardJson(entities) ??
    checked((engine) => engine.checkParseEntities({ entities: [...entities], ...schemaMember(schema) }))
  );
}

/** Checks the context of a request against what the schema says of its action. */
export function checkContext(
  context: Readonly<Record<string, Cedar.CedarValueJson>>,
  action: Cedar.TypeAndId,
  schema: Cedar.SchemaJson<string>,
): EngineAnswer<undefined> {
  return (
    guardContext(context) ??
    guardJson(context) ??
    checked((engine) =>
      engine.checkParseContext({ context: { ...context }, ...schemaMember(schema), action: { ...action } }),
    )
  );
}

function schemaMember(schema: Cedar.SchemaJson<string>) {
  return { schema: isNoSchema(schema) ? null : schema };
}

export interface AuthorizationQuery {
  readonly principal: Cedar.TypeAndId;
  readonly action: Cedar.TypeAndId;
  readonly resource: Cedar.TypeAndId;
  readonly context: Readonly<Record<string, Cedar.CedarValueJson>>;
  readonly entities: readonly Cedar.EntityJson[];
  /**
   * Whether all of it is known to fit the schema, in the spelling that says by itself what each value is: then the engine need not read
   * it by the schema, which takes longer, and code that has to be compiled first.
   */
  readonly fits?: boolean;
}

export interface AuthorizationAnswer {
  readonly decision: Cedar.Decision;
  /** Ids of the determining policies, sorted. */
  readonly reason: readonly string[];
  /** Policies that could not be evaluated, sorted by id. */
  readonly errors: readonly Cedar.AuthorizationError[];
}

/** Policies and schema that the engine has parsed once, ready for many queries. */
export interface PreparedPolicies {
  readonly authorize: (query: AuthorizationQuery) => EngineAnswer<AuthorizationAnswer>;
}

/**
 * Parses policies and schema once; a schema that {@link checkSchema} has seen only when a query needs it. `name` is a slot in the engine's
 * cache, which never frees one: reuse names. When the engine has been replaced, or the slot was taken by others since, the next query
 * prepares them again.
 */
export function preparePolicies(
  name: string,
  schema: Cedar.SchemaJson<string>,
  policies: PolicyTexts,
): EngineAnswer<PreparedPolicies> {
  const refused = guardJson(schema) ?? guardTexts(policies);
  if (refused) return refused;
  const owner: SlotOwner = { policies, schema };
  const prepared = preparePoliciesOf(owner, name);
  const isUsable = usableSchemas.has(schema) || isNoSchema(schema);
  const usable = prepared.ok && !isUsable ? prepareSchemaOf(owner, name) : prepared;
  if (!usable.ok) return usable;
  return success({
    authorize: (query) => {
      const policiesAgain = slotOwners.get(name) === owner ? prepared : preparePoliciesOf(owner, name);
      if (!policiesAgain.ok) return policiesAgain;
      if (isNoSchema(schema)) return authorize(name, { ...query, fits: true });
      const withSchema =
        query.fits || schemaOwners.get(name) === owner ? prepared : prepareSchemaOf(owner, name);
      return withSchema.ok ? authorize(name, query) : withSchema;
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

function prepareSchemaOf(owner: SlotOwner, name: string): EngineAnswer<undefined> {
  schemaOwners.delete(name);
  const parsed = checked((engine) => engine.preparseSchema(name, owner.schema));
  if (parsed.ok) schemaOwners.set(name, owner);
  return parsed;
}

function authorize(name: string, query: AuthorizationQuery): EngineAnswer<AuthorizationAnswer> {
  return ask((engine) => {
    const refused = guardQuery(query);
    if (refused) return refused;
    const answer = engine.statefulIsAuthorized({
      principal: typeAndId(query.principal),
      action: typeAndId(query.action),
      resource: typeAndId(query.resource),
      context: { ...query.context },
      entities: [...query.entities],
      preparsedPolicySetId: name,
      ...(query.fits ? {} : { preparsedSchemaName: name, validateRequest: true }),
    });
    if (answer.type === 'failure') return failure(answer.errors);
    return success({
      decision: answer.response.decision,
      reason: [...answer.response.diagnostics.reason].sort(),
      errors: sortedBy(answer.response.diagnostics.errors, (error) => error.policyId),
    });
  });
}

function typeAndId({ type, id }: Cedar.TypeAndId): Cedar.TypeAndId {
  return { type, id };
}

// ---- the instance ----

const MODULE = '@cedar-policy/cedar-wasm/nodejs';

let instance: EngineInstance | undefined;
/** How often a call of this instance was thrown out of it. */
let thrown = 0;
/** Each throw leaves its part of the stack behind: some 700 bytes of a megabyte, of which deep policies want a good deal. */
const MOST_THROWN = 64;
/** Whose policies, and whose schema, each slot of the instance holds: nobody may decide with those of somebody else. */
const slotOwners = new Map<string, SlotOwner>();
const schemaOwners = new Map<string, SlotOwner>();

interface SlotOwner {
  readonly policies: PolicyTexts;
  readonly schema: Cedar.SchemaJson<string>;
}

function currentEngine(): EngineInstance {
  instance ??= loadEngine();
  return instance;
}

function loadEngine(): EngineInstance {
  // A loader keeps whatever it has loaded: one for each copy lets the copies before go.
  const require = createRequire(import.meta.url);
  // V8 of Node 20 and 22 aborts the whole process when an optimized caller of WebAssembly is deoptimized during the call;
  // not inlining those calls avoids it at no measurable cost. Newer versions are not affected, and may not know the flag.
  if (Number.parseInt(versions.node, 10) < 24) {
    const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
    setFlagsFromString('--no-turbo-inline-js-wasm-calls');
  }
  return require(MODULE) as EngineInstance;
}

/** A stack overflow inside WebAssembly leaves every later call broken: a fresh copy of the module is the only cure. */
function discardEngine(): void {
  const require = createRequire(import.meta.url);
  instance = undefined;
  thrown = 0;
  slotOwners.clear();
  schemaOwners.clear();
  delete require.cache[require.resolve(MODULE)];
}

// ---- one way to ask ----

/** Runs one call. Wrong content is an answer of the engine; a wrong shape or a trap is thrown: both become a failed `Answer`. */
function ask<T>(call: (engine: EngineInstance) => EngineAnswer<T>): EngineAnswer<T> {
  try {
    return call(currentEngine());
  } catch (error) {
    if (isPoisonous(error)) {
      discardEngine();
      return refusal('the policy engine ran out of stack and was restarted', 'nest the input less deeply');
    }
    thrown += 1;
    // No call is under way now: the next one finds a fresh instance rather than the end of the stack.
    if (thrown >= MOST_THROWN) discardEngine();
    return refusal(
      `the policy engine refused its input: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** By name, not by class: the error may come from another realm, as it does under a test runner. */
function isPoisonous(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RangeError' || error.name === 'RuntimeError');
}

function checked(call: (engine: EngineInstance) => Cedar.CheckParseAnswer): EngineAnswer<undefined> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(undefined) : failure(answer.errors);
  });
}

function jsonOf<T>(
  call: (
    engine: EngineInstance,
  ) => { type: 'success'; json: T } | { type: 'failure'; errors: Cedar.DetailedError[] },
): EngineAnswer<T> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(answer.json) : failure(answer.errors);
  });
}

function textOf(
  call: (
    engine: EngineInstance,
  ) => { type: 'success'; text: string } | { type: 'failure'; errors: Cedar.DetailedError[] },
): EngineAnswer<string> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(answer.text) : failure(answer.errors);
  });
}

function success<T>(value: T): EngineAnswer<T> {
  return { ok: true, value };
}

/** Nested `related` errors are errors of their own to a reader. */
function failure(errors: readonly Cedar.DetailedError[]): {
  ok: false;
  errors: readonly Cedar.DetailedError[];
} {
  return { ok: false, errors: sortedBy(errors.flatMap(withRelated), describeError) };
}

function withRelated(error: Cedar.DetailedError): Cedar.DetailedError[] {
  return [error, ...(error.related ?? []).flatMap(withRelated)];
}

function refusal(
  message: string,
  help: string | null = null,
): { ok: false; errors: readonly Cedar.DetailedError[] } {
  return { ok: false, errors: [{ message, help, code: null, url: null, severity: null }] };
}

// ---- what must not reach the engine ----

type Refusal = ReturnType<typeof refusal>;

function refusalOf(problem: NestingProblem | undefined): Refusal | undefined {
  return problem && refusal(problem.message, problem.help);
}

function guardText(text: string): Refusal | undefined {
  return refusalOf(nestingProblem(text));
}

function guardTexts(texts: PolicyTexts): Refusal | undefined {
  for (const text of Object.values(texts)) {
    const refused = guardText(text);
    if (refused) return refused;
  }
  return undefined;
}

/** Values cross the border as JSON, which silently changes numbers beyond 2^53, and silently leaves out what it has no words for. */
function guardJson(value: unknown): Refusal | undefined {
  return refusalOf(findUnusableValue(value));
}

function guardQuery(query: AuthorizationQuery): Refusal | undefined {
  const { principal, action, resource, context, entities } = query;
  return (
    guardUid('principal', principal) ??
    guardUid('action', action) ??
    guardUid('resource', resource) ??
    guardContext(context) ??
    guardEntities(entities) ??
    guardJson([principal, action, resource, context, entities])
  );
}

function guardUid(name: string, uid: unknown): Refusal | undefined {
  const isUid = isPlainObject(uid) && typeof uid.type === 'string' && typeof uid.id === 'string';
  return isUid
    ? undefined
    : refusal(`the ${name} is not a reference to an entity`, 'use { type, id }: two texts');
}

function guardContext(context: unknown): Refusal | undefined {
  if (isPlainObject(context)) return undefined;
  return refusal(
    'the context is not a plain object',
    'use one, such as { mfa: true }; {} where there is nothing to say',
  );
}

function guardEntities(entities: unknown): Refusal | undefined {
  if (Array.isArray(entities) && entities.every(isPlainObject)) return undefined;
  return refusal('the entities are not a list of plain objects', 'use a list of { uid, attrs, parents }');
}

// ---- stable order ----

function sortedBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return values
    .map((value) => ({ value, key: key(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ value }) => value);
}

function describeValidationError(entry: Cedar.ValidationError): string {
  return `${entry.policyId}\n${describeError(entry.error)}`;
}

function describeError(error: Cedar.DetailedError): string {
  const start = error.sourceLocations?.[0]?.start ?? 0;
  return `${String(start).padStart(10, '0')}\n${error.message}\n${error.help ?? ''}`;
}
