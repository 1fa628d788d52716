import { counted } from '../../../reporters/words/wording.ts';
import { fitCall } from '../../fit-call.ts';
import { footerLine } from '../../key-help.ts';
import type { Room } from '../../layout.ts';
import { fitEnd, fitText, type Line, span, widthOf, wrapText } from '../../line.ts';
import { showField } from '../../text-field.ts';
import { clampIndex } from '../../window.ts';
import type { AcceptedChange } from '../actions.ts';
import type { Content } from '../content.ts';
import { completionsFor } from '../keys/completion.ts';
import type { Typed, View } from '../keys/keys.ts';
import { keysNow } from '../keys/keys-now.ts';
import { projectPrefix } from '../rows/rows.ts';
import { modeOf, type WatchState, type YesNoQuestion } from '../state.ts';
import type { ViewBody } from './views.ts';

const PROMPTS: Readonly<Record<Typed, string>> = {
  filter: 'filter: ',
  try: 'try: ',
  palette: 'command: ',
};

/** What is being typed or asked, what an act came to, or where one is. */
export function statusLine(state: WatchState, content: Content, width: number): Line {
  const { typing, question, message, view } = state;
  if (question && view !== 'diff') return questionLine(question, state.isSmall, width);
  if (typing) {
    const prompt = PROMPTS[typing.what];
    const found = typing.what === 'filter' ? `  ${foundText(state, content)}` : '';
    return [
      span(prompt, 'strong'),
      ...showField(typing.field, width - prompt.length - found.length, true),
      span(found, 'quiet'),
    ];
  }
  if (message !== '') return messageLines(state, width)[0] ?? [];
  if (!content.run) return [];
  return [span(WHERE[view](state, content, width), 'quiet'), ...limitSpans(state)];
}

/** In two lines at most: the second takes the place of the keys. */
function messageLines({ message }: WatchState, width: number): Line[] {
  const [first = [], ...others] = wrapText(message, width, 'strong');
  const rest = others.flat().map(({ text }) => text);
  return [first, ...(rest.length > 0 ? [[span(rest.join(' '), 'strong')]] : [])];
}

/** The keys; while a call is typed what it can go on with, or why it cannot be taken; of a long message the rest. */
export function bottomLine(state: WatchState, content: Content, width: number): Line {
  const { typing } = state;
  if (typing?.problem) return [span(typing.problem, 'bad')];
  if (typing?.what === 'try') {
    const candidates = completionsFor(typing.field.text, content.run);
    const hint =
      candidates.length > 0
        ? candidates.slice(0, MOST_CANDIDATES).join('  ')
        : 'METHOD /path as principal, and a body in { } if it needs one';
    return [span('Tab: ', 'strong'), span(hint, 'quiet')];
  }
  const [, rest] = state.question || typing ? [] : messageLines(state, width);
  return rest ?? footerLine(keysNow(state, content), modeOf(state), width);
}

const MOST_CANDIDATES = 12;

/** Who is let in stays, whatever has to go: where it is written is cut first, and on its left. */
function questionLine({ text, about }: YesNoQuestion, isSmall: boolean, width: number): Line {
  const asked = questionStart(text, isSmall);
  const { call = '', place = '' } = about ?? {};
  const ofCall = Math.min(widthOf(call), Math.max(0, width - widthOf(asked)));
  const left = width - widthOf(asked) - ofCall - 2;
  return [
    span(`${asked}${fitCall(call, ofCall)}`, 'doubt'),
    span(left >= LEAST_PLACE ? `  ${fitEnd(place, Math.min(left, widthOf(place)))}` : '', 'quiet'),
  ];
}

const LEAST_PLACE = 8;

/** On a small screen the keys have no line of their own. */
function questionStart(text: string, isSmall: boolean): string {
  return `${isSmall ? 'y/n?' : 'accept?'} ${text}  `;
}

/** Whether the whole call stands in the line: what is cut may look like another. */
export function isAskedWhole(
  { change, call }: AcceptedChange,
  { isSmall }: WatchState,
  width: number,
): boolean {
  return widthOf(questionStart(change, isSmall)) + widthOf(call) <= width;
}

function foundText({ view }: WatchState, { list, matrix, all }: Content): string {
  return view === 'matrix'
    ? `${matrix.lines.length} x ${matrix.columns.length}`
    : `${list.rows.length}/${all.fixtures.length}`;
}

const WHERE: Readonly<Record<View, (state: WatchState, content: Content, width: number) => string>> = {
  matrix: (_, { run, matrix, cell }, width) => {
    if (matrix.lines.length === 0 || matrix.columns.length === 0) return '';
    const place = `${cell.line + 1}/${matrix.lines.length}, ${cell.column + 1}/${matrix.columns.length}`;
    const chosen = [matrix.lines[cell.line], matrix.columns[cell.column]];
    const endpoint = chosen.find((axis) => axis?.type === 'endpoint');
    const caller = chosen.find((axis) => axis?.type === 'caller');
    const whose = projectPrefix(run, endpoint?.type === 'endpoint' ? endpoint.project : '');
    const parents = caller?.type === 'caller' ? [...caller.groups, ...caller.tenants] : [];
    const as = ` as ${caller?.name}`;
    const call = `${whose}${endpoint?.name}${as}`;
    const room = Math.max(10, width - place.length - 3);
    const left = room - Math.min(widthOf(call), widthOf(as) + LEAST_PATH);
    const among =
      parents.length > 0 && left >= LEAST_GROUPS ? fitText(` in ${parents.join(', ')}`, left).trimEnd() : '';
    return `${fitCall(call, room - widthOf(among)).trimEnd()}${among}   ${place}`;
  },
  list: ({ grouping, filter }, { list, listIndex, all }) => {
    const of = list.rows.length === all.fixtures.length ? '' : ` of ${all.fixtures.length}`;
    const at = list.rows.length === 0 ? 0 : listIndex + 1;
    return `${at}/${list.rows.length}${of}${filter.cell ? ' in this cell' : `, by ${grouping}`}`;
  },
  tried: (_, { pinned, pinnedIndex }) =>
    pinned.length === 0 ? '' : `${pinnedIndex + 1}/${pinned.length} tried calls`,
  problems: (_, { problems, problemIndex }) =>
    problems.length === 0 ? '' : `${problemIndex + 1}/${problems.length} problems`,
  runs: ({ history }) => counted(history.runs.length, 'run'),
  coverage: () => 'coverage',
  why: () => 'why; Esc leads back',
  diff: () => 'y writes it, n does not',
  help: () => '? closes the help',
};

/** The groups of the chosen caller are cut first, then the path. */
const LEAST_PATH = 20;
const LEAST_GROUPS = 8;

/** Where one is in a text that is longer than the screen. */
export function scrollSpans(
  { typing, question, message, top, view }: WatchState,
  { mostScroll }: Pick<ViewBody, 'mostScroll'>,
  { height }: Room,
): Line {
  const isBusy = typing || message !== '' || (question && view !== 'diff');
  if (mostScroll === 0 || isBusy) return [];
  const from = clampIndex(top, mostScroll + 1);
  return [span(`   ${from + 1}-${from + height} of ${mostScroll + height}`, 'quiet')];
}

function limitSpans({ filter }: WatchState): Line {
  const limits = [
    ...(filter.failedOnly ? ['failed only'] : []),
    ...(filter.changedOnly ? ['changed only'] : []),
    ...(filter.text.trim() === '' ? [] : [`filter: ${filter.text}`]),
  ];
  return limits.length > 0 ? [span(`   ${limits.join(', ')}`, 'doubt')] : [];
}
