import type {
  Comparison,
  EndpointChange,
  SettingChange,
  Turn,
} from '../../core/guarantees/comparison/comparison.ts';
import type { Cause } from '../../core/watching/cause.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import { reasonWords } from '../reason-words.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { printPlace } from '../words/frame.ts';
import { counted, type Meaning, type Paint, visible } from '../words/wording.ts';
import {
  CHANGE_WORDS,
  changeWords,
  countWords,
  decisionWords,
  endpointWords,
  renamedWords,
  settingWords,
  type TOLD_KINDS,
  toldChanges,
  turnedFixtures,
  turnedWords,
} from './words.ts';

/** For people in a terminal: what opened first, with a call that shows it. */
export function prettyComparison(comparison: Comparison, paint: Paint): string {
  const { before, after, assumptions, noLongerChecked = [], settings = [] } = comparison;
  const head = `${paint('strong', `${before} -> ${after}`)}: ${countWords(comparison)}`;
  const turned = turnedFixtures(comparison);
  const renamed = renamedWords(comparison);
  return `${[
    visible(head),
    ...toldChanges(comparison).flatMap((change) => ['', ...changeLines(change, paint)]),
    ...(renamed.length === 0
      ? []
      : ['', 'renamed, and unchanged (proven)', ...renamed.map((words) => `  ${visible(words)}`)]),
    ...(turned.length === 0
      ? []
      : ['', `${counted(turned.length, 'fixture')} turned`, ...turned.map(fixtureLine)]),
    ...(settings.length === 0
      ? []
      : ['', 'authz.yaml says otherwise', ...settings.map((setting) => settingLine(setting, paint))]),
    ...(noLongerChecked.length === 0
      ? []
      : ['', paint('doubt', 'no longer checked'), ...noLongerChecked.map((what) => `  ${visible(what)}`)]),
    '',
    paint('quiet', `assumed: ${assumptions.map(visible).join('; ')}`),
  ].join('\n')}\n`;
}

const MEANINGS: Readonly<Record<(typeof TOLD_KINDS)[number], Meaning>> = {
  opened: 'bad',
  both: 'bad',
  closed: 'doubt',
  'not-decided': 'doubt',
};

function settingLine(setting: SettingChange, paint: Paint): string {
  const { kind } = setting;
  const words = visible(settingWords(setting));
  return kind === 'unchanged'
    ? `  ${words}`
    : `  ${paint(MEANINGS[kind], CHANGE_WORDS[kind].toUpperCase())}  ${words}`;
}

function changeLines(change: EndpointChange, paint: Paint): string[] {
  const { kind, opened, closed, reasons } = change;
  const meaning = kind === 'unchanged' ? 'quiet' : MEANINGS[kind];
  return [
    `${paint(meaning, changeWords(change).toUpperCase())}  ${visible(endpointWords(change))}`,
    ...(opened ? turnLines(opened, change) : []),
    ...(closed ? turnLines(closed, change) : []),
    ...reasons.map((reason) => `  ${visible(reasonWords(reason))}`),
  ];
}

function turnLines(turn: Turn, change: EndpointChange): string[] {
  const { example, causes } = turn;
  const { before, now } = decisionWords(turn, change);
  const lines = [
    ...(example.call ? [callWords(example.call)] : []),
    ...exampleWords(example),
    `before ${before}`,
    `now    ${now}`,
    ...causes.map(causeWords),
  ];
  return lines.map((line) => `  ${visible(line)}`);
}

function causeWords({ text, clause, file, location }: Cause): string {
  return [text, printPlace(file, location), clause].filter(Boolean).join('  ');
}

function fixtureLine(turned: DecisionChange): string {
  const { kind, question, turn, place } = turnedWords(turned);
  return `  ${kind.toUpperCase()}  ${visible(question)}  ${turn}  ${visible(place)}`;
}
