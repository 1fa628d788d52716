import type { Reason } from '../../analysis/questions/attempt.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import type { Method } from '../../endpoints/method.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { describeIdentifier } from '../../endpoints/resource-from.ts';
import type { SecondCheck } from '../../endpoints/second-check.ts';
import type { ActionEndpoint } from '../../model/model.ts';
import type { Routable } from '../../requests/router.ts';
import {
  actionsAskedBesides,
  askedAsGet,
  askedBesides,
  askedByMoves,
  moveChecks,
  moveOf,
} from '../../requests/server/asked-besides.ts';
import type { BatchChoice, DeclaredCheck } from '../../requests/server/server-rules.ts';
import { distinct } from '../../values/distinct.ts';
import { actionOn, endpointOn, placeKey, sameEndpoint } from '../same-endpoint.ts';
import { type WholeCalls, withoutKind, withoutRefused } from '../whole-calls.ts';
import { withCallers } from './callers.ts';
import {
  type ActionChanges,
  type EndpointChange,
  type Side,
  type Sides,
  withFound,
  withUndecided,
} from './comparison.ts';

/** A change with what the calls of its endpoint ask, beside what policies say of a request. */
export function withCalls(change: EndpointChange, sides: Sides, answers: BeyondAnswers): EndpointChange {
  const asked = [withNames, withSecond, withAsGet, withMoves].reduce(
    (own, withQuestions) => withQuestions(own, sides, answers),
    withPlace(change, sides),
  );
  const called = withCallers(withLimit(withBatch(asked, sides), sides), sides);
  const allowed = answers.whole ? withoutRefused(called, answers.whole) : called;
  const reached = withReach(allowed, sides, answers.onOneSide);
  return withSkippedParts(withOtherEndpoints(reached, sides), sides);
}

/** What is known of the two sides beside the answers about one action. */
interface BeyondAnswers {
  readonly changes: ActionChanges;
  /** Of the endpoint, where its calls have to ask two questions. */
  readonly whole: WholeCalls | undefined;
  /** Endpoints that are new, or were removed. */
  readonly onOneSide: readonly Routable[];
}

/** A change of an endpoint that one side only has, where the calls are those of another endpoint on the other side: that one decides about them. */
function withOtherEndpoints(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const { endpoint, presence } = change;
  if (!endpoint || presence === 'both') return change;
  const [own, other] = presence === 'new' ? [after, before] : [before, after];
  const nameAt = (side: Side, path: string) => {
    const place = side.find(endpoint.method, path);
    return place.type === 'endpoint' ? endpointKey(place.endpoint) : undefined;
  };
  const name = endpointKey(endpoint);
  const others = other.takenPaths(endpoint).flatMap((path) => {
    const found = nameAt(own, path) === name ? nameAt(other, path) : undefined;
    return found === undefined || found === name ? [] : [found];
  });
  if (others.length === 0) return change;
  const reasons = [...new Set(others)].map((found) => ({
    what: 'routing',
    message:
      presence === 'new'
        ? `calls of it were calls of \`${found}\` before, and that decided about them`
        : `calls of it are calls of \`${found}\` now, and that decides about them`,
  }));
  return withUndecided(change, reasons);
}

/** A change of an endpoint all of whose calls were refused, whatever policies say, or are now. */
function withReach(change: EndpointChange, sides: Sides, onOneSide: readonly Routable[]): EndpointChange {
  const { before, after } = sides;
  const { endpoint, presence } = change;
  if (!endpoint || presence !== 'both') return change;
  const [was, is] = [before.isReached(endpoint), after.isReached(endpoint)];
  if (was === is) return withAlike(change, sides, onOneSide);
  const message = is
    ? 'its calls are decided about now, and were refused: the server could not tell them from those of another endpoint'
    : 'its calls are refused now, since the server cannot tell them from those of another endpoint';
  return withUndecided(change, [{ what: 'routing', message }]);
}

/** A change of an endpoint some of whose calls a server cannot tell from those of an endpoint that the other side does not have. */
function withAlike(
  change: EndpointChange,
  { before, after }: Sides,
  onOneSide: readonly Routable[],
): EndpointChange {
  const { endpoint } = change;
  if (!endpoint) return change;
  const standing = ({ find }: Side, method: Method, path: string) => {
    const place = find(method, path);
    if (place.type === 'endpoint') return sameEndpoint([place.endpoint], endpoint) ? 'own' : 'other';
    return place.type === 'skipped' ? 'other' : 'refused';
  };
  // A server may answer `HEAD` by a route for `GET`.
  const methods: readonly Method[] = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
  return onOneSide.reduce<EndpointChange>((own, other) => {
    const path = before.alikePath(endpoint, other) ?? after.alikePath(endpoint, other);
    if (path === undefined) return own;
    const turned = methods
      .map((method) => ({ method, was: standing(before, method, path), is: standing(after, method, path) }))
      .find(({ was, is }) => was !== is && [was, is].every((one) => one !== 'other'));
    if (!turned) return own;
    const [calls, name] = [`some of its calls (\`${turned.method} ${path}\`)`, endpointKey(other)];
    const onlyCloses = turned.is === 'refused';
    const message = onlyCloses
      ? `${calls} are refused now, since the server cannot tell them from those of \`${name}\``
      : `${calls} are decided about now, and were refused: the server could not tell them from those of \`${name}\``;
    return withUndecided(own, [{ what: 'routing', message }], { onlyCloses });
  }, change);
}

/** A change of an endpoint of which some calls are skipped now, or were. */
function withSkippedParts(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const { endpoint } = change;
  if (!endpoint) return change;
  const was = before.skippedParts(endpoint);
  const is = after.skippedParts(endpoint);
  const gained = is.filter((part) => !was.includes(part));
  const lost = was.filter((part) => !is.includes(part));
  const told = [
    ...gained.map(
      (part) => `everybody reaches its calls of \`${part}\` now: they are skipped, without a decision`,
    ),
    ...lost.map(
      (part) => `everybody reached its calls of \`${part}\`: they were skipped, without a decision`,
    ),
  ];
  const reasons = told.map((message) => ({ what: 'skippedEndpoints', message }));
  return withFound(change, { opens: gained.length > 0, closes: lost.length > 0 }, reasons);
}

/** A change whose calls find their resource elsewhere than before: what is decided about it says nothing of a call that is as it was. */
function withPlace(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const [was, is] = [endpointOn(before, change), endpointOn(after, change)];
  if (!was || !is) return change;
  const isSamePlace = placeKey(was.from, was.path) === placeKey(is.from, is.path);
  if (isSamePlace && hasItems(was) === hasItems(is)) return change;
  const message = `its calls are about ${aboutWhat(is)} now, and were about ${aboutWhat(was)}`;
  return withUndecided(change, [{ what: 'resource', message }]);
}

/** A change whose calls say the same by other names, where policies may see the names. */
function withNames(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const [was, is] = [endpointOn(before, change), endpointOn(after, change)];
  if (!was || !is || was.path === is.path) return change;
  const areSeen = [before, after].some((side) =>
    actionOn(side, change)?.context.some(({ name }) => name === 'pathParameters'),
  );
  if (!areSeen) return change;
  const message = `its path was \`${was.path}\`: the parameters in \`context.pathParameters\` have other names`;
  return withUndecided(change, [{ what: 'path', message }]);
}

/** A change whose calls are now let through in part, or were: what is decided about each item says nothing of the others. */
function withBatch(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const [old, now] = [endpointOn(before, change), endpointOn(after, change)];
  if (!old || !now) return change;
  const [was, is] = [choiceOf(before, old), choiceOf(after, now)];
  if (was === is) return change;
  const message =
    is === 'proceed'
      ? 'items that are not permitted are left out of its calls now, and the whole call was refused'
      : 'its calls are refused as a whole now, and items that are not permitted were left out';
  return withUndecided(change, [{ what: 'batch', message }]);
}

/** A change whose calls may name more items than before, or fewer: one with too many is refused, whatever is decided about each. */
function withLimit(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const [old, now] = [endpointOn(before, change), endpointOn(after, change)];
  const [was, is] = [before.maxBatchItems, after.maxBatchItems];
  if (!old || !now || was === is || mostAsked(old, now) <= Math.min(was, is)) return change;
  const message = `one call may ask about ${is} things now, and ${was} before`;
  return withFound(change, { opens: is > was, closes: is < was }, [{ what: 'maxBatchItems', message }]);
}

function mostAsked(...endpoints: readonly ActionEndpoint[]): number {
  if (endpoints.some(hasItems)) return Number.POSITIVE_INFINITY;
  return endpoints.some(({ second }) => second) ? 2 : 1;
}

function choiceOf({ batch }: Side, endpoint: ActionEndpoint): BatchChoice {
  const name = endpointKey(endpoint);
  return Object.hasOwn(batch, name) ? (batch[name] ?? 'reject') : 'reject';
}

function hasItems({ pattern }: ActionEndpoint): boolean {
  return PATTERN_TRAITS[pattern].hasItems;
}

/** `what {id} names`, `all that ids in the query names`. */
function aboutWhat(endpoint: ActionEndpoint): string {
  const place = describeIdentifier(endpoint.from);
  if (endpoint.from === 'application') return place;
  return hasItems(endpoint) ? `all that ${place} names` : `what ${place} names`;
}

/** A change with the second question of its endpoint. What that one alone changes is not decided for the endpoint. */
function withSecond(
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
  const asked = { what: SECOND, asked: now ? [now.check] : [], changes };
  return whole?.turns && now?.check.optional !== true
    ? withWhole(besides, whole.turns, asked)
    : withTurned(besides, asked);
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
function withAsGet(
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
  const asked = { what: 'HEAD', asked: now.map(({ check }) => check), changes };
  return whole?.turns && now.some(({ check }) => check.optional !== true)
    ? withWhole(besides, whole.turns, asked)
    : withTurned(besides, asked);
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
function withMoves(
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
  if (besidesKey(old) !== besidesKey(now))
    return `its second question is another one than before: ${now.check.action}`;
  return undefined;
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
