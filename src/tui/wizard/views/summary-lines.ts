import { PATTERN_TRAITS } from '../../../core/endpoints/pattern.ts';
import { diffLines } from '../../../reporters/words/diff.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { barLine } from '../../bar.ts';
import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import { windowStart } from '../../window.ts';
import type { PlannedChange, WrittenChange } from '../host.ts';
import { reviewCounts } from '../review-rows.ts';
import { classifiedApi, isReplacing, type SummaryState, type WizardState } from '../state.ts';
import { highlighted } from './highlighted.ts';
import { noteLines, type SaidHere } from './notes.ts';
import { problemLines } from './problems.ts';
import { isTight } from './step-layout.ts';

/** Step 7: the files that would be written; then what was written, and the first replay. */
export function summaryList(state: WizardState, room: Room): Line[] {
  const { summary } = state;
  const { phase, files, problems } = summary;
  if (phase === 'planning') return planningLines(summary, room.width);
  if (phase !== 'ready') return progressLines(summary, room);
  return files.length === 0 ? problemLines(problems, room.width) : fileLines(state, room);
}

function planningLines({ problems, progress }: SummaryState, width: number): Line[] {
  if (problems.length > 0) return problemLines(problems, width);
  const bar = progress ? [line(), barLine('Trying them', progress, width)] : [];
  return [line(span('Making the files, and trying them …', 'quiet')), ...bar];
}

function fileLines(state: WizardState, { width, height }: Room): Line[] {
  const { files, keep, problems } = state.summary;
  const isShort = isTight({ width, height });
  const count = files.filter((file) => isWritten(fateOf(file, keep))).length;
  const head = [
    line(span(`${counted(count, 'file')} will be written`, 'strong')),
    ...(isShort ? [] : [line(span('Nothing has been written yet', 'quiet')), line()]),
  ];
  const spare = height - head.length - files.length - 1;
  const most = Math.max(Math.floor(height / 2) - 1, spare);
  const said = noteLines(problems, knowBefore(state), { width, most });
  const notes = said.length === 0 || isShort ? said : [line(), ...said];
  const room = Math.max(1, height - head.length - notes.length);
  return [...head, ...fileRows(state.summary, room), ...notes];
}

/** The files around the chosen one, and how many there are besides. */
function fileRows({ files, keep, chosen }: SummaryState, room: number): Line[] {
  const isCut = files.length > room && room > 1;
  const count = isCut ? room - 1 : room;
  const start = windowStart(chosen, files.length, count);
  const rows = files.slice(start, start + count).map((file, index) => {
    const fate = fateOf(file, keep);
    const word = fate.padEnd(9);
    return start + index === chosen
      ? line(span(`> ${word} ${file.name}`, 'chosen'))
      : line('  ', span(word, FATES[fate]), ` ${file.name}`);
  });
  return isCut ? [...rows, line(span(`  and ${files.length - count} more`, 'quiet'))] : rows;
}

/** What was passed over, and what is wide open: whoever writes the files should know. */
function knowBefore(state: WizardState): SaidHere {
  const { open } = reviewCounts(state);
  const { answers, start, api } = state;
  const forAnyone = (classifiedApi(state)?.classifications ?? []).filter(
    ({ pattern }) => PATTERN_TRAITS[pattern].isForAnyone,
  );
  const opened = forAnyone.filter(({ origin }) => origin === 'configuration').length;
  const made = opened > 0 ? `, ${opened} made so` : '';
  const silent = start.templates.filter((template) => {
    const file = answers.templates.includes(template.name)
      ? api.read?.drafter.policies(template, answers)
      : undefined;
    return file?.ok === true && file.value === undefined;
  }).length;
  const grave = [
    ...(forAnyone.length > 0 ? [`${counted(forAnyone.length, 'endpoint')} open to everybody${made}`] : []),
    ...(open > 0 ? [`${counted(open, 'unsure endpoint')} nobody has looked at`] : []),
  ];
  const slight = silent > 0 ? [`${counted(silent, 'template')} with nothing to say about this API`] : [];
  return { grave, slight };
}

const FATES = { new: 'good', 'the same': 'quiet', keep: 'strong', replace: 'doubt' } as const;

function fateOf(file: PlannedChange, keep: ReadonlySet<string>): keyof typeof FATES {
  if (file.before === undefined) return 'new';
  if (!isReplacing(file)) return 'the same';
  return keep.has(file.name) ? 'keep' : 'replace';
}

function isWritten(fate: keyof typeof FATES): boolean {
  return fate === 'new' || fate === 'replace';
}

/** What is in a new file, or what would change in one that exists. */
export function contentLines({ summary: { files, chosen } }: WizardState): readonly Line[] {
  const file = files[chosen];
  if (!file) return [];
  if (isReplacing(file))
    return diffLines({ file: file.name, before: file.before ?? '', after: file.text }).map(
      ({ text, meaning }) => [span(text, meaning)],
    );
  return file.name.endsWith('.cedar')
    ? highlighted('file', file.text)
    : file.text.split('\n').map((text) => line(span(text, text.startsWith('#') ? 'comment' : undefined)));
}

const OUTCOMES = {
  created: 'wrote',
  replaced: 'rewrote',
  unchanged: 'unchanged',
  kept: 'kept',
  removed: 'removed',
} as const;

/** What comes of it is on the screen whatever was written: of the files, as many as there is room for. */
function progressLines(summary: SummaryState, { width, height }: Room): Line[] {
  const { phase, written, report, progress } = summary;
  const isWritten = phase !== 'writing';
  const replay = [
    ...(isWritten ? [stage(report !== undefined, 'The first replay of the fixtures')] : []),
    ...(phase === 'replaying' && progress ? [barLine('    Replaying', progress, width)] : []),
    ...(report ? reportLines(report, width) : []),
  ];
  const most = Math.floor(height / 2) - replay.length;
  const warnings = isWritten ? summary.findings.filter(({ severity }) => severity === 'warning') : [];
  const said = noteLines(warnings, {}, { width, most });
  const after = [...replay, ...(said.length === 0 ? [] : [line(), ...said])];
  const gap = isTight({ width, height }) ? [] : [line()];
  const room = Math.max(0, height - 1 - gap.length - after.length);
  return [stage(isWritten, 'Writing the files'), ...writtenLines(written, room), ...gap, ...after];
}

/** Files that were kept come first, then what was put beside those that were replaced: of both, somebody should know. */
function writtenLines(written: SummaryState['written'], room: number): Line[] {
  const lines = [...written]
    .sort((a, b) => worthOf(b) - worthOf(a))
    .map(({ name, outcome, aside }) =>
      line(
        `    ${OUTCOMES[outcome].padEnd(9)} `,
        span(name, outcome === 'kept' ? 'strong' : undefined),
        aside === undefined ? '' : `; what it said is kept in ${aside}`,
      ),
    );
  if (lines.length <= room) return lines;
  const shown = lines.slice(0, Math.max(0, room - 1));
  return room === 0 ? [] : [...shown, line(span(`    and ${lines.length - shown.length} more`, 'quiet'))];
}

function worthOf({ outcome, aside }: WrittenChange): number {
  if (outcome === 'kept') return 2;
  return aside === undefined ? 0 : 1;
}

function stage(isDone: boolean, title: string): Line {
  return line(span(isDone ? '✓ ' : '… ', isDone ? 'good' : 'doubt'), span(title, 'strong'));
}

function reportLines({ counts }: NonNullable<SummaryState['report']>, width: number): Line[] {
  const bad = counts.failed + counts.errored + counts.problems;
  return [
    line(
      '    ',
      span(`${counts.passed} passed`, bad === 0 ? 'good' : undefined),
      span(`, ${counts.failed} failed`, counts.failed > 0 ? 'bad' : undefined),
      ...(counts.errored > 0 ? [span(`, ${counts.errored} errored`, 'bad')] : []),
      ...(counts.problems > 0 ? [span(`, ${counted(counts.problems, 'problem')}`, 'bad')] : []),
      span(`  (${counted(counts.fixtures, 'fixture')}, ${counted(counts.decisions, 'decision')})`, 'quiet'),
    ),
    ...wrapText('The expectations are recorded, not reviewed: read them before you trust them.', width),
  ];
}
