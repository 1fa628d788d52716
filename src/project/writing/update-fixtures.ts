import { isDeepStrictEqual } from 'node:util';
import { Lexer } from 'yaml';
import { type ExpectationEdit, recordedExpectation } from '../../core/authoring/accept-decision.ts';
import type { Diagnostic, Location } from '../../core/diagnostics/diagnostic.ts';
import { problemAt } from '../../core/diagnostics/problem-at.ts';
import type { Source, ValuePath } from '../../core/diagnostics/source.ts';
import type { Result } from '../../core/replay/replay.ts';
import { groupBy } from '../../core/values/group.ts';
import { parseSource } from '../parsing/parse.ts';

/** A fixtures file with the decisions that came instead of those that were expected. */
export interface UpdatedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** How many expectations were changed. */
  readonly count: number;
  /** How many of them were a deny, and let somebody in now. */
  readonly opening: number;
}

/**
 * Writes what came into the texts of the fixtures files: only the words, statuses and lists that were wrong, and not a byte beside them.
 * What could not be decided is never recorded, nor what is still to be done; what cannot be written in place is reported.
 */
export function updateFixtures(results: readonly Result[]): {
  readonly files: readonly UpdatedFile[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const files: UpdatedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [source, ofFile] of groupBy(results, ({ fixture }) => fixture.source)) {
    const { edits, count, opening, problems } = editsOf(source, ofFile);
    diagnostics.push(...problems);
    const after = edits.length > 0 ? edited(source, edits) : undefined;
    if (after !== undefined) files.push({ file: source.file, before: source.text, after, count, opening });
    else if (edits.length > 0) diagnostics.push(shared(source));
  }
  return { files, diagnostics };
}

/** Several principals may share one expectation: it has to be right for all of them. */
function editsOf(source: Source, results: readonly Result[]) {
  const edits: ExpectationEdit[] = [];
  const problems: Diagnostic[] = [];
  let count = 0;
  let opening = 0;
  for (const [, sharing] of groupBy(results, ({ fixture }) => JSON.stringify(fixture.at))) {
    const failed = sharing.find(({ status }) => status === 'failed');
    if (!failed) continue;
    const at = expectationPath(failed.fixture.at);
    const changes = isRecordable(sharing)
      ? recordedExpectation(
          valueAt(source.value, at),
          sharing.flatMap(({ decisions }) => decisions),
        )
      : undefined;
    if (failed.fixture.asks.type === 'request') problems.push(leftAlone(source, failed.fixture.at, FOREIGN));
    else if (!changes) problems.push(leftAlone(source, at, UNRECORDABLE));
    else {
      edits.push(...changes.map((edit) => ({ ...edit, at: [...at, ...edit.at] })));
      count += 1;
      if (sharing.some(letsSomebodyIn)) opening += 1;
    }
  }
  return { edits, count, opening, problems };
}

/** Whether a call came out as allowed that was expected to be denied, at least for one of the things that it is about. */
export function letsSomebodyIn({ decisions }: Result): boolean {
  return decisions.some(
    ({ expected, actual }) => expected.decision === 'deny' && actual.decision === 'allow',
  );
}

function isRecordable(sharing: readonly Result[]): boolean {
  return sharing.every(
    ({ fixture, status, refusal }) =>
      fixture.asks.type === 'call' && refusal === undefined && (status === 'failed' || status === 'passed'),
  );
}

/** A cell is its own expectation. */
function expectationPath(at: ValuePath): ValuePath {
  return at[0] === 'tables' ? at : [...at, 'expect'];
}

function leftAlone(source: Source, at: ValuePath, why: typeof UNRECORDABLE): Diagnostic {
  return { ...problemAt(source, at, { code: 'fixture-not-updated', ...why }), severity: 'warning' };
}

const UNRECORDABLE = {
  message: 'the actual decision cannot be written in the form of this expectation',
  help: 'its principals or items differ, or nothing was decided: write it by hand',
};

const FOREIGN: typeof UNRECORDABLE = {
  message: "this is a test for Cedar's tools, and those are left as they are",
  help: 'correct by hand what it expects; in ALLOW and DENY, move its file',
};

function shared(source: Source): Diagnostic {
  return {
    severity: 'warning',
    code: 'fixture-not-updated',
    message: 'expectations of this file cannot be changed one by one; it was left as it is',
    help: 'they share an anchor or a merged mapping: write expectations that differ separately',
    file: source.file,
  };
}

// ---- the text ----

/** `undefined` when the text would say something else than the edits: an anchor lets one place stand for several. */
function edited(source: Source, edits: readonly ExpectationEdit[]): string | undefined {
  const starts = lineStarts(source.text);
  const isJson = /^\s*[[{]/.test(source.text);
  const splices = edits.map((edit) => splice(source, edit, starts, isJson)).sort((a, b) => b.start - a.start);
  let text = source.text;
  for (const { start, end, written } of splices) text = text.slice(0, start) + written + text.slice(end);
  const wanted = edits.reduce((value, { at, value: one }) => withValue(value, at, one), source.value);
  const read = parseSource(source.file, text);
  return read.ok && isDeepStrictEqual(plain(read.value.value), plain(wanted)) ? text : undefined;
}

function splice(source: Source, { at, value }: ExpectationEdit, starts: readonly number[], isJson: boolean) {
  const location = source.locate(at) ?? { line: 1, column: 1, endLine: 1, endColumn: 1 };
  const start = offset(location.line, location.column, starts);
  const found = source.text.slice(start, offset(location.endLine, location.endColumn, starts));
  // A block list ends where the next line begins.
  const old = found.trimEnd();
  const end = start + old.length;
  const quote = /^["']/.exec(old)?.[0] ?? '';
  const indent = `${/\r?\n/.exec(source.text)?.[0] ?? ''}${' '.repeat(location.column - 1)}`;
  const lines = isJson
    ? [JSON.stringify(value)]
    : Array.isArray(value) && old.startsWith('-')
      ? blockList(value)
      : [yaml(value, quote)];
  const comments = commentsIn(old, location.column);
  // What follows in the line is not for the last comment to swallow.
  const rest = comments.length > 0 && /^[^\S\r\n]*\S/.test(source.text.slice(end)) ? indent : '';
  return { start, end, written: [...lines, ...comments].join(indent) + rest };
}

/** The empty list has no block form, and must stand further in than its key. */
function blockList(items: readonly string[]): string[] {
  return items.length === 0 ? ['  []'] : items.map((item) => `- ${yamlWord(item)}`);
}

/** The comments between the items of a list; a line of them means what it does only in its column. */
function commentsIn(text: string, column: number): string[] {
  return [...new Lexer().lex(' '.repeat(column - 1) + text)].filter((token) => token.startsWith('#'));
}

function yaml(value: ExpectationEdit['value'], quote: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `${quote}${value}${quote}`;
  if (Array.isArray(value)) return `[${value.map(yamlWord).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, word]) => `${yamlWord(key)}: ${word}`)
    .join(', ')} }`;
}

/** Words that YAML takes for something else, such as `no` or `1e3`, are quoted. */
function yamlWord(text: string): string {
  const isPlain = /^[A-Za-z][\w.-]*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
}

function offset(line: Location['line'], column: number, starts: readonly number[]): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

// ---- the value ----

function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (one, key) => (one as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

function withValue(value: unknown, [key, ...rest]: ValuePath, wanted: unknown): unknown {
  if (key === undefined) return wanted;
  if (Array.isArray(value)) return value.with(Number(key), withValue(value[Number(key)], rest, wanted));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, wanted) };
}

/** Without what cannot be seen in the text, such as prototypes. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
