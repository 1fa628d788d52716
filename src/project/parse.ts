import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Diagnostic, Location, Outcome } from '../core/diagnostic.ts';
import { locationAt, type Source, type ValuePath } from '../core/source.ts';

/**
 * Parses YAML, or JSON as the subset of YAML that it is; strict JSON takes the fast way. Nothing is executed, and aliases that
 * would grow out of proportion are refused. Positions are found lazily: most files are never asked for one.
 */
export function parseSource(file: string, text: string): Outcome<Source> {
  const unreadable = unreadableText(file, text);
  if (unreadable) return { ok: false, diagnostics: [unreadable] };
  const json = parseJson(text);
  if (json)
    return { ok: true, value: { file, text, value: json.value, locate: locator(text) }, diagnostics: [] };
  return parseYaml(file, text);
}

function unreadableText(file: string, text: string): Diagnostic | undefined {
  if (text.trim() === '') return problem(file, 'file-empty', 'the file is empty');
  if (text.includes('\0'))
    return problem(file, 'file-binary', 'the file is binary, expected YAML or JSON text');
  return undefined;
}

/** `undefined` when the text is not strict JSON. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

function parseYaml(file: string, text: string): Outcome<Source> {
  const document = readDocument(text);
  const [error] = document.errors;
  if (error) {
    const location = locationAt(text, error.pos[0], Math.max(error.pos[1], error.pos[0]));
    const message = withoutPosition(error.message);
    return { ok: false, diagnostics: [{ ...problem(file, 'file-syntax', message), location }] };
  }
  try {
    const value = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { ok: true, value: { file, text, value, locate: locator(text, document) }, diagnostics: [] };
  } catch (error) {
    // Aliases that multiply beyond all proportion, or that contain themselves.
    return {
      ok: false,
      diagnostics: [
        problem(
          file,
          'file-aliases',
          `the aliases of the file cannot be resolved: ${(error as Error).message}`,
        ),
      ],
    };
  }
}

const MOST_ALIASES = 1000;

function readDocument(text: string, lineCounter = new LineCounter()): Document.Parsed {
  return parseDocument(text, {
    lineCounter,
    merge: true,
    prettyErrors: false,
    logLevel: 'silent',
  }) as Document.Parsed;
}

function withoutPosition(message: string): string {
  return message
    .replace(/ at line \d+, column \d+:?[\s\S]*$/, '')
    .replace(/^([A-Z])(?=[a-z])/, (first) => first.toLowerCase());
}

function problem(file: string, code: string, message: string): Diagnostic {
  return { severity: 'error', code, message, file };
}

// ---- positions ----

function locator(text: string, parsed?: Document.Parsed): Source['locate'] {
  let document = parsed;
  const entries = new WeakMap<object, ReadonlyMap<string, { key: Node; value: Node | null }>>();
  return (path, part = 'value') => {
    document ??= readDocument(text);
    const node = nodeAt(document.contents, path, part, entries);
    return rangeLocation(text, node);
  };
}

function rangeLocation(text: string, node: Node | null): Location | undefined {
  const range = node?.range;
  return range ? locationAt(text, range[0], Math.max(range[0], range[1])) : undefined;
}

type EntryIndex = WeakMap<object, ReadonlyMap<string, { key: Node; value: Node | null }>>;

/** The node at the path, or the last one on the way to it that exists. */
function nodeAt(root: Node | null, path: ValuePath, part: 'key' | 'value', entries: EntryIndex): Node | null {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const entry = step(node, key, entries);
    if (!entry) return node;
    node = depth === path.length - 1 && part === 'key' ? entry.key : (entry.value ?? entry.key);
  }
  return node;
}

function step(
  node: Node | null,
  key: string | number,
  entries: EntryIndex,
): { key: Node; value: Node | null } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined;
    return item ? { key: item, value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  let index = entries.get(node);
  if (!index) {
    index = indexEntries(node.items);
    entries.set(node, index);
  }
  return index.get(String(key));
}

function indexEntries(items: readonly unknown[]): ReadonlyMap<string, { key: Node; value: Node | null }> {
  const index = new Map<string, { key: Node; value: Node | null }>();
  for (const pair of items) {
    if (!isPair(pair) || !isScalar(pair.key)) continue;
    index.set(String(pair.key.value), { key: pair.key, value: pair.value as Node | null });
  }
  return index;
}
