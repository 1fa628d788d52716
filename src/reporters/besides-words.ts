import { type AskedBesides, alwaysAsked, type QuestionsBesides } from '../core/guarantees/asked-besides.ts';

/** Behind the name of an endpoint: ` (also asks createPhoto about the Album)`; nothing where it asks one question only. */
export function besidesWords(questions: QuestionsBesides): string {
  const { moves = [] } = questions;
  const own = alwaysAsked(questions).map(
    (one) => `${one.optional ? 'may also ask' : 'also asks'} ${questionWords(one)}`,
  );
  const moving = moves.length > 0 ? [`moves also ask ${moves.map(questionWords).join(' and ')}`] : [];
  const said = [...own, ...moving];
  return said.length === 0 ? '' : ` (${said.join('; ')})`;
}

function questionWords({ action, resourceType }: AskedBesides): string {
  return resourceType === undefined ? action : `${action} about the ${resourceType}`;
}
