import type { Classification } from '../../core/classification/classified-api.ts';
import type { Override } from '../../core/classification/classify.ts';
import { isTypeName, placesToChoose, TYPE_HELP } from '../../core/classification/patterns/override.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import { PATTERN_NAMES, PATTERN_TRAITS, type PatternName } from '../../core/endpoints/pattern.ts';
import type { ResourceFrom } from '../../core/endpoints/resource-from.ts';
import type { Endpoint } from '../../core/openapi/endpoint.ts';
import { compareText } from '../../core/values/compare-text.ts';
import { counted } from '../../reporters/words/wording.ts';
import { textField } from '../text-field.ts';
import { clampIndex } from '../window.ts';
import { alikeTo, isOverridden, saidOfAlike, withoutThoseOf } from './alike.ts';
import { chosenEndpoint, guessOf, reviewCounts, reviewRows } from './review-rows.ts';
import { isRunnerUpTaken } from './runner-up.ts';
import { CONFIDENCE_FILTERS, classifiedApi, type PatternsState, type WizardState } from './state.ts';

// ---- changes ----

type Change = (state: WizardState) => WizardState;

/** What the keys of the review do. */
export const REVIEW = {
  'pattern-next': (state) => stepPattern(state, 1),
  'pattern-previous': (state) => stepPattern(state, -1),
  'resource-next': (state) => stepResource(state, 1),
  'resource-previous': (state) => stepResource(state, -1),
  'runner-up': takeRunnerUp,
  alike: takeAlike,
  classifier: backToClassifier,
  undo: (state) => askedFirst(state, (now) => travel(now, 'undo', 'redo')),
  redo: (state) => askedFirst(state, (now) => travel(now, 'redo', 'undo')),
  accept,
  'filter-pattern': (state) =>
    filter(state, { pattern: next(['all', ...PATTERN_NAMES], state.patterns.pattern) }),
  'filter-confidence': (state) =>
    filter(state, { confidence: next(CONFIDENCE_FILTERS, state.patterns.confidence) }),
  'search-edit': (state) => withPatterns(state, { typing: 'search' }),
  'search-done': (state) => withPatterns(state, { typing: 'no' }),
  'type-edit': editType,
  'type-done': takeType,
  'typing-cancel': cancelTyping,
  ...(Object.fromEntries(
    PATTERN_NAMES.map((pattern) => [
      `pattern-${pattern}`,
      (state: WizardState) => askedFirst(state, (now) => setPattern(now, pattern)),
    ]),
  ) as Record<`pattern-${PatternName}`, Change>),
} as const satisfies Record<string, Change>;

function withPatterns(state: WizardState, changed: Partial<PatternsState>): WizardState {
  return { ...state, patterns: { ...state.patterns, ...changed } };
}

/** The one that follows, around the end. */
export function next<T>(all: readonly T[], current: T, by = 1): T {
  return all[(all.indexOf(current) + by + all.length) % all.length] ?? current;
}

/** Changes what is said about the chosen endpoint, so that it can be undone. */
function override(
  state: WizardState,
  change: (current: Override, chosen: Classification) => Override,
): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  const key = endpointKey(chosen.endpoint);
  const before = state.answers.overrides;
  const said = change(before.get(key) ?? {}, chosen);
  return withOverrides(state, new Map([...before, [key, said]]), key);
}

/** Takes the overrides, so that they can be undone. */
function withOverrides(
  state: WizardState,
  overrides: ReadonlyMap<string, Override>,
  key: string,
): WizardState {
  const changed = {
    ...withPatterns(state, { undo: [...state.patterns.undo, state.answers.overrides], redo: [] }),
    answers: { ...state.answers, overrides: sorted(overrides) },
  };
  return keepChosen(changed, key);
}

function sorted(overrides: ReadonlyMap<string, Override>): ReadonlyMap<string, Override> {
  return new Map([...overrides].sort(([a], [b]) => compareText(a, b)));
}

/** The row stays chosen, unless a filter hides it now. */
function keepChosen(state: WizardState, key: string): WizardState {
  const rows = reviewRows(state);
  const index = rows.findIndex(({ endpoint }) => endpointKey(endpoint) === key);
  return withPatterns(state, { chosen: clampIndex(index < 0 ? state.patterns.chosen : index, rows.length) });
}

/** What lets everybody in is not one key among others: only its own number asks for it. */
function stepPattern(state: WizardState, by: number): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  const isOffered = (name: PatternName) => !PATTERN_TRAITS[name].isForAnyone || name === chosen.pattern;
  return setPattern(state, next(PATTERN_NAMES.filter(isOffered), chosen.pattern, by));
}

/** Asks before a change that opens endpoints to everybody. */
function askedFirst(state: WizardState, change: Change): WizardState {
  const changed = change(state);
  const before = new Set(openEndpoints(state));
  const [first, ...others] = openEndpoints(changed).filter((key) => !before.has(key));
  if (first === undefined) return changed;
  const what = others.length === 0 ? first : `${first} and ${counted(others.length, 'more endpoint')}`;
  return { ...state, overlay: 'open', opening: { what, change } };
}

function openEndpoints(state: WizardState): readonly string[] {
  return (classifiedApi(state)?.classifications ?? [])
    .filter(({ pattern }) => PATTERN_TRAITS[pattern].isForAnyone)
    .map(({ endpoint }) => endpointKey(endpoint));
}

/** Somebody has said that it is meant for everybody. */
export function openNow(state: WizardState): WizardState {
  const closed = { ...state, overlay: 'none' as const, opening: undefined };
  return state.opening ? state.opening.change(closed) : closed;
}

/** What the classifier says anyway needs no override. */
function setPattern(state: WizardState, pattern: PatternName): WizardState {
  const chosen = chosenEndpoint(state);
  if (chosen && isOwnAnswer(chosen, pattern, state)) return rightly(state, chosen, pattern);
  return override(state, (current) => ({ ...besidesPattern(current), pattern }));
}

/** What is said of an endpoint whatever its pattern is; an earlier choice of the resource goes with the pattern that it was made for. */
function besidesPattern({ pattern: _pattern, resource: _resource, ...others }: Override): Override {
  return others;
}

/** Whether the classifier says so by itself, and nothing else is said of the endpoint. */
function isOwnAnswer(chosen: Classification, pattern: PatternName, state: WizardState): boolean {
  const { endpoint } = chosen;
  const { overrides } = state.answers;
  const key = endpointKey(endpoint);
  const said = besidesPattern(overrides.get(key) ?? {});
  const others = new Map([...overrides].filter(([other]) => other !== key));
  const isSaid = guessOf(chosen, state)?.pattern === pattern;
  return isSaid && Object.keys(said).length === 0 && !isOverridden(endpoint, others);
}

function rightly(state: WizardState, { endpoint }: Classification, pattern: PatternName): WizardState {
  const key = endpointKey(endpoint);
  const accepted = new Set([...state.patterns.accepted, key]);
  const looked = withPatterns(state, { accepted });
  const notice = `It is ${pattern}: now it counts as looked at`;
  const isChanged = state.answers.overrides.has(key);
  return { ...(isChanged ? withoutOverrides(looked, endpoint) : looked), notice };
}

function stepResource(state: WizardState, by: number): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  const { endpoint, pattern, resource } = chosen;
  const place = next<ResourceFrom>(placesToChoose(endpoint), resource.from, by);
  if (place === resource.from) return { ...state, notice: 'There is no other place for its id' };
  const isOwnPlace = guessOf(chosen, state)?.resource.from === place;
  if (isOwnPlace && isOwnAnswer(chosen, pattern, state)) return rightly(state, chosen, pattern);
  return override(state, (current) => ({ ...current, pattern, resource: place }));
}

function takeRunnerUp(state: WizardState): WizardState {
  const chosen = chosenEndpoint(state);
  const guess = chosen && guessOf(chosen, state);
  if (!chosen || !guess?.runnerUp) return { ...state, notice: 'There is no runner-up' };
  if (isRunnerUpTaken(chosen, guess)) return { ...state, notice: 'The runner-up was taken already' };
  const { pattern, from } = guess.runnerUp;
  return askedFirst(state, (now) =>
    override(now, (current) => ({ ...besidesPattern(current), pattern, resource: from })),
  );
}

/** What is said of the chosen endpoint is said of all that look like it. */
function takeAlike(state: WizardState): WizardState {
  const chosen = chosenEndpoint(state);
  const alike = chosen && alikeTo(chosen, state);
  if (!chosen || !alike) return { ...state, notice: nothingAlike(chosen, state) };
  return askedFirst(state, (now) => {
    const after = saidOfAlike(chosen, alike, now.answers.overrides);
    return withOverrides(now, after, endpointKey(chosen.endpoint));
  });
}

function nothingAlike(chosen: Classification | undefined, { answers }: WizardState): string {
  const isChanged = chosen !== undefined && isOverridden(chosen.endpoint, answers.overrides);
  return isChanged ? 'No others look like it' : 'Change it first; then others that look like it can follow';
}

function backToClassifier(state: WizardState): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  const { endpoint } = chosen;
  if (!isOverridden(endpoint, state.answers.overrides))
    return { ...state, notice: "It is the classifier's answer already" };
  return askedFirst(state, (now) => toldOfOthers(now, withoutOverrides(now, endpoint)));
}

/** An override of a path pattern goes for all endpoints that it was for. */
function toldOfOthers(before: WizardState, after: WizardState): WizardState {
  const others = reviewCounts(before).changed - reviewCounts(after).changed - 1;
  return others > 0
    ? {
        ...after,
        notice: `${counted(others, 'more endpoint')} had the same override, and lost it, too: u takes that back`,
      }
    : after;
}

function withoutOverrides(state: WizardState, endpoint: Endpoint): WizardState {
  const after = withoutThoseOf(endpoint, state.answers.overrides);
  return withOverrides(state, after, endpointKey(endpoint));
}

function travel(state: WizardState, from: 'undo' | 'redo', to: 'undo' | 'redo'): WizardState {
  const earlier = state.patterns[from].at(-1);
  if (!earlier)
    return { ...state, notice: from === 'undo' ? 'There is nothing to undo' : 'There is nothing to redo' };
  const now = state.answers.overrides;
  const changed = [...new Set([...now.keys(), ...earlier.keys()])].find(
    (key) => now.get(key) !== earlier.get(key),
  );
  const travelled = {
    ...withPatterns(state, {
      [from]: state.patterns[from].slice(0, -1),
      [to]: [...state.patterns[to], now],
    }),
    answers: { ...state.answers, overrides: earlier },
  };
  return changed === undefined ? travelled : keepChosen(travelled, changed);
}

function accept(state: WizardState): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  const key = endpointKey(chosen.endpoint);
  const accepted = new Set(state.patterns.accepted);
  const wasAccepted = accepted.delete(key);
  if (!wasAccepted) accepted.add(key);
  const marked = withPatterns(state, { accepted });
  const count = reviewRows(marked).length;
  // A filter may have taken the row away: then the next one stands in its place already.
  const step = wasAccepted || count < reviewRows(state).length ? 0 : 1;
  return withPatterns(marked, { chosen: clampIndex(state.patterns.chosen + step, count) });
}

/** All endpoints count as looked at. */
export function acceptAll(state: WizardState): WizardState {
  const all = state.api.read?.drafter.guesses.map(({ endpoint }) => endpointKey(endpoint)) ?? [];
  return withPatterns(state, { accepted: new Set(all) });
}

function filter(state: WizardState, changed: Partial<PatternsState>): WizardState {
  return withPatterns(state, { ...changed, chosen: 0 });
}

// ---- typing ----

function editType(state: WizardState): WizardState {
  const chosen = chosenEndpoint(state);
  if (!chosen) return state;
  if (chosen.resource.from === 'application')
    return { ...state, notice: 'The application has no other type: choose another resource first' };
  return withPatterns(state, { typing: 'type', type: textField(chosen.resource.type) });
}

function takeType(state: WizardState): WizardState {
  const type = state.patterns.type.text.trim();
  if (!isTypeName(type)) return { ...state, notice: `\`${type}\` is not a type: ${TYPE_HELP}` };
  return withPatterns(
    override(state, (current) => ({ ...current, type })),
    { typing: 'no' },
  );
}

function cancelTyping(state: WizardState): WizardState {
  const { typing, search } = state.patterns;
  return withPatterns(state, {
    typing: 'no',
    search: typing === 'search' ? textField('') : search,
    chosen: 0,
  });
}
