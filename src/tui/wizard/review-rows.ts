import { type Classification, SURE } from '../../core/classification/classified-api.ts';
import { matchEndpoints } from '../../core/classification/path-pattern.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import { counted } from '../../reporters/words/wording.ts';
import { matches } from '../matching.ts';
import { textField } from '../text-field.ts';
import { clampIndex } from '../window.ts';
import { isOverridden } from './alike.ts';
import { classifiedApi, type WizardState } from './state.ts';

/** The endpoints of the review, those that the classifier was least sure of first; their order stays when answers change. */
export function reviewRows(state: WizardState): readonly Classification[] {
  const api = classifiedApi(state);
  const guesses = state.api.read?.drafter.guesses ?? [];
  if (!api) return [];
  const order = api.classifications
    .map((classification, index) => ({ classification, sure: guesses[index]?.confidence ?? 0 }))
    .sort((a, b) => Math.min(a.sure, SURE) - Math.min(b.sure, SURE));
  return order.map(({ classification }) => classification).filter((one) => isShown(one, state));
}

/** How many endpoints there are, how many were unsure, how many of those nobody has looked at yet, and how many were changed. */
export function reviewCounts(state: WizardState) {
  const guesses = state.api.read?.drafter.guesses ?? [];
  const unsure = guesses.filter(({ confidence }) => confidence < SURE);
  const open = openGuesses(state);
  const changed = matchEndpoints(
    guesses.map(({ endpoint }) => endpoint),
    state.answers.overrides,
  ).byKey.size;
  return { all: guesses.length, unsure: unsure.length, open: open.length, changed };
}

/** Of the classifier's unsure answers, those that nobody has looked at or changed. */
function openGuesses({ api, patterns, answers }: WizardState): readonly Classification[] {
  return (api.read?.drafter.guesses ?? []).filter(
    ({ endpoint, confidence }) =>
      confidence < SURE &&
      !patterns.accepted.has(endpointKey(endpoint)) &&
      !isOverridden(endpoint, answers.overrides),
  );
}

export function chosenEndpoint(state: WizardState): Classification | undefined {
  const rows = reviewRows(state);
  return rows[clampIndex(state.patterns.chosen, rows.length)];
}

/** What the classifier says of the endpoint by itself. */
export function guessOf(
  { endpoint }: Classification,
  { api }: Pick<WizardState, 'api'>,
): Classification | undefined {
  return api.read?.drafter.guesses.find((guess) => guess.endpoint === endpoint);
}

/** Whether a filter or a search hides some of them, whatever these have found. */
export function isFiltered({ patterns: { search, pattern, confidence } }: WizardState): boolean {
  return search.text !== '' || pattern !== 'all' || confidence !== 'all';
}

/** All endpoints again, the same one chosen. */
export function unfiltered(state: WizardState): WizardState {
  const patterns = { ...state.patterns, pattern: 'all', confidence: 'all', search: textField('') } as const;
  const chosen = chosenEndpoint(state)?.endpoint;
  const index = reviewRows({ ...state, patterns }).findIndex(({ endpoint }) => endpoint === chosen);
  return { ...state, patterns: { ...patterns, chosen: Math.max(0, index) } };
}

function isShown(classification: Classification, { patterns, answers }: WizardState): boolean {
  const { search, pattern, confidence, accepted } = patterns;
  const { endpoint } = classification;
  const key = endpointKey(endpoint);
  if (pattern !== 'all' && classification.pattern !== pattern) return false;
  if (confidence === 'unsure' && classification.confidence >= SURE) return false;
  const isChanged = isOverridden(endpoint, answers.overrides);
  if (confidence === 'changed' && !isChanged) return false;
  if (confidence === 'not looked at' && (accepted.has(key) || isChanged)) return false;
  return matches(search.text, () =>
    `${key} ${classification.action} ${classification.resource.type}`.toLowerCase(),
  );
}

/** An unsure endpoint that nobody has looked at is not passed over: the next one is chosen, whatever was filtered. */
export function toNextUnsure(state: WizardState): WizardState {
  const { chosen } = state.patterns;
  const shown = {
    ...state,
    patterns: { ...state.patterns, pattern: 'all', confidence: 'all', search: textField('') },
  } as const;
  const unseen = new Set(openGuesses(state).map(({ endpoint }) => endpoint));
  const open = reviewRows(shown).flatMap(({ endpoint }, index) => (unseen.has(endpoint) ? [index] : []));
  const next = open.find((index) => index > chosen) ?? open[0] ?? chosen;
  const notice = `${counted(open.length, 'unsure endpoint')} to look at: Space is right, p and x change it, A takes all`;
  return { ...shown, patterns: { ...shown.patterns, chosen: next }, notice };
}
