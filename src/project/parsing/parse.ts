import { type Alias, type Document, isCollection, isScalar, type Node, parseDocument, visit } from 'yaml';
import type { DiagnosticCode } from '../../core/diagnostics/codes.ts';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { findJsonMistake } from '../../core/diagnostics/json-text.ts';
import { jsonLocator } from '../../core/diagnostics/locate-json.ts';
import { locationAt, type Source } from '../../core/diagnostics/source.ts';
import { messageOf } from '../../core/values/message-of.ts';
import { yamlLocator } from './locate-yaml.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { findRepeatedKey } from './repeated-key.ts';

/**
 * Parses JSON or YAML. Nothing is executed, and aliases that would grow out of proportion are refused. Positions are found
 * lazily: most files are never asked for one. `parseText` reads JSON; `JSON.parse`, unless said otherwise.
 */
export function parseSource(
  file: string,
  text: string,
  parseText: (text: string) => unknown = JSON.parse,
): Outcome<Source> {
  const unreadable = unreadableText(file, text);
  if (unreadable) return failed(unreadable);
  const json = parseJson(text, parseText);
  const repeated = json && findRepeatedKey(text, json.value);
  if (repeated) return failed(jsonProblem(file, text, repeated));
  if (json) return parsed({ file, text, value: json.value, locate: jsonLocate(text) });
  return isMeantAsJson(file, text) ? failed(jsonProblem(file, text)) : parseYaml(file, text);
}

function unreadableText(file: string, text: string): Diagnostic | undefined {
  if (text.trim() === '')
    return { ...problem(file, 'file-empty', 'the file is empty'), help: 'expected YAML or JSON' };
  if (text.includes('\0'))
    return problem(file, 'file-binary', 'the file is binary, expected YAML or JSON text in UTF-8');
  return undefined;
}

function parsed(source: Source): Outcome<Source> {
  return { ok: true, value: source, diagnostics: [] };
}

function failed(diagnostic: Diagnostic): Outcome<Source> {
  return { ok: false, diagnostics: [diagnostic] };
}

function problem(file: string, code: DiagnosticCode, message: string): Diagnostic {
  return { severity: 'error', code, message, file };
}

// ---- JSON ----

const JSON_START = /^\s*[[{]/;

/** `undefined` when the text is not strict JSON. */
function parseJson(
  text: string,
  parseText: (text: string) => unknown,
): { readonly value: unknown } | undefined {
  if (!JSON_START.test(text)) return undefined;
  try {
    return { value: parseText(text) };
  } catch {
    return undefined;
  }
}

/** YAML is a superset of JSON, but its parser's complaints about JSON help nobody, and take minutes for a large file. */
function isMeantAsJson(file: string, text: string): boolean {
  return JSON_START.test(text) && !/\.ya?ml$/i.test(file);
}

function jsonProblem(file: string, text: string, mistake = findJsonMistake(text)): Diagnostic {
  const { start, end, message } = mistake;
  return { ...problem(file, 'file-syntax', message), location: locationAt(text, start, end) };
}

function jsonLocate(text: string): Source['locate'] {
  let find: ReturnType<typeof jsonLocator> | undefined;
  return (path, part = 'value') => {
    find ??= jsonLocator(text);
    const { start, end } = find(path, part);
    return locationAt(text, start, end);
  };
}

// ---- YAML ----

function parseYaml(file: string, text: string): Outcome<Source> {
  // Of lines that begin further in, the patterns of what is plain make too much work.
  const plain = / {300}/.test(text) ? undefined : readPlainYaml(text);
  if (plain) return parsed({ file, text, value: plain.value, locate: yamlLocate(text) });
  try {
    return readYaml(file, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The parser calls itself for each level of nesting.
    return failed(problem(file, 'file-syntax', TOO_DEEP));
  }
}

const TOO_DEEP = 'the values are nested too deeply';

function readYaml(file: string, text: string): Outcome<Source> {
  const document = readDocument(text);
  const [error] = document.errors;
  if (error) {
    // What is missing at the end is missing behind the last line that says something: the lines after it have nothing to show.
    const start = Math.min(error.pos[0], text.trimEnd().length);
    const location = locationAt(text, start, Math.max(error.pos[1], start));
    return failed({ ...problem(file, 'file-syntax', yamlMessage(error.message)), location });
  }
  const odd = findOddKey(document, text);
  if (odd) {
    const [start, end] = odd.key.range ?? [0, 0];
    return failed({ ...problem(file, 'file-syntax', odd.message), location: locationAt(text, start, end) });
  }
  const locate = yamlLocate(text, document);
  try {
    return parsed({ file, text, value: document.toJS({ maxAliasCount: MOST_ALIASES }), locate });
  } catch (error) {
    if (error instanceof ReferenceError) return failed(aliasProblem(file, text, document));
    if (error instanceof RangeError) throw error;
    // Such as `<<: 3`, which only turns out to be no mapping when it is merged.
    return failed(problem(file, 'file-syntax', yamlMessage(messageOf(error))));
  }
}

/** Far more than people write, far less than it takes to exhaust the memory. */
const MOST_ALIASES = 10_000;

/**
 * With `silent`, the parser would also keep quiet about a second document, which would be lost. Its own look for equal keys compares each
 * with all others, which takes seconds for thousands of rows.
 */
function readDocument(text: string): Document.Parsed {
  const options = { merge: true, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
  return parseDocument(text, options) as Document.Parsed;
}

interface OddKey {
  readonly key: Node;
  readonly message: string;
}

/** The second of two equal keys of one mapping; or a key that is a list or a mapping, which would have to be written as a text again and again. */
function findOddKey(document: Document.Parsed, text: string): OddKey | undefined {
  let found: OddKey | undefined;
  const lineOf = ({ range }: Node) => locationAt(text, range?.[0] ?? 0, range?.[0] ?? 0).line;
  visit(document, {
    Map(_, { items }) {
      const seen = new Map<unknown, Node>();
      for (const { key } of items) {
        if (isCollection(key)) found ??= { key, message: 'a key is a list or a mapping, expected a text' };
        if (!isScalar(key)) continue;
        const first = seen.get(key.value);
        if (first !== undefined)
          found ??= {
            key,
            message: `the key \`${key.value}\` is there twice, first in line ${lineOf(first)}`,
          };
        else seen.set(key.value, key);
      }
      return found && visit.BREAK;
    },
  });
  return found;
}

function yamlMessage(message: string): string {
  if (/call stack/i.test(message)) return TOO_DEEP;
  if (/multiple documents/.test(message)) return 'a second document starts here, expected one document';
  return message
    .replace(/ at line \d+, column \d+:?[\s\S]*$/, '')
    .replace(/^([A-Z])(?=[a-z])/, (first) => first.toLowerCase());
}

/** An alias without an anchor, or aliases that multiply beyond all proportion. */
function aliasProblem(file: string, text: string, document: Document.Parsed): Diagnostic {
  const unresolved = findUnresolvedAlias(document);
  if (!unresolved) return problem(file, 'file-aliases', 'the aliases of the file multiply without end');
  const { source, range } = unresolved;
  return {
    ...problem(file, 'file-aliases', `alias \`*${source}\` has no anchor \`&${source}\` before it`),
    ...(range ? { location: locationAt(text, range[0], range[1]) } : {}),
  };
}

function findUnresolvedAlias(document: Document.Parsed): Alias | undefined {
  const anchors = new Set<string>();
  let found: Alias | undefined;
  visit(document, {
    Value(_, node) {
      if (node.anchor) anchors.add(node.anchor);
    },
    Alias(_, alias) {
      if (anchors.has(alias.source)) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

/** The tree of a large file takes more memory than all else: if there is one it may go, and one is built when somebody asks. */
function yamlLocate(text: string, document?: Document.Parsed): Source['locate'] {
  const first = document && new WeakRef(document);
  let find: ReturnType<typeof yamlLocator> | undefined;
  return (path, part = 'value') => {
    find ??= yamlLocator(first?.deref() ?? readDocument(text));
    const range = find(path, part);
    return range && locationAt(text, range.start, range.end);
  };
}
