import type { ServerRules } from '../requests/server/server-rules.ts';

type DeclaredMoves = ServerRules['moves'];

/** The actions that a call of an action asks besides when it moves something, by `server.moves` in `authz.yaml`. */
export function askedByMoves(action: string, moves: DeclaredMoves | undefined): readonly string[] {
  if (!moves || !Object.hasOwn(moves, action)) return [];
  const { origin, destination } = moves[action] ?? {};
  return [origin, destination].flatMap((check) => (check ? [check.action] : []));
}

/** As sentences, for answers that are about first questions. */
export function moveWords(moves: DeclaredMoves): readonly string[] {
  return Object.keys(moves).map(
    (action) =>
      `what is said of ${action} is not all: a call that moves something also asks ${askedByMoves(action, moves).join(' and ')}`,
  );
}
