import type { SaveComparison, SavedChange } from '../core/guarantees/comparison/saved-changes.ts';
import { endpointWords } from './comparison/words.ts';
import { reasonWords } from './reason-words.ts';
import { callWords, exampleWords } from './words/example-words.ts';
import { printPlace } from './words/frame.ts';
import { counted, type Paint, visible } from './words/wording.ts';

/** Of many changes, enough to know what the save does; `authz diff` has all of them. */
const MOST_SHOWN = 5;

/** What a save opens and closes for all requests, each with a call that shows it. */
export function printSaved({ run, since, found, failure }: SaveComparison, paint: Paint): string {
  const about = `${paint('strong', `run ${run}, for all requests`)}${since === undefined ? '' : ` since run ${since}`}`;
  if (failure !== undefined) return `${about}: ${paint('doubt', failureWords(failure))}`;
  if (!found) return '';
  const { changes, undecided } = found;
  const more = changes.length - MOST_SHOWN;
  return [
    `${about}: ${savedSummary(found)}`,
    ...changes.slice(0, MOST_SHOWN).flatMap((change) => changeLines(change, paint)),
    ...(more > 0 ? [`  and ${more} more: \`authz diff\` shows them`] : []),
    ...undecided.slice(0, MOST_SHOWN).map((text) => paint('doubt', `  not decided: ${visible(text)}`)),
  ].join('\n');
}

/** That nothing is known of a save, and why. */
export function failureWords(failure: string): string {
  return `not compared by a defect of authz, please report it: ${visible(failure)}`;
}

/** `opens 2 endpoints, closes 1`, or that nothing is opened or closed; actions where no endpoint asks about them. */
export function savedSummary({ changes, undecided }: NonNullable<SaveComparison['found']>): string {
  const count = (wanted: SavedChange['kind']) => changes.filter(({ kind }) => kind === wanted).length;
  const [opened, closed] = [count('opened'), count('closed')];
  const doubt = undecided.length > 0 ? `, ${undecided.length} not decided` : '';
  if (opened + closed === 0)
    return undecided.length > 0
      ? `nothing is known to be opened or closed${doubt}`
      : 'nothing is opened or closed';
  const what = changes.some(({ change }) => change.endpoint) ? 'endpoint' : 'action';
  const parts = [
    ...(opened > 0 ? [`opens ${counted(opened, what)}`] : []),
    ...(closed > 0 ? [`closes ${opened > 0 ? closed : counted(closed, what)}`] : []),
  ];
  return `${parts.join(', ')}${doubt}`;
}

/** `opens PUT /campaigns/{id}: PUT /campaigns/c1 as User "a" in Role "editor", about ...; no fixture tries it` */
export function savedWords({ kind, project, change, turn, isTried }: SavedChange): string {
  const shown = turn ? turnWords(turn) : change.reasons.map(reasonWords).join('; ');
  const verb = kind === 'opened' ? 'opens' : 'closes';
  const whose = project === undefined ? '' : `${project}: `;
  return visible(
    `${verb} ${whose}${endpointWords(change)}: ${shown}${isTried ? '' : `; no fixture ${kind === 'opened' ? 'tries it' : 'notices'}`}`,
  );
}

function turnWords({ example }: NonNullable<SavedChange['turn']>): string {
  const call = example.call ? [callWords(example.call)] : [];
  return [...call, exampleWords(example).join(', ')].join(' ');
}

function changeLines(change: SavedChange, paint: Paint): string[] {
  const causes = (change.turn?.causes ?? []).map(({ text, clause, file, location }) =>
    [text, ...(file ? [printPlace(file, location)] : []), ...(clause === undefined ? [] : [clause])].join(
      '  ',
    ),
  );
  return [
    `  ${paint(change.kind === 'opened' ? 'bad' : 'doubt', savedWords(change))}`,
    ...causes.map((text) => `    ${paint('quiet', visible(text))}`),
  ];
}
