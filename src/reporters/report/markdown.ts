import { measuresOf, percentOf } from '../../core/coverage/coverage.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { openInvariants } from '../../core/replay/invariant-result.ts';
import type { Result } from '../../core/replay/replay.ts';
import { isGreen, type ProjectReport, type Report } from '../../core/replay/report.ts';
import { FAILURE_KINDS, failuresOf } from '../words/failure-kind.ts';
import { printPlace } from '../words/frame.ts';
import { openInvariantLines } from '../words/invariant-words.ts';
import { markdownCode } from '../words/markdown.ts';
import {
  outcomeLines,
  ownName,
  placeText,
  questionText,
  scopeText,
  verdictText,
} from '../words/result-text.ts';
import { counted, visible } from '../words/wording.ts';

/** For comments on pull requests and summaries of jobs: what changed for the worse first, in as many rows as a comment can hold. */
export function markdownReport(report: Report): string {
  const texts = ROWS.map((rows) => print(report, rows));
  return texts.find((text) => text.length < LONGEST_COMMENT) ?? texts.at(-1) ?? '';
}

/** Enough for a reader; fewer only where the texts are very long. */
const ROWS = [30, 10, 3, 1] as const;
const LONGEST_COMMENT = 65_536;

function print(report: Report, rows: number): string {
  const diagnostics = report.projects.flatMap((project) => project.diagnostics);
  const untested = report.scope ? [] : report.projects.flatMap((project) => project.untested);
  const parts = [
    `## ${isGreen(report) ? '✅' : '❌'} authz: ${verdictText(report)}`,
    scopeText(report),
    ...problemTable(diagnostics, rows),
    ...failureTables(report, rows),
    ...invariantTable(report, rows),
    ...report.projects.flatMap(coverageTable),
    ...untestedList(untested, rows),
  ];
  return `${parts.join('\n\n')}\n`;
}

const LONGEST_TEXT = 200;

function problemTable(diagnostics: readonly Diagnostic[], mostRows: number): string[] {
  if (diagnostics.length === 0) return [];
  const rows = diagnostics.slice(0, mostRows).map(({ severity, message, help, file, location }) => {
    const what = [code(message), ...(help ? [`help: ${code(help)}`] : [])].join('<br>');
    return [severity, code(printPlace(file, location)), what];
  });
  return [
    '### Problems',
    table(['', 'Where', 'What'], rows),
    ...andMore(diagnostics.length - rows.length, 'problem'),
  ];
}

function failureTables(report: Report, mostRows: number): string[] {
  const all = failuresOf(report);
  const shown = all.slice(0, mostRows);
  const kinds = [...new Set(shown.map((failure) => failure.kind))];
  const tables = kinds.flatMap((kind) => {
    const total = all.filter((failure) => failure.kind === kind).length;
    const rows = shown.filter((failure) => failure.kind === kind).map(({ result }) => failureRow(result));
    return [`### ${FAILURE_KINDS[kind]} (${total})`, table(['Fixture', 'Asked', 'Decided'], rows)];
  });
  return [...tables, ...andMore(all.length - shown.length, 'failure')];
}

function failureRow(result: Result): string[] {
  const { fixture } = result;
  const decided = outcomeLines(result).map((line) => line.trim());
  const name = ownName(fixture);
  return [
    [...(name === undefined ? [] : [name]), placeText(fixture)].map(code).join('<br>'),
    code(questionText(fixture)),
    decided.slice(0, MOST_LINES).map(code).join('<br>'),
  ];
}

function invariantTable({ invariants }: Report, mostRows: number): string[] {
  const open = openInvariants(invariants);
  if (open.length === 0) return [];
  const rows = open.slice(0, mostRows).map((one) => {
    const [because = '', ...lines] = openInvariantLines(one).map((line) => code(line.trim()));
    const name = [code(one.id), code(printPlace(one.file, one.location))].filter((text) => text !== '');
    return [name.join('<br>'), because, [one.verdict, ...lines.slice(0, MOST_LINES)].join('<br>')];
  });
  return [
    `### Not proven (${open.length})`,
    table(['Invariant', 'Because', 'Found'], rows),
    ...andMore(open.length - rows.length, 'invariant'),
  ];
}

/** Of a batch with many items. */
const MOST_LINES = 6;

function coverageTable({ coverage }: ProjectReport): string[] {
  if (!coverage) return [];
  const rows = measuresOf(coverage).map((measure) => {
    const { covered, total } = coverage.totals[measure];
    const short = coverage.shortfalls.find((one) => one.measure === measure);
    const verdict = short ? `❌ below ${short.threshold} %` : '';
    return [measure, `${percentOf(coverage.totals[measure])} %`, `${covered} of ${total}`, verdict];
  });
  return rows.length === 0 ? [] : ['### Coverage', table(['', '', '', ''], rows)];
}

function untestedList(untested: readonly string[], mostRows: number): string[] {
  if (untested.length === 0) return [];
  const shown = untested.slice(0, mostRows).map((endpoint) => `- ${code(endpoint)}`);
  const more = untested.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return [
    `<details><summary>${counted(untested.length, 'endpoint')} not tested</summary>\n\n${list}\n\n</details>`,
  ];
}

function andMore(count: number, noun: string): string[] {
  return count > 0 ? [`… and ${counted(count, noun)} more.`] : [];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Text from files as code, in which nothing is markup, a link or a mention. No two readers of Markdown agree on a bar in a code span in a
 * table: such a text is written in HTML, character by character where it has to be.
 */
function code(text: string): string {
  const shown = cut(visible(text));
  if (shown.trim() === '') return '';
  if (shown.includes('|')) return `<code>${shown.replaceAll(/[^\p{L}\p{N} ]/gu, entity)}</code>`;
  return markdownCode(shown);
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}
