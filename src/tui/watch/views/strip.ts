import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import { distinct } from '../../../core/values/distinct.ts';
import { groupBy } from '../../../core/values/group.ts';
import type { Cause } from '../../../core/watching/cause.ts';
import type { PastChange, PastRun } from '../../../core/watching/history.ts';
import { failureWords, savedSummary, savedWords } from '../../../reporters/saved-changes.ts';
import { printDiagnostics, printPlace } from '../../../reporters/words/frame.ts';
import { questionText } from '../../../reporters/words/result-text.ts';
import { clockTime, counted, painter, visible } from '../../../reporters/words/wording.ts';
import { fitCall } from '../../fit-call.ts';
import { mostStrip, type Room } from '../../layout.ts';
import { fitEnd, type Line, span, widthOf, wrapLine, wrapText } from '../../line.ts';
import { paintedLines } from '../../painted.ts';
import type { Content } from '../content.ts';
import { hasDecisions, isError } from '../rows/problems.ts';
import { isBad, isClosed, isOpened, projectPrefix, type Row } from '../rows/rows.ts';
import type { WatchState } from '../state.ts';
import { CHANGE_MARKS, changeMark } from './marks.ts';

/** What is to be seen in every view, most urgent first: an error, a run that is looked back at, what changed, what is missing, a warning. */
export function stripLines(state: WatchState, content: Content, screen: Room): readonly Line[] {
  if (!content.run) return [];
  const past = state.history.runs.find(({ number }) => number === state.pastRun);
  const { problems, tally } = content;
  const [first] = problems;
  if (first && isError(first))
    return [...errorLines(first, content, screen), ...linesOfOthers(content, screen)];
  if (past) return pastRunLines(past, state, screen);
  const saved = savedLines(state, content, screen);
  const most = mostLines(screen) - saved.length;
  if (tally.opened + tally.closed > 0) return [...changeLines(state, content, { screen, most }), ...saved];
  const advice = adviceLines(content, screen);
  const warnings = warningLines(problems, screen);
  const others = advice.length + warnings.length <= most ? [...advice, ...warnings] : advice;
  return [...(others.length > 0 ? others : warnings).slice(0, most), ...saved];
}

/** What the last save opens and closes for all requests: said of that save, and of no other. */
function savedLines({ saved }: WatchState, { run }: Content, { width, height }: Room): Line[] {
  if (!saved || saved.run !== run?.number || height < SMALL) return [];
  const { found, since, failure } = saved;
  const whose = since === undefined ? 'last save, all requests' : `all requests since run ${since}`;
  const about = span(`${whose}: `, 'quiet');
  if (failure !== undefined) return [[about, span(failureWords(failure), 'doubt')]];
  if (!found) return [[about, span('comparing ...', 'quiet')]];
  const [first] = found.changes;
  if (!first) return [[about, span(savedSummary(found), found.undecided.length > 0 ? 'doubt' : 'quiet')]];
  const summary = found.changes.length > 1 && width >= 60 ? `${savedSummary(found)}; ` : '';
  return [[about, span(summary), span(savedWords(first), first.kind === 'opened' ? 'bad' : 'doubt')]];
}

const SMALL = 14;
const TALL = 20;

function mostLines({ height }: Room): number {
  return height < SMALL ? 2 : 3;
}

// ---- errors and warnings ----

/** On a tall screen the error as every command prints it; else what it says and where. */
function errorLines(first: Diagnostic, content: Content, screen: Room): Line[] {
  const { width, height } = screen;
  const { errors } = content.tally;
  const more = errors > 1 ? `and ${errors - 1} more: d shows them. ` : '';
  const note: Line = [span(`${more}${whatFollows(content)}`, 'doubt')];
  if (height >= TALL && width >= 60) return [...wholeError(first, screen), note];
  const others = errors > 1 ? `  and ${errors - 1} more: d` : '  d: more';
  const place = printPlace(first.file, first.location);
  const room = Math.min(widthOf(place), Math.max(0, width - others.length));
  return [
    ...firstLines(visible(first.message), { width, height: Math.max(1, mostStrip(height) - 1) }),
    [span(fitEnd(place, room), 'name'), span(others, 'doubt')],
  ];
}

/** As every command prints it; where that is too long, without the line of the file, which can be looked up: what to do cannot. */
function wholeError(error: Diagnostic, { width, height }: Room): Line[] {
  const lines = paintedLines(printDiagnostics([error], painter(true)));
  // A line of the frame with its caret would say something else if it were wrapped.
  const wrapped = lines.map((one) => (isOfFrame(one) ? [one] : wrapLine(one, width)));
  const isWhole = wrapped.flat().length < mostStrip(height);
  return (isWhole ? wrapped : wrapped.filter(([one = []]) => !isOfFrame(one))).flat();
}

function isOfFrame(line: Line): boolean {
  return /^ +\d* \|/.test(line.map(({ text }) => text).join(''));
}

/** The beginning of a message, as much of it as there is room for. */
function firstLines(text: string, { width, height }: Room): Line[] {
  const lines = wrapText(text, width, 'bad');
  const [last = []] = lines.slice(height - 1);
  return lines.length <= height ? lines : [...lines.slice(0, height - 1), [...last, span('…', 'bad')]];
}

function whatFollows({ run, tally }: Content): string {
  const isCurrent = run?.projects.some(({ isCurrent: isOne }) => isOne);
  if (tally.isOld && !isCurrent) return 'What follows is the last good state.';
  if (tally.isOld) return 'What follows is the last good state, but of other projects that of now.';
  return hasDecisions(run) ? 'What follows is of projects without errors.' : 'Nothing has been decided yet.';
}

function warningLines(problems: readonly Diagnostic[], { width }: Room): Line[] {
  const [first] = problems;
  if (!first) return [];
  const others = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const text = `${first.severity}: ${first.message}${others}; d shows it`;
  return wrapText(text, width, 'doubt').slice(0, 2);
}

/** What to do where nothing has been done yet. */
function adviceLines({ tally }: Content, { width }: Room): Line[] {
  const advice = [
    ...(tally.policies === 0
      ? ['no policies yet: everything is denied; `authz generate-policies` writes first ones']
      : []),
    ...(tally.fixtures === 0
      ? [
          'no fixtures yet: `authz generate-fixtures` writes first ones; t tries a call, and w keeps it as a fixture',
        ]
      : []),
  ];
  return advice.flatMap((text) => wrapText(text, width, 'doubt'));
}

// ---- changes ----

function changeLines(
  { history }: WatchState,
  content: Content,
  { screen, most }: { readonly screen: Room; readonly most: number },
): Line[] {
  const { all, tally } = content;
  const told = turnedRows(content).slice(0, most - 1);
  const untested = all.untested.length;
  const asked = screen.width >= 100 ? 'that no fixture asks' : 'untested';
  const head: Line = [
    ...countSpans(tally.opened, tally.closed),
    span(untested > 0 && screen.width >= 60 ? ` (${untested} ${asked})` : '', 'doubt'),
    span(screen.width >= 60 ? ` since ${history.baseline.label}` : ''),
    span(screen.width >= 60 ? '   n goes there, b: seen' : '  n next, b seen', 'quiet'),
  ];
  return [head, ...told.map((row) => changedRow(row, content, screen.width))];
}

/** What was opened and closed in projects without an error, while another has one. */
function linesOfOthers(content: Content, { width }: Room): Line[] {
  const current = turnedRows(content).filter(({ project }) => project.isCurrent);
  return current.slice(0, MOST_OF_OTHERS).map((row) => changedRow(row, content, width));
}

const MOST_OF_OTHERS = 2;

/** Each call that turned, what is let in unexpectedly first. */
function turnedRows({ all }: Content): Row[] {
  const turned = [...all.fixtures, ...all.untested].filter((row) => isOpened(row) || isClosed(row));
  return firstOfEach(turned.sort((a, b) => rank(a) - rank(b)));
}

/** Of fixtures that ask the same, as one of a table and one of the cases may, the first: the other one would be the same line. */
function firstOfEach(rows: readonly Row[]): Row[] {
  const told = (row: Row) => `${row.project.name}\n${isOpened(row)} ${questionText(row.ready.fixture)}`;
  return [...groupBy(rows, told).values()].flatMap((alike) => alike.slice(0, 1));
}

/** What is let in unexpectedly comes first. */
function rank(row: Row): number {
  return (isOpened(row) ? 0 : 1) + (isBad(row) || row.origin !== 'fixture' ? 0 : 2);
}

function countSpans(opened: number, closed: number): Line {
  return [
    span(`▲ ${opened} opened`, opened > 0 ? 'bad' : 'quiet'),
    span('  '),
    span(`▼ ${closed} closed`, closed > 0 ? 'doubt' : 'quiet'),
  ];
}

function changedRow(row: Row, content: Content, width: number): Line {
  const change = row.changes.find(({ kind }) => kind !== 'reason-changed');
  const [cause] = change && width >= 60 ? content.causesOf(row, change) : [];
  const isOld = !row.project.isCurrent && content.tally.errors === 0;
  const note = row.origin === 'fixture' ? '' : ` (no fixture asks it${isOld ? '; deciding again ...' : ''})`;
  const call = `${projectPrefix(content.run, row.project.name)}${questionText(row.ready.fixture)}`;
  return [
    span('  '),
    changeMark(row),
    span(` ${shownCall(call, width - BESIDE_CALL)}`),
    span(note, 'doubt'),
    ...causeSpans(cause),
  ];
}

/** Who calls can be read, however long the path is. */
function shownCall(call: string, width: number): string {
  return fitCall(call, width).trimEnd();
}

/** The indent, the mark of what it turned to, and a sign that more follows. */
const BESIDE_CALL = 5;

function causeSpans(cause: Cause | undefined): Line {
  if (!cause) return [];
  return [
    span(`   ${cause.text}`, 'quiet'),
    span(cause.clause === undefined ? '' : `: ${cause.clause}`, 'name'),
  ];
}

// ---- runs before ----

function pastRunLines(past: PastRun, { history }: WatchState, screen: Room): Line[] {
  const { number, counts, turned } = past;
  const head: Line = [
    span(`run ${number} of ${history.runs.at(-1)?.number ?? number}  `, 'strong'),
    ...countSpans(counts['now-allowed'], counts['now-denied']),
    span(`  ${clockTime(past.endedAt)}  ${filesText(past)}`, 'quiet'),
    span(past.errors > 0 ? `  ${counted(past.errors, 'error')}` : '', 'bad'),
    span('   [ ] others, Esc now', 'quiet'),
  ];
  const told = distinct(turned).slice(0, mostLines(screen) - 1);
  return [
    head,
    ...told.map((one) => pastChange(one, shownCall(visible(one.text), screen.width - BESIDE_CALL))),
  ];
}

export function pastChange({ kind, cause, isUntested }: PastChange, call: string): Line {
  return [
    span(`  ${CHANGE_MARKS[kind]} ${call}`),
    span(isUntested ? ' (no fixture asks it)' : '', 'doubt'),
    ...causeSpans(cause),
  ];
}

/** Enough to know what it was; a branch switch changes hundreds. */
export function filesText({ files }: Pick<PastRun, 'files'>): string {
  if (files.length === 0) return 'everything';
  const [first = '', second] = files;
  return files.length > 2 ? `${first} and ${files.length - 1} more` : second ? `${first}, ${second}` : first;
}
