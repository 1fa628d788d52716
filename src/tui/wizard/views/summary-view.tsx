import { PATTERN_TRAITS } from '../../../core/endpoints/pattern.ts';
import { diffLines } from '../../../reporters/words/diff.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { barLine } from '../../bar.ts';
import { SideBySide } from '../../frame.tsx';
import { highlightCedar } from '../../highlight.ts';
import { type Line, line, span, widthOf, wrapLine, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { windowStart } from '../../window.ts';
import type { PlannedChange } from '../host.ts';
import { reviewCounts } from '../patterns.ts';
import type { SummaryState, WizardState } from '../state.ts';
import { problemLines } from './problems.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 7: the files, what would change in those that exist; then what was written, and the first replay. */
export function SummaryView({ state, room }: StepViewProps) {
  const { summary } = state;
  const { phase, files, problems } = summary;
  if (phase === 'planning') return <Lines lines={planningLines(summary, room.width)} {...room} />;
  if (phase !== 'ready') return <Lines lines={progressLines(summary, room.width)} {...room} />;
  if (files.length === 0) return <Lines lines={problemLines(problems, room.width)} {...room} />;
  return (
    <SideBySide
      room={room}
      leftWidth={leftWidth(files, room.width)}
      left={(left) => <Lines lines={fileLines(state, left.height, left.width)} {...left} />}
      right={(right) => <Lines lines={contentLines(summary, right.width).slice(summary.scroll)} {...right} />}
    />
  );
}

function planningLines({ problems, progress }: SummaryState, width: number): Line[] {
  if (problems.length > 0) return problemLines(problems, width);
  const bar = progress ? [line(), barLine('Trying them', progress, width)] : [];
  return [line(span('Making the files, and trying them …', 'quiet')), ...bar];
}

function fileLines(state: WizardState, height: number, width: number): Line[] {
  const { files, keep, chosen, problems } = state.summary;
  const known = knowBefore(state).flatMap((text) => wrapText(text, width, 'doubt'));
  const notes = [...known, ...problemLines(problems, width)].slice(0, Math.floor(height / 2));
  const room = height - 3 - (notes.length === 0 ? 0 : notes.length + 1);
  const start = windowStart(chosen, files.length, room);
  const rows = files.slice(start, start + room).map((file, index) => {
    const [word, tone] = fateOf(file, keep);
    const text = `${word.padEnd(9)} ${file.name}`;
    return start + index === chosen
      ? line(span(`> ${text}`, 'chosen'))
      : line('  ', span(word.padEnd(9), tone), ` ${file.name}`);
  });
  const count = files.filter((file) => fateOf(file, keep)[0] !== 'keep' && file.before !== file.text).length;
  return [
    line(span(`${counted(count, 'file')} will be written`, 'strong')),
    line(span('Nothing has been yet', 'quiet')),
    line(),
    ...rows,
    ...(notes.length === 0 ? [] : [line(), ...notes]),
  ];
}

/** What was passed over, and what is wide open: whoever writes the files should know. */
function knowBefore(state: WizardState): string[] {
  const { open } = reviewCounts(state);
  const { answers, start, api } = state;
  const opened = [...answers.overrides.values()].filter(
    ({ pattern }) => pattern !== undefined && PATTERN_TRAITS[pattern].isForAnyone,
  ).length;
  const silent = start.templates.filter((template) => {
    const file = answers.templates.includes(template.name)
      ? api.read?.drafter.policies(template, answers)
      : undefined;
    return file?.ok === true && file.value === undefined;
  }).length;
  return [
    ...(open > 0 ? [`${counted(open, 'unsure endpoint')} nobody has looked at`] : []),
    ...(opened > 0 ? [`${counted(opened, 'endpoint')} made open to everybody`] : []),
    ...(silent > 0 ? [`${counted(silent, 'template')} with nothing to say about this API`] : []),
  ];
}

function fateOf({ name, before, text }: PlannedChange, keep: ReadonlySet<string>) {
  if (before === undefined) return ['new', 'good'] as const;
  if (before === text) return ['the same', 'quiet'] as const;
  return keep.has(name) ? (['keep', 'strong'] as const) : (['replace', 'doubt'] as const);
}

/** What is in a new file, or what would change in one that exists. */
function contentLines({ files, chosen }: SummaryState, width: number): Line[] {
  const file = files[chosen];
  if (!file) return [];
  if (file.before !== undefined && file.before !== file.text)
    return diffLines({ file: file.name, before: file.before, after: file.text }).flatMap(
      ({ text, meaning }) => wrapLine([span(text, meaning)], width),
    );
  const lines = file.name.endsWith('.cedar')
    ? highlightCedar(file.text)
    : file.text.split('\n').map((text) => line(span(text, text.startsWith('#') ? 'comment' : undefined)));
  return lines.slice(0, MOST_SHOWN).flatMap((one) => wrapLine(one, width));
}

/** Enough to see what a file is like; whoever wants it all opens it when it is written. */
const MOST_SHOWN = 500;

function leftWidth(files: readonly PlannedChange[], width: number): number {
  const widest = Math.max(...files.map(({ name }) => widthOf(name)));
  return Math.min(widest + 13, Math.floor(width * 0.55));
}

const OUTCOMES = { created: 'wrote', replaced: 'rewrote', unchanged: 'unchanged', kept: 'kept' } as const;

function progressLines({ phase, written, report, progress }: SummaryState, width: number): Line[] {
  const isWritten = phase !== 'writing';
  return [
    stage(isWritten, 'Writing the files'),
    ...written.map(({ name, outcome }) =>
      line(`    ${OUTCOMES[outcome].padEnd(9)} `, span(name, outcome === 'kept' ? 'strong' : undefined)),
    ),
    line(),
    ...(isWritten ? [stage(report !== undefined, 'Replaying the fixtures for the first time')] : []),
    ...(phase === 'replaying' && progress ? [barLine('    Replaying', progress, width)] : []),
    ...(report ? reportLines(report) : []),
  ];
}

function stage(isDone: boolean, title: string): Line {
  return line(span(isDone ? '✓ ' : '… ', isDone ? 'good' : 'doubt'), span(title, 'strong'));
}

function reportLines({ counts }: NonNullable<SummaryState['report']>): Line[] {
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
    line(),
    line('The expectations are recorded, not reviewed: read them before you trust them.'),
  ];
}
