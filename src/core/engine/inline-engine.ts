import type { SeenToFit } from '../cedar/cedar.ts';
import type { Entity, EntityUid } from '../cedar/entity.ts';
import { type Diagnostic, errorsAmong, InputError, type Outcome } from '../diagnostics/diagnostic.ts';
import { ANYTHING, type OptionKinds, optionProblems, wholeNumberFrom } from '../diagnostics/options.ts';
import { readSchema, type Schema } from '../model/read-schema.ts';
import { checkPolicies, noPolicies } from '../policies/check-policies.ts';
import type { PolicyFile } from '../policies/policy.ts';
import { messageOf } from '../values/message-of.ts';
import { isPlainObject, isRecord } from '../values/record.ts';
import {
  type AuthorizationEngine,
  type AuthorizationInput,
  type AuthorizationRequest,
  type AuthorizationResult,
  resultOf,
} from './authorization-engine.ts';
import { createEngine, type Decision, type Engine, undecided } from './engine.ts';

/** A schema as text: the content of `v4.policyschema.json`, or the same in Cedar syntax. */
export interface StringifiedSchema {
  readonly type: 'jsonString' | 'cedarFormat';
  readonly schema: string;
}

/** Options of {@link PolicyInlineAuthorizationEngine}. Specification 4.5. */
export interface PolicyInlineEngineOptions {
  /** All policy texts, joined by line ends; or the files one by one, so that messages and ids can name them. */
  readonly staticPolicies: string | readonly PolicyFile[];
  readonly schema: StringifiedSchema;
  /**
   * How many decisions to remember, each for all requests that agree on everything the policies can read: none is ever out of date, since
   * the slices are still looked up for every call. Default 10,000; 0 evaluates every request, as values need whose getters say something else
   * each time.
   */
  readonly rememberedDecisions?: number;
}

const OPTIONS: OptionKinds<PolicyInlineEngineOptions> = {
  staticPolicies: {
    fits: (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isPolicyFile)),
    expected: 'the text of all policies, or a list of { file, name, text }',
  },
  schema: ANYTHING,
  rememberedDecisions: wholeNumberFrom(0),
};

function isPolicyFile(value: unknown): boolean {
  return isRecord(value) && ['file', 'name', 'text'].every((name) => typeof value[name] === 'string');
}

const NO_POLICIES: Diagnostic = {
  severity: 'error',
  code: 'option-unusable',
  message: 'the engine has no `staticPolicies`',
  help: 'give the text of all policies, or a list of { file, name, text }; an empty text denies everything',
};

/**
 * Decides in this process, by policies that are validated strictly when the engine is made.
 * @throws {InputError} with every problem of schema and policies at once, each with its place.
 */
export class PolicyInlineAuthorizationEngine implements AuthorizationEngine {
  /** False when there are no policies: then every request is denied. */
  readonly hasPolicies: boolean;
  /** Warnings about the policies, such as one that can never apply. */
  readonly diagnostics: readonly Diagnostic[];
  /** The schema that the policies were validated against, as it was given. */
  readonly schema: StringifiedSchema;
  /** How many decisions it remembers at most; 0 when it evaluates every request. */
  readonly rememberedDecisions: number;
  readonly #engine: Engine;
  readonly #files: readonly PolicyFile[];

  constructor(options: PolicyInlineEngineOptions) {
    const problems = optionProblems('the engine', options, OPTIONS);
    if (isRecord(options) && options.staticPolicies === undefined) problems.push(NO_POLICIES);
    if (problems.length > 0) throw new InputError(problems);
    const { staticPolicies, schema, rememberedDecisions = 10_000 } = options;
    this.#files = policyFiles(staticPolicies);
    const slot = freeSlots.pop() ?? `inline ${++slots}`;
    const engine = inlineEngine(slot, this.#files, schema, rememberedDecisions);
    if (!engine.ok) {
      freeSlots.push(slot);
      throw new InputError(engine.diagnostics);
    }
    slotsInUse.register(this, slot);
    this.schema = schema;
    this.rememberedDecisions = rememberedDecisions;
    this.#engine = engine.value;
    this.hasPolicies = engine.value.hasPolicies;
    this.diagnostics = engine.diagnostics;
  }

  /** One decision. Never rejects: what cannot be decided is an error, and a deny. Specification 4.1. */
  async isAuthorized(
    request: AuthorizationRequest,
    entities: readonly Entity[],
  ): Promise<AuthorizationResult> {
    return this.#result({ request, entities });
  }

  /**
   * One decision for each input, in the same order. Never rejects: what is not a list of inputs has one answer, which is an error, so that
   * nobody takes no answer for no objection. Specification 4.1.
   */
  async batchIsAuthorized(inputs: readonly AuthorizationInput[]): Promise<AuthorizationResult[]> {
    return this.decideAll(inputs);
  }

  /** As {@link batchIsAuthorized}, at once. */
  decideAll(inputs: readonly AuthorizationInput[]): AuthorizationResult[] {
    if (!Array.isArray(inputs)) return [resultOf(undecided('the inputs are not a list'), NOBODY)];
    return this.decisions(inputs).map((decision, index) => resultOf(decision, callerIn(inputs[index])));
  }

  /** As {@link decideAll} of a list, without saying who may do it. */
  decisions(inputs: readonly AuthorizationInput[]): Decision[] {
    if (inputs.length === 0) return [];
    if (inputs.length === 1) return [this.#decide(inputs[0])];
    const seenToFit: SeenToFit = { entities: new Set() };
    const decisions: Decision[] = [];
    // One by one, since what a list has holes for is answered, too.
    for (let index = 0; index < inputs.length; index += 1) {
      const input: AuthorizationInput | undefined = inputs[index];
      decisions.push(this.#decide(input, seenToFit));
    }
    return decisions;
  }

  /** As {@link isAuthorized}, at once. */
  decide(request: AuthorizationRequest, entities: readonly Entity[]): AuthorizationResult {
    return this.#result({ request, entities });
  }

  /** What keeps these policies from being used with a schema; empty when they fit. */
  checkAgainst(schema: Schema): readonly Diagnostic[] {
    const { diagnostics } = checkPolicies(this.#files, schema.json);
    return errorsAmong(diagnostics);
  }

  #result(input: AuthorizationInput): AuthorizationResult {
    return resultOf(this.#decide(input), callerIn(input));
  }

  /** JavaScript may ask anything, and gets an answer. */
  #decide(input: AuthorizationInput | undefined, seenToFit?: SeenToFit): Decision {
    try {
      const { request, entities } = input ?? {};
      const problem = questionProblem(request, entities);
      if (problem !== undefined || !request || !entities) return undecided(problem ?? 'there is no question');
      return this.#engine.decide(request, entities, seenToFit);
    } catch (error) {
      return undecided(`the question cannot be read: ${messageOf(error)}`);
    }
  }
}

const NOBODY: EntityUid = { type: '', id: '' };

/** Who is named with an allow; nobody where the question is none, which is never allowed. */
function callerIn(input: AuthorizationInput | undefined): EntityUid {
  try {
    return input?.request?.principal ?? NOBODY;
  } catch {
    return NOBODY;
  }
}

const REQUIRED = ['principal', 'action', 'resource'] as const;

function questionProblem(request: unknown, entities: unknown): string | undefined {
  if (!isPlainObject(request)) return 'there is no request: use { principal, action, resource, context }';
  const missing = REQUIRED.find((part) => request[part] === undefined || request[part] === null);
  if (missing !== undefined) return `the request has no ${missing}: use { type, id }`;
  if (!Array.isArray(entities)) return 'there is no list of entities: use [] where none is known';
  if (!entities.every(isPlainObject)) return 'not all entities are plain objects: { uid, attrs, parents }';
  return undefined;
}

/** How messages name the schema: here it is a text without a file. */
export const SCHEMA_TEXT = 'schema';

/** Reads a schema option; messages name it as `schema`. */
export function readStringifiedSchema(given: StringifiedSchema): Outcome<Schema> {
  const { type, schema } = given ?? {};
  if (typeof given === 'string') {
    const form = "{ type: 'jsonString', schema: text }; Cedar syntax is `cedarFormat`";
    const problem = schemaProblem('expected { type, schema }, not a text alone', `give ${form}`);
    return { ok: false, diagnostics: [problem] };
  }
  if (typeof schema !== 'string')
    return {
      ok: false,
      diagnostics: [schemaProblem('there is no schema', 'give the text of `v4.policyschema.json`')],
    };
  const isJson = schema.trimStart().startsWith('{');
  if (isJson === (type === 'jsonString')) return readSchema({ file: SCHEMA_TEXT, text: schema });
  const message = `the schema is not of the type \`${type}\``;
  const help = isJson
    ? 'it is JSON: say `jsonString`'
    : 'for JSON it should begin with `{`; Cedar syntax is `cedarFormat`';
  return { ok: false, diagnostics: [schemaProblem(message, help)] };
}

function schemaProblem(message: string, help: string): Diagnostic {
  return { severity: 'error', code: 'schema-unusable', message, help };
}

/** cedar-wasm never frees a slot of its cache, so the slots of engines that are gone are used again. */
const freeSlots: string[] = [];
let slots = 0;
const slotsInUse = new FinalizationRegistry<string>((slot) => freeSlots.push(slot));

function policyFiles(policies: PolicyInlineEngineOptions['staticPolicies']): readonly PolicyFile[] {
  return typeof policies === 'string'
    ? [{ file: 'staticPolicies', name: 'policy', text: policies }]
    : policies;
}

function inlineEngine(
  slot: string,
  files: readonly PolicyFile[],
  text: StringifiedSchema,
  mostMemoized: number,
): Outcome<Engine> {
  const schema = readStringifiedSchema(text);
  if (!schema.ok) return schema;
  const { policySet, diagnostics, usable } = checkPolicies(files, schema.value.json);
  if (!usable) return { ok: false, diagnostics };
  const classes = mostMemoized > 0 ? { areChecked: false, mostMemoized, mayRest: true } : undefined;
  const engine = createEngine(slot, schema.value.json, policySet, classes);
  if (!engine.ok) return engine;
  const warnings = engine.value.hasPolicies ? diagnostics : [...diagnostics, noPolicies()];
  return { ...engine, diagnostics: warnings };
}
