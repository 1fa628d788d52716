import type {
  AuthorizationError,
  CedarValueJson,
  Decision,
  DetailedError,
  EntityJson,
  TypeAndId,
} from './json.ts';

/** What the engine answered, or why it could not. */
export type EngineAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly DetailedError[] };

/** Policies by id: the only form in which ids survive, see {@link validatePolicies}. */
export type PolicyTexts = Readonly<Record<string, string>>;

export interface AuthorizationQuery {
  readonly principal: TypeAndId;
  readonly action: TypeAndId;
  readonly resource: TypeAndId;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  readonly entities: readonly EntityJson[];
  /**
   * Whether all of it is known to fit the schema, in the spelling that says by itself what each value is: then the engine need not read
   * it by the schema, which takes longer, and code that has to be compiled first.
   */
  readonly fits?: boolean;
  /** Whether principal and resource may be of types that the schema does not have there: its option `validateRequest` is off. */
  readonly mayMisfit?: true;
  readonly seenToFit?: SeenToFit;
}

/**
 * What was seen to fit the schema in questions just before, in one run that nothing could interrupt: the very same values are still what
 * they were. What is seen of a question is added.
 */
export interface SeenToFit {
  readonly entities: Set<EntityJson>;
  /** Of the question before. */
  principal?: TypeAndId;
  context?: AuthorizationQuery['context'];
  actionKey?: string;
}

export interface AuthorizationAnswer {
  readonly decision: Decision;
  /** Ids of the determining policies, sorted. */
  readonly reason: readonly string[];
  /** Policies that could not be evaluated, sorted by id. */
  readonly errors: readonly AuthorizationError[];
}
