import { type Classification, type ClassifiedApi, SURE } from '../core/classification/classified-api.ts';
import { csvTable } from './words/csv.ts';
import { markdownText } from './words/markdown.ts';
import { textWidth } from './words/text-width.ts';
import { counted, type Paint, safeJson, visible } from './words/wording.ts';
import { folder } from './words/wrap.ts';

export interface ClassificationOptions {
  readonly paint: Paint;
  /** The width of the screen; missing where it goes anywhere else. */
  readonly columns?: number;
}

/** What `authz classify` can print; in parts, to be written one after the other. */
export const CLASSIFICATION_FORMATS = {
  table: (api, options) => [classificationTable(api, options)],
  json: (api) => classificationJson(api),
  markdown: (api) => [classificationMarkdown(api)],
  csv: (api) => [classificationCsv(api)],
} as const satisfies Readonly<
  Record<string, (api: ClassifiedApi, options: ClassificationOptions) => Iterable<string>>
>;

export type ClassificationFormat = keyof typeof CLASSIFICATION_FORMATS;

const HEAD = ['METHOD', 'PATH', 'PATTERN', 'ACTION', 'RESOURCE', 'IDENTIFIED BY', 'SURE'] as const;

const GAP = '  ';

function classificationTable(api: ClassifiedApi, { paint, columns }: ClassificationOptions): string {
  const rows = api.classifications.map((one) => row(one, api.spec.basePath).map(visible));
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => textWidth(cells[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  const fold = folder(columns);
  const whole = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const isTable = columns === undefined || whole <= columns;
  const body = api.classifications.flatMap((one, index) => {
    const cells = rows[index] ?? [];
    const lines = isTable ? [line(cells)] : stacked(cells).flatMap(fold);
    if (one.confidence >= SURE) return lines;
    const why = fold(`        ${doubt(one)}`);
    return [...lines.map((text) => paint('doubt', text)), ...why.map((text) => paint('quiet', text))];
  });
  const head = isTable ? [paint('strong', line(HEAD))] : [];
  return `${[...head, ...body, '', ...fold(summary(api))].join('\n')}\n`;
}

/** One below the other what is in a line of the table, where the screen is not wide enough for that. */
function stacked([method, path, pattern, action, resource, from, sure]: readonly string[]): string[] {
  return [`${method} ${path}`, `    ${pattern} (${sure}): ${action} on ${resource}, by ${from}`];
}

/** What speaks for an unsure answer, and what else it might be. */
function doubt({ evidence, runnerUp }: Classification): string {
  const because = evidence[0] ? `because ${visible(evidence[0])}` : 'for want of a better pattern';
  const instead = runnerUp ? `; or else ${runnerUp.pattern} on ${visible(runnerUp.from)}` : '';
  return `unsure: chosen ${because}${instead}`;
}

function summary(api: ClassifiedApi): string {
  const total = api.classifications.length;
  const unsure = api.classifications.filter((one) => one.confidence < SURE).length;
  const endpoints = counted(total, 'endpoint');
  const { basePath } = api.spec;
  const below = basePath === '' ? '' : `; in overrides, write their paths without ${visible(basePath)}`;
  const rest =
    unsure === 0
      ? 'all sure'
      : `${unsure} to look at (less than ${SURE} sure); --format json shows the evidence of all`;
  return `${endpoints}, ${rest}${below}`;
}

/** The path as calls have it. */
function row(one: Classification, basePath: string): string[] {
  const { endpoint, pattern, action, resource, confidence, origin } = one;
  const sure = origin === 'classifier' ? confidence.toFixed(2) : `${confidence.toFixed(2)} (${origin})`;
  return [
    endpoint.method,
    `${basePath}${endpoint.path}`,
    pattern,
    action,
    resource.type,
    resource.from,
    sure,
  ];
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** As one text, what is said of thousands of endpoints would be copied again and again while it grows and when it is written. */
function* classificationJson({ spec: { basePath }, classifications }: ClassifiedApi): Iterable<string> {
  const around = safeJson({ ...(basePath === '' ? {} : { basePath }), endpoints: [] });
  yield around.slice(0, -']\n}'.length);
  for (let at = 0; at < classifications.length; at += WRITTEN_AT_ONCE) {
    const part = safeJson({ endpoints: classifications.slice(at, at + WRITTEN_AT_ONCE).map(endpointJson) });
    yield `${at === 0 ? '' : ','}${part.slice(LIST_START.length, -LIST_END.length)}`;
  }
  yield `${LIST_END}\n`;
}

/** So many endpoints take some ten thousand letters. */
const WRITTEN_AT_ONCE = 50;

/** What stands around the endpoints where there is nothing beside them. */
const LIST_START = '{\n  "endpoints": [';
const LIST_END = '\n  ]\n}';

function endpointJson(one: Classification) {
  const {
    endpoint,
    pattern,
    action,
    resource,
    ancestors,
    memberType,
    second,
    confidence,
    evidence,
    runnerUp,
    origin,
  } = one;
  return {
    method: endpoint.method,
    path: endpoint.path,
    ...(endpoint.operationId === undefined ? {} : { operationId: endpoint.operationId }),
    pattern,
    action,
    resource,
    ...(ancestors.length > 0 ? { ancestors } : {}),
    ...(memberType ? { memberType } : {}),
    ...(second ? { second } : {}),
    confidence,
    evidence,
    ...(runnerUp ? { runnerUp } : {}),
    origin,
  };
}

function classificationMarkdown(api: ClassifiedApi): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const rows = api.classifications.map((one) => line(row(one, api.spec.basePath)));
  return `${[line(HEAD.map(capitalize)), `|${' --- |'.repeat(HEAD.length)}`, ...rows].join('\n')}\n`;
}

function capitalize(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

function classificationCsv(api: ClassifiedApi): string {
  const head = [
    'method',
    'path',
    'operationId',
    'pattern',
    'action',
    'resourceType',
    'resourceFrom',
    'confidence',
    'origin',
  ];
  const rows = api.classifications.map(({ endpoint, pattern, action, resource, confidence, origin }) => [
    endpoint.method,
    endpoint.path,
    endpoint.operationId ?? '',
    pattern,
    action,
    resource.type,
    resource.from,
    String(confidence),
    origin,
  ]);
  return csvTable([head, ...rows]);
}
