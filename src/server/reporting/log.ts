import type { EntityUid } from '../../core/cedar/entity.ts';
import type { ReadResult } from '../../core/engine/authorization-engine.ts';
import { unawaited } from '../waiting/in-time.ts';
import type { Refusal } from './problem.ts';
import { withoutTokens } from './secrets.ts';

/** Where lines go. Specification 4.5. */
export interface Logger {
  /** Gets the questions as well; nobody waits for it. */
  readonly debug?: (message: string) => void;
  /** Gets a {@link DecisionEvent} as JSON for each decision; awaited, and when it fails the call is refused. */
  readonly log?: (message: string) => void;
}

/** One decision, for logs, metrics and audit. It never has tokens, attributes or query strings in it. */
export interface DecisionEvent {
  readonly requestId: string;
  /** The endpoint of the schema, as in `GET /campaigns/{id}`; missing when there is none. */
  readonly endpoint?: string;
  readonly method: string;
  readonly principal?: EntityUid;
  /** The name of the action. */
  readonly action?: string;
  readonly resource?: EntityUid;
  readonly decision: 'allow' | 'deny';
  readonly kind: ReadResult['kind'] | Refusal;
  /** Set where the call is refused, and was let through all the same: the mode is `report`. */
  readonly letThrough?: true;
  /** Ids of the determining policies. */
  readonly policies: readonly string[];
  /** What kept the question from being decided. */
  readonly errors?: readonly string[];
  /** Milliseconds since the call came in. */
  readonly duration: number;
}

/** Tells `debug` something. That it fails later is no reason to refuse a call. */
export function tellDebug(logger: Logger | undefined, line: string): void {
  unawaited(logger?.debug?.(line));
}

/** What is logged, as one line of JSON without tokens: no value can break out of its line. */
export function logLine(logged: object): string {
  return withoutTokens(JSON.stringify(logged));
}
