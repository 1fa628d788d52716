import type { CedarValueJson } from '../cedar/cedar.ts';
import type { Entity, EntityUid } from '../cedar/entity.ts';
import type { Decision } from './engine.ts';

/** One question: may this principal do this to that resource? The types in the uids have their namespace. */
export interface AuthorizationRequest {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
}

/** A question with the entities that may be known when it is answered. */
export interface AuthorizationInput {
  readonly request: AuthorizationRequest;
  /** The entity slice, in the entity format: `uid`, `attrs`, `parents`. */
  readonly entities: readonly Entity[];
}

/** What any engine answers; the shape that the Express packages of the Cedar project agreed on. An `error` counts as a deny. */
export type PlainAuthorizationResult =
  | {
      readonly type: 'allow';
      readonly authorizerInfo: { principalUid: EntityUid; determiningPolicies: string[] };
    }
  | { readonly type: 'deny' }
  | { readonly type: 'error'; readonly message: string };

/**
 * What our engines answer: the plain result, and why. `decision`, `kind`, `determining` and `errors` are those of {@link Decision}.
 * An evaluation error is `type: 'error'`, and a deny: Cedar would skip a `forbid` that errs.
 */
export type AuthorizationResult = PlainAuthorizationResult & Decision;

/**
 * Whatever decides: {@link PolicyInlineAuthorizationEngine}, or any engine of the Cedar project's Express packages, such as the one for
 * Amazon Verified Permissions. Specification 4.1.
 */
export interface AuthorizationEngine {
  isAuthorized(request: AuthorizationRequest, entities: readonly Entity[]): Promise<PlainAuthorizationResult>;
  /** One answer for each input, in the same order. Without it, questions are asked one by one. */
  batchIsAuthorized?(inputs: readonly AuthorizationInput[]): Promise<readonly PlainAuthorizationResult[]>;
}

/** A decision in the form of a result. */
export function resultOf(decision: Decision, principal: EntityUid): AuthorizationResult {
  if (decision.kind === 'errored') {
    const message = decision.errors.map((error) => error.message).join('; ');
    return { ...decision, type: 'error', message };
  }
  if (decision.decision === 'deny') return { ...decision, type: 'deny' };
  const determiningPolicies = decision.determining.map((policy) => policy.id);
  return { ...decision, type: 'allow', authorizerInfo: { principalUid: principal, determiningPolicies } };
}

/** What is left of a result that was read with care. */
export interface ReadResult {
  readonly decision: 'allow' | 'deny';
  /** `denied` when the engine does not say why. */
  readonly kind: Decision['kind'] | 'denied';
  /** Ids of the determining policies. */
  readonly policies: readonly string[];
  /** What went wrong, for logs: it may speak of policies, and of values. */
  readonly errors: readonly ReadError[];
}

export interface ReadError {
  /** The id of the policy that could not be evaluated. */
  readonly policy?: string;
  readonly message: string;
}

/** Reads what an engine answered. Only an allow without any error is an allow. */
export function readResult(result: PlainAuthorizationResult & Partial<Decision>): ReadResult {
  const errors = (result.errors ?? []).map(({ policy, message }) =>
    policy ? { policy: policy.id, message } : { message },
  );
  const policies = (result.determining ?? []).map((policy) => policy.id);
  if (result.type === 'error')
    return errored(errors.length > 0 ? errors : [{ message: String(result.message) }], policies);
  if (errors.length > 0) return errored(errors, policies);
  if (result.type === 'allow' && (result.decision ?? 'allow') === 'allow') {
    const named = result.authorizerInfo?.determiningPolicies ?? policies;
    return { decision: 'allow', kind: 'allowed', policies: named, errors };
  }
  if (result.type === 'deny') return { decision: 'deny', kind: result.kind ?? 'denied', policies, errors };
  return errored([{ message: 'the engine gave an answer that is not a decision' }], policies);
}

/** The reading of a decision that failed on the way. */
export function failedResult(message: string): ReadResult {
  return errored([{ message }], []);
}

function errored(errors: readonly ReadError[], policies: readonly string[]): ReadResult {
  return { decision: 'deny', kind: 'errored', policies, errors };
}
