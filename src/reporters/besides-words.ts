import type { Decision } from '../core/engine/engine.ts';
import {
  type AskedBesides,
  alwaysAsked,
  type QuestionsBesides,
} from '../core/requests/server/asked-besides.ts';

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

/**
 * `allowed`; or what the call needs besides, where it asks more than the question that was decided: that one alone lets nobody in. An example
 * leaves out what calls may leave out.
 */
function allowedWords(questions: QuestionsBesides): string {
  const needed = alwaysAsked(questions).flatMap(({ action, optional }) => (optional ? [] : [action]));
  if (needed.length === 0) return 'allowed';
  return `allowed, where ${needed.join(' and ')} ${needed.length === 1 ? 'is' : 'are'} permitted as well`;
}

/** `allowed` with what the call needs besides, or `denied: no policy permits it`. */
export function answerWords({ kind }: Pick<Decision, 'kind'>, questions: QuestionsBesides): string {
  return kind === 'allowed' ? allowedWords(questions) : DENIED_WORDS[kind];
}

const DENIED_WORDS: Readonly<Record<Exclude<Decision['kind'], 'allowed'>, string>> = {
  forbidden: 'denied: a policy forbids it',
  'not-permitted': 'denied: no policy permits it',
  errored: 'denied: a policy cannot be evaluated',
  'not-found': 'denied: there is no such resource',
};

function questionWords({ action, resourceType }: AskedBesides): string {
  return resourceType === undefined ? action : `${action} about the ${resourceType}`;
}
