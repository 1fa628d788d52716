import type { Method } from '../../endpoints/method.ts';
import { asksTheSame } from '../../endpoints/same-decision.ts';
import type { SecondCheck } from '../../endpoints/second-check.ts';
import type { ActionEndpoint, Model } from '../../model/model.ts';
import type { ModelEndpoint } from '../map-call.ts';
import { commonPath, mayMeet } from '../template.ts';
import { type EndpointTable, fixedPath } from './endpoint-table.ts';
import type { DeclaredCheck, DeclaredMove, ServerRules } from './server-rules.ts';

/** What calls ask beside their own question, by what makes them ask it. Statements about an endpoint are about the first question. */
export interface QuestionsBesides {
  /** A call names a second thing. */
  readonly second?: AskedBesides;
  /** A call moves something, as `moves` of `authz.yaml` says. */
  readonly moves?: readonly AskedBesides[];
  /** A call has the method `HEAD`, and a server may answer it by a route for `GET`. */
  readonly asGet?: readonly AskedBesides[];
}

/** A question that calls ask besides, as it is told. */
export interface AskedBesides {
  readonly action: string;
  /** What it is asked about, without namespace. */
  readonly resourceType?: string;
  /** Calls may leave it out. */
  readonly optional?: boolean;
}

/** What calls ask besides when they move something, as `moves` of `authz.yaml` says: none of them has to. */
export function askedByMoves(action: string, moves: ServerRules['moves'], model: Model): AskedBesides[] {
  return moveChecks(moveOf(action, moves)).map((check) => askedBesides({ ...check, optional: true }, model));
}

/** The move that the rules of a server declare for an action. */
export function moveOf(action: string, moves: ServerRules['moves']): DeclaredMove | undefined {
  return Object.hasOwn(moves, action) ? moves[action] : undefined;
}

/** The actions that a move asks about. */
export function moveChecks(move: DeclaredMove | undefined): readonly Pick<SecondCheck, 'action'>[] {
  const actions = checksOfMove(move).map(({ action }) => action);
  return [...new Set(actions)].map((action) => ({ action }));
}

/** What a move asks: about where something is taken from, if the rules say that, and about where it goes. */
export function checksOfMove(move: DeclaredMove | undefined): readonly DeclaredCheck[] {
  return [move?.origin, move?.destination].flatMap((check) => check ?? []);
}

/** What the calls of an endpoint ask besides, but for those that move something. */
export function questionsBesides(
  endpoint: Pick<ActionEndpoint, 'method' | 'path' | 'second'>,
  project: AskingProject,
): Omit<QuestionsBesides, 'moves'> {
  const { second } = endpoint;
  const asGet = askedAsGet(endpoint, project).map((check) => askedBesides(check, project.model));
  return {
    ...(second ? { second: askedBesides(second, project.model) } : {}),
    ...(asGet.length > 0 ? { asGet } : {}),
  };
}

/** Those of every call, and of some calls whatever these do. */
export function alwaysAsked({ second, asGet = [] }: QuestionsBesides): readonly AskedBesides[] {
  return [...(second ? [second] : []), ...asGet];
}

/** Whether calls of an endpoint may ask anything besides its own question. */
export function mayAskBesides(endpoint: ModelEndpoint, model: Model, { table, rules }: ServerSide): boolean {
  const besides = questionsBesides(endpoint, { model, find: table.find });
  return alwaysAsked(besides).length > 0 || moveOf(endpoint.action.name, rules.moves) !== undefined;
}

/** What the calls of an endpoint ask besides: about a second thing, or, with `HEAD`, as with `GET`. */
export function checksBesides(
  endpoint: Pick<ActionEndpoint, 'method' | 'path' | 'second'>,
  project: AskingProject,
): readonly SecondCheck[] {
  return [...(endpoint.second ? [endpoint.second] : []), ...askedAsGet(endpoint, project)];
}

/** The actions that some calls ask about besides their own. */
export function actionsAskedBesides({
  model,
  find,
  moves,
}: AskingProject & Pick<ServerRules, 'moves'>): ReadonlySet<string> {
  const checks = model.actions
    .flatMap(({ endpoints }) => endpoints)
    .flatMap((endpoint) => checksBesides(endpoint, { model, find }));
  const moving = Object.values(moves).flatMap(moveChecks);
  return new Set([...checks, ...moving].map(({ action }) => action));
}

/** What a server makes of calls, as far as it tells what they ask. */
export interface ServerSide {
  readonly table: Pick<EndpointTable, 'find'>;
  readonly rules: Pick<ServerRules, 'moves'>;
}

/** What tells which questions calls ask. */
type AskingProject = Pick<EndpointTable, 'find'> & { readonly model: Model };

/**
 * What calls with `HEAD` ask besides: the questions of every endpoint with `GET` that a server may run for them. Where there are several
 * such endpoints, or one for a part of the paths, a call asks the questions of the one that its path leads to.
 */
export function askedAsGet(
  { method, path }: Pick<ActionEndpoint, 'method' | 'path'>,
  { model, find }: AskingProject,
): readonly SecondCheck[] {
  if (method !== 'HEAD') return [];
  const own = endpointsWith('HEAD', model).find((one) => one.path === path);
  const run = endpointsWith('GET', model).filter((candidate) => {
    if (!mayMeet(candidate.path, path) || (own && asksTheSame(own, candidate))) return false;
    const example = commonPath(candidate.path, path);
    const place = example === undefined ? undefined : find(method, example);
    return place?.type !== 'endpoint' || place.endpoint.method !== method || place.endpoint.path === path;
  });
  const isForSome = run.length > 1 || run.some((one) => fixedPath(one.path) !== fixedPath(path));
  return run
    .flatMap(({ action, from, second }) => [{ action: action.name, from }, ...(second ? [second] : [])])
    .map((check) => (isForSome ? { ...check, optional: true } : check));
}

function endpointsWith(asked: Method, { actions }: Model): readonly ModelEndpoint[] {
  return actions.flatMap((action) =>
    action.endpoints.filter(({ method }) => method === asked).map((endpoint) => ({ ...endpoint, action })),
  );
}

/** A second question of a call, with the type that it is about where the model has the action. */
export function askedBesides(
  { action, optional }: Pick<SecondCheck, 'action' | 'optional'>,
  { actions }: Model,
): AskedBesides {
  const resourceType = actions.find(({ name }) => name === action)?.resourceType;
  return {
    action,
    ...(resourceType === undefined ? {} : { resourceType }),
    ...(optional === true ? { optional } : {}),
  };
}
