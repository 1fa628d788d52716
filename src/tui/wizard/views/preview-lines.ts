import type { PolicyPreview } from '../../../core/generation/preview-policies.ts';
import type { StarterExpectation } from '../../../core/generation/recording/starter-fixtures.ts';
import { barLine } from '../../bar.ts';
import { fitMiddle, fitText, type Line, line, type Span, span, widthOf, wrapText } from '../../line.ts';
import { commonPrefix, readablePath, withoutPrefix } from '../../paths.ts';
import type { WizardState } from '../state.ts';
import { problemLines } from './problems.ts';

/** Who may do what with the ticked templates: every endpoint by somebody of each group. */
export function previewLines({ templates: { preview } }: WizardState, width: number): Line[] {
  const title = line(span('Who may do what', 'strong'), span('  ● allow  ○ deny  ◐ some', 'quiet'));
  if (!preview) return [title, line(span('…', 'quiet'))];
  const { calls, problems, isWhole, total } = preview;
  if (problems.length > 0) return [title, ...problemLines(problems, width)];
  const bar = isWhole || total === 0 ? [] : [barLine('Deciding', preview, width)];
  return [title, ...bar, ...matrixLines(calls, width)];
}

function matrixLines(rows: PolicyPreview['calls'], width: number): Line[] {
  const columns = [...new Set(rows.flatMap(({ expectations }) => expectations.map(([as]) => as)))];
  const { heads, cell, legend } = headsOf(columns, width);
  const room = Math.max(1, width - columns.length * cell - 1);
  const prefix = commonPrefix(rows.map(({ call }) => call.slice(call.indexOf(' ') + 1)));
  return [
    ...legend,
    line(span(' '.repeat(room + 1)), ...heads.map((head) => span(`${fitText(head, cell - 1)} `, 'quiet'))),
    ...rows.map(({ call, expectations }) => {
      const known = new Map(expectations);
      return line(
        `${fitMiddle(readablePath(withoutPrefix(call, prefix)), room)} `,
        ...columns.map((name) => cellSpan(known.get(name), cell)),
      );
    }),
  ];
}

/** Names above their columns where all of them fit; else numbers, and above them what these stand for. */
function headsOf(columns: readonly string[], width: number) {
  const widest = columns.reduce((most, name) => Math.max(most, widthOf(name)), 3);
  if (columns.length * (widest + 1) <= width * 0.6) return { heads: columns, cell: widest + 1, legend: [] };
  const numbers = columns.map((_, index) => `${index + 1}`);
  const names = columns.map((name, index) => `${numbers[index]}=${name}`);
  return {
    heads: numbers,
    cell: `${columns.length}`.length + 1,
    legend: wrapText(names.join('  '), width, 'quiet'),
  };
}

function cellSpan(expect: StarterExpectation | undefined, width: number): Span {
  const words = expect === undefined ? [] : typeof expect === 'string' ? [expect] : Object.values(expect);
  if (words.length === 0) return span(fitText('·', width), 'quiet');
  if (words.every((word) => word === 'allow')) return span(fitText('●', width), 'allow');
  return words.every((word) => word === 'deny')
    ? span(fitText('○', width), 'deny')
    : span(fitText('◐', width), 'doubt');
}
