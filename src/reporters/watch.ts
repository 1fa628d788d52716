import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import { describeFixture, locateFixture } from '../core/fixtures/fixture.ts';
import { isBadResult } from '../core/replay/bad-result.ts';
import type { Result } from '../core/replay/replay.ts';
import { buildReport, type ProjectReport, type Report } from '../core/replay/report.ts';
import type { Cause } from '../core/watching/cause.ts';
import type { DecisionChange, DecisionChangeKind } from '../core/watching/decision-changes.ts';
import { prettyReport } from './report/pretty.ts';
import { PLAIN } from './report/reporter.ts';
import { printDiagnostics, printPlace } from './words/frame.ts';
import { outcomesOf } from './words/result-text.ts';
import { counted, type Meaning, type Paint, painter, STATUS_WORDS, visible } from './words/wording.ts';

/** What a block of lines about one run is made from. */
export interface WatchBlock {
  readonly number: number;
  /** When it ended, as shown: `17:03:12`. */
  readonly time: string;
  readonly files: readonly string[];
  readonly milliseconds: number;
  readonly replayed: number;
  readonly changes: readonly ExplainedChange[];
  readonly projects: readonly ProjectReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the decisions are those of this run; else the last good ones stand. */
  readonly isCurrent: boolean;
  /** How the decisions differ from those of a git revision, when they are compared with one. */
  readonly since?: { readonly label: string; readonly opened: number; readonly closed: number };
}

/** A changed decision with the policies that did it. */
export interface ExplainedChange {
  readonly change: DecisionChange;
  readonly causes: readonly Cause[];
}

/** The word and the meaning of each kind of change. To be let in is the dangerous one. */
const DECISION_CHANGE_WORDS: Readonly<
  Record<DecisionChangeKind, { readonly word: string; readonly meaning: Meaning }>
> = {
  'now-allowed': { word: 'DENY -> ALLOW', meaning: 'bad' },
  'now-denied': { word: 'ALLOW -> DENY', meaning: 'doubt' },
  'reason-changed': { word: 'CHANGED', meaning: 'quiet' },
};

/** One run as a block of lines for a log, a pipe or a screen reader: changes first, then failures, then one line that counts. */
export function watchBlock(block: WatchBlock, color: boolean): string {
  const paint = painter(color);
  const report = buildReport(block.projects);
  const parts = [
    headLine(block, paint),
    printDiagnostics(block.diagnostics, paint).trimEnd(),
    ...block.changes.map((one) => printChange(one, paint)),
    prettyReport(withoutResults(report, new Set(block.changes.map(({ change }) => change.result))), {
      ...PLAIN,
      color,
    }).trimEnd(),
    sinceLine(block.since, paint),
    block.isCurrent ? '' : paint('doubt', 'nothing was replayed; changes are relative to the last good run'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n`;
}

/** What has been told as a change is not told again; it counts all the same. */
function withoutResults(report: Report, told: ReadonlySet<Result>): Report {
  const projects = report.projects.map((project) => ({
    ...project,
    results: project.results.filter((result) => !told.has(result)),
  }));
  return { ...report, projects };
}

/** `since main (3f2c1aa): opens 3 calls, closes 1` */
function sinceLine(since: WatchBlock['since'], paint: Paint): string {
  if (!since) return '';
  const { label, opened, closed } = since;
  const text = `since ${visible(label)}: opens ${counted(opened, 'call')}, closes ${closed}`;
  return opened > 0 ? paint('bad', text) : text;
}

function headLine({ number, time, files, milliseconds, replayed }: WatchBlock, paint: Paint): string {
  const what = files.length === 0 ? 'everything' : printFiles(files);
  const rule = paint('strong', `--- run ${number} at ${time}: ${what}`);
  return `${rule} ${paint('quiet', `(${counted(replayed, 'fixture')} replayed in ${Math.round(milliseconds)} ms)`)}`;
}

/** Enough to know what it was; a branch switch changes hundreds. */
const MOST_FILES = 3;

function printFiles(files: readonly string[]): string {
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : '';
  return `${files.slice(0, MOST_FILES).map(visible).join(', ')}${more}`;
}

function printChange({ change, causes }: ExplainedChange, paint: Paint): string {
  const { word, meaning } = DECISION_CHANGE_WORDS[change.kind];
  const { fixture } = change.ready;
  const item = change.item === undefined ? '' : `, item ${visible(change.item)}`;
  return [
    `${paint(meaning, word)}  ${visible(describeFixture(fixture))}${item}`,
    `      ${paint('quiet', printPlace(fixture.source.file, locateFixture(fixture)))}`,
    ...causes.flatMap((cause) => printCause(cause)),
    ...verdicts(change.result).map((text) => `      ${paint('bad', text)}`),
  ].join('\n');
}

/** Of a result that is not as expected. */
function verdicts(result: Result): string[] {
  return isBadResult(result)
    ? outcomesOf(result).map(({ status, text }) => `${STATUS_WORDS[status].word}: ${text}`)
    : [];
}

function printCause({ text, clause, file, location }: Cause): string[] {
  const place = printPlace(file, location);
  return [
    `      ${visible(text)}${place ? `  ${place}` : ''}`,
    ...(clause === undefined ? [] : [`        ${visible(clause)}`]),
  ];
}
