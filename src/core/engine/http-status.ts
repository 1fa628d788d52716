import type { EntityUid } from '../cedar/entity.ts';
import type { RefusedCall } from '../requests/map-call.ts';
import { ANONYMOUS } from '../requests/principal.ts';
import type { Decision } from './engine.ts';

/** What a server answers with, as far as authorization has a say in it. 200 stands for "let through": what follows is up to the server. */
export type Status = 200 | 400 | 401 | 403 | 404 | 500;

/**
 * The HTTP status that a decision, or a call which could not be mapped, stands for. Somebody without an identity learns nothing but that
 * one is needed (401); any other deny is 404 where there is no such resource, else 403.
 */
export function statusOf(refused: RefusedCall): 400 | 404;
export function statusOf(answer: Decision | RefusedCall, principal: EntityUid): Status;
export function statusOf(answer: Decision | RefusedCall, principal?: EntityUid): Status {
  if ('type' in answer) return REFUSED[answer.type];
  switch (answer.kind) {
    case 'allowed':
      return 200;
    case 'errored':
      return 500;
    case 'not-found':
      return principal?.id === ANONYMOUS ? 401 : 404;
    case 'forbidden':
    case 'not-permitted':
      return principal?.id === ANONYMOUS ? 401 : 403;
  }
}

/** An unusable call is the caller's mistake; one that no endpoint answers has nothing to be denied. */
const REFUSED: Readonly<Record<RefusedCall['type'], 400 | 404>> = { unusable: 400, 'no-endpoint': 404 };
