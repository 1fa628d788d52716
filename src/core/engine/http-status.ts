import type { EntityUid } from '../cedar/entity.ts';
import type { PassedCall, RefusedCall, Request } from '../requests/map-call.ts';
import { ANONYMOUS } from '../requests/principal.ts';
import { type BatchChoice, DEFAULT_SERVER_RULES, type ServerRules } from '../requests/server/server-rules.ts';
import type { Decision } from './engine.ts';

/** What a server answers with, as far as authorization has a say in it. 200 stands for "let through": what follows is up to the server. */
export type Status = SettledStatus | 500;

/** Of a call about which nothing is decided. */
type SettledStatus = 200 | 204 | 400 | 401 | 403 | 404 | 414;

/** Whether a call gets nothing: it is neither let through nor answered by the server itself, as `OPTIONS` may be. */
export function isRefusal(status: Status): boolean {
  return status !== 200 && status !== 204;
}

/** The statuses that a server may have other than the usual ones, so that callers learn less. */
type HidingStatuses = Pick<ServerRules, 'unknownEndpoint' | 'missingResource'>;

/**
 * The HTTP status that a decision stands for. Somebody without an identity learns nothing but that one is needed (401); any other deny is
 * 404 where there is no such resource, else 403.
 */
export function statusOf(
  { kind }: Pick<Decision, 'kind'>,
  principal: EntityUid,
  { missingResource }: HidingStatuses = DEFAULT_SERVER_RULES,
): Status {
  switch (kind) {
    case 'allowed':
      return 200;
    case 'errored':
      return 500;
    case 'not-found':
      return principal.id === ANONYMOUS ? 401 : missingResource;
    case 'forbidden':
    case 'not-permitted':
      return principal.id === ANONYMOUS ? 401 : 403;
  }
}

/** The status of a call about which nothing is decided. An endpoint that is hidden is answered as one that is denied. */
export function settledStatus(
  { type }: RefusedCall | PassedCall,
  principal?: EntityUid,
  { unknownEndpoint }: HidingStatuses = DEFAULT_SERVER_RULES,
): SettledStatus {
  if (type !== 'no-endpoint') return SETTLED[type];
  return unknownEndpoint === 403 && principal?.id === ANONYMOUS ? 401 : unknownEndpoint;
}

/** An unusable call is the caller's mistake; one that no endpoint answers has nothing to be denied. */
const SETTLED: Readonly<Record<Exclude<(RefusedCall | PassedCall)['type'], 'no-endpoint'>, SettledStatus>> = {
  unusable: 400,
  'too-long': 414,
  skipped: 200,
  options: 204,
};

// ---- calls with several questions ----

/** What was decided about one of the questions of a call. */
export interface Answered {
  readonly decision: 'allow' | 'deny';
  readonly kind: string;
  /** Whether the question is about an item of a batch. */
  readonly isItem: boolean;
}

/** Whether a request is about an item of a batch, and not a second question about it. */
export function isItem(request: Request): request is Request & { readonly item: string } {
  return request.item !== undefined && request.isSecond !== true;
}

export function answered(request: Request, { decision, kind }: Omit<Answered, 'isItem'>): Answered {
  return { decision, kind, isItem: isItem(request) };
}

/** Why a call is refused: it could not be decided, is denied, or is about what does not exist. */
export type CallRefusal = 'failed' | 'denied' | 'missing';

/**
 * Why a call is refused, if it is, by what was decided about all that it asks for. With `proceed`, items that are not permitted are left
 * out; what else the call asks for must be permitted, and one item at least.
 */
export function callRefusal(answers: readonly Answered[], choice: BatchChoice): CallRefusal | undefined {
  if (choice !== 'proceed') return worstOf(answers);
  const others = answers.filter(({ isItem }) => !isItem);
  const refused = others.length > 0 ? worstOf(others) : undefined;
  if (refused) return refused;
  const items = answers.filter(({ isItem }) => isItem);
  if (items.some((item) => refusalOf(item) === undefined)) return undefined;
  return worstOf(items.length > 0 ? items : answers);
}

/** All must be permitted. What could not be decided outweighs a deny, and a deny outweighs what does not exist. */
export function worstOf(answers: readonly Omit<Answered, 'isItem'>[]): CallRefusal | undefined {
  let isMissing = false;
  let isDenied = false;
  for (const answer of answers) {
    const refusal = refusalOf(answer);
    if (refusal === 'failed') return 'failed';
    if (refusal === 'denied') isDenied = true;
    if (refusal === 'missing') isMissing = true;
  }
  if (isDenied) return 'denied';
  if (isMissing) return 'missing';
  return answers.length > 0 ? undefined : 'failed';
}

/** What one answer by itself makes of a call. An allow is one only where the engine says so in both ways. */
export function refusalOf({ decision, kind }: Omit<Answered, 'isItem'>): CallRefusal | undefined {
  if (kind === 'errored') return 'failed';
  if (kind === 'not-found') return 'missing';
  if (decision === 'allow') return kind === 'allowed' ? undefined : 'failed';
  return 'denied';
}
