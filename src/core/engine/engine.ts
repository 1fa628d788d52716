import type { DetailedError, PreparedPolicies, SchemaJson, SeenToFit } from '../cedar/cedar.ts';
import { engineDiagnostic, withoutPolicyName } from '../cedar/engine-diagnostic.ts';
import type { Entity } from '../cedar/entity.ts';
import { type DecisionClassOptions, withDecisionClasses } from '../decision-classes/decision-classes.ts';
import type { Diagnostic, Location, Outcome } from '../diagnostics/diagnostic.ts';
import { locatePolicy, locatePolicyBytes, type Policy, type PolicySet } from '../policies/policy.ts';
import type { Request } from '../requests/map-call.ts';
import { preparePoliciesByAction } from './partition-by-action.ts';

const DECISION_KINDS = ['allowed', 'forbidden', 'not-permitted', 'errored', 'not-found'] as const;
/**
 * Why a decision is what it is: `allowed`; or a kind of deny. The kinds of deny are never mixed up: a policy forbids it (`forbidden`), no
 * policy permits it (`not-permitted`), it could not be decided (`errored`), or there is no such resource (`not-found`).
 */
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** The answer to one authorization request. Anything unexpected on the way to it is a deny. */
export interface Decision {
  readonly decision: 'allow' | 'deny';
  readonly kind: DecisionKind;
  /** The policies that decided, sorted by id: the satisfied forbids of a deny, else the satisfied permits. */
  readonly determining: readonly PolicyReference[];
  /** Policies that could not be evaluated, and problems with the request itself. */
  readonly errors: readonly EvaluationError[];
  /** Where policies could not be evaluated: what Cedar itself decides, which skips them. */
  readonly skippingErrors?: 'allow' | 'deny';
  /** Why there is no such resource, where more than the entities says so. */
  readonly why?: string;
}

export interface PolicyReference {
  readonly id: string;
  readonly file: string;
  readonly location: Location;
}

export interface EvaluationError {
  /** Missing when it was not a policy that failed. */
  readonly policy?: PolicyReference;
  readonly message: string;
  readonly location?: Location;
}

export interface Engine {
  /** False when there are no policies: then every answer is deny. */
  readonly hasPolicies: boolean;
  readonly decide: (request: Request, entities: readonly Entity[], seenToFit?: SeenToFit) => Decision;
  /** The same about entities that were changed since they were checked, or that nobody has checked. */
  readonly decideUnchecked: Engine['decide'];
  /** The same about a request that may misfit the schema: it is evaluated each time, and no answer about it serves others. */
  readonly decideMisfit: Engine['decide'];
  /** Where the policy with this id stands. */
  readonly referTo: (id: string) => PolicyReference;
}

/**
 * An engine over policies that have been validated. `name` is the slot it uses in cedar-wasm, which never frees one: engines that
 * share a slot take turns, each preparing its policies again, so reuse a name only for engines that replace each other.
 * With `classes`, what must come out the same is evaluated once.
 */
export function createEngine(
  name: string,
  schema: SchemaJson<string>,
  policySet: PolicySet,
  classes?: DecisionClassOptions,
): Outcome<Engine> {
  const prepared = preparePoliciesByAction(name, schema, policySet);
  if (!prepared.ok) return { ok: false, diagnostics: prepared.errors.map(unprepared) };
  const { policies } = policySet;
  const authorizer = classes
    ? withDecisionClasses(prepared.value, schema, policies, classes)
    : { ...prepared.value, authorizeUnchecked: prepared.value.authorize };
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const referTo = references(byId);
  const decisionOf = decisionsOfAnswers((answer) => decisionOfAnswer(answer, byId, referTo));
  const decideWith =
    (authorize: PreparedPolicies['authorize']): Engine['decide'] =>
    ({ principal, action, resource, context }, entities, seenToFit) =>
      decisionOf(
        authorize(
          seenToFit
            ? { principal, action, resource, context, entities, seenToFit }
            : { principal, action, resource, context, entities },
        ),
      );
  const engine: Engine = {
    hasPolicies: policies.length > 0,
    decide: decideWith(authorizer.authorize),
    decideUnchecked: decideWith(authorizer.authorizeUnchecked),
    decideMisfit: decideWith((query) => prepared.value.authorize({ ...query, mayMisfit: true })),
    referTo,
  };
  return { ok: true, value: engine, diagnostics: [] };
}

/** Decides about a request as it asks to be, with entities of which it is known or not that they fit. */
export function decideAsAsked(
  engine: Engine,
  request: Request,
  entities: readonly Entity[],
  areChecked: boolean,
): Decision {
  if (request.mayMisfit) return engine.decideMisfit(request, entities);
  return areChecked ? engine.decide(request, entities) : engine.decideUnchecked(request, entities);
}

/** The answer about a resource that does not exist. */
export function notFound(why?: string): Decision {
  return why === undefined ? NOT_FOUND : { ...NOT_FOUND, why };
}

/** As {@link notFound} without more to say. */
export const NOT_FOUND: Decision = { decision: 'deny', kind: 'not-found', determining: [], errors: [] };

/** The answer when the way to a decision failed. */
export function undecided(message: string): Decision {
  return { decision: 'deny', kind: 'errored', determining: [], errors: [{ message }] };
}

type EngineDecision = ReturnType<PreparedPolicies['authorize']>;

/** A class has one answer for all of its requests, and they share one decision. */
function decisionsOfAnswers(
  decide: (answer: EngineDecision) => Decision,
): (answer: EngineDecision) => Decision {
  const known = new WeakMap<EngineDecision, Decision>();
  return (answer) => {
    const before = known.get(answer);
    if (before) return before;
    const decision = decide(answer);
    known.set(answer, decision);
    return decision;
  };
}

function decisionOfAnswer(
  answer: EngineDecision,
  byId: ReadonlyMap<string, Policy>,
  referTo: Engine['referTo'],
): Decision {
  if (!answer.ok) return undecided(answer.errors.map((error) => error.message).join('; '));
  const determining = answer.value.reason.map(referTo);
  if (answer.value.errors.length > 0) {
    // Cedar skips a policy that errs, a `forbid` too, which would turn a deny into an allow.
    const errors = answer.value.errors.map((entry) =>
      evaluationError(entry.policyId, entry.error, byId, referTo),
    );
    const { decision: skippingErrors } = answer.value;
    return { decision: 'deny', kind: 'errored', determining, errors, skippingErrors };
  }
  return answer.value.decision === 'allow' ? allowedBy(determining) : deniedBy(determining);
}

/** The answer of policies that could all be evaluated. */
export function allowedBy(determining: readonly PolicyReference[]): Decision {
  return { decision: 'allow', kind: 'allowed', determining, errors: [] };
}

/** A deny without determining policies is one that nothing permitted. */
export function deniedBy(determining: readonly PolicyReference[]): Decision {
  const kind = determining.length > 0 ? 'forbidden' : 'not-permitted';
  return { decision: 'deny', kind, determining, errors: [] };
}

/** Lines are counted once for each policy, not for each decision. */
function references(byId: ReadonlyMap<string, Policy>): Engine['referTo'] {
  const known = new Map<string, PolicyReference>();
  return (id) => {
    const reference = known.get(id) ?? locate(id, byId);
    known.set(id, reference);
    return reference;
  };
}

function locate(id: string, byId: ReadonlyMap<string, Policy>): PolicyReference {
  const policy = byId.get(id);
  if (!policy) return referenceWithoutFile(id);
  return { id, file: policy.file.file, location: locatePolicy(policy) };
}

/** A policy that is known by its id alone. */
export function referenceWithoutFile(id: string): PolicyReference {
  return { id, file: '', location: { line: 1, column: 1, endLine: 1, endColumn: 1, excerpt: '' } };
}

function evaluationError(
  id: string,
  error: DetailedError,
  byId: ReadonlyMap<string, Policy>,
  referTo: Engine['referTo'],
): EvaluationError {
  const policy = byId.get(id);
  const at = error.sourceLocations?.[0];
  return {
    policy: referTo(id),
    message: withoutPolicyName(error.message),
    ...(policy && at ? { location: locatePolicyBytes(policy, at.start, at.end) } : {}),
  };
}

function unprepared(error: DetailedError): Diagnostic {
  return engineDiagnostic('policies-unusable', error);
}
