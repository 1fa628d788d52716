import { endpointKey } from '../../../endpoints/endpoint-key.ts';
import type { Method } from '../../../endpoints/method.ts';
import { describeIdentifier } from '../../../endpoints/resource-from.ts';
import type { ActionEndpoint } from '../../../model/model.ts';
import type { Routable } from '../../../requests/router.ts';
import { hasEncodedSlash } from '../../../requests/segment.ts';
import type { BatchChoice } from '../../../requests/server/server-rules.ts';
import { actionName } from '../../actions-of-schema.ts';
import { hasItems, withLimit } from '../../batch-limit.ts';
import { actionOn, endpointOn, placeKey, sameEndpoint } from '../../same-endpoint.ts';
import { withoutRefused } from '../../whole-calls.ts';
import { type EndpointChange, type Side, type Sides, withFound, withUndecided } from '../comparison.ts';
import { withCallers } from './callers.ts';
import { type BeyondAnswers, withAsGet, withMoves, withSecond } from './questions-besides.ts';

/** A change with what the calls of its endpoint ask, beside what policies say of a request. */
export function withCalls(change: EndpointChange, sides: Sides, answers: BeyondAnswers): EndpointChange {
  const asked = [withNames, withSecond, withAsGet, withMoves].reduce(
    (own, withQuestions) => withQuestions(own, sides, answers),
    withPlace(change, sides),
  );
  const called = withCallers(withLimit(withBatch(asked, sides), answers.limit), sides);
  const allowed = answers.whole ? withoutRefused(called, answers.whole) : called;
  const reached = withReach(withOtherAction(allowed, sides), sides, answers.onOneSide);
  return withSkippedParts(withOtherEndpoints(reached, sides), sides);
}

/** A change of an endpoint whose calls ask about an action on one side, and about another one on the other: policies see two actions. */
function withOtherAction(change: EndpointChange, { before, after }: Sides): EndpointChange {
  const { endpoint, presence } = change;
  if (!endpoint || presence === 'both') return change;
  const [own, there] = presence === 'new' ? [after, before] : [before, after];
  const { actions, namespace } = there.schema.model;
  const other = actions.find(({ endpoints }) => sameEndpoint(endpoints, endpoint));
  if (!other) return change;
  // Where the namespace was renamed, the names alone may be the same.
  const elsewhere = namespace === own.schema.model.namespace ? {} : { namespace };
  return { ...change, otherAction: actionName({ action: other.name, ...elsewhere }) };
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
  const toldAnyway = new Set([before, after].flatMap(({ skippedParts }) => skippedParts(endpoint)));
  const others = onOneSide.filter((other) => !toldAnyway.has(endpointKey(other)));
  return others.reduce<EndpointChange>((own, other) => {
    const paths = [before, after].flatMap(({ alikePaths }) => alikePaths(endpoint, other));
    const all = paths
      .flatMap((path) => methods.map((method) => ({ method, path })))
      .map(({ method, path }) => ({
        call: `${method} ${path}`,
        was: standing(before, method, path),
        is: standing(after, method, path),
      }))
      .filter(({ was, is }) => was !== is && [was, is].every((one) => one !== 'other'));
    // Nearly every new endpoint closes calls with an encoded slash, which hardly anybody makes.
    const turned = all.find(({ is }) => is === 'own') ?? all.find(({ call }) => !hasEncodedSlash(call));
    if (!turned) return own;
    const [calls, name] = [`some of its calls (\`${turned.call}\`)`, endpointKey(other)];
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

function choiceOf({ batch }: Side, endpoint: ActionEndpoint): BatchChoice {
  const name = endpointKey(endpoint);
  return Object.hasOwn(batch, name) ? (batch[name] ?? 'reject') : 'reject';
}

/** `what {id} names`, `all that ids in the query names`. */
function aboutWhat(endpoint: ActionEndpoint): string {
  const place = describeIdentifier(endpoint.from);
  if (endpoint.from === 'application') return place;
  return hasItems(endpoint) ? `all that ${place} names` : `what ${place} names`;
}
