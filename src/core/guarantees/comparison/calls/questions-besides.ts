import type { Reason } from '../../../analysis/questions/attempt.ts';
import type { SecondCheck } from '../../../endpoints/second-check.ts';
import type { Routable } from '../../../requests/router.ts';
import {
  actionsAskedBesides,
  askedAsGet,
  askedBesides,
  askedByMoves,
  moveChecks,
  moveOf,
} from '../../../requests/server/asked-besides.ts';
import type { DeclaredCheck } from '../../../requests/server/server-rules.ts';
import { distinct } from '../../../values/distinct.ts';
import type { TurnedByLimit } from '../../batch-limit.ts';
import { endpointOn, placeKey } from '../../same-endpoint.ts';
import { type WholeCalls, withoutKind } from '../../whole-calls.ts';
import {
  type ActionChanges,
  type EndpointChange,
  type Side,
  type Sides,
  withUndecided,
} from '../comparison.ts';

/** What is known of the two sides beside the answers about one action. */
export interface BeyondAnswers {
  readonly changes: ActionChanges;
  /** Of the endpoint, where its calls have to ask two questions. */
  readonly whole: WholeCalls | undefined;
  /** Endpoints that are new, or were removed, and what a side skips. */
  readonly onOneSide: readonly Routable[];
  readonly limit: TurnedByLimit | undefined;
}

/** A change with the second question of its endpoint. What that one alone changes is not decided for the endpoint. */
export function withSecond(
  change: EndpointChange,
  { before, after }: Sides,
  { changes, whole }: BeyondAnswers,
): EndpointChange {
  const [old, now] = [secondOn(before, change), secondOn(after, change)];
  const told = now?.check ?? old?.check;
  if (!told) return change;
  const besides = { ...change, second: askedBesides(told, (now ? after : before).schema.model) };
  if (change.presence !== 'both') return besides;
  const message = differenceOf(old, now);
  if (message !== undefined) return withUndecided(besides, [{ what: SECOND, message }]);
  return withChecks(besides, { what: SECOND, asked: now ? [now.check] : [], changes }, whole);
}

/** A change of an endpoint whose calls ask the same as before besides. Of what only some of them ask, a proof about all of them says nothing. */
function withChecks(
  change: EndpointChange,
  { asked, ...others }: Omit<AskedAsWell, 'asked'> & { readonly asked: readonly SecondCheck[] },
  whole: WholeCalls | undefined,
): EndpointChange {
  const byAll = asked.filter(({ optional }) => !optional);
  if (!whole?.turns || byAll.length === 0) return withTurned(change, { ...others, asked });
  const own = withWhole(change, whole.turns, { ...others, asked: byAll });
  return withTurned(own, { ...others, asked: asked.filter(({ optional }) => optional) });
}

/** A change of an endpoint whose calls ask the same two questions as before, with what is proven of both together. */
function withWhole(
  change: EndpointChange,
  { opensNothing, closesNothing }: NonNullable<WholeCalls['turns']>,
  asked: AskedAsWell,
): EndpointChange {
  const isProven = (answer: typeof opensNothing) => 'value' in answer && answer.value;
  const excluded = [
    ...(isProven(opensNothing) ? (['opened'] as const) : []),
    ...(isProven(closesNothing) ? (['closed'] as const) : []),
  ];
  const own = excluded.reduce((sum, kind) => withoutKind(kind, sum), change);
  const isAll = (kind: 'opened' | 'closed', answer: typeof opensNothing) =>
    'value' in answer && (answer.value || isIn(kind, own));
  if (isAll('opened', opensNothing) && isAll('closed', closesNothing)) return own;
  const reasons = [
    ...(isIn('opened', own) && 'reason' in opensNothing ? [opensNothing.reason] : []),
    ...(isIn('closed', own) && 'reason' in closesNothing ? [closesNothing.reason] : []),
  ];
  const told = withTurned(own, { ...asked, excluded });
  return reasons.length === 0 ? told : withUndecided(told, distinct(reasons).map(notOfBoth));
}

const SECOND = 'second question';

function isIn(part: 'opened' | 'closed', { kind }: EndpointChange): boolean {
  return kind === part || kind === 'both';
}

function notOfBoth({ message, ...others }: Reason): Reason {
  return { ...others, message: `whether one caller is permitted both questions is not decided: ${message}` };
}

/** A change of an endpoint with `HEAD`, with what its calls ask besides of those with `GET` that a server may run for them. */
export function withAsGet(
  change: EndpointChange,
  { before, after }: Sides,
  { changes, whole }: BeyondAnswers,
): EndpointChange {
  const askedOn = (side: Side) => {
    const endpoint = endpointOn(side, change);
    if (!endpoint) return undefined;
    const checks = askedAsGet(endpoint, { model: side.schema.model, find: side.find });
    return checks.map((check) => ({ path: endpoint.path, check }));
  };
  const [old, now] = [askedOn(before), askedOn(after)];
  const [told, side] = now ? [now, after] : [old ?? [], before];
  const asGet = told.map(({ check }) => askedBesides(check, side.schema.model));
  const besides = asGet.length > 0 ? { ...change, asGet } : change;
  if (!old || !now) return besides;
  if (old.map(besidesKey).join() !== now.map(besidesKey).join()) {
    const message = 'which questions of endpoints with `GET` its calls ask besides is not as before';
    return withUndecided(besides, [{ what: 'HEAD', message }]);
  }
  return withChecks(besides, { what: 'HEAD', asked: now.map(({ check }) => check), changes }, whole);
}

interface AskedAsWell {
  /** What makes the calls ask it. */
  readonly what: string;
  readonly asked: readonly Pick<SecondCheck, 'action'>[];
  readonly changes: ActionChanges;
  /** `where it moves something ` */
  readonly when?: string;
  /** What is proven not to happen to the calls as a whole. */
  readonly excluded?: readonly ('opened' | 'closed')[];
}

/** A change of an endpoint whose calls ask the same as before besides. If that has other answers, its calls may have others, too. */
function withTurned(
  change: EndpointChange,
  { what, asked, changes, when = '', excluded = [] }: AskedAsWell,
): EndpointChange {
  return asked.reduce<EndpointChange>((own, { action }) => {
    const turned = changes.get(action);
    if (turned?.kind === 'unchanged') return own;
    const isOnly = (kind: 'opened' | 'closed') => turned?.kind === kind && !turned.isPartlyUndecided;
    if (excluded.some(isOnly)) return own;
    const onlyCloses = isOnly('closed') || excluded.includes('opened');
    const ending = isOnly('closed') ? 'calls that were permitted are not now' : 'that is not as before';
    const message = `${when}it asks ${action} as well, and ${ending}`;
    return withUndecided(own, [{ what, message }], { onlyCloses });
  }, change);
}

/** A change with what the moves of its calls ask besides. What that alone changes is not decided for the endpoint. */
export function withMoves(
  change: EndpointChange,
  { before, after }: Sides,
  { changes }: BeyondAnswers,
): EndpointChange {
  if (!change.endpoint) return change;
  const { moves: asked, schema } = change.presence === 'removed' ? before : after;
  const told = askedByMoves(change.action, asked, schema.model);
  const moving = told.length > 0 ? { ...change, moves: told } : change;
  if (change.presence !== 'both') return moving;
  if (moveKey(before, change) === moveKey(after, change)) {
    const asked = moveChecks(moveOf(change.action, after.moves));
    return withTurned(moving, { what: 'moves', asked, changes, when: 'where it moves something ' });
  }
  const message = 'what it asks where it moves something is not as before';
  return withUndecided(moving, [{ what: 'moves', message }]);
}

function moveKey(side: Side, change: EndpointChange): string {
  const move = moveOf(change.action, side.moves);
  const path = endpointOn(side, change)?.path ?? '';
  const keyOf = (check: DeclaredCheck | undefined) => check && [check.action, placeKey(check.resource, path)];
  return JSON.stringify([keyOf(move?.origin), keyOf(move?.destination)]);
}

function differenceOf(old: CheckOfPath | undefined, now: CheckOfPath | undefined): string | undefined {
  if (!now) return `it no longer asks ${old?.check.action} as well`;
  if (!old) return `it asks ${now.check.action} as well now, and did not`;
  if (besidesKey(old) === besidesKey(now)) return undefined;
  const { action, optional = false } = now.check;
  const isSame = besidesKey({ ...old, check: { ...old.check, optional } }) === besidesKey(now);
  if (!isSame) return `its second question is another one than before: ${action}`;
  return optional
    ? `its calls may leave out its second question now: ${action}`
    : `its calls could leave out its second question, and no longer can: ${action}`;
}

/** What calls of a path ask besides. */
interface CheckOfPath {
  readonly path: string;
  readonly check: SecondCheck;
}

function besidesKey({ path, check: { action, from, optional = false } }: CheckOfPath): string {
  return JSON.stringify([action, placeKey(from, path), optional]);
}

function secondOn(side: Side, change: EndpointChange): CheckOfPath | undefined {
  const endpoint = endpointOn(side, change);
  return endpoint?.second && { path: endpoint.path, check: endpoint.second };
}

/** The actions that endpoints of either side ask about besides their own. */
export function secondActions({ before, after }: Sides): ReadonlySet<string> {
  const asked = [before, after].map(({ schema: { model }, find, moves }) =>
    actionsAskedBesides({ model, find, moves }),
  );
  return new Set(asked.flatMap((actions) => [...actions]));
}
