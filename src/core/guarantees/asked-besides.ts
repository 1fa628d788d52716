import type { SecondCheck } from '../endpoints/second-check.ts';
import type { Model } from '../model/model.ts';
import type { DeclaredMove, ServerRules } from '../requests/server/server-rules.ts';

/** The second question of an endpoint, as it is told. */
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
  const actions = [move?.origin, move?.destination].flatMap((check) => (check ? [check.action] : []));
  return [...new Set(actions)].map((action) => ({ action }));
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
