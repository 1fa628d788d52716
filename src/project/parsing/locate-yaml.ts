import { type Document, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import type { Range } from '../../core/diagnostics/locate-json.ts';
import type { ValuePath } from '../../core/diagnostics/source.ts';

/** Finds where values stand in a parsed YAML document; each mapping on the way is indexed once. */
export function yamlLocator(
  document: Document.Parsed,
): (path: ValuePath, part: 'key' | 'value') => Range | undefined {
  const entries: EntryIndex = new WeakMap();
  return (path, part) => {
    const range = nodeAt(document.contents, path, part, entries)?.range;
    return range ? { start: range[0], end: Math.max(range[0], range[1]) } : undefined;
  };
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
