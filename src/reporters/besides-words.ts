import type { AskedBesides } from '../core/guarantees/asked-besides.ts';

/** Behind the name of an endpoint: ` (also asks createPhoto about the Album)`; nothing where it asks one question only. */
export function besidesWords(second: AskedBesides | undefined, moves: readonly AskedBesides[] = []): string {
  const own = second ? [`${second.optional ? 'may also ask' : 'also asks'} ${questionWords(second)}`] : [];
  const moving = moves.length > 0 ? [`moves also ask ${moves.map(questionWords).join(' and ')}`] : [];
  const said = [...own, ...moving];
  return said.length === 0 ? '' : ` (${said.join('; ')})`;
}

function questionWords({ action, resourceType }: AskedBesides): string {
  return resourceType === undefined ? action : `${action} about the ${resourceType}`;
}
