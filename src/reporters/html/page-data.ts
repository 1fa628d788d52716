import { entityKey } from '../../core/cedar/entity.ts';
import type { Explanation, PartExplanation, PolicyExplanation } from '../../core/explanation/explanation.ts';
import { isBadResult } from '../../core/replay/bad-result.ts';
import { type DecisionResult, type Result, undecidedAnswer } from '../../core/replay/replay.ts';
import type { ProjectReport, Report } from '../../core/replay/report.ts';
import { compareText } from '../../core/values/compare-text.ts';
import { partWords, seenLines } from '../explanation.ts';
import { printPlace } from '../words/frame.ts';
import { decisionText, durationText, placeText, reasonTexts, titleOf } from '../words/result-text.ts';
import { refusalWords, STATUS_WORDS, visible } from '../words/wording.ts';
import { type Indexed, indexed } from './indexed.ts';
import type { PageData, PageDecision, PageExplanation, PageFixture, PagePart, PagePolicy } from './page.ts';

/** What the page shows, in words. What many decisions have in common is written once. */
export function pageData(report: Report): PageData {
  const tables: Tables = { rows: indexed(), columns: indexed(), steps: indexed(), policies: indexed() };
  for (const row of sortedRows(report)) tables.rows.indexOf(row);
  const fixtures = report.projects.flatMap((project) =>
    project.results.map((result) => fixtureOf(result, rowOf(result, prefixOf(project, report)), tables)),
  );
  const { rows, columns, steps, policies } = tables;
  return {
    rows: rows.values,
    columns: columns.values,
    steps: steps.values,
    policies: policies.values,
    fixtures: badFirst(fixtures),
  };
}

/** The page lists some fixtures at a time: what is not as it has to be is not to be looked for. */
function badFirst(fixtures: readonly PageFixture[]): readonly PageFixture[] {
  return [...fixtures.filter(isBadResult), ...fixtures.filter((fixture) => !isBadResult(fixture))];
}

interface Tables {
  readonly rows: Indexed<string>;
  readonly columns: Indexed<string>;
  readonly steps: Indexed<readonly [name: string, text: string]>;
  readonly policies: Indexed<PagePolicy>;
}

// ---- rows ----

/** By path, then by method. An endpoint without fixtures stands there as well: its empty row is news. */
function sortedRows(report: Report): string[] {
  return report.projects.flatMap((project) => {
    const prefix = prefixOf(project, report);
    const untested = report.scope ? [] : project.untested.map((endpoint) => prefix + visible(endpoint));
    const tested = project.results.map((result) => rowOf(result, prefix));
    return [...new Set([...tested, ...untested])].sort((a, b) => compareText(pathFirst(a), pathFirst(b)));
  });
}

function pathFirst(row: string): string {
  return row.replace(/(\S+) (\/.*)$/s, '$2 $1');
}

/** Only where there are several projects to be told apart. */
function prefixOf({ name }: ProjectReport, { projects }: Report): string {
  return projects.length > 1 ? `${visible(name)}: ` : '';
}

function rowOf({ endpoint, fixture: { asks } }: Result, prefix: string): string {
  if (endpoint) return visible(`${prefix}${endpoint.method} ${endpoint.path}`);
  return asks.type === 'call' ? `${prefix}no endpoint` : visible(prefix + entityKey(asks.request.action));
}

// ---- fixtures ----

function fixtureOf(result: Result, row: string, tables: Tables): PageFixture {
  const { fixture, status, milliseconds } = result;
  const note = fixture.skip ?? fixture.todo;
  const [name, asks] = titleOf(fixture);
  return {
    row: tables.rows.indexOf(row),
    column: tables.columns.indexOf(visible(fixture.as)),
    status,
    word: STATUS_WORDS[status].word,
    name,
    ...(asks === undefined ? {} : { asks }),
    place: placeText(fixture),
    tags: fixture.tags.map(visible),
    duration: durationText(milliseconds),
    ...(note === undefined ? {} : { note: visible(note) }),
    decisions: [...refusalOf(result), ...result.decisions.map((decision) => decisionOf(decision, tables))],
  };
}

function refusalOf({ refusal }: Result): PageDecision[] {
  if (!refusal) return [];
  const status = refusal.isMet ? 'passed' : 'failed';
  return [
    { decision: undecidedAnswer(refusal), status, verdict: visible(refusalWords(refusal)), reasons: [] },
  ];
}

function decisionOf(decision: DecisionResult, tables: Tables): PageDecision {
  const { actual, status, explanation } = decision;
  return {
    decision: actual.decision,
    status,
    verdict: decisionText(decision),
    reasons: reasonTexts(decision),
    ...(explanation ? { explanation: explanationOf(explanation, tables) } : {}),
  };
}

// ---- explanations ----

function explanationOf(explanation: Explanation, { steps, policies }: Tables): PageExplanation {
  return {
    summary: visible(explanation.summary),
    steps: explanation.mapping.map(({ name, text }) => steps.indexOf([name, visible(text)])),
    policies: explanation.policies.map((policy) => policies.indexOf(policyOf(policy))),
    omitted: explanation.omitted,
    changes: explanation.changes.map(({ text }) => visible(text)),
  };
}

function policyOf({ policy, effect, status, consequence, parts }: PolicyExplanation): PagePolicy {
  return {
    id: visible(policy.id),
    place: printPlace(policy.file, policy.location),
    effect,
    status,
    ...(consequence === undefined ? {} : { consequence: visible(consequence) }),
    parts: parts.map(partOf),
  };
}

function partOf(part: PartExplanation): PagePart {
  return {
    place: `${part.location.line}:${part.location.column}`,
    text: visible(partWords(part)),
    truth: part.truth,
    seen: seenLines(part),
    parts: part.parts.map(partOf),
  };
}
