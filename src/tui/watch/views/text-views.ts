import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import { PATTERN_TRAITS } from '../../../core/endpoints/pattern.ts';
import type { ModelEndpoint } from '../../../core/requests/map-call.ts';
import { diffLines } from '../../../reporters/words/diff.ts';
import { printDiagnostics } from '../../../reporters/words/frame.ts';
import { clockTime, counted, painter, visible } from '../../../reporters/words/wording.ts';
import { fitApart } from '../../fit-apart.ts';
import { helpLines } from '../../key-help.ts';
import type { Room } from '../../layout.ts';
import { fitMiddle, type Line, span, wrapLine, wrapText } from '../../line.ts';
import { paintedLines } from '../../painted.ts';
import type { Content } from '../content.ts';
import { KEYS, VIEW_WORDS } from '../keys/keys.ts';
import { hasDecisions } from '../rows/problems.ts';
import type { WatchState } from '../state.ts';
import { UNDECIDED } from './matrix-view.ts';
import { filesText, pastChange } from './strip.ts';

/** What each run did, the last one first. */
export function runLines({ history, pastRun }: WatchState, { width }: Room): Line[] {
  if (history.runs.length === 0) return [[span('nothing has been replayed yet', 'quiet')]];
  return history.runs.toReversed().flatMap((run) => {
    const { number, endedAt, counts, errors, turned } = run;
    const others = counts['now-allowed'] + counts['now-denied'] - turned.length;
    const head: Line = [
      span(number === pastRun ? '> ' : '  ', 'strong'),
      span(`run ${number}`, 'strong'),
      span(`  ${clockTime(endedAt)}  `, 'quiet'),
      span(`▲${counts['now-allowed']}`, counts['now-allowed'] > 0 ? 'bad' : 'quiet'),
      span(` ▼${counts['now-denied']}`, counts['now-denied'] > 0 ? 'doubt' : 'quiet'),
      span(`  ${filesText(run)}`, 'quiet'),
      span(errors > 0 ? `  ${counted(errors, 'error')}` : '', 'bad'),
    ];
    const more: Line[] = others > 0 ? [[span(`    and ${others} more`, 'quiet')]] : [];
    return [
      head,
      ...turned.flatMap((change) =>
        wrapLine([span('  '), ...pastChange(change, visible(change.text))], width),
      ),
      ...more,
    ];
  });
}

/** Endpoints of every project with how often the fixtures saw them allow and deny; what was never seen stands first. */
export function coverageLines({ run, all }: Content, { width }: Room): Line[] {
  const seen = new Map<ModelEndpoint, EndpointCounts>();
  const projects = run?.projects ?? [];
  for (const { decided, name: project } of projects)
    for (const endpoint of decided?.project.endpoints ?? []) seen.set(endpoint, newCounts(endpoint, project));
  for (const { result } of all.fixtures) {
    const counts = result.endpoint && seen.get(result.endpoint);
    if (!counts) continue;
    for (const { actual } of result.decisions)
      counts[actual.decision === 'allow' ? 'allowed' : 'denied'] += 1;
  }
  const table = [...seen.values()];
  if (table.length === 0) return wrapText(hasDecisions(run) ? NO_ENDPOINTS : UNDECIDED, width, 'quiet');
  const gaps = table.filter((one) => gapWords(one) !== '');
  const whole = table.filter((one) => !gaps.includes(one));
  const isShort = width < NARROW;
  const nameWidth = Math.max(10, width - (isShort ? 17 : 36));
  const sorted = [...gaps, ...whole];
  const names = fitApart(
    sorted.map(({ name }) => name),
    nameWidth,
    fitMiddle,
  );
  return [
    ...wrapText(coverageTitle(whole, table), width, 'strong'),
    [span(`${' '.repeat(nameWidth)} allowed  denied`, 'quiet')],
    ...sorted.map((one, index) =>
      coverageLine(one, names[index] ?? '', { isShort, isNamed: projects.length > 1 }),
    ),
  ];
}

/** Requests of Cedar ask about actions, and the fixtures of a project may be about nothing else. */
const NO_ENDPOINTS =
  'there are no endpoints here; `authz test --coverage` shows which policies and conditions the tests try';

const NARROW = 60;

interface EndpointCounts {
  readonly name: string;
  readonly project: string;
  /** Anyone may call it, on purpose: that it denies nobody is no gap. */
  readonly isOpen: boolean;
  allowed: number;
  denied: number;
}

function newCounts(endpoint: ModelEndpoint, project: string): EndpointCounts {
  const { isForAnyone: isOpen } = PATTERN_TRAITS[endpoint.pattern];
  return { name: endpointKey(endpoint), project, isOpen, allowed: 0, denied: 0 };
}

function coverageTitle(whole: readonly EndpointCounts[], table: readonly EndpointCounts[]): string {
  const open = whole.filter(({ isOpen, denied }) => isOpen && denied === 0).length;
  const butOpen = open === 0 ? '' : `, but for ${open === 1 ? '1 open one' : `${open} open ones`},`;
  return `${whole.length} of ${counted(table.length, 'endpoint')} were seen to allow and${butOpen} to deny`;
}

function coverageLine(
  counts: EndpointCounts,
  shown: string,
  { isShort, isNamed }: { readonly isShort: boolean; readonly isNamed: boolean },
): Line {
  const { project, isOpen, allowed, denied } = counts;
  const gap = gapWords(counts);
  return [
    span(shown),
    span(` ${String(allowed).padStart(7)} `, allowed === 0 ? 'doubt' : undefined),
    span(`${String(denied).padStart(7)}  `, denied === 0 && !isOpen ? 'doubt' : undefined),
    span(isShort ? '' : gap, 'doubt'),
    span(isOpen && gap === '' && !isShort ? 'open to anyone' : '', 'quiet'),
    span(isNamed ? `  ${project}` : '', 'quiet'),
  ];
}

function gapWords({ isOpen, allowed, denied }: EndpointCounts): string {
  if (allowed + denied === 0) return 'never called';
  if (allowed === 0) return 'never allowed';
  return denied === 0 && !isOpen ? 'never denied' : '';
}

/** The problems as every command prints them, the chosen one marked; and where in the text each begins. */
export function problemLines({ problems, problemIndex }: Content, { width }: Room) {
  if (problems.length === 0)
    return { lines: [[span('no problems: everything parses and fits', 'good')]], starts: [0] };
  const lines: Line[] = [];
  const starts: number[] = [];
  for (const [index, one] of problems.entries()) {
    starts.push(lines.length);
    const mark = span(index === problemIndex ? '> ' : '  ', 'strong');
    const text = paintedLines(printDiagnostics([one], painter(true))).flatMap((line) =>
      wrapLine(line, width - 2),
    );
    lines.push(...text.map((line, at) => [at === 0 ? mark : span('  '), ...line]), []);
  }
  return { lines, starts };
}

/** What would be written. */
export function planLines({ question }: WatchState, { width }: Room): Line[] {
  if (!question) return [];
  const { accepted, opening, files, left } = question.plan;
  return [
    ...wrapText(question.text, width, 'strong'),
    // Of a single one, all is to be seen on the smallest screen.
    ...(accepted.length > 1 ? [[]] : []),
    ...accepted.flatMap(({ change, call, place }, index) =>
      wrapLine(
        [span(`${change}  `, index < opening ? 'bad' : undefined), span(`${call}  `), span(place, 'quiet')],
        width,
      ),
    ),
    ...(left.length > 0 ? paintedLines(printDiagnostics(left, painter(true))) : []),
    ...files.flatMap((edit) => [
      [],
      ...diffLines({ ...edit, what: 'accepted' }).flatMap(({ text, meaning }) =>
        wrapLine([span(text, meaning)], width),
      ),
    ]),
  ];
}

/** Every key of the view that one came from, and what the signs mean. */
export function helpScreen({ trail }: WatchState, { width }: Room): Line[] {
  const [view = 'matrix'] = trail;
  return [
    [span(`Keys in ${VIEW_WORDS[view]}`, 'strong')],
    ...helpLines(KEYS, view, { width, height: width >= 110 ? 24 : Number.POSITIVE_INFINITY }),
    [],
    [span('Signs', 'strong')],
    ...SIGNS.flatMap((line) => wrapLine(line, width)),
  ];
}

const SIGNS: readonly Line[] = [
  [
    span('✓', 'good'),
    span(' as expected   '),
    span('✗', 'bad'),
    span(' not as expected   '),
    span('!', 'bad'),
    span(' could not be evaluated   - skipped   ~ to do'),
  ],
  [
    span('● allow', 'allow'),
    span('   '),
    span('○ deny', 'deny'),
    span('   ◐ some of several   '),
    span('•', 'faint-allow'),
    span(' '),
    span('◦', 'faint-deny'),
    span(' ½ decided, though no fixture asks   · cannot be asked'),
  ],
  [
    span('▲ opened', 'bad'),
    span(': somebody is let in who was not   '),
    span('▼ closed', 'bad'),
    span(': somebody is locked out'),
  ],
  [span('  both bright where it is not as expected, and faint where it is', 'quiet')],
  [span('± decided by other policies than before, and to the same end')],
  [
    span('grey', 'quiet'),
    span('  decisions of the state before: the files have an error, or it is being decided'),
  ],
];
