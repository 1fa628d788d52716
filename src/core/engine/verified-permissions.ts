import { type Entity, entityKey, isUid, plainUid } from '../cedar/entity.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { FUNCTION, NAME, neededOptionProblems, type OptionKinds } from '../diagnostics/options.ts';
import { messageOf } from '../values/message-of.ts';
import {
  type AuthorizationEngine,
  type AuthorizationInput,
  type AuthorizationRequest,
  type AuthorizationResult,
  resultOf,
} from './authorization-engine.ts';
import {
  allowedBy,
  type Decision,
  deniedBy,
  type EvaluationError,
  referenceWithoutFile,
  undecided,
} from './engine.ts';

/** The operation takes no more at once. */
const MOST_REQUESTS = 30;

/** The input of `BatchIsAuthorized` of Amazon Verified Permissions, as `BatchIsAuthorizedCommand` of its client takes it. */
export interface BatchIsAuthorizedInput {
  policyStoreId: string;
  entities: { cedarJson: string };
  requests: {
    principal: { entityType: string; entityId: string };
    action: { actionType: string; actionId: string };
    resource: { entityType: string; entityId: string };
    context: { cedarJson: string };
  }[];
}

/** What of its output is read. */
export interface BatchIsAuthorizedOutput {
  readonly results?:
    | readonly {
        /** The question that the answer is to. */
        readonly request?: EchoedQuestion | undefined;
        readonly decision?: string | undefined;
        readonly determiningPolicies?: readonly { readonly policyId?: string | undefined }[] | undefined;
        readonly errors?: readonly { readonly errorDescription?: string | undefined }[] | undefined;
      }[]
    | undefined;
}

/** A question as an answer names it. */
export interface EchoedQuestion {
  readonly principal?: EchoedEntity | undefined;
  readonly action?:
    | { readonly actionType?: string | undefined; readonly actionId?: string | undefined }
    | undefined;
  readonly resource?: EchoedEntity | undefined;
}

interface EchoedEntity {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
}

/** Options of {@link verifiedPermissionsEngine}. */
export interface VerifiedPermissionsOptions {
  readonly policyStoreId: string;
  /** Sends one operation: `(input) => client.send(new BatchIsAuthorizedCommand(input))`. Credentials and region are the client's. */
  readonly send: (input: BatchIsAuthorizedInput) => Promise<BatchIsAuthorizedOutput>;
}

const OPTIONS: OptionKinds<VerifiedPermissionsOptions> = { policyStoreId: NAME, send: FUNCTION };

/**
 * An engine that has Amazon Verified Permissions decide, several questions in one operation, at most 30. Unlike
 * `AVPAuthorizationEngine` of `@verifiedpermissions/authorization-clients-js`, which plugs in as well, it sees evaluation errors, and they
 * deny.
 * @throws {InputError} with all that is wrong with the options.
 */
export function verifiedPermissionsEngine(options: VerifiedPermissionsOptions): AuthorizationEngine {
  const problems = neededOptionProblems('`verifiedPermissionsEngine`', options, OPTIONS);
  if (problems.length > 0) throw new InputError(problems);
  const batch = async (inputs: readonly AuthorizationInput[]): Promise<AuthorizationResult[]> => {
    const decisions = new Map<AuthorizationInput, Decision>();
    await Promise.all(portionsOf(inputs).map((portion) => decidePortion(portion, options, decisions)));
    return inputs.map((input) => resultOf(decisions.get(input) ?? NO_ANSWER, input.request.principal));
  };
  return {
    isAuthorized: async (request: AuthorizationRequest, entities: readonly Entity[]) => {
      const [result] = await batch([{ request, entities }]);
      return result ?? resultOf(NO_ANSWER, request.principal);
    },
    batchIsAuthorized: batch,
  };
}

const NO_ANSWER = undecided('Verified Permissions gave no answer');
const OF_ANOTHER = undecided('Verified Permissions gave the answer to another question');

// ---- portions ----

/**
 * Questions that fit into one operation: at most 30, of one principal, over entities that do not contradict each other. None refers to an
 * entity that only another one sends: alone it is decided without that entity, and so it must be among others. No two differ in the context
 * alone: an answer does not say to which of them it is.
 */
interface RequestBatch {
  readonly principal: string;
  readonly inputs: AuthorizationInput[];
  /** As JSON, by key. */
  readonly entities: Map<string, string>;
  /** What questions refer to, and do not send. */
  readonly beyond: Set<string>;
  /** The context of each question, by action and resource. */
  readonly contexts: Map<string, string>;
}

interface SentQuestion {
  /** Action and resource. */
  readonly about: string;
  readonly context: string;
  readonly entities: ReadonlyMap<string, string>;
  readonly beyond: ReadonlySet<string>;
}

function portionsOf(inputs: readonly AuthorizationInput[]): RequestBatch[] {
  const portions: RequestBatch[] = [];
  for (const input of inputs) {
    const sent = sentWith(input);
    const principal = entityKey(input.request.principal);
    const open = portions.find((portion) => portion.principal === principal && takes(portion, sent));
    const portion = open ?? emptyPortion(principal);
    if (!open) portions.push(portion);
    portion.inputs.push(input);
    portion.contexts.set(sent.about, sent.context);
    for (const [key, entity] of sent.entities) portion.entities.set(key, entity);
    for (const key of sent.beyond) portion.beyond.add(key);
  }
  return portions;
}

function emptyPortion(principal: string): RequestBatch {
  return { principal, inputs: [], entities: new Map(), beyond: new Set(), contexts: new Map() };
}

function sentWith({ request, entities: slice }: AuthorizationInput): SentQuestion {
  const { principal, action, resource, context } = request;
  const entities = new Map(slice.map((one) => [entityKey(plainUid(one.uid)), JSON.stringify(one)]));
  const referred = new Set([principal, resource].map(entityKey));
  for (const value of [context, slice]) addReferences(value, referred);
  const beyond = new Set([...referred].filter((key) => !entities.has(key)));
  const about = JSON.stringify([action, resource].map(entityKey));
  return { about, context: JSON.stringify(context), entities, beyond };
}

/** In either spelling; a record of a type and an id, which is none, does no harm. */
function addReferences(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isUid(value)) found.add(entityKey(value));
  for (const member of Object.values(value)) addReferences(member, found);
}

function takes(portion: RequestBatch, { about, context, entities, beyond }: SentQuestion): boolean {
  const agrees = ([key, entity]: [string, string]) =>
    (portion.entities.get(key) ?? entity) === entity && !portion.beyond.has(key);
  return (
    portion.inputs.length < MOST_REQUESTS &&
    (portion.contexts.get(about) ?? context) === context &&
    [...entities].every(agrees) &&
    ![...beyond].some((key) => portion.entities.has(key))
  );
}

// ---- one operation ----

async function decidePortion(
  portion: RequestBatch,
  { policyStoreId, send }: VerifiedPermissionsOptions,
  decisions: Map<AuthorizationInput, Decision>,
): Promise<void> {
  const { inputs } = portion;
  const answer = await sent(() => send({ policyStoreId, ...operationInput(portion) }));
  const results = 'failure' in answer ? [] : (answer.results ?? []);
  const isComplete = results.length === inputs.length;
  const miscounted = `Verified Permissions gave ${results.length} answers to ${inputs.length} questions`;
  const failure = 'failure' in answer ? answer.failure : isComplete ? undefined : miscounted;
  for (const [index, input] of inputs.entries())
    decisions.set(input, failure === undefined ? readDecision(results[index], input) : undecided(failure));
}

async function sent(
  send: () => Promise<BatchIsAuthorizedOutput>,
): Promise<BatchIsAuthorizedOutput | { readonly failure: string }> {
  try {
    return await send();
  } catch (error) {
    return { failure: `${FAILED_WITH}${nameOf(error)}: ${messageOf(error)}` };
  }
}

/** Clients say by the name of an error what has failed: `ThrottlingException`. */
function nameOf(error: unknown): string {
  const { name }: { name?: unknown } = Object(error);
  return typeof name === 'string' && /^\w+$/.test(name) ? name : 'an error';
}

/** Then come the name of the error, a colon, and its message. */
export const FAILED_WITH = 'Verified Permissions failed with ';

function operationInput({ inputs, entities }: RequestBatch): Omit<BatchIsAuthorizedInput, 'policyStoreId'> {
  return {
    entities: { cedarJson: `[${[...entities.values()].join(',')}]` },
    requests: inputs.map(({ request: { principal, action, resource, context } }) => ({
      principal: { entityType: principal.type, entityId: principal.id },
      action: { actionType: action.type, actionId: action.id },
      resource: { entityType: resource.type, entityId: resource.id },
      context: { cedarJson: JSON.stringify(context) },
    })),
  };
}

type OperationResult = NonNullable<BatchIsAuthorizedOutput['results']>[number];

/** Only an `ALLOW` without errors is one: the service, like Cedar, skips policies that err. */
function readDecision(result: OperationResult | undefined, { request }: AuthorizationInput): Decision {
  if (!result) return NO_ANSWER;
  if (result.request && !isAbout(result.request, request)) return OF_ANOTHER;
  // The service knows policies by ids of its own, and no files.
  const determining = (result.determiningPolicies ?? []).flatMap(({ policyId }) =>
    policyId ? [referenceWithoutFile(policyId)] : [],
  );
  const errors = (result.errors ?? []).map(
    ({ errorDescription = 'a policy could not be evaluated' }): EvaluationError => ({
      message: errorDescription,
    }),
  );
  if (errors.length > 0) return { decision: 'deny', kind: 'errored', determining, errors };
  if (result.decision === 'ALLOW') return allowedBy(determining);
  return result.decision === 'DENY' ? deniedBy(determining) : NO_ANSWER;
}

/** Answers are taken in the order of their questions. An answer that says which one it is to, and is to another, is none. */
function isAbout(
  { principal, action, resource }: EchoedQuestion,
  asked: AuthorizationInput['request'],
): boolean {
  return (
    principal?.entityType === asked.principal.type &&
    principal.entityId === asked.principal.id &&
    action?.actionType === asked.action.type &&
    action.actionId === asked.action.id &&
    resource?.entityType === asked.resource.type &&
    resource.entityId === asked.resource.id
  );
}
