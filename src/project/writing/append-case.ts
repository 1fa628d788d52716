import { isSeq, parseDocument, stringify } from 'yaml';
import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import { withLineEndsOf } from '../../core/values/line-ends.ts';
import { isRecord } from '../../core/values/record.ts';
import { parseSource } from '../parsing/parse.ts';

/** A case as it is written in a fixtures file. */
export interface AppendedCase {
  readonly name: string;
  readonly as: string;
  readonly call: string;
  readonly body?: unknown;
  readonly headers?: unknown;
  readonly context?: unknown;
  readonly expect: unknown;
}

/**
 * The text of a fixtures file with one more case at the end of its cases; everything else stays as it is, comments, layout and line ends too.
 */
export function appendCase(file: string, text: string, added: AppendedCase): Outcome<string> {
  const document = parseDocument(text, { merge: true });
  const cases = document.get('cases', true);
  if (/^\s*[[{]/.test(text) || (isSeq(cases) && cases.flow))
    return refused(file, 'a case can be added to block style YAML only', 'write the case by hand');
  const at = isSeq(cases) ? (cases.items.at(-1) as Ranged | undefined)?.range?.[1] : text.length;
  const column = isSeq(cases) ? indentOf(text, cases as Ranged) : '  ';
  if (at === undefined || at === null)
    return refused(file, '`cases` is empty', 'write the first case by hand');
  const head = isSeq(cases) ? '' : 'cases:\n';
  const lines = `${head}${indented(stringify([added], { lineWidth: 0, flowCollectionPadding: true }), column)}`;
  const before = text.slice(0, at).replace(/\s*$/, '\n');
  const rest = text.charAt(at - 1) === '\n' ? text.slice(at) : text.slice(at).replace(/^[ \t]*\n/, '');
  const after = `${before}${isSeq(cases) ? '' : '\n'}${lines}${rest}`;
  return checked(file, text, withLineEndsOf(text, after));
}

interface Ranged {
  readonly range?: readonly [number, number, number] | null;
}

/** What stands before the dash of the first item. */
function indentOf(text: string, { range }: Ranged): string {
  const start = range?.[0] ?? 0;
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

function indented(text: string, indent: string): string {
  return text.replaceAll(/^(?=.)/gm, indent);
}

/** Nothing is written that does not hold exactly one case more. */
function checked(file: string, before: string, after: string): Outcome<string> {
  const count = casesIn(file, before);
  if (casesIn(file, after) !== count + 1)
    return refused(file, 'the case does not fit into the layout of the file', 'write the case by hand');
  return { ok: true, value: after, diagnostics: [] };
}

function casesIn(file: string, text: string): number {
  const source = parseSource(file, text);
  if (!source.ok || !isRecord(source.value.value)) return 0;
  const { cases } = source.value.value;
  return Array.isArray(cases) ? cases.length : 0;
}

function refused(file: string, message: string, help: string): Outcome<string> {
  return { ok: false, diagnostics: [{ severity: 'error', code: 'case-not-added', message, help, file }] };
}
