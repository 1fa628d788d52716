import { entityKey, plainUid } from '../../../core/cedar/entity.ts';
import { lastPart } from '../../../core/cedar/namespace.ts';
import { type Classification, SURE } from '../../../core/classification/classified-api.ts';
import type { ComparedAnswer } from '../../../core/classification/ranking/compare-answers.ts';
import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import type { PatternName } from '../../../core/endpoints/pattern.ts';
import type { ExampleCall } from '../../../core/generation/project-draft.ts';
import { fitMiddle, type Line, line, type Span, span, widthOf, wrapLine, wrapText } from '../../line.ts';
import { alikeTo } from '../alike.ts';
import { chosenEndpoint, guessOf } from '../review-rows.ts';
import { runnerUpTitle, runnerUpWords } from '../runner-up.ts';
import type { WizardState } from '../state.ts';

/** Everything about the chosen endpoint: what it is taken for and why, and what a call of it would ask. */
export function endpointLines(state: WizardState, width: number): Line[] {
  const chosen = chosenEndpoint(state);
  if (!chosen) return [];
  const drafter = state.api.read?.drafter;
  const guess = guessOf(chosen, state);
  const isUnsure = guess !== undefined && guess.confidence < SURE;
  const [own, runnerUp] = drafter?.compare(chosen.endpoint).answers ?? [];
  const instead =
    runnerUp && guess?.runnerUp
      ? [
          ...wrapText(runnerUpWords(chosen, guess, guess.runnerUp), width, 'strong'),
          ...weighedLines(runnerUp, width),
        ]
      : [];
  const example = drafter?.example(chosen.endpoint, state.answers);
  return [
    ...wrapLine(headLine(chosen, guess), width),
    ...summaryLines(chosen, width),
    ...wrapText(PATTERN_QUESTIONS[chosen.pattern], width, 'name'),
    ...(guess === undefined || guess.pattern === chosen.pattern ? [] : [evidenceTitle(guess)]),
    ...(guess?.origin === 'classifier' && own ? weighedLines(own, width) : saidLines(guess ?? chosen, width)),
    ...(isUnsure ? instead : []),
    ...alikeLines(chosen, state, width),
    ...(example
      ? exampleLines(example, width).flatMap((one) => wrapLine(one, width))
      : wrapText(
          'There is no example for it: with these answers its calls ask for nothing.',
          width,
          'doubt',
        )),
    ...(isUnsure || instead.length === 0 ? [] : [line(), ...instead]),
  ];
}

/** A change of one is offered to those that look like it. */
function alikeLines(chosen: Classification, state: WizardState, width: number): Line[] {
  const alike = alikeTo(chosen, state);
  if (!alike) return [];
  const { length } = alike.others;
  const others = length === 1 ? '1 more looks like it' : `${length} more look like it`;
  const keys = length === 1 ? 'press m to change it, too' : 'press m to change them, too';
  return wrapText(`${others}: ${keys} (${alike.pathPattern})`, width, 'doubt');
}

function headLine(chosen: Classification, guess: Classification | undefined): Line {
  const { endpoint, pattern, confidence, origin } = chosen;
  const isChanged = origin === 'configuration';
  return line(
    span(`${endpointKey(endpoint)} `, 'strong'),
    span('is '),
    span(pattern, 'strong'),
    ...(isChanged && guess
      ? changeSpans(chosen, guess)
      : [sureSpan(confidence), ...elseSpans(guess?.runnerUp, chosen)]),
  );
}

/** Of the answer of the classifier, only what was changed is another: the pattern, or no more than the place or the type. */
function changeSpans({ pattern, resource }: Classification, guess: Classification): Line {
  if (pattern !== guess.pattern)
    return [
      span(' (changed)', 'doubt'),
      span(`, the classifier says ${guess.pattern} (${guess.confidence.toFixed(2)})`, 'quiet'),
    ];
  const { from, type } = guess.resource;
  const changed = [
    ...(resource.from === from ? [] : [`place changed from ${from} to ${resource.from}`]),
    ...(resource.type === type ? [] : [`type changed from ${type} to ${resource.type}`]),
  ];
  const words = changed.length > 0 ? changed.join(', ') : 'as the classifier says';
  return [sureSpan(guess.confidence), span(', '), span(words, changed.length > 0 ? 'doubt' : 'quiet')];
}

function sureSpan(confidence: number): Span {
  return span(` (${confidence.toFixed(2)})`, confidence < SURE ? 'doubt' : 'good');
}

function elseSpans(runnerUp: Classification['runnerUp'], chosen: Classification): Line {
  if (!runnerUp) return [];
  const title = runnerUpTitle(runnerUp, chosen);
  return [span(`, else ${title} (${runnerUp.confidence.toFixed(2)})`, 'quiet')];
}

/** What each pattern asks, in plain words. */
const PATTERN_QUESTIONS: Readonly<Record<PatternName, string>> = {
  'single-resource': 'May this person do this to that one thing?',
  creation: 'May this person make a new thing in that place?',
  listing: 'May this person see the things that are in that place?',
  batch: 'May this person do this to each of these things?',
  open: 'Anyone may: nobody is asked who they are.',
  'implicit-scope': 'May this person do this at all? Which things it is about follows from who calls.',
};

/** It is not for the pattern that somebody chose instead, whose question stands above it. */
function evidenceTitle({ pattern }: Classification): Line {
  return line(span(`Evidence for ${pattern}`, 'strong'));
}

const MOST_EVIDENCE = 3;

/** What the classifier weighed for its answer. */
function weighedLines({ evidence }: ComparedAnswer, width: number): Line[] {
  return evidence.slice(0, MOST_EVIDENCE).flatMap(({ weight, text }) => {
    const sign = `${weight < 0 ? '' : '+'}${weight.toFixed(2)} `;
    return pointLines(span(sign, weight < 0 ? 'doubt' : 'good'), text, width);
  });
}

/** What the description says itself was not weighed. */
function saidLines({ evidence }: Classification, width: number): Line[] {
  return evidence.slice(0, MOST_EVIDENCE).flatMap((text) => pointLines(span('· ', 'quiet'), text, width));
}

function pointLines(point: Span, text: string, width: number): Line[] {
  const indent = widthOf(point.text);
  return wrapText(text, width - indent).map((one, index) =>
    line(index === 0 ? point : ' '.repeat(indent), ...one),
  );
}

/** A call, the request it becomes, and the slice that is sent with it. */
function exampleLines({ call, requests, slice }: ExampleCall, width: number): Line[] {
  const [first] = requests;
  if (!first) return [line(span(`${call.method} ${call.url} asks for nothing`, 'doubt'))];
  const more = requests.length > 1 ? `, and ${requests.length - 1} more` : '';
  const room = width - 11;
  const own = new Set([entityKey(first.principal), entityKey(first.resource)]);
  const others = slice.map(({ uid }) => plainUid(uid)).filter((uid) => !own.has(entityKey(uid)));
  return [
    line(span('A call     ', 'quiet'), `${call.method} ${call.url}`),
    ...(call.body === undefined ? [] : [line(span('with       ', 'quiet'), JSON.stringify(call.body))]),
    line(span('principal  ', 'quiet'), ...uidSpans(first.principal, room)),
    line(span('action     ', 'quiet'), ...uidSpans(first.action, room)),
    line(
      span('resource   ', 'quiet'),
      ...uidSpans(first.resource, room - widthOf(more)),
      span(more, 'quiet'),
    ),
    ...wrapText(others.map(({ type, id }) => `${lastPart(type)} "${id}"`).join(', '), room).map(
      (one, index) => line(span(index === 0 ? 'slice with ' : '           ', 'quiet'), ...one),
    ),
  ];
}

/** In one line, as what is broken may end below the screen: first the namespace is left out, which is the same everywhere. */
function uidSpans({ type, id }: { readonly type: string; readonly id: string }, width: number): Line {
  const text = JSON.stringify(id);
  if (widthOf(`${type}::${text}`) <= width) return [span(`${type}::`, 'name'), span(text, 'text')];
  const short = `…::${lastPart(type)}::`;
  const room = Math.max(LEAST_ID, width - widthOf(short));
  return [span(short, 'name'), span(fitMiddle(text, room).trimEnd(), 'text')];
}

const LEAST_ID = 8;

function summaryLines({ endpoint }: Classification, width: number): Line[] {
  return endpoint.summary === '' ? [] : wrapText(endpoint.summary, width, 'quiet');
}
