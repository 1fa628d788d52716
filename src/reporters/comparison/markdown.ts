import type {
  Comparison,
  EndpointChange,
  SettingChange,
  Turn,
} from '../../core/guarantees/comparison/comparison.ts';
import type { Cause } from '../../core/watching/cause.ts';
import { reasonWords } from '../reason-words.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { printPlace } from '../words/frame.ts';
import { markdownCode, markdownText } from '../words/markdown.ts';
import { counted } from '../words/wording.ts';
import {
  CHANGE_WORDS,
  changeWords,
  countWords,
  decisionWords,
  endpointWords,
  renamedWords,
  settingWords,
  toldChanges,
  turnedFixtures,
} from './words.ts';

/** For a comment on a pull request: what opened first. */
export function markdownComparison(comparison: Comparison): string {
  const { before, after, assumptions, noLongerChecked = [], settings = [] } = comparison;
  const told = toldChanges(comparison);
  const turned = turnedFixtures(comparison).length;
  return `${[
    `### Who may call what: ${markdownCode(before)} → ${markdownCode(after)}`,
    '',
    `**${countWords(comparison)}**${turned > 0 ? `, ${counted(turned, 'fixture')} turned` : ''}`,
    ...told.slice(0, MOST_SHOWN).flatMap((change) => ['', ...changeLines(change)]),
    ...(told.length > MOST_SHOWN
      ? ['', `${told.length - MOST_SHOWN} more: \`authz diff\` lists them all.`]
      : []),
    ...listLines(
      'Renamed, and unchanged (proven)',
      renamedWords(comparison).map((words) => `- ${markdownCode(words)}`),
    ),
    ...listLines('`authz.yaml` says otherwise', settings.map(settingLine)),
    ...listLines(
      'No longer checked',
      noLongerChecked.map((what) => `- ${markdownText(what)}`),
    ),
    '',
    '<details><summary>What the answers assume</summary>',
    '',
    ...assumptions.map((assumption) => `- ${markdownText(assumption)}`),
    '',
    '</details>',
  ].join('\n')}\n`;
}

function settingLine(setting: SettingChange): string {
  const { kind } = setting;
  const words = markdownText(settingWords(setting));
  return kind === 'unchanged' ? `- ${words}` : `- **${capital(CHANGE_WORDS[kind])}:** ${words}`;
}

function listLines(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_SHOWN;
  return ['', `#### ${title}`, ...lines.slice(0, MOST_SHOWN), ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** A comment on GitHub holds 65,536 characters; an endpoint takes a thousand at most. */
const MOST_SHOWN = 40;

function changeLines(change: EndpointChange): string[] {
  const { opened, closed, reasons } = change;
  return [
    `#### ${capital(changeWords(change))}: ${markdownCode(endpointWords(change))}`,
    ...(opened ? turnLines(opened, change) : []),
    ...(closed ? turnLines(closed, change) : []),
    ...reasons.map((reason) => `- ${markdownText(reasonWords(reason))}`),
  ];
}

function turnLines(turn: Turn, change: EndpointChange): string[] {
  const { example, causes } = turn;
  const { before, now } = decisionWords(turn, change);
  return [
    ...(example.call ? [`- ${markdownCode(callWords(example.call))}`] : []),
    ...exampleWords(example).map((words) => `- ${markdownText(words)}`),
    `- before: ${markdownText(before)}; now: **${markdownText(now)}**`,
    ...causes.map(causeLine),
  ];
}

function causeLine({ text, clause, file, location }: Cause): string {
  const place = printPlace(file, location);
  const said = clause ? `: ${markdownCode(clause)}` : '';
  return `- ${markdownText(text)}${said}${place && ` (${markdownCode(place)})`}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
