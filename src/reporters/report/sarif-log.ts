import { CONFIG_FILE } from '../../core/config/config.ts';
import type { Location } from '../../core/diagnostics/diagnostic.ts';
import { safeJson } from '../words/wording.ts';
import type { ReporterOptions } from './reporter.ts';

/** What a run found, in the words of SARIF. */
export interface SarifRun {
  readonly results: readonly { readonly ruleId: string }[];
  /** What the rules of the results are called, by id; others are called like their id. */
  readonly titles: Readonly<Record<string, string>>;
  readonly isSuccessful: boolean;
  readonly properties?: object;
}

/** A whole file of SARIF 2.1.0. */
export function sarifLog({ results, titles, isSuccessful, properties }: SarifRun): string {
  const run = {
    tool: { driver: { name: 'authz', rules: rulesOf(results, titles) } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: isSuccessful, ...(properties ? { properties } : {}) }],
    results,
  };
  return `${safeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] })}\n`;
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Every rule that a result names, once, and sorted. */
function rulesOf(results: SarifRun['results'], titles: SarifRun['titles']): object[] {
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return ids.map((id) => ({ id, shortDescription: { text: titles[id] ?? id.replaceAll('-', ' ') } }));
}

/** A message is plain text, but for links `[text](target)` and places to fill in `{0}`: what looks like one is escaped. */
export function plain(text: string): { text: string } {
  return {
    text: text
      .toWellFormed()
      .replaceAll(/\[(?=[^\]]*\]\()/g, '\\[')
      .replaceAll(/\{(\d+)\}/g, '{{$1}}'),
  };
}

/**
 * Where a result is. GitHub refuses a whole file for one result without a place: what is in no file is said of the file that makes a folder a
 * project.
 */
export function places(
  { file, location }: { readonly file?: string | undefined; readonly location?: Location | undefined },
  path: ReporterOptions['repositoryPath'],
  project = '.',
) {
  const own = project === '.' ? CONFIG_FILE : `${project}/${CONFIG_FILE}`;
  return [file === undefined ? place(own, undefined, path) : place(file, location, path)];
}

/** A place in a file of the repository, or outside of it. */
export function place(file: string, location: Location | undefined, path: ReporterOptions['repositoryPath']) {
  const shown = path(file);
  const artifactLocation = shown.startsWith('/')
    ? { uri: `file://${uri(shown)}` }
    : { uri: uri(shown), uriBaseId: '%SRCROOT%' };
  return { physicalLocation: { artifactLocation, ...(location ? { region: region(location) } : {}) } };
}

function uri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function region({ line, column, endLine, endColumn }: Location) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
